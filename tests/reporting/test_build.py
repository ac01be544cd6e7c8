"""The report of a run, and its summary of one page: the same bytes anywhere, and whatever its strings and damages are."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from itertools import product
from pathlib import Path

import pdfplumber
import pypdf
import pytest

from labharness.assessment.runs.subject import Subject
from labharness.errors import InputError, IntegrityError, PlanError
from labharness.evidence.verify import RunVerification
from labharness.filings.entries.entry import Laboratory
from labharness.language.catalog import say
from labharness.model.reasons.decision import Statements
from labharness.model.reasons.game import Gains
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.report import Reports
from labharness.model.reasons.run import Runs
from labharness.model.results import Decision, Ending, Gainer, Outcome, Verdict
from labharness.reason import quoted
from labharness.reporting.build import build_report
from labharness.reporting.fitting import clipped, high
from labharness.reporting.layout import read_layout
from tests.reporting.test_meaning_of_pass import BOUND, bounding
from tests.reporting.test_papers import TABLE
from tests.support.dossiers import with_plan, with_summary
from tests.support.paper import page_texts
from tests.support.reasons import refused
from tests.support.run_factory import DECISIONS, IDENTITY, PASSED, failing, worded, write_run
from tests.support.shown import shown
from tests.support.signing_factory import small_pdf

LAYOUTS = {name: read_layout(name=name) for name in ("run_report.toml", "run_summary.toml")}
ROOT = Path(__file__).parents[2]
BUILD = """\
import importlib, pathlib, pkgutil, sys
import reports
import tests.support.run_factory  # brings codes of its own, as a plug-in does
import tests.support.signing_factory
from labharness.assessment.runs.subject import Subject
from labharness.evidence.folder import RunFolder
from labharness.reporting.build import build_report
from labharness.reporting.layout import sections_of
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
    environment |= {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    command = [sys.executable, "-c", BUILD, str(moved)]
    there = subprocess.run(
        command, cwd=tmp_path, env=os.environ | environment, capture_output=True, check=True
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
    assert [image for page in paper.pages for image in page.images] == [], "pictures are drawn as vectors"
    assert used == {"IBMPlexSans-Regular", "IBMPlexSans-SemiBold", "IBMPlexMono-Regular"}


def test_the_file_says_what_it_is_and_dates_from_the_record(passed, paper):
    ended = list(passed.records())[-1].utc

    assert paper.metadata.title == "Test report run-passed"
    assert paper.metadata.author == "Bureau of Gaming Laboratory Operations"
    assert "Example Gaming Shuffler 52, PASS" in paper.metadata.subject
    assert paper.metadata.creation_date.isoformat() == ended[:19] + "+00:00"
    assert [each.title for each in paper.outline][:2] == ["1 Items tested", "2 Test plan"]


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_laboratory_on_record_issues_the_report(passed, sections, name):
    fields = {"address": "1 Test Street", "addressee": "The Board"}
    laboratory = Laboratory(id="laboratory", name="Lab <b>& Sons</b>", **fields)
    report = shown(build_report, Subject.of(passed), sections, LAYOUTS[name], laboratory)
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
    cut = Subject.of(write_run(tmp_path / "cut", verdict=verdict, ending=None))
    report = shown(build_report, cut, sections)

    assert "INTERRUPTED — the record has no end" in report.imprint.warning
    assert "VERDICT INCONCLUSIVE" in report.parts[0]
    assert "The record has no end, so the run counts as interrupted." in report.parts[0]
    assert "met every one" not in report.text
    assert verdict is not None or "PASS" not in report.text


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("target", ["raw/device-0001.seg", "README.txt"])
def test_evidence_that_does_not_verify_is_said_on_every_page_and_is_no_pass(
    tmp_path, sections, target, layout
):
    folder = write_run(tmp_path / "tampered")
    content = bytearray((folder.path / target).read_bytes())
    content[-200] ^= 1
    (folder.path / target).write_bytes(content)
    report = shown(build_report, Subject.of(folder), sections, LAYOUTS[layout])

    assert "INTEGRITY NOT VERIFIED" in report.imprint.warning
    assert "VERDICT INCONCLUSIVE" in report.parts[0]
    assert target in report.parts[0]
    assert layout == "run_report.toml" or "PASS" not in report.text


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


def test_a_layout_that_names_an_unknown_section_or_lacks_a_text_is_refused(passed, sections):
    layout, subject = LAYOUTS["run_report.toml"], Subject.of(passed)
    for change, reason in (
        ({"name": "coverr"}, Reports.SECTION_NOT_THERE(sections=("coverr",), known=tuple(sorted(sections)))),
        ({"texts": {}}, Reports.TEXT_MISSING(section="cover", text="issuer")),
    ):
        wrong = layout.model_copy(update={"sections": (layout.sections[0].model_copy(update=change),)})
        assert refused(InputError, build_report, subject, sections, wrong) == (reason,)


def test_staff_may_edit_texts_and_order(passed, text_of):
    layout = LAYOUTS["run_report.toml"]
    cover, *others = layout.sections
    cover = cover.model_copy(update={"texts": {**cover.texts, "issuer": "Lab <2> & Co"}})
    pages = text_of(passed, layout=layout.model_copy(update={"sections": (*others[::-1], cover)}))

    assert "Lab <2> & Co" in " ".join(pages[-2:])
    last = next(section.title for section in others[::-1] if section.title)
    assert f"1 {last}" in " ".join(pages)


def test_a_layout_with_a_mistake_names_it():
    text = b'schema = 1\ntitle = "t"\nauthor = "a"\n[[sections]]\nname = "cover"\ntitel = "x"\n'
    unknown = Inputs.AT(where="sections 1.titel", problem=Inputs.KEY_UNKNOWN())
    assert refused(PlanError, read_layout, text) == (Inputs.AT(where="run_report.toml", problem=unknown),)


def test_a_run_whose_plan_is_gone_is_refused(tmp_path):
    folder = write_run(tmp_path / "no-plan")
    (folder.path / "plan.toml").unlink()

    gone = Runs.PLAN_UNREADABLE(run="no-plan", why=(quoted("No such file or directory"),))
    assert refused(IntegrityError, Subject.of, folder) == (gone,)


def test_a_table_that_was_changed_since_is_not_printed(tmp_path, text_of):
    folder = write_run(tmp_path / "run", files={"power.json": TABLE})
    file = folder.path / "power.json"
    file.write_bytes(file.read_bytes().replace(b"0.9875", b"0.1111"))
    text = " ".join(text_of(folder))
    assert "INTEGRITY NOT VERIFIED" in text
    assert "11.1%" not in text
    assert "THE TABLE CHANGED AFTER THE RUN BEGAN" in text


# --- the summary of one page


HOSTILE = "<b>bold</b> &amp; \u202egnitirw\u202c 🎲 =SUM(A1)\x00 " * 300
LONG = "W" * 10_000


@pytest.fixture(scope="module")
def page(sections):
    """Return a function that returns the text of the only page of a run's summary."""

    def read(folder):
        subject = folder if isinstance(folder, Subject) else Subject.of(folder)
        (text,) = page_texts(build_report(subject, sections, LAYOUTS["run_summary.toml"]))
        return text

    return read


def many(count, outcome=Outcome.PASS, text="As asked."):
    return tuple(
        Decision(f"stage-{outcome.value.lower()}-{n}", "counting", outcome, None, None, worded(text))
        for n in range(count)
    )


def test_bounds_without_room_are_counted_and_never_cut(passed, page):
    bounds = tuple(replace(BOUND, gainer=each, what=worded(f"{each} " * 60)) for each in Gainer)
    ways = tuple(replace(BOUND, what=what) for what in (Gains.GUESS_IN_DECK(), Gains.FIXED_OUTCOME()))
    text = page(bounding(Subject.of(passed), *bounds, *ways))
    assert " on gains, in the test report of the run" in text
    assert say(Statements.UNBOUNDED()) in text
    assert "…" not in text.partition("VERDICT")[2].partition("NOT TESTED")[0]


def test_a_failure_has_its_reasons_and_the_worst_check_first(tmp_path, sections):
    results, verdict = failing()
    options = {"results": results, "verdict": verdict, "deviations": ("A door stood open.",)}
    subject = Subject.of(write_run(tmp_path / "run-failed", **options))
    pdf = build_report(subject, sections, LAYOUTS["run_summary.toml"])
    (text,) = page_texts(pdf)
    assert build_report(subject, sections, LAYOUTS["run_summary.toml"]) == pdf, "the same bytes again"
    with pdfplumber.open(BytesIO(pdf)) as document:
        words = [word["text"] for word in document.pages[0].extract_words()]
    table = words[words.index("Decision") + 1 :]

    assert "The device failed 2 of 3 required checks: Position × card chi-square; composition." in text
    assert "Why this is a failure" in text
    assert "composition: 60 violations were counted where none may be." in text
    assert "1 deviation, 0 interruptions" in text
    assert [word for word in table if word in ("PASS", "FAIL")] == ["FAIL", "FAIL", "PASS"]
    assert "p < 0.000001" in text
    assert "60 violations" in text


@pytest.mark.parametrize(("text", "reasons"), [(HOSTILE, 100), (LONG, 100), ("word " * 300, 3)], ids=range(3))
def test_one_page_whatever_the_strings_are(tmp_path, page, text, reasons):
    results, _ = failing()
    decisions = (*DECISIONS, *many(reasons, Outcome.FAIL, text))
    verdict = Verdict(Outcome.FAIL, (worded(text),) * reasons, decisions)
    identity = replace(IDENTITY, manufacturer=text, model=text, serial=text, hardware=text)
    result = page(
        write_run(
            tmp_path / ("r" * 100), results=results, verdict=verdict, identity=identity,
            simulated=text, deviations=(text,) * 50, ending="ERROR",
        )
    )  # fmt: skip

    assert "VERDICT FAIL" in result
    assert "SIMULATED DEVICE — not a submission" in result
    assert "50 deviations" in result
    assert " …" in result
    assert ("<b>bold</b>" in result) == (text is HOSTILE)


def test_one_page_with_every_warning_at_once(tmp_path, page):
    identity = replace(IDENTITY, manufacturer=LONG, model=LONG, serial=LONG, hardware=LONG)
    options = {"simulated": LONG, "identity": identity, "deviations": (LONG,), "ending": "ERROR"}
    run = Subject.of(write_run(tmp_path / ("r" * 100), **options, verdict=None))
    faults = RunVerification(Ending.INTERRUPTED, "0" * 64, 1, 1, (worded(LONG), worded(HOSTILE)) * 20)
    run = with_plan(with_summary(run, replayed=True), title=LONG[:2000], id="p" * 80)
    text = page(replace(run, verification=faults))

    for words in ("INTEGRITY NOT VERIFIED", "REPLAY OF RECORDED BYTES", "SIMULATED DEVICE", "NOT TESTED"):
        assert words in text
    assert "more faults, in the test report of the run" in text
    assert "more reasons, in the test report of the run" in text


@pytest.mark.parametrize("count", [8, 40, 400])
def test_checks_that_do_not_fit_are_counted_by_what_came_of_them(tmp_path, page, count):
    decisions = (*DECISIONS, *many(count), *many(3, Outcome.FAIL), *many(2, Outcome.INCONCLUSIVE))
    verdict = Verdict(Outcome.FAIL, (worded("One reason."),), decisions)
    text = page(write_run(tmp_path / "run", verdict=verdict))
    shown = text.partition("Decision")[2].partition("and ")[0]
    left = count + 3 - shown.count("PASS")

    assert [text.count(f"stage fail {n}") for n in range(3)] == [1, 1, 1]
    if left:
        assert f"and {left} more, in the test report of the run: {left} PASS." in text


def test_clipped_text_keeps_to_its_lines_and_shows_that_some_is_missing():
    texts = ("", "short", "word " * 2000, "x" * 9999, "\x00" * 500, "<" * 4000)
    for text, lines in product(texts, (1, 2, 5)):
        result = clipped(text, "cell", lines, 200.0, spaceAfter=0)
        _, tall = result.wrap(200.0, 1000.0)
        words = result.getPlainText()

        assert tall <= lines * result.style.leading + 1e-6
        assert high([result]) >= 0
        if words.endswith(" …"):
            assert len(words) < len(text) or "\x00" in text
