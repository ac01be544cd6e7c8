"""What lists of evidence show is what is on record; what is exported is what was recorded."""

import csv
import hashlib
import json
import shutil
from pathlib import Path

import pytest

from labharness.app.evidence import ledger_browser
from labharness.app.evidence.exporting import export_run
from labharness.app.evidence.ledger_browser import (
    TITLES,
    LedgerBrowser,
    attachment,
    evidence_of,
    transfers,
    write_records,
)
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError, IntegrityError
from labharness.evidence.folder import RunFolder, attach
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.people import AttachedFile, FindingBody
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.model.stages import Result
from tests.support.interruptions import images
from tests.support.runs import tiny_body

RELEASED = Path(__file__).parents[2] / "released" / "0.1.0"
RUNS = ("batch-by-hand", "rng", "shoe")


@pytest.fixture
def space(tmp_path):
    workspace = Workspace.init(tmp_path / "workspace")
    for name in RUNS:
        shutil.copytree(RELEASED / name, workspace.path / "runs" / name)
    return workspace


@pytest.mark.parametrize("name", RUNS)
def test_a_row_says_what_the_record_holds(name):
    folder = RunFolder(RELEASED / name)
    browser, records = LedgerBrowser(folder), list(folder.records())
    assert len(browser) == len(records)
    for record in records:
        row = browser.row(record.seq)
        assert (row.number, row.utc, row.hash) == (record.seq, record.utc, record.hash)
        assert row.type == record.type.value.replace("_", " ")
        assert row.summary
        assert browser.record(record.seq) == record
        assert json.loads(browser.text(record.seq))["hash"] == record.hash


def test_records_lead_to_bytes_of_the_segment_whose_hash_is_on_record():
    folder = RunFolder(RELEASED / "shoe")
    browser = LedgerBrowser(folder)
    hashes = {segment.name: segment.sha256 for segment in browser.record(len(browser) - 1).body.segments}
    looked = 0
    for kind in (RecordType.EXCHANGE, RecordType.OBSERVED, RecordType.READ):
        for at in browser.index.places(kind)[:3]:
            channel, (first, last) = browser.frames_of(int(at))
            frames = list(transfers(folder, channel, (first, last)))
            assert [each.number for each in frames] == list(range(first, last + 1))
            for each in frames:
                content = (folder.path / each.segment).read_bytes()
                assert each.payload in content
                assert hashlib.sha256(content).hexdigest() == hashes[Path(each.segment).name]
                looked += 1
    assert looked
    assert browser.frames_of(0) is None


def test_a_line_that_is_no_record_is_shown_as_it_stands(tmp_path):
    shutil.copytree(RELEASED / "rng", tmp_path / "rng")
    ledger = tmp_path / "rng" / LEDGER
    lines = ledger.read_bytes().splitlines(keepends=True)
    lines[3] = b'{"seq":3, not a record at all}\n'
    ledger.write_bytes(b"".join(lines))
    browser = LedgerBrowser(RunFolder(tmp_path / "rng"))
    row = browser.row(3)
    assert row.type == ""
    assert "not a record at all" in row.summary
    assert browser.unknown == 1
    assert browser.frames_of(3) is None
    assert browser.text(3).startswith('{"seq":3')


def test_a_long_record_is_listed_by_its_two_ends(monkeypatch):
    monkeypatch.setattr(ledger_browser, "LONGEST_ROW", 600)
    browser = LedgerBrowser(RunFolder(RELEASED / "shoe"))
    long = next(at for at in range(len(browser)) if browser.index.span(at)[1] > 600)
    record, row = browser.record(long), browser.row(long)
    assert (row.type, row.utc, row.hash) == (record.type.value.replace("_", " "), record.utc, record.hash)


def test_the_list_of_evidence_agrees_with_the_verification_and_is_kept(space, monkeypatch):
    evidence = evidence_of(space)
    assert [each.run for each in evidence] == sorted(RUNS)
    for each in evidence:
        verified = verify(space.path / "runs" / each.run)
        assert (each.records, each.head, each.ended) == (verified.records, verified.head, True)
        assert each.simulated
    monkeypatch.setattr(
        ledger_browser, "evidence_of_run", lambda _: pytest.fail("what was kept is read again")
    )
    assert evidence_of(space) == evidence


def test_what_was_kept_of_a_run_that_changed_or_was_made_up_is_not_believed(space):
    evidence_of(space)
    kept = space.path / ledger_browser.FILE
    for broken in ("", "{}", "[]", '{"schema":1,"version":"0.1.0","runs":{"rng":[[1],{}]}}', "\0"):
        kept.write_text(broken, encoding="utf-8")
        assert [run.run for run in evidence_of(space)] == sorted(RUNS)
    ledger = space.path / "runs" / "rng" / LEDGER
    ledger.write_bytes(b"".join(ledger.read_bytes().splitlines(keepends=True)[:-1]))
    rng = next(run for run in evidence_of(space) if run.run == "rng")
    assert not rng.ended


def test_a_photograph_is_the_one_on_record(tmp_path):
    path = tmp_path / "run"
    writer = RunWriter.create(path, {}, tiny_body("run"))
    digest = attach(path, b"\x89PNG\r\n\x1a\n and more")
    named = AttachedFile(name="door.png", sha256=digest)
    fields = {"stage": "ports", "item": "door", "reaction": (), "comment": ""}
    writer.append(FindingBody(**fields, result=Result.AS_EXPECTED, attachment=named))
    writer.close()
    browser = LedgerBrowser(RunFolder(path))
    (photograph,) = browser.photographs()
    assert (photograph.item, photograph.name) == ("door", "door.png")
    assert attachment(browser.folder, photograph.sha256) == b"\x89PNG\r\n\x1a\n and more"
    (path / "attachments" / digest).write_bytes(b"another")
    for _ in range(2):
        with pytest.raises(IntegrityError):
            attachment(browser.folder, digest)
        (path / "attachments" / digest).unlink(missing_ok=True)


def test_an_exported_run_is_the_run(space, tmp_path):
    folder, target = space.run("rng"), tmp_path / "out" / "of" / "here"
    read = []
    result = export_run(folder, target, read.append)
    assert result.verification.clean
    assert result.verification.head == verify(folder.path).head
    assert sum(read) > 0
    for line in result.sums.read_text("utf-8").splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((target / name).read_bytes()).hexdigest() == digest
    assert sorted(path.name for path in target.iterdir()) == ["rng", "rng.SHA256SUMS"]
    with pytest.raises(InputError):
        export_run(folder, target)


def test_an_export_that_was_killed_at_any_step_is_made_again(space, tmp_path):
    folder, target = space.run("rng"), tmp_path / "out"
    target.mkdir()
    left = images(target, tmp_path / "images", lambda: export_run(folder, target))
    for image in left:
        copy, sums = image / "rng", image / "rng.SHA256SUMS"
        assert sums.exists() or not copy.exists()
        if not copy.exists():
            export_run(folder, image)
        assert sums.read_bytes() == (target / sums.name).read_bytes()
        assert sorted(path.name for path in image.glob("[!.]*")) == [copy.name, sums.name]


def given_up(_):
    raise KeyboardInterrupt


def test_what_is_given_up_is_not_left_half_written(space, tmp_path):
    (tmp_path / "out").mkdir()
    with pytest.raises(KeyboardInterrupt):
        export_run(space.run("rng"), tmp_path / "out", given_up)
    browser = LedgerBrowser(RunFolder(RELEASED / "shoe"))
    with pytest.raises(KeyboardInterrupt):
        write_records(browser, range(len(browser)), tmp_path / "out" / "records.csv", given_up)
    assert list((tmp_path / "out").iterdir()) == []


def test_the_commands_show_what_the_window_shows(cli, space, tmp_path):
    where = ("--workspace", space.path)
    assert [each["run"] for each in cli.json("evidence", "list", *where)[1]] == sorted(RUNS)
    code, records = cli.json("evidence", "records", "shoe", "--from", 5, "--count", 2, *where)
    assert (code, [each["number"] for each in records]) == (0, [5, 6])
    _, out, _ = cli("evidence", "records", "shoe", "--type", "verdict", "--full", *where)
    assert json.loads(out)["type"] == "verdict"
    browser = LedgerBrowser(space.run("shoe"))
    at = int(browser.index.places(RecordType.OBSERVED)[0])
    _, out, _ = cli("evidence", "frames", "shoe", at, *where)
    assert out.startswith("Frame ")
    assert "\n000000  " in out
    code, _, err = cli("evidence", "frames", "shoe", 99_999, *where)
    assert (code, err) == (3, "Write a number from 0 to 174 (got 99999).\n")
    code, out, _ = cli("evidence", "export", "shoe", tmp_path / "out", *where)
    assert code == 0
    code, out, _ = cli("evidence", "inspect", tmp_path / "out" / "shoe", *where)
    assert (code, "integrity verified" in out) == (0, True)
    code, out, _ = cli("evidence", "photographs", "batch-by-hand", *where)
    assert "Nobody added a file" in out


def test_records_are_written_as_csv_with_their_hashes_in_full(tmp_path):
    browser, file = LedgerBrowser(RunFolder(RELEASED / "shoe")), tmp_path / "records.csv"
    assert write_records(browser, range(len(browser)), file) == len(browser)
    titles, *rows = csv.reader(file.read_text("utf-8").splitlines())
    assert titles == list(TITLES)
    records = list(browser.folder.records())
    assert [(row[0], row[5]) for row in rows] == [(str(record.seq), record.hash) for record in records]
    assert list(tmp_path.iterdir()) == [file]
