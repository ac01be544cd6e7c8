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
from labharness.errors import DeviceTimeout, InputError, IntegrityError, PlanError
from labharness.evidence.records.body import RecordType, dump
from labharness.filings.entries.entry import Laboratory
from labharness.language.catalog import explain, say
from labharness.model.cards import format_order
from labharness.model.device import SoftwareComponent
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.decision import Sample
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.report import Reports
from labharness.model.reasons.run import Runs
from labharness.model.reasons.wire import Wire
from labharness.model.results import CheckResult, Outcome, Picture, Verdict
from labharness.reason import quoted
from labharness.reporting.build import build_report
from labharness.reporting.layout import read_layout
from tests.support.run_factory import (
    APPLICATION,
    CARDS,
    IDENTITY,
    PASSED,
    RESULTS,
    failing,
    heat_map,
    worded,
    write_run,
)
from tests.support.shown import shown

ROOT = Path(__file__).parents[2]
BUILD = """\
import importlib, pathlib, pkgutil, sys
import reports
import tests.support.run_factory  # brings codes of its own, as a plug-in does
from labharness.assessment.runs.subject import Subject
from labharness.evidence.folder import RunFolder
from labharness.reporting.build import build_report
from labharness.reporting.section import sections_of
modules = pkgutil.iter_modules(reports.__path__)
sections = sections_of(importlib.import_module("reports." + module.name) for module in modules)
sys.stdout.buffer.write(build_report(Subject.of(RunFolder.open(pathlib.Path(sys.argv[1]))), sections))
"""


@pytest.fixture(scope="module")
def passed(tmp_path_factory):
    return write_run(tmp_path_factory.mktemp("runs") / "run-passed")


@pytest.fixture(scope="module")
def paper(passed, sections):
    return pypdf.PdfReader(BytesIO(build_report(Subject.of(passed), sections)))


@pytest.fixture(scope="module")
def pages(paper):
    return [" ".join(page.extract_text().split()) for page in paper.pages]


def test_the_same_run_gives_the_same_bytes_anywhere(passed, sections, tmp_path):
    """Another time zone, language, hash seed and date of the build, all at once."""
    environment = {
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "tr_TR.UTF-8",
        "LANG": "de_DE.UTF-8",
        "PYTHONHASHSEED": "4242",
        "SOURCE_DATE_EPOCH": "1700000000",
    }
    here = build_report(Subject.of(passed), sections)
    command = [sys.executable, "-c", BUILD, str(passed.path)]
    search = {"PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    there = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, **search, **environment}, capture_output=True, check=True
    )

    assert there.stdout == here
    assert build_report(Subject.of(passed), sections) == here


def test_the_same_run_gives_the_same_bytes_wherever_the_folder_lies(passed, sections, tmp_path):
    moved = tmp_path / "elsewhere" / passed.run
    shutil.copytree(passed.path, moved)

    assert build_report(Subject.of(replace(passed, path=moved)), sections) == build_report(
        Subject.of(passed), sections
    )


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


def test_the_cover_says_what_an_executive_director_needs(pages):
    for words in (
        "VERDICT PASS",
        "The device met every one of the plan's 3 required checks.",
        "Executive Director, Pennsylvania Gaming Control Board",
        f"COMPLETE. {say(Conduct.CARRIED_OUT())}",
        "The laboratory tests and recommends; it never approves.",
    ):
        assert words in pages[0]
    assert "The results relate only to the items tested" in pages[-1]
    assert "End of report run-passed." in pages[-1]


@pytest.mark.parametrize(
    "figure",
    [
        "2,601.2", "2,551.18", "2,601", "right 0.752; two sided 0.495", "Cramér's V = 0, 95% interval 0 to 0.0113",
        "0.752 0.05 PASS", "Every card is equally likely in every place.", "26.4821",
        say(Sample.ALIKE()), "0 violations", "Largest cell, output place 31 and card 7D",
        "0 of 520 cards of 10 known decks were misread", "0.5744%", "20 of 20", "family-wise level of 0.01",
        "remembered: not compared with the text", "seen: read in the text itself", "SN-000461",
        "equal to the declared hash", "not compared: the plan declares no hash for it", "numpy 2.4.6",
        "2,000 shuffles find a single pass through ten shelves with power above 0.999.", "nobody cuts between",
        "(Missing: AS)", "52 cards of 52 types", "labharness verify run-passed --head", "raw/device-0001.seg",
        "reset to a known order", "reported by the device", "25 310 292.30 249 to 337 +1.12", "cells seen 0 7 66 395",
    ],
)  # fmt: skip
def test_the_report_prints(pages, figure):
    assert figure in " ".join(pages)


def test_every_hash_is_printed_whole(pages, passed):
    start, *_, end = passed.records()
    wanted = [*start.body.files.values(), *(segment.sha256 for segment in end.body.segments)]
    text = " ".join(pages)

    assert len(wanted) == 4
    assert [each for each in wanted if each not in text] == []


def test_a_failure_names_the_checks_that_caught_it(tmp_path, text_of):
    results, verdict = failing()
    pages = text_of(write_run(tmp_path / "failed", results=results, verdict=verdict))
    text = " ".join(pages)

    assert (
        "VERDICT FAIL The device failed 2 of 3 required checks: Position × card chi-square; composition."
        in pages[0]
    )
    assert "< 0.000001 0.05 FAIL" in text
    assert [unit for unit in range(60) if f"In shuffle {17 * unit:,}: Missing" not in text] == []


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


def test_a_stopped_run_keeps_its_ending_apart_from_its_verdict(tmp_path, text_of):
    verdict = Verdict(Outcome.INCONCLUSIVE, (worded("The sample is not complete."),), ())
    pages = text_of(write_run(tmp_path / "stopped", verdict=verdict, ending="STOPPED_BY_OPERATOR"))

    assert "VERDICT INCONCLUSIVE" in pages[0]
    assert "Ending: STOPPED BY OPERATOR. Stopped by R. Operator." in pages[0]
    assert "The sample is not complete." in pages[0]


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


def test_a_simulated_device_is_named_on_every_page(tmp_path, sections):
    folder = write_run(tmp_path / "simulated", simulated="Fair shuffler, seed 461")
    paper = pypdf.PdfReader(BytesIO(build_report(Subject.of(folder), sections)))
    pages = [" ".join(page.extract_text().split()) for page in paper.pages]

    assert "SIMULATED DEVICE — not a submission" in pages[0]
    assert "Shown by: declared as “Fair shuffler, seed 461”" in pages[0]
    assert all("SIMULATED DEVICE — not a submission" in page for page in pages)


def test_a_real_device_is_not_called_simulated(pages):
    assert "SIMULATED" not in " ".join(pages)


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
    paper = pypdf.PdfReader(BytesIO(build_report(Subject.of(folder), sections)))
    pages = [" ".join(page.extract_text().split()) for page in paper.pages]
    text = " ".join(pages)

    assert [number for number in range(120) if f"deviation {number}:" not in text] == []
    assert text.count("word ") >= 2500
    assert "LAST" in text
    inside = [page for page in pages if "a long story" in page]
    assert len(inside) > 2
    assert all("Time (UTC) Line Kind Record" in page for page in inside)


def test_none_is_said_where_there_was_none(pages):
    text = " ".join(pages)

    words = "no deviation, no interruption, no recovery, no error of the device, no request made again, no command"
    assert f"On record there is {words}" in text


def test_what_went_wrong_and_what_people_did_is_printed(tmp_path, text_of):
    order = format_order(CARDS.new_deck_order())
    silent = DeviceTimeout(Wire.SILENT(link="usb://1209:0001"))
    error = {"error": "DeviceTimeout", "reasons": silent.dumped()}
    count = {"inside": 51, "expected": 52, "correct": False, "message": "one card is short"}
    wrong = dump(SoftwareComponent("application", "2.4.2", "sha256", "ab" * 32))
    call = {"channel": "device", "args": {}, "frames": [0, 0]}
    extra = [
        (RecordType.COMMAND, {"command": "close_session", "who": "R. Operator"}),
        (RecordType.EXCHANGE, {**call, "call": "status", "error": error}),
        (RecordType.EXCHANGE, {**call, "call": "count", "answer": count}),
        (RecordType.EXCHANGE, {**call, "call": "software", "answer": [wrong]}),
        (RecordType.RECOVERED, {"ledger_torn": '{"seq', "segments": []}),
        (RecordType.RESUMED, {"after_seq": 3, "gap_s": 61.4, "orphan_frames": {"device": 2}, "planned": False}),
        (RecordType.PROMPT, {"prompt": 9, "action": "load", "asks": ["Close the lid."], "data": {}, "timeout_s": 5}),
        (RecordType.ANSWER, {"prompt": 9, "who": "nobody", "answer": ""}),
        (
            RecordType.READ,
            {
                "stage": "shuffles", "purpose": "agreement", "unit": 21, "order": order, "expected": order,
                "errors": 2, "source": "observed", "exchange": 3,
            },
        ),
    ]  # fmt: skip
    text = " ".join(text_of(write_run(tmp_path / "eventful", extra=extra)))

    for words in (
        "close session, by R. Operator",
        f"device, status: DeviceTimeout: {explain(silent)}",
        "51 52 52 NOT CORRECT one card is short",
        f"DIFFERS from the declared hash: {APPLICATION}",
        "Answer 2 of 2 that differ",
        "5 bytes of a torn ledger line",
        "The runner resumed after 61 seconds. Frames without a record: 2.",
        "Close the lid.",
        "Prompts given: 2, answered: 1.",
        "20 of 21",
    ):
        assert words in text


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


def test_each_bar_stands_over_its_own_label(tmp_path, text_of):
    seen = [0.0] * 30 + [5.0, 7.0] + [0.0] * 20
    picture = Picture("histogram", quoted("value"), quoted("times"), tuple(f"v{i}" for i in range(52)), ("",),
                      (tuple(seen),), ((0.0,) * 30 + (6.0, 6.0) + (0.0,) * 20,))  # fmt: skip
    result = CheckResult(12, violations=0, pictures=(picture,))
    text = " ".join(text_of(write_run(tmp_path / "labels", results={**RESULTS, "composition": result})))

    assert (text.count("v30"), text.count("v31")) == (2, 2)  # below the bar and in the table
    assert "v29" not in text
    assert "v32" not in text
    assert "Number of bars left out: 50." in text


def test_a_run_without_any_answer_is_reported(tmp_path, text_of):
    folder = write_run(tmp_path / "empty", verdict=None, ending="DEVICE_LOST", silent=True)
    text = " ".join(text_of(folder))

    assert "unidentified batch shuffler" in text
    assert "The device's software was not recorded." in text
    assert "Declared but not reported: application." in text
    assert "The device reported no count." in text
    assert "No known deck was read." in text
    assert "no result" in text


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
