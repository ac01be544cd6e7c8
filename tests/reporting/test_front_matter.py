"""The first sections of a submission's report on paper; their words are in the goldens."""

import functools
import io
import re
from dataclasses import replace

import pypdf
import pytest
from pydantic import ValidationError

from labharness.assessment.conclusion import Case
from labharness.filings.entries.events import Unit
from labharness.model.reasons.conclusion import Dossiers
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Outcome
from labharness.reason import quoted
from labharness.reporting.layout import read_layout
from labharness.reporting.typography import plain
from tests.support.dossiers import (
    dossier,
    example_entries,
    example_submission,
    group,
    groups,
    pdf_of,
    shown_of,
    submission_of,
    write_subject,
)
from tests.support.paper import page_texts

FRONT = (
    *("approval_cover", "summary", "contents", "amendment", "items", "submission", "documents"),
    *("certification", "closing_dossier"),
)
FIRST = FRONT[:3]
REFUSED = "NO RECOMMENDATION TO APPROVE CAN BE MADE"
FOOT = re.compile(
    r"(Amended test|Test) report sub-2026-017-r\d+ ?(Page \d+ of \d+)? ?Dossier head \(SHA-256\) ?[0-9a-f]{64}"
)


def front(result, sections):
    return pdf_of(result, sections, only=FRONT)


pages_of = functools.lru_cache(maxsize=4)(page_texts)


@pytest.fixture
def read(sections):
    """Return a function that builds sections of a dossier's report and returns the text of the pages."""
    return lambda result, only=FRONT: pages_of(pdf_of(result, sections, only=only))


@pytest.fixture(scope="module")
def example(runs, sections):
    return front(dossier(runs), sections)


def test_the_body_has_twelve_pages_at_most_and_annexes_follow(runs, sections):
    """What a decision rests on comes first; whoever doubts it reads the annexes."""
    layout = read_layout(name="pa_461a_4.toml").sections
    annexes = [each.annex for each in layout]
    assert annexes == sorted(annexes)
    body = [each.name for each in layout if not each.annex]
    failing = dossier(runs, submission=example_submission(without=("deficiency",)))
    pages = pages_of(pdf_of(failing, sections, only=(*body, "submission")))
    first = r"A Submission Reference|A [\w ]+, in full (?=[A-Z])"
    annex = next(at for at, page in enumerate(pages) if re.search(first, page))
    assert annex <= 12
    assert "1 Summary" in pages[1]
    text = " ".join(pages[1:annex])
    for title in ("2 Items tested", "3 Clause by clause", "Deficiencies", "Recommendation", "Signatures"):
        assert title in text


@pytest.mark.long
def test_units_components_and_deficiencies_without_number_leave_the_body_twelve_pages(runs, sections):
    """Whatever is long stands in the body in short, with the number of what is left out, and in an annex in full."""
    entries = {entry.id: entry for entry in example_entries()}
    unit, part, shut = entries["unit-1"], entries["app-241"], entries["d1"]
    many = range(60)
    result = dossier(
        runs,
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


def damaged(runs):
    """Yield what page one says of a damage, and what of the dossier is then otherwise."""
    first, second, _ = groups(runs)
    for said, without in (
        ("1 document missing", "certification"), ("1 document missing", "document/doc-security"),
        ("1 clause not confirmed", "confirmation"), ("4 NOT TESTED", "exclusion"), ("VERDICT FAIL", "deficiency"),
        ("the submission has no unit with the model", "unit"), ("No recommendation is on file", "recommendation"),
    ):  # fmt: skip
        yield said, {"submission": example_submission(without=(without,))}
    unknown = example_submission(without=("component/app-241", "deficiency"))
    yield "software that is not in the submission", {"submission": unknown}
    yield "the submission is not complete", {"submission": example_submission(complete=None)}
    untested = "No run tested a device that reports the model Shuffler 52 and the serial number SN-000462."
    yield untested, {"groups": (first, second)}
    yield "VERDICT INCONCLUSIVE", {"groups": ()}
    yield "1 run not completed", {"groups": (first, second, group(runs["stopped"], runs["second"]))}
    yield "1 run not completed", {"groups": (first, group(runs["passed"], runs["stopped"]))}
    gone = group(runs["second"], problem=quoted("A run is gone."))
    yield "A run is gone.", {"groups": (first, second, gone)}
    yield "THE RECORD IS NOT INTACT", {"faults": (quoted("Record 7 differs."),)}
    yield "RUNS WITHOUT EVIDENCE IN THIS WORKSPACE", {"lost": (Dossiers.RUN_MISSING(run="gone-1"),)}
    problems = (Evidence.LINE_HASH(line=7),)
    broken = replace(runs["second"], verification=replace(runs["second"].verification, problems=problems))
    yield "INTEGRITY NOT VERIFIED", {"groups": (first, second, group(broken))}


def test_nothing_that_is_missing_is_recommended_and_page_one_says_what_it_is(runs, sections):
    for said, changes in damaged(runs):
        result = dossier(runs, **changes)
        text, case = shown_of(result, sections, only=FIRST).text, Case.of(result)
        advice = "recommendation" in said or REFUSED in text

        assert (advice, said in text) == (True, True), said
        assert f"VERDICT {case.conclusion.outcome.value}" in text, said
        assert ("VERDICT PASS" in text) == (case.conclusion.outcome is Outcome.PASS), said
        assert "The laboratory recommends that" not in text, said


def test_a_simulated_device_is_loud_on_every_page_and_never_recommended(read, runs, tmp_path):
    sim = write_subject(tmp_path, "sim", simulated="A shuffler of the test bench", deviations=("Lid open.",))
    pages = read(dossier(runs, groups=(*groups(runs), group(sim))), FIRST)

    assert REFUSED in pages[0]
    assert "1 deviation from a plan" in pages[0]
    assert all("SIMULATED DEVICE" in page for page in pages)


def test_reasons_that_do_not_fit_are_counted_and_the_rest_is_named(read, runs, tmp_path):
    text = tuple(f"Deviation {number}: {'the lid was opened ' * 9}" for number in range(300))
    run = write_subject(tmp_path, "much", deviations=text)
    result = dossier(runs, groups=(*groups(runs), group(run)))
    pages, objections = read(result, FIRST), Case.of(result).conclusion.objections

    more = int(
        re.search(r"and ([\d,]+) more points, in the section “Recommendation”", pages[1])[1].replace(",", "")
    )
    shown = re.findall(r"Deviation \d+:", pages[1])
    assert len(objections) >= 300
    assert len(shown) + more == len(objections)
    assert "300 deviations from plans" in pages[0]
    assert "Contents" in pages[2]


def test_every_file_is_named_with_its_hash(example):
    text = " ".join(pages_of(example))

    for entry in example_entries():
        for file in (*getattr(entry, "files", ()), *getattr(entry, "photographs", ())):
            if entry.kind != "external":
                assert file.sha256 in text
                assert file.name in text


def test_photographs_are_printed(example):
    drawn = pypdf.PdfReader(io.BytesIO(example))
    assert sum(len(page.images) for page in drawn.pages) == 3


def test_the_same_dossier_gives_the_same_bytes(example, sections, runs):
    assert front(dossier(runs), sections) == example


HOSTILE = {
    "markup": "<b>bold</b> <para> &amp; </table> <img src='x'/> =HYPERLINK(1) @SUM(A1) %s {0} ${x} \\n C:\\x"
    "\u05e9\u05dc\u05d5\u05dd \u202egnirts desrever\u202c \u0645\u0631 smile \U0001f600 \U0001f468\u200d\U0001f469",
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
KEPT = {"id", "kind", "algorithm", "digest", "sha256", "size", "item", "product", "by", "type", "status", "use",
        "rebuilt"}  # fmt: skip


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
def test_hostile_text_in_every_field_is_shown_as_text(name, read, runs):
    text = HOSTILE[name]
    entries, taken = hostile(example_entries(), text)
    pages = read(dossier(runs, submission=submission_of(entries)))
    joined = "".join("".join(FOOT.sub("", page) for page in pages[2:]).split())
    expected = "".join(plain(text).split())

    assert {"laboratory.address", "unit.condition", "certification.statement", "component.medium"} <= set(
        taken
    )
    assert joined.count(expected) >= sum(field.split(".")[0] in PRINTED for field in taken)
    assert "VERDICT INCONCLUSIVE" in pages[0] or "VERDICT FAIL" in pages[0]
    assert "1 Summary" in pages[1]
    assert "Contents" in pages[2]


def test_ten_thousand_characters_in_a_field_are_printed_whole(read, runs):
    def words(field):
        return "".join(f"{field}-{number:04} " for number in range(1000))

    fields = ("remarks", "condition", "statement", "address", "grounds", "motive")
    texts = {name: words(name) for name in fields}
    example = example_submission()
    fields = {
        "laboratory": {"address": texts["address"]},
        "unit": {"condition": texts["condition"]},
        "certification": {"statement": texts["statement"]},
        "waiver": {"reason": texts["motive"]},
        "recommendation": {"grounds": texts["grounds"], "conditions": (texts["grounds"],)},
    }
    changed = (
        entry.model_copy(update=fields[entry.kind]) for entry in example.entries if entry.kind in fields
    )
    submission = example_submission(*changed, **example.filing.model_dump() | {"remarks": texts["remarks"]})
    pages = read(dossier(runs, submission=submission))
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
