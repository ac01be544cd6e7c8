"""What a file could have shown, columns of tables, and the report of an analysis."""

import hashlib
import json

import pdfplumber
import pytest
from numpy.random import PCG64, Generator

from labharness.analysis.laws.intervals import clopper_pearson
from labharness.analysis.power.detection import rejects
from labharness.analysis.sampling.files import source as source_module
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs import file_power
from labharness.app.runs.file_analysis import FileOrder, analyze, render_analysis
from labharness.assessment.file_analysis import ExaminedFile
from labharness.model.reasons.inputs import Files

RANGE = {"low": "1", "high": "7"}
NO_NUMBERS = ("3.0", '"3,5"', "-3", "", "\u0663")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    place = tmp_path / "cache"
    monkeypatch.setattr("labharness.app.catalog.odds_cache.folder", lambda: place)
    return place


def outcomes(path, units=3000, seed=1):
    values = Generator(PCG64(seed)).integers(1, 8, units)
    path.write_text("\n".join(map(str, values)), encoding="utf-8")
    return path


@pytest.fixture
def examined(tmp_path):
    return analyze(FileOrder(str(outcomes(tmp_path / "draws.txt")), given=RANGE))


@pytest.mark.long
def test_a_flawed_source_is_found_and_a_fair_one_is_not(examined):
    powers = {power.defect: power for power in file_power.file_power(examined, 10)}
    assert powers["lcg-16"].rejected.share == 1
    assert powers["fair"].rejected.share <= 0.1
    rate = powers["lcg-16"].rejected
    assert (rate.low, rate.high) == pytest.approx(clopper_pearson(10, 10))


def test_a_file_and_its_simulation_are_judged_by_one_rule(examined, tmp_path):
    biased = tmp_path / "biased.txt"
    biased.write_text("\n".join("1112345671"[k % 10] for k in range(3000)), encoding="utf-8")
    for entry in (examined, analyze(FileOrder(str(biased), given=RANGE))):
        results = {each.id: each.result for each in entry.judged}
        assert rejects(entry.checks_from.checks, results, entry.level, discover()) is entry.rejected
    assert entry.rejected


def test_what_was_simulated_is_kept_and_a_spoiled_copy_is_simulated_again(examined, cache, monkeypatch):
    assert file_power.known_power(examined, 3) is None
    first = file_power.file_power(examined, 3)
    assert file_power.known_power(examined, 3) == first
    assert file_power.known_power(examined, 4) is None
    monkeypatch.setattr(file_power, "replicated", lambda *_: iter(()))
    assert file_power.file_power(examined, 3) == first  # nothing is simulated
    monkeypatch.undo()
    monkeypatch.setattr("labharness.app.catalog.odds_cache.folder", lambda: cache)
    for file in cache.rglob("*.json"):
        file.write_text("{}")
    assert file_power.known_power(examined, 3) is None
    assert file_power.file_power(examined, 3) == first


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("time,wheel\n1,3\n2,5\n", "wheel"),
        ("time;wheel\r\n1;3\r\n2;5\r\n", "wheel"),
        ("\ufefftime\twheel\n1\t3\n2\t5", "2"),
        ("1,3\n2,5\n", "2"),
        ('"a, b","wheel"\n"x\ny",3\n"z, ""q""",5\n', "wheel"),
        ("# remark\ntime,wheel\n\n1, 3 \n2,5\n", "wheel"),
    ],
)
def test_a_column_of_a_table(tmp_path, table, column):
    path = tmp_path / "table.csv"
    path.write_bytes(table.encode())
    each = analyze(FileOrder(str(path), given=RANGE, column=column))
    assert (each.units, each.size, each.judged[0].result.units) == (2, len(table.encode()), 2)
    assert each.sha256 == hashlib.sha256(table.encode()).hexdigest()


def test_a_table_that_is_wrong(tmp_path, refusal):
    path = tmp_path / "table.csv"
    for table, column, code in (
        (b"time,wheel\n1,3\n", "color", Files.NO_COLUMN),
        (b"time,wheel\n1,3\n", "3", Files.NO_COLUMN),
        (b"time,wheel\n1,3\n", "0", Files.NO_COLUMN),
        (b"wheel,wheel\n1,3\n", "wheel", Files.NO_COLUMN),
        (b"time,wheel\n1,3\n2\n", "wheel", Files.ROW_SHORT),
        *((f"time,wheel\n1,{cell}\n".encode(), "wheel", Files.NOT_WHOLE) for cell in NO_NUMBERS),
        (b'time,wheel\n1,"3\n', "wheel", Files.NOT_A_TABLE),
        (b"a,b\n1,\xff\xfe\n", "b", Files.NOT_A_TABLE),
    ):
        path.write_bytes(table)
        assert refusal(analyze, FileOrder(str(path), given=RANGE, column=column)).is_a(code), table


def test_the_report_is_about_a_file_and_the_same_bytes(examined, tmp_path, cli):
    powers = file_power.file_power(examined, 3)
    assert render_analysis(ExaminedFile(examined, powers)) == render_analysis(ExaminedFile(examined, powers))
    file, report = tmp_path / "draws.txt", tmp_path / "out" / "report.pdf"
    options = ("--low", "1", "--high", "7", "--power", "3", "--report", report)
    code, out, _ = cli("analyze", file, *options, "--json")
    assert code == 0
    assert next(each["defect"] for each in json.loads(out)["power"]) == "fair"
    with pdfplumber.open(report) as document:
        text = " ".join((page.extract_text() or "") for page in document.pages)
    for words in ("ANALYSIS OF A FILE, NOT A TEST OF A DEVICE", "supports no approval", "NOTHING REJECTED"):
        assert words in text
    assert examined.sha256 in text
    assert "3 of 3" in text


def test_many_values_of_a_column_are_read_in_parts(tmp_path, monkeypatch):
    path = tmp_path / "long.csv"
    plain = outcomes(tmp_path / "plain.txt", 5000)
    values = plain.read_text("utf-8").split()
    path.write_text("n,v\n" + "\n".join(f"{k},{v}" for k, v in enumerate(values)), encoding="utf-8")
    alone = analyze(FileOrder(str(plain), given=RANGE))
    monkeypatch.setattr(source_module, "TEXT_PART", 999)
    monkeypatch.setattr(source_module, "_LONGEST", 999)
    each = analyze(FileOrder(str(path), given=RANGE, column="v"))
    assert (each.units, each.judged) == (5000, alone.judged)
