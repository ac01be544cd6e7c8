import os
import shutil
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pypdf
import pytest

from labharness.assessment.runs.subject import Subject
from labharness.errors import InputError, IntegrityError, PlanError
from labharness.filings.entries.entry import Laboratory
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.report import Reports
from labharness.model.reasons.run import Runs
from labharness.model.results import CheckResult
from labharness.reason import quoted
from labharness.reporting.build import build_report
from labharness.reporting.layout import read_layout
from tests.reporting.test_papers import TABLE
from tests.support.paper import page_texts
from tests.support.run_factory import IDENTITY, PASSED, RESULTS, heat_map, write_run
from tests.support.shown import shown
from tests.support.signing_factory import small_pdf

ROOT = Path(__file__).parents[2]
BUILD = """\
import importlib, pathlib, pkgutil, sys
import reports
import tests.support.run_factory  # brings codes of its own, as a plug-in does
import tests.support.signing_factory
from labharness.assessment.runs.subject import Subject
from labharness.evidence.folder import RunFolder
from labharness.reporting.build import build_report
from labharness.reporting.section import sections_of
modules = pkgutil.iter_modules(reports.__path__)
sections = sections_of(importlib.import_module("reports." + module.name) for module in modules)
sys.stdout.buffer.write(build_report(Subject.of(RunFolder.open(pathlib.Path(sys.argv[1]))), sections))
sys.stdout.buffer.write(tests.support.signing_factory.small_pdf("cd" * 32))
"""


@pytest.fixture(scope="module")
def passed(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("runs") / "run-passed")


@pytest.fixture(scope="module")
def printed(passed, sections):
    return build_report(Subject.of(passed), sections)


@pytest.fixture(scope="module")
def paper(printed):
    return pypdf.PdfReader(BytesIO(printed))


@pytest.fixture(scope="module")
def pages(printed):
    return page_texts(printed)


def test_the_same_run_gives_the_same_bytes_anywhere(passed, sections, printed, tmp_path):
    """Another folder, time zone, language, hash seed and date of the build, all at once; so a file to be signed."""
    moved = Path(shutil.copytree(passed.path, tmp_path / "elsewhere" / passed.run))
    environment = {
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "tr_TR.UTF-8",
        "LANG": "de_DE.UTF-8",
        "PYTHONHASHSEED": "4242",
        "SOURCE_DATE_EPOCH": "1700000000",
    }
    command = [sys.executable, "-c", BUILD, str(moved)]
    search = {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    there = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, **search, **environment}, capture_output=True, check=True
    )

    assert there.stdout == printed + small_pdf("cd" * 32)
    assert build_report(Subject.of(passed), sections) == printed


def test_every_page_has_its_number_the_reports_number_and_the_whole_head(pages, passed):
    head = list(passed.records())[-1].hash

    assert len(pages) > 5
    for number, page in enumerate(pages, 1):
        assert f"Page {number} of {len(pages)}" in page
        assert "Test report run-passed" in page
        assert head in page


def test_every_font_that_a_page_names_is_embedded(paper):
    used = set()
    for page in paper.pages:
        named = {operands[0] for operands, operator in page.get_contents().operations if operator == b"Tf"}
        for name, reference in page["/Resources"]["/Font"].items():
            font = reference.get_object()
            assert "/FontFile2" in font["/FontDescriptor"].get_object(), font["/BaseFont"]
            used.add(font["/BaseFont"].split("+")[-1])
            named.discard(name)
        assert named == set()
    assert used == {"IBMPlexSans-Regular", "IBMPlexSans-SemiBold", "IBMPlexMono-Regular"}


def test_pictures_are_drawn_as_vectors(paper):

    assert [image for page in paper.pages for image in page.images] == []


def test_the_file_says_what_it_is_and_dates_from_the_record(passed, paper):
    ended = list(passed.records())[-1].utc

    assert paper.metadata.title == "Test report run-passed"
    assert paper.metadata.author == "Bureau of Gaming Laboratory Operations"
    assert "Example Gaming Shuffler 52, PASS" in paper.metadata.subject
    assert paper.metadata.creation_date.isoformat() == ended[:19] + "+00:00"
    assert [each.title for each in paper.outline][:2] == ["1 Items tested", "2 Test plan"]


@pytest.mark.parametrize("name", ["run_report.toml", "run_summary.toml"])
def test_the_laboratory_on_record_issues_the_report(passed, sections, name):
    laboratory = Laboratory(
        id="laboratory", name="Lab <b>& Sons</b>", address="1 Test Street", addressee="The Board"
    )
    report = shown(build_report, Subject.of(passed), sections, read_layout(name=name), laboratory)
    part = report.parts[0]

    assert report.imprint.author == laboratory.name
    assert "LAB <B>& SONS</B>" in part.upper()
    assert "Bureau" not in part
    assert ("To The Board" in part) == (name == "run_report.toml")


def test_the_contents_name_the_page_on_which_each_section_begins(pages, paper):
    for entry in paper.outline:
        page = paper.get_destination_page_number(entry) + 1
        assert f"{entry.title} {page}" in pages[0]


def test_every_hash_is_printed_whole(pages, passed):
    start, *_, end = passed.records()
    wanted = [*start.body.files.values(), *(segment.sha256 for segment in end.body.segments)]
    text = " ".join(pages)

    assert len(wanted) == 4
    assert [each for each in wanted if each not in text] == []


@pytest.mark.parametrize("verdict", [None, PASSED])
def test_an_interrupted_run_says_so_and_is_no_pass(tmp_path, sections, verdict):
    report = shown(
        build_report, Subject.of(write_run(tmp_path / "cut", verdict=verdict, ending=None)), sections
    )
    pages = report.parts

    assert "INTERRUPTED — the record has no end" in report.imprint.warning
    assert "VERDICT INCONCLUSIVE" in pages[0]
    assert "The record has no end, so the run counts as interrupted." in pages[0]
    assert "met every one" not in " ".join(pages)
    assert verdict is not None or "PASS" not in " ".join(pages)


@pytest.mark.parametrize("target", ["raw/device-0001.seg", "README.txt"])
def test_evidence_that_does_not_verify_is_said_on_every_page_and_is_no_pass(tmp_path, sections, target):
    folder = write_run(tmp_path / "tampered")
    file = folder.path / target
    content = bytearray(file.read_bytes())
    content[-200] ^= 1
    file.write_bytes(content)
    report = shown(build_report, Subject.of(folder), sections)
    pages = report.parts

    assert "INTEGRITY NOT VERIFIED" in report.imprint.warning
    assert "VERDICT INCONCLUSIVE" in pages[0]
    assert target in pages[0]


def test_a_bad_ledger_line_is_named_and_what_stands_before_it_is_reported(tmp_path, text_of):
    folder = write_run(tmp_path / "bad-line")
    ledger = folder.path / "ledger.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    lines[60] = lines[60].replace(b"stage", b"stagE", 1)
    ledger.write_bytes(b"".join(lines))
    pages = text_of(folder)

    assert "Line 61 of ledger.jsonl does not match its own hash." in pages[0]
    assert "VERDICT INCONCLUSIVE" in pages[0]
    assert "Manufacturer Example Gaming" in " ".join(pages)


def test_a_devices_strings_print_as_they_are_and_do_nothing(tmp_path, text_of):
    hostile = replace(
        IDENTITY,
        manufacturer="<b>Bold</b> & <font size=90>Co</font>",
        model="</para><img src='http://x/'/>\x1b[2J\x07",
        serial="first\nsecond\u202egnp.exe\ud800",
        hardware="W" * 900,
        bus={"<a href='x'>": "中文 %s {0}"},
    )
    text = "".join(text_of(write_run(tmp_path / "hostile", identity=hostile)))
    tight = text.replace(" ", "")

    assert "<b>Bold</b> & <font size=90>Co</font>" in text
    assert "</para><imgsrc='http://x/'/>‹U+001B›[2J‹U+0007›" in tight
    assert "first‹U+000A›second‹U+202E›gnp.exe\N{REPLACEMENT CHARACTER}" in tight
    assert tight.count("W") >= 900
    assert "中文%s{0}" in tight


def test_long_tables_repeat_their_heads_and_lose_no_row(tmp_path, sections):
    deviations = [f"deviation {number}: " + "a long story " * (number % 7) for number in range(120)]
    huge = "word " * 2500 + "LAST"
    folder = write_run(tmp_path / "long", deviations=[*deviations, huge])
    pages = page_texts(build_report(Subject.of(folder), sections))
    text = " ".join(pages)

    assert [number for number in range(120) if f"deviation {number}:" not in text] == []
    assert text.count("word ") >= 2500
    assert "LAST" in text
    inside = [page for page in pages if "a long story" in page]
    assert len(inside) > 2
    assert all("Time (UTC) Line Kind Record" in page for page in inside)


def test_large_tables_of_counts_are_drawn_on_one_page(tmp_path, text_of):
    picture = heat_map()
    wide = replace(picture, x=tuple(map(str, range(312))), values=tuple(row * 6 for row in picture.values),
                   expected=(picture.expected[0] * 6,))  # fmt: skip
    tall = replace(picture, y=tuple(map(str, range(312))), values=picture.values * 6)
    flat = replace(picture, y=("a name that is far longer than any axis was meant for " * 3,),
                   values=picture.values[:1])  # fmt: skip
    empty = replace(picture, form="histogram", x=("1",), values=((0.0,),), expected=((0.0,),))
    result = CheckResult(2000, violations=0, pictures=(wide, tall, flat, empty))
    pages = text_of(write_run(tmp_path / "pictures", results={**RESULTS, "composition": result}))

    assert sum(page.count("−1 to +1") for page in pages) >= 4


def test_a_layout_that_names_an_unknown_section_is_refused(passed, sections):
    layout = read_layout()
    wrong = layout.model_copy(
        update={"sections": (layout.sections[0].model_copy(update={"name": "coverr"}),)}
    )

    with pytest.raises(InputError) as refused:
        build_report(Subject.of(passed), sections, wrong)
    assert refused.value.reasons == (
        Reports.SECTION_NOT_THERE(sections=("coverr",), known=tuple(sorted(sections))),
    )


def test_a_layout_without_a_needed_text_is_refused(passed, sections):
    layout = read_layout()
    bare = layout.sections[0].model_copy(update={"texts": {}})

    with pytest.raises(InputError) as refused:
        build_report(Subject.of(passed), sections, layout.model_copy(update={"sections": (bare,)}))
    assert refused.value.reasons == (Reports.TEXT_MISSING(section="cover", text="issuer"),)


def test_staff_may_edit_texts_and_order(passed, text_of):
    layout = read_layout()
    cover = layout.sections[0].model_copy(
        update={"texts": {**layout.sections[0].texts, "issuer": "Lab <2> & Co"}}
    )
    pages = text_of(passed, layout=layout.model_copy(update={"sections": (*layout.sections[:0:-1], cover)}))

    assert "Lab <2> & Co" in " ".join(pages[-2:])
    last = next(section.title for section in reversed(layout.sections) if section.title)
    assert f"1 {last}" in " ".join(pages)


def test_a_layout_with_a_mistake_names_it():
    with pytest.raises(PlanError) as refused:
        read_layout(b'schema = 1\ntitle = "t"\nauthor = "a"\n[[sections]]\nname = "cover"\ntitel = "x"\n')
    unknown = Inputs.AT(where="sections 1.titel", problem=Inputs.KEY_UNKNOWN())
    assert refused.value.reasons == (Inputs.AT(where="run_report.toml", problem=unknown),)


def test_a_run_whose_plan_is_gone_is_refused(tmp_path):
    folder = write_run(tmp_path / "no-plan")
    (folder.path / "plan.toml").unlink()

    with pytest.raises(IntegrityError) as refused:
        Subject.of(folder)
    assert refused.value.reasons == (
        Runs.PLAN_UNREADABLE(run="no-plan", why=(quoted("No such file or directory"),)),
    )


def test_a_table_that_was_changed_since_is_not_printed(tmp_path, text_of):
    folder = write_run(tmp_path / "run", files={"power.json": TABLE})
    file = folder.path / "power.json"
    file.write_bytes(file.read_bytes().replace(b"0.9875", b"0.1111"))
    text = " ".join(text_of(folder))
    assert "INTEGRITY NOT VERIFIED" in text
    assert "11.1%" not in text
    assert "THE TABLE CHANGED AFTER THE RUN BEGAN" in text
