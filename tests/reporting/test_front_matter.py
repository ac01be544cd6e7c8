"""The first sections of a submission's report: cover, summary, contents, amendment, submission, items, documents."""

import datetime as dt
import functools
import hashlib
import io
import re
from dataclasses import replace

import pdfplumber
import pypdf
import pytest
from pydantic import ValidationError

from labharness.assessment.conclusion import Case
from labharness.assessment.dossier import Amendment
from labharness.filings.entries.checklist import checklist_state
from labharness.filings.entries.entry import Laboratory
from labharness.filings.entries.events import Component, Option, Unit
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.review import Recommendation
from labharness.model.reasons.conclusion import Dossiers
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Outcome
from labharness.reason import quoted
from labharness.reporting.layout import read_layout
from labharness.reporting.typography import FRAME_WIDTH, MARGIN
from labharness.reporting.wording import plain
from tests.support.dossiers import (
    attached,
    dossier,
    example_entries,
    example_submission,
    group,
    groups,
    invalidation,
    pdf_of,
    picture,
    submission_of,
    write_subject,
)
from tests.support.run_factory import SOFTWARE

FRONT = (
    "approval_cover",
    "summary",
    "contents",
    "amendment",
    "items",
    "submission",
    "documents",
    "certification",
    "closing_dossier",
)
FIRST = FRONT[:3]
AMENDED = (*FRONT[:4], "submission", "closing_dossier")
REFUSED = "NO RECOMMENDATION TO APPROVE CAN BE MADE"
FOOT = re.compile(
    r"(Amended test|Test) report sub-2026-017-r\d+ ?(Page \d+ of \d+)? ?Dossier head \(SHA-256\) ?[0-9a-f]{64}"
)


def front(result, sections):
    return pdf_of(result, sections, only=FRONT)


@functools.lru_cache(maxsize=4)
def pages_of(pdf):
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


@pytest.fixture
def read(sections):
    """Return a function that builds sections of a dossier's report and returns the text of the pages."""
    return lambda result, only=FRONT: pages_of(pdf_of(result, sections, only=only))


@pytest.fixture(scope="module")
def example(dossier_runs, sections):
    return front(dossier(dossier_runs), sections)


def rows_of(pdf, head, widths):
    """Return the rows of the pages that have such a head, in columns of such shares of the width."""
    edges = [MARGIN + FRAME_WIDTH * sum(widths[:place]) / sum(widths) for place in range(len(widths) + 1)]
    lines = {
        "vertical_strategy": "explicit",
        "explicit_vertical_lines": edges,
        "horizontal_strategy": "lines",
    }
    numbers = [number for number, text in enumerate(pages_of(pdf), 1) if head in text]
    with pdfplumber.open(io.BytesIO(pdf), pages=numbers) as document:
        pages = [row for page in document.pages for table in page.extract_tables(lines) for row in table]
    return [[" ".join((cell or "").split()) for cell in row] for row in pages]


def test_the_cover_says_what_an_executive_director_needs(example):
    cover = pages_of(example)[0]

    for words in (
        "Example Gaming Laboratory",
        "Test report",
        "VERDICT PASS",
        "RECOMMENDATION TO THE EXECUTIVE DIRECTOR Approve with conditions",
        "Only application 2.4.1 with boot loader 1.0 is used.",
        "Authorizer C, September 15, 2026",
        "Executive Director, Pennsylvania Gaming Control Board",
        "sub-2026-017-r1, revision 1",
        "BGLO 2026-017, modification",
        "Shuffler 52, batch shuffler, serial numbers SN-000461 and SN-000462; in reserve: SN-000463",
        "application 2.4.1 (SHA-256 1fe289205936…) boot loader 1.0 (SHA-256 4509beb0ab40…)",
        "The results relate only to the items tested.",
        "Date of issue September 15, 2026",
    ):
        assert words in cover
    assert REFUSED not in cover


def test_the_summary_begins_the_second_page_and_does_not_repeat_the_first(example):
    pages = pages_of(example)

    for words in (
        "Example Gaming, Inc., manufacturer, license F-1001-1",
        "Blackjack (58 Pa. Code Chapter 633a)",
        "3 runs of 2 units, August 19, 2026 to September 4, 2026",
        *("SN-000462", "FAIL", "retest passed: deficiency d1", "Conditions", "Grounds"),
    ):
        assert words in pages[1]
    assert "VERDICT" not in pages[1]
    assert "Contents" in pages[1]


def test_the_body_has_twelve_pages_at_most_and_annexes_follow(dossier_runs, sections):
    """What a decision rests on comes first; whoever doubts it reads the annexes."""
    layout = read_layout(name="pa_461a_4.toml").sections
    annexes = [each.annex for each in layout]
    assert annexes == sorted(annexes)
    body = [each.name for each in layout if not each.annex]
    failing = example_submission(without=("deficiency",))
    for each in (dossier(dossier_runs), dossier(dossier_runs, submission=failing)):
        pages = pages_of(pdf_of(each, sections, only=(*body, "submission")))
        first = r"A Submission Reference|A [\w ]+, in full (?=[A-Z])"
        annex = next(at for at, page in enumerate(pages) if re.search(first, page))
        assert annex <= 12
        text = " ".join(pages[1:annex])
        for title in ("2 Items tested", "3 Clause by clause", "Deficiencies", "Recommendation", "Signatures"):
            assert title in text


@pytest.mark.long
def test_units_components_and_deficiencies_without_number_leave_the_body_twelve_pages(dossier_runs, sections):
    """Whatever is long stands in the body in short, with the number of what is left out, and in an annex in full."""
    entries = {entry.id: entry for entry in example_entries()}
    unit, part, shut = entries["unit-1"], entries["app-241"], entries["d1"]
    many = range(60)
    result = dossier(
        dossier_runs,
        submission=example_submission(
            *(unit.model_copy(update={"id": f"u{at}", "serial": f"SERIAL-{at}"}) for at in many),
            *(part.model_copy(update={"id": f"c{at}", "version": f"9.{at}"}) for at in many),
            *(shut.model_copy(update={"id": f"d{at}x", "status": "open"}) for at in many),
            without=("document", "exclusion", "certification"),
        ),
    )
    pages = pages_of(pdf_of(result, sections))
    annex = next(at for at, page in enumerate(pages) if "A Items tested, in full The source" in page)
    assert annex <= 12
    body, rest = pages[1:annex], " ".join(pages[annex:])
    for title in ("Items tested", "Deficiencies", "Recommendation"):
        assert f"{title}, in full" in rest
    for at in many:
        for words in (f"SERIAL-{at} ", f"version 9.{at} ", f"Deficiency d{at}x "):
            assert words in rest
    items = " ".join(body)
    shown = set(re.findall(r"SERIAL-\d+ November|SERIAL-\d+ August|SN-\d+ August", items))
    assert len(shown) + int(re.search(r"and (\d+) more units, in the annex", items)[1]) == len(
        result.submission.of(Unit)
    )


DAMAGES = {
    "no certification": lambda _: {"submission": example_submission(without=("certification",))},
    "document": lambda _: {"submission": example_submission(without=("document/doc-security",))},
    "clause": lambda _: {"submission": example_submission(without=("confirmation",))},
    "incomplete": lambda _: {"submission": example_submission(complete=None)},
    "not tested": lambda _: {"submission": example_submission(without=("exclusion",))},
    "uncured": lambda _: {"submission": example_submission(without=("deficiency",))},
    "one unit": lambda runs: {"groups": groups(runs)[:2]},
    "no run": lambda _: {"groups": ()},
    "stopped": lambda runs: {"groups": (*groups(runs)[:2], group(runs["stopped"], runs["second"]))},
    "repeated": lambda runs: {"groups": (*groups(runs)[:1], group(runs["passed"], runs["stopped"]))},
    "not settled": lambda runs: {"groups": (*groups(runs)[:2], group(runs["second"], problem=quoted("A run is gone.")))},
    "register": lambda _: {"faults": (quoted("Record 7 differs."),)},
    "lost": lambda _: {"lost": (Dossiers.RUN_MISSING(run="gone-1"),)},
    "no unit": lambda _: {"submission": example_submission(without=("unit",))},
    "software": lambda _: {"submission": example_submission(without=("component/app-241", "deficiency"))},
}  # fmt: skip
SAID = {
    "no certification": "1 document missing",
    "document": "1 document missing",
    "clause": "1 clause not confirmed",
    "incomplete": "the submission is not complete",
    "not tested": "4 NOT TESTED",
    "uncured": "VERDICT FAIL",
    "one unit": "No run tested a device that reports the model Shuffler 52 and the serial number SN-000462.",
    "no run": "VERDICT INCONCLUSIVE",
    "stopped": "1 run not completed",
    "repeated": "1 run not completed",
    "not settled": "A run is gone.",
    "register": "THE RECORD IS NOT INTACT",
    "lost": "RUNS WITHOUT EVIDENCE IN THIS WORKSPACE",
    "no unit": "the submission has no unit with the model",
    "software": "software that is not in the submission",
}


def test_page_one_names_a_run_that_was_set_aside_and_its_cause(read, dossier_runs):
    run, word = dossier_runs["stopped"], invalidation(dossier_runs["stopped"])
    result = dossier(
        dossier_runs,
        submission=example_submission(word),
        groups=(*groups(dossier_runs)[:2], group(run, dossier_runs["second"], aside=(run.run,))),
    )
    pages = read(result, FIRST)
    text = "Run 2 (stopped by the operator)"

    assert f"Run set aside: {text}. Reason: {word.cause}" in pages[0]
    assert f"Set aside by the authorizer: {text}." in pages[0]
    assert "VERDICT PASS" in pages[0]
    assert "Approve with conditions" in pages[0]


@pytest.mark.parametrize("damage", DAMAGES)
def test_nothing_that_is_missing_is_recommended_and_page_one_says_what_it_is(damage, read, dossier_runs):
    result = dossier(dossier_runs, **DAMAGES[damage](dossier_runs))
    pages, case = read(result, FIRST), Case.of(result)

    assert REFUSED in pages[0]
    assert SAID[damage] in pages[0]
    assert f"VERDICT {case.conclusion.outcome.value}" in pages[0]
    assert ("VERDICT PASS" in pages[0]) == (case.conclusion.outcome is Outcome.PASS)
    assert not any("The laboratory recommends that" in page for page in pages)
    assert "1 Summary" in pages[1]


def test_evidence_that_does_not_verify_is_no_pass_and_says_so_first(read, dossier_runs, tmp_path):
    run = write_subject(tmp_path, "broken")
    broken = replace(run, verification=replace(run.verification, problems=(Evidence.LINE_HASH(line=7),)))
    pages = read(dossier(dossier_runs, groups=(*groups(dossier_runs)[:2], group(broken))), FIRST)

    assert "INTEGRITY NOT VERIFIED" in pages[0]
    assert "VERDICT PASS" not in pages[0]
    assert REFUSED in pages[0]


def test_a_simulated_device_is_loud_on_every_page_and_never_recommended(read, dossier_runs, tmp_path):
    sim = write_subject(tmp_path, "sim", simulated="A shuffler of the test bench", deviations=("Lid open.",))
    pages = read(dossier(dossier_runs, groups=(*groups(dossier_runs), group(sim))), FIRST)

    assert "This report is no evidence about any product." in pages[0]
    assert REFUSED in pages[0]
    assert "1 deviation from a plan" in pages[0]
    assert all("SIMULATED DEVICE" in page for page in pages)


def test_no_recommendation_on_record_is_said(read, dossier_runs):
    pages = read(dossier(dossier_runs, submission=example_submission(without=("recommendation",))), FIRST)

    assert "VERDICT PASS" in pages[0]
    assert "No recommendation is on file" in pages[0]


@pytest.mark.parametrize(
    ("disposition", "conditions", "words"),
    [
        ("approve-with-conditions", (), "it requires conditions and names none"),
        ("knight", (), "the list of dispositions does not contain it"),
    ],
)
def test_a_recommendation_that_makes_no_sense_is_refused(disposition, conditions, words, read, dossier_runs):
    advice = Recommendation(
        id="r1",
        disposition=disposition,
        by="authorizer-c",
        date=dt.date(2026, 9, 15),
        conditions=conditions,
        grounds="None.",
    )
    cover = read(dossier(dossier_runs, submission=example_submission(advice)), FIRST)[0]

    assert REFUSED in cover
    assert words in cover


def test_a_rejection_is_printed_with_the_reasons(read, dossier_runs):
    advice = Recommendation(
        id="r1", disposition="reject", by="authorizer-c", date=dt.date(2026, 9, 15), grounds="It failed."
    )
    cover = read(
        dossier(dossier_runs, groups=groups(dossier_runs)[:1], submission=example_submission(advice)), FIRST
    )[0]

    assert "RECOMMENDATION TO THE EXECUTIVE DIRECTOR Reject" in cover
    assert REFUSED not in cover
    assert "composition: 60 violations were counted where none may be" in cover


def test_an_amended_report_says_so_and_what_it_changes(read, dossier_runs):
    amends = Amendment(
        "sub-2026-017-r1", "ab" * 32, "A serial number was wrong.", "authorizer-c", ("unit-2 changed",)
    )
    pages = read(dossier(dossier_runs, amends=amends, revision=2), AMENDED)
    text = " ".join(pages)

    assert "AMENDED REPORT It replaces report sub-2026-017-r1." in pages[0]
    assert "Amended test report" in pages[0]
    for words in (
        "What this report changes",
        "ab" * 32,
        "A serial number was wrong.",
        "Authorizer C",
        "unit-2 changed",
    ):
        assert words in text
    assert "End of report sub-2026-017-r2, revision 2." in pages[-1]


def test_a_first_report_amends_nothing(example):
    text = " ".join(pages_of(example))

    assert "What this report changes" not in text
    assert "AMENDED" not in text


def test_reasons_that_do_not_fit_are_counted_and_the_rest_is_named(read, dossier_runs, tmp_path):
    text = tuple(f"Deviation {number}: {'the lid was opened ' * 9}" for number in range(300))
    run = write_subject(tmp_path, "much", deviations=text)
    result = dossier(dossier_runs, groups=(*groups(dossier_runs), group(run)))
    pages, objections = read(result, FIRST), Case.of(result).conclusion.objections

    more = int(
        re.search(r"and ([\d,]+) more points, in the section “Recommendation”", pages[1])[1].replace(",", "")
    )
    shown = re.findall(r"Deviation \d+:", pages[1])
    assert len(objections) >= 300
    assert len(shown) + more == len(objections)
    assert "300 deviations from plans" in pages[0]
    assert "Contents" in pages[2]


def test_the_words_about_the_submission_are_complete(example):
    text = " ".join(pages_of(example))
    filing = example_submission().filing

    for words in (
        filing.reference,
        filing.title,
        filing.baseline,
        filing.remarks,
        *filing.places,
        *filing.distribution,
        *(test.test for test in filing.omitted),
        *(test.reason for test in filing.omitted),
        "Compliance desk",
        "compliance@example.com",
        "August 3, 2026",
        "August 17, 2026",
        "August 19, 2026, 5:00:00 a.m. to September 4, 2026",
    ):
        assert words in text
    assert "electrostatic discharge Neither boards nor housing were changed" in text
    assert "No run tests environment" not in text


def test_tables_are_those_of_the_records(example):
    submission = example_submission()
    (filing,) = submission.of(Filing)

    options = rows_of(example, "Option Choices Tested as", (30, 40, 30))
    boards = rows_of(example, "Board Revision Serial number", (46, 27, 27))
    software = rows_of(example, "Hash, and how the laboratory obtained it", (150, 330))
    contacts = rows_of(example, "Name Role E-mail Telephone", (30, 20, 30, 20))
    states = rows_of(example, "State Item of the checklist", (88, 392))
    assert all([option.name, option.choices, option.tested] in options for option in submission.of(Option))
    first = submission.of(Unit)[0].boards
    assert len(first) > 1
    assert all([each.name, each.revision, each.serial or "–"] in boards for each in first)
    assert all(
        [contact.name, contact.role, contact.email, contact.telephone] in contacts
        for contact in filing.contacts
    )
    for component in submission.of(Component):
        (row,) = [
            row
            for row in software
            if row[0].startswith(f"{component.name} version {component.version} on {component.medium}")
        ]
        assert ("replaced" in row[0]) == (not component.submitted)
        assert row[1].startswith(f"{component.algorithm} {component.digest} Obtained: {component.obtained}")
        assert ("Compiled by the laboratory from the submitted source: equal" in row[1]) == (
            component.rebuilt == "yes, equal"
        )
    shown = [row for row in states if row[0] in ("received", "waived", "not applicable")]
    assert len(shown) > 3
    for row, state in zip(shown, checklist_state(submission), strict=False):
        assert row[0] == state.state
        assert row[1].startswith(state.title)


def test_every_file_is_named_with_its_hash(example):
    text = " ".join(pages_of(example))

    for entry in example_entries():
        for file in (*getattr(entry, "files", ()), *getattr(entry, "photographs", ())):
            if entry.kind != "external":
                assert file.sha256 in text
                assert file.name in text


def test_documents_say_what_became_of_each_item(read, dossier_runs):
    lost = ("document/doc-security", "document/doc-environment", "document/doc-wiring")
    text = " ".join(read(dossier(dossier_runs, submission=example_submission(without=lost)), ["documents"]))

    assert "2 REQUIRED DOCUMENTS MISSING" in text
    assert (
        "31 items of the checklist: 2 MISSING, 1 not received, 1 waived, 5 not applicable, 22 received."
        in text
    )
    assert "MISSING Connection diagram of the wiring harness" in text
    assert "not received Results on electromagnetic compatibility" in text
    assert "Waived by Authorizer C, September 12, 2026: The laboratory already holds this compiler." in text
    assert "letter of August 10, 2026" in text
    assert "Not part of this modification." in text


def test_a_missing_certification_is_loud(read, dossier_runs):
    text = " ".join(
        read(
            dossier(dossier_runs, submission=example_submission(without=("certification",))),
            ["certification"],
        )
    )

    assert "NO CERTIFICATION IS ON FILE" in text


def test_software_that_differs_is_loud(read, dossier_runs, tmp_path):
    other = (replace(SOFTWARE[0], digest="0" * 64), SOFTWARE[1])
    run = write_subject(tmp_path, "other", software=other)
    silent = write_subject(tmp_path, "silent", software=())
    text = " ".join(read(dossier(dossier_runs, groups=(group(run), group(silent))), ["items"]))

    assert "THE HASH DIFFERS from the one on record. on record, version 2.4.1, sha256:" in text
    assert "0" * 64 in text
    assert SOFTWARE[0].digest in text
    assert "THE DEVICE DOES NOT NAME ITS SOFTWARE" in text
    assert "NOT TESTED" in text


def test_what_belongs_to_no_product_on_record_is_printed_all_the_same(read, dossier_runs):
    submission = example_submission(without=("product",))
    text = " ".join(read(dossier(dossier_runs, submission=submission), ("items",)))

    assert "NO ITEM IS ON FILE" in text
    assert "Of products NOT ON FILE: shuffler-52" in text
    for words in ("Unit SN-000463", submission.of(Component)[0].medium, submission.of(Option)[1].choices):
        assert words in text


def test_photographs_are_printed_and_a_broken_one_is_said_in_words(example, read, sections, dossier_runs):
    drawn = pypdf.PdfReader(io.BytesIO(example))
    assert sum(len(page.images) for page in drawn.pages) == 3

    broken = picture()[:500]
    unit = example_submission().named(Unit, "unit-1")
    shown = (unit.photographs[0], attached("torn.png", broken, "Torn"), attached("gone.png", b"gone", "Gone"))
    submission = example_submission(unit.model_copy(update={"photographs": shown}))
    files = dict(dossier(dossier_runs).files) | {hashlib.sha256(broken).hexdigest(): broken}
    text = " ".join(read(dossier(dossier_runs, submission=submission, files=files), ["items"]))

    assert text.count("THIS PHOTOGRAPH CANNOT BE PRINTED") == 2
    assert "The picture cannot be decoded" in text
    assert "The file is missing." in text
    assert "photograph 2: Torn" in text
    assert hashlib.sha256(broken).hexdigest() in text


def test_the_same_dossier_gives_the_same_bytes(example, sections, dossier_runs):
    assert front(dossier(dossier_runs), sections) == example


def test_a_register_that_holds_only_a_filing_is_reported(read):
    (filing,) = [entry for entry in example_entries() if entry.kind == "filing"]
    pages = read(dossier({}, submission=submission_of([filing]), groups=(), files={}))
    text = " ".join(pages)

    assert "NO LABORATORY IS ON FILE" in pages[0]
    assert "No clause was tested." in pages[0]
    assert "NO ITEM IS ON FILE" in text
    assert "NO CERTIFICATION IS ON FILE" in text


HOSTILE = {
    "markup": "<b>bold</b> <para> &amp; </table> <img src='x'/> =HYPERLINK(1) @SUM(A1) %s {0} ${x} \\n C:\\x",
    "directions": "\u05e9\u05dc\u05d5\u05dd \u202egnirts desrever\u202c \u0645\u0631 smile \U0001f600 \U0001f468\u200d\U0001f469",
    "control": "bell \x07 escape \x1b[31m tab \t line\nline\rline\u2028line h\u0335\u0321e\u0336 ‹U+0041› \ufeff\u00ad  a   b",
    "long word": "x" * 360,
}
PRINTED = {
    "laboratory",
    "filing",
    "product",
    "unit",
    "component",
    "option",
    "document",
    "certification",
    "waiver",
}
KEPT = {
    "id",
    "kind",
    "algorithm",
    "digest",
    "sha256",
    "size",
    "item",
    "product",
    "by",
    "type",
    "status",
    "use",
    "rebuilt",
}


def poisoned(value, text):
    """Return an entry's data with a text at the end of every text in it that is free."""
    if isinstance(value, dict):
        return {name: each if name in KEPT else poisoned(each, text) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [poisoned(each, text) for each in value]
    return f"{value}{text}" if isinstance(value, str) and value else value


def hostile(entries, text):
    """Return entries with a text in every field that takes it, and all texts that were taken."""
    result, taken = [], []
    for entry in entries:
        data = entry.model_dump()
        for name, value in data.items():
            new = poisoned(value, text)
            if name in KEPT or new == value:
                continue
            try:
                type(entry).model_validate(data | {name: new})
            except ValidationError:
                continue
            data[name] = new
            taken.append(f"{entry.kind}.{name}")
        result.append(type(entry).model_validate(data))
    return result, taken


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_in_every_field_is_shown_as_text(name, read, dossier_runs):
    text = HOSTILE[name]
    entries, taken = hostile(example_entries(), text)
    pages = read(dossier(dossier_runs, submission=submission_of(entries)))
    joined = "".join("".join(FOOT.sub("", page) for page in pages[2:]).split())
    expected = "".join(plain(text).split())

    assert {"laboratory.address", "unit.condition", "certification.statement", "component.medium"} <= set(
        taken
    )
    assert joined.count(expected) >= sum(field.split(".")[0] in PRINTED for field in taken)
    assert "VERDICT INCONCLUSIVE" in pages[0] or "VERDICT FAIL" in pages[0]
    assert "1 Summary" in pages[1]
    assert "Contents" in pages[2]


def test_ten_thousand_characters_in_a_field_are_printed_whole(read, dossier_runs):
    def words(field):
        return "".join(f"{field}-{number:04} " for number in range(1000))

    texts = {
        name: words(name) for name in ("remarks", "condition", "statement", "address", "grounds", "motive")
    }
    example = example_submission()
    unit = example.named(Unit, "unit-1")
    advice = example.recommendation
    filing = example.filing.model_dump()
    changed = [
        example.laboratory.model_copy(update={"address": texts["address"]}),
        unit.model_copy(update={"condition": texts["condition"]}),
        *(
            entry.model_copy(update={"statement": texts["statement"]})
            for entry in example_entries()
            if entry.kind == "certification"
        ),
        *(
            entry.model_copy(update={"reason": texts["motive"]})
            for entry in example_entries()
            if entry.kind == "waiver"
        ),
        advice.model_copy(update={"grounds": texts["grounds"], "conditions": (texts["grounds"],)}),
    ]
    submission = example_submission(*changed, **filing | {"remarks": texts["remarks"]})
    pages = read(dossier(dossier_runs, submission=submission))
    text = " ".join(pages[2:])

    for name in ("remarks", "condition", "statement", "address", "motive"):
        assert all(word in text for word in texts[name].split()), name
    assert "VERDICT PASS" in pages[0]
    assert "Approve with conditions" in pages[0]
    assert "more character" not in pages[0]
    assert "1 Summary" in pages[1]


def test_the_layout_is_in_the_order_on_paper():
    names = [section.name for section in read_layout(name="pa_461a_4.toml").sections]

    assert [name for name in names if name in FRONT] == list(FRONT)
    assert names[-1] == "closing_dossier"
    assert Laboratory.kind in PRINTED
