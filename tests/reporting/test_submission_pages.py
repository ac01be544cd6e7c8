"""A submission's report as its reader has it: what page one says, what stands where, and that strangers' text is text.

What an Executive Director reads in ten seconds stands on page one, whatever strangers wrote.  The words are in the goldens.
"""

import io
import re
from dataclasses import replace

import pypdf
import pytest
from pydantic import ValidationError

from labharness.assessment.compliance import matrices
from labharness.assessment.conclusion import Case, conclude
from labharness.assessment.dossier import SPECIMEN
from labharness.filings.entries.events import Component, Unit
from labharness.games.chapter_standing import ChapterStanding
from labharness.language.catalog import say
from labharness.language.numbers import number
from labharness.model.reasons.conclusion import Compliance, Conclusions, Dossiers
from labharness.model.reasons.decision import Baselines
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.run import Attempts, Curing
from labharness.model.results import Outcome, Qualifier
from labharness.reason import quoted
from labharness.reporting import judgment
from labharness.reporting.blocks import points
from labharness.reporting.build import build_dossier
from labharness.reporting.layout import SectionPlace, read_layout
from labharness.reporting.open_items import by_kind, in_short
from labharness.reporting.rows import TableRows
from labharness.reporting.typography import plain
from tests.reporting.test_papers import COMPOSITION, SMALL, bad, citing, failed, set_aside
from tests.support.dossiers import (
    OLD_SOFTWARE,
    dossier,
    example_entries,
    example_submission,
    group,
    groups,
    pdf_of,
    shown_of,
    submission_of,
    with_summary,
    write_subject,
)
from tests.support.paper import page_texts
from tests.support.run_factory import worded
from tests.support.shown import shown

FIRST = ("approval_cover", "summary", "contents")
LAYOUT = read_layout(name="pa_461a_4.toml").sections
REFUSED = "NO RECOMMENDATION TO APPROVE CAN BE MADE"


@pytest.fixture
def read(sections):
    """Return a function that builds sections of a dossier's report and returns the text of the pages."""
    return lambda result, *only: page_texts(pdf_of(result, sections, only=only))


def test_the_body_has_twelve_pages_at_most_and_annexes_follow(runs, read):
    """What a decision rests on comes first; whoever doubts it reads the annexes."""
    annexes = [each.annex for each in LAYOUT]
    assert annexes == sorted(annexes)
    body = [each.name for each in LAYOUT if not each.annex]
    pages = read(dossier(runs, submission=example_submission(without=("deficiency",))), *body, "submission")
    first = r"A Submission Reference|A [\w ]+, in full (?=[A-Z])"
    annex = next(at for at, page in enumerate(pages) if re.search(first, page))
    assert annex <= 12
    assert "1 Summary" in pages[1]
    text = " ".join(pages[1:annex])
    for title in ("2 Items tested", "3 Clause by clause", "Deficiencies", "Recommendation", "Signatures"):
        assert title in text


@pytest.mark.long
def test_units_components_and_deficiencies_without_number_leave_the_body_twelve_pages(runs, read):
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
    pages = read(result)
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
    for phrase, without in (
        ("1 document missing", "certification"), ("1 document missing", "document/doc-security"),
        ("1 clause not confirmed", "confirmation"), ("4 NOT TESTED", "exclusion"), ("VERDICT FAIL", "deficiency"),
        ("the submission has no unit with the model", "unit"), ("No recommendation is on file", "recommendation"),
    ):  # fmt: skip
        yield phrase, {"submission": example_submission(without=(without,))}
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
    for phrase, changes in damaged(runs):
        result = dossier(runs, **changes)
        text, case = shown_of(result, sections, only=FIRST).text, Case.of(result)
        advice = "recommendation" in phrase or REFUSED in text

        assert (advice, phrase in text) == (True, True), phrase
        assert f"VERDICT {case.conclusion.outcome.value}" in text, phrase
        assert ("VERDICT PASS" in text) == (case.conclusion.outcome is Outcome.PASS), phrase
        assert "The laboratory recommends that" not in text, phrase


def test_a_simulated_device_is_loud_on_every_page_and_never_recommended(read, runs, tmp_path):
    sim = write_subject(tmp_path, "sim", simulated="A shuffler of the test bench", deviations=("Lid open.",))
    pages = read(dossier(runs, groups=(*groups(runs), group(sim))), *FIRST)

    assert REFUSED in pages[0]
    assert "1 deviation from a plan" in pages[0]
    assert all("SIMULATED DEVICE" in page for page in pages)


def test_reasons_that_do_not_fit_are_counted_and_the_rest_is_named(runs, sections, tmp_path):
    text = tuple(f"Deviation {number}: {'the lid was opened ' * 9}" for number in range(300))
    run = write_subject(tmp_path, "much", deviations=text)
    result = dossier(runs, groups=(*groups(runs), group(run)))
    cover, summary, *_ = shown_of(result, sections, only=FIRST).parts
    (more,) = re.findall(r"and ([\d,]+) more points, in the section “Recommendation”", summary)

    objections = Case.of(result).conclusion.objections
    assert len(objections) >= 300
    assert len(re.findall(r"Deviation \d+:", summary)) + int(more.replace(",", "")) == len(objections)
    assert "300 deviations from plans" in cover


def test_photographs_are_printed_and_the_same_dossier_gives_the_same_bytes(runs, sections):
    each, again = (pdf_of(dossier(runs), sections, only=(*FIRST, "items", "documents")) for _ in range(2))
    assert sum(len(page.images) for page in pypdf.PdfReader(io.BytesIO(each)).pages) == 3
    assert each == again


def test_a_refused_recommendation_lists_everything_that_stands_against_it(runs, sections):
    case = Case.of(dossier(runs, **bad(runs)), numbered=True)
    words = shown_of(case.dossier, sections, only=("recommendation",)).text

    assert case.conclusion.refused
    assert f"Open items: {len(case.conclusion.objections)}" in words
    listed = [text for texts in by_kind(case.conclusion.objections, case.say).values() for text in texts]
    assert len(listed) == len(case.conclusion.objections)
    assert [text for text in listed if text not in words] == []
    assert "EXECUTIVE DIRECTOR Approve" not in words


def test_every_file_stands_in_the_index_and_where_it_belongs_with_its_hash(runs, sections):
    result = dossier(runs)
    paper = shown_of(result, sections)
    rows, text = paper.rows(104, 54, 40, 282), paper.text
    for run in result.runs:
        assert run.head in text
        for file in run.files:
            frames = "–" if file.frames is None else number(file.frames)
            assert [file.name, number(file.size), frames, file.sha256 or "fixed by the run head"] in rows
    registered = paper.rows(144, 54, 282)
    for entry in result.submission.entries:
        for file in (*getattr(entry, "files", ()), *getattr(entry, "photographs", ())):
            assert [f"{file.name} {entry.kind} {entry.id}", number(file.size), file.sha256] in registered
            assert text.count(file.sha256) > 1
    assert result.head in text


def test_the_hash_of_the_manifest_is_printed(runs, sections):
    kept = tuple(section for section in LAYOUT if section.name in ("evidence_index", "how_to_verify"))
    short = read_layout(name="pa_461a_4.toml").model_copy(update={"sections": kept})
    text = shown(build_dossier, dossier(runs), sections, short, "5a" * 32).text

    assert text.count("Manifest (SHA-256) " + "5a" * 32) == 2


HOSTILE = (
    "<b>bold</b> <para> &amp; </table> <img src='x'/> =HYPERLINK(1) @SUM(A1) %s {0} ${x} \\n C:\\x"
    "\u05e9\u05dc\u05d5\u05dd \u202egnirts desrever\u202c \u0645\u0631 smile \U0001f600 \U0001f468\u200d\U0001f469"
    "bell \x07 escape \x1b[31m tab \t line\nline\rline\u2028line h\u0335\u0321e\u0336 ‹U+0041› \ufeff\u00ad  a   b"
)
KEPT = {"id", "kind", "algorithm", "digest", "sha256", "size", "item", "product", "by", "type", "status", "use",
        "rebuilt"}  # fmt: skip
NAMES = {"person.title", "product.games", "unit.holds", "unit.photographs", "document.files", "error.items", "error.stages"}  # fmt: skip
"""What no report prints as it is: ids of something else, names and captions of files, and a title."""


def poisoned(value, text):
    """Return an entry's data with a text at the end of every text in it that is free."""
    if isinstance(value, dict):
        return {name: each if name in KEPT else poisoned(each, text) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [poisoned(each, text) for each in value]
    return f"{value}{text}" if isinstance(value, str) and value else value


def hostile(entries):
    """Return entries with hostile text in every field that takes it, each with the name of its field, and these names."""
    result, taken = [], set()
    for entry in entries:
        data = entry.model_dump()
        for name, value in data.items():
            field = f"{entry.kind}.{name}"
            new = poisoned(value, f"{HOSTILE}«{field}»")
            try:
                type(entry).model_validate(data | {name: new})
            except ValidationError:
                continue
            if name not in KEPT and new != value:
                data[name] = new
                taken.add(field)
        result.append(type(entry).model_validate(data))
    return result, taken


def test_hostile_text_in_every_field_is_shown_as_text(runs, sections, read):
    aside = set_aside(runs)
    entries, taken = hostile(aside["submission"].entries)
    spoiled = dossier(runs, **aside | {"submission": submission_of(entries)})
    text, printed = "".join(shown_of(spoiled, sections).text.split()), "".join(plain(HOSTILE).split())
    assert len(taken) > 60
    assert {field for field in taken if f"{printed}«{field}»" not in text} <= NAMES

    pages = read(spoiled, *FIRST)
    assert "VERDICT INCONCLUSIVE" in pages[0] or "VERDICT FAIL" in pages[0]
    assert "1 Summary" in pages[1]
    assert "Contents" in pages[2]


LONG = {
    "filing": ("remarks",), "laboratory": ("address",), "unit": ("condition",), "certification": ("statement",), "opinion": ("text",),
    "deficiency": ("found",), "recommendation": ("grounds",), "waiver": ("reason",), "invalidation": ("cause", "source", "reason"),
}  # fmt: skip


def test_ten_thousand_characters_in_a_field_are_printed_whole(read, runs, sections):
    aside = set_aside(runs)
    words = {
        f"{kind}-{name}": [f"{kind}-{name}-{at:04}" for at in range(1000)]
        for kind in LONG
        for name in LONG[kind]
    }
    entries = []
    for entry in aside["submission"].entries:
        long = {name: " ".join(words[f"{entry.kind}-{name}"]) for name in LONG.get(entry.kind, ())}
        entries.append(entry.model_copy(update=long))
    result = dossier(runs, **aside | {"submission": submission_of(entries)})
    printed = set(re.findall(r"[a-z]+-[a-z]+-\d{4}", shown_of(result, sections).text))
    assert {field: lost for field, each in words.items() if (lost := {*each} - printed)} == {}

    pages = read(result, *FIRST)
    assert "VERDICT PASS" in pages[0]
    assert "more character" not in pages[0]
    assert "1 Summary" in pages[1]


def test_what_holds_for_every_run_is_said_once(runs, sections):
    names = ("departures", "capture", "results", "pictures", "counts", "findings")
    paper = shown_of(dossier(runs), sections, only=names).text
    layouts = {each.name: each for each in LAYOUT}
    for section, name in (
        *((name, "intro") for name in names if name != "results"),
        *(("results", "rule_at"), ("pictures", "limits"), ("pictures", "residual"), ("findings", "limits")),
    ):
        assert paper.count(" ".join(layouts[section].text(name).split())) == 1, (section, name)


def test_many_short_points_stand_in_two_columns_and_none_is_lost():
    texts = [f"unit {place}: missing AS" for place in range(201)]
    shown = points(texts)
    assert [len(each.split(480, 200)) for each in shown[:1]] == [2]
    assert len(shown) == 3
    assert len(points(texts[:5])) == 5
    assert len(points(["word " * 40] * 30)) == 30
    assert len(points(["word " * 40, *texts[:50]])) == 2


def test_sorting_what_stands_against_an_approval_loses_nothing():
    points_ = [
        Conclusions.CLAUSE_NOT_TESTED(clause="a", asked="A."),
        Conclusions.DOCUMENT_MISSING(title="b"),
        Conclusions.DOCUMENT_MISSING(title="c"),
        Conclusions.NO_RUN(),
        Conclusions.CLAUSE_INCONCLUSIVE(clause="e", asked="E."),
    ]
    result = by_kind(points_, say)
    assert result["Documents missing"] == ["b", "c"]
    assert sum(map(len, result.values())) == len(points_)
    assert list(result) == ["", "Clauses not tested", "Clauses inconclusive", "Documents missing"]


def failing(runs, *decisions):
    """A dossier in which the second unit failed in some decisions."""
    return dossier(runs, **failed(*decisions)(runs))


def test_a_failure_names_every_reason_and_what_was_counted_first(runs):
    reason, *_ = conclude(failing(runs, SMALL, COMPOSITION)).reasons
    assert reason["why"] == (COMPOSITION.reason, SMALL.reason)


def test_reasons_of_a_failure_are_bounded_and_counted(runs):
    many = [replace(SMALL, check_id=f"c{at}", reason=worded(f"c{at}: p is small.")) for at in range(9)]
    reason, *_ = conclude(failing(runs, *many, COMPOSITION)).reasons
    first = (COMPOSITION.reason, *(each.reason for each in many[:4]))
    assert reason["why"] == (*first, Conclusions.MORE(number=5))


def test_no_pass_though_every_run_passed_says_why(runs):
    without = example_submission(without=("exclusion", "deficiency"))
    answer = conclude(dossier(runs, groups=groups(runs)[1:], submission=without))
    assert answer.outcome is Outcome.INCONCLUSIVE
    assert answer.sentences == (
        Conclusions.UNSUPPORTED(runs=2),
        Conclusions.THOUGH_PASSED(),
        Conclusions.FIRST_REASON(why=Conclusions.CLAUSES_NOT_TESTED(clauses=len(answer.reasons))),
        Baselines.OMITTED(tests=("electrostatic discharge",)),
    )


def test_a_missing_run_is_the_reason(runs):
    result = conclude(dossier(runs, groups=()))
    overall, first, *_ = result.sentences
    assert overall == Conclusions.UNSUPPORTED(runs=0)
    assert first == Conclusions.REASONS(why=Conclusions.NO_RUN(), more=len(result.reasons) - 1)


def test_the_sums_of_page_one_are_those_of_the_recommendation(runs, sections):
    result = dossier(runs, submission=example_submission(without=("exclusion", "document", "certification")))
    answer = conclude(result)
    total, reasons = len(answer.objections), len(answer.reasons)
    text = shown_of(result, sections, only=("approval_cover", "recommendation", "summary")).text
    for sums in (
        f"{total} open items prevent a recommendation to approve ({reasons} also reasons of the verdict).",
        f"Open items: {total}",
        f"Open items ({total} points)",
    ):
        assert sums in text


def test_one_cause_of_several_runs_is_one_sentence():
    why, other = Conclusions.UNDECIDED(), Conclusions.SEE_RESULTS()
    names = {f"run-{place}": f"Run {place}" for place in range(1, 9)}
    text = in_short(
        [
            *(Conclusions.RUN_DOUBTED(run=f"run-{place}", why=why) for place in (1, 2, 3, 5)),
            Conclusions.RUN_DOUBTED(run="run-7", why=other),
            *(Conclusions.CLAUSE_NOT_TESTED(clause=f"§ {place}", asked="So.") for place in range(40)),
        ],
        lambda reason: say(reason, None, names),
    )
    runs = [f"Run 1 to Run 3 and Run 5: {say(why)}", f"Run 7: {say(other)}"]
    assert text == [*runs, "Clauses not tested: 40."]


def test_behind_the_word_run_only_the_number_is_written():
    names = {"night-a": "Run 1", "night-b": "Run 2"}
    assert say(Dossiers.NOT_INTACT(run="night-b"), None, names).startswith("The integrity of run 2 is not")
    assert say(Dossiers.NOT_INTACT(run="other"), None, names).startswith("The integrity of run other is not")
    each, two = (Curing.NO_DEFICIENCY(runs=runs) for runs in (("night-a",), ("night-a", "night-b")))
    assert "failed run 1." in say(each, None, names)
    assert "Run 2" in say(Attempts.NOTHING_TO_REPEAT(first="night-b"), None, names)
    assert "failed runs 1 and 2." in say(two, None, names)


def test_strangers_text_swallows_none_of_ours(runs, read):
    """A submitter, a license and software with names as long as they may be."""
    long = "W" * 400
    first, *others = groups(runs)
    run = with_summary(first.first, software=[(replace(OLD_SOFTWARE[0], name=long), OLD_SOFTWARE[1])])
    part = example_submission().named(Component, "app-240").model_copy(update={"name": long})
    entries = example_submission(part, submitter=long, license=long)
    cover, summary = read(dossier(runs, groups=(group(run), *others), submission=entries), *FIRST[:2])
    assert "SHA-256" in cover
    assert "W …, manufacturer, license WW" in summary
    assert "retest passed: deficiency d1)" in summary


def test_links_of_the_clauses_lead_to_pages_of_the_report(runs, sections):
    result = dossier(runs, submission=example_submission(without=("exclusion",)))
    pages = pypdf.PdfReader(io.BytesIO(pdf_of(result, sections, only=("compliance",)))).pages
    places = {page.indirect_reference for page in pages}
    links = [note.get_object()["/Dest"] for page in pages for note in page.get("/Annots", [])]
    assert links
    assert {link[0] for link in links} <= places


def test_a_run_that_ended_early_is_none_without_deviation(runs, sections):
    result = dossier(runs, groups=(*groups(runs)[:2], group(runs["stopped"])))
    case = Case.of(result, numbered=True)
    (departures,) = (section for section in LAYOUT if section.name == "departures")
    part = SectionPlace(departures, "")
    rows, quiet = sections["departures"].brief(case, part, 300.0)
    assert isinstance(rows, TableRows)
    assert quiet.getPlainText().startswith("Run 1 and Run 3: complete, no deviation")


def test_a_rehearsal_recommends_nothing(runs, sections):
    result, recommends = dossier(runs), "The laboratory recommends"
    assert conclude(result).given
    for series, expected in (("r", False), (SPECIMEN, True)):
        case = Case.of(replace(result, series=series))
        advised = judgment.advised(case, case.conclusion.disposition)
        assert (advised != case.conclusion.disposition.text) is expected
        page = shown_of(case.dossier, sections, only=("approval_cover", "recommendation")).text
        assert page.count(recommends) == 2
        assert page.count(f"“{recommends}") == (2 if expected else 0)


def test_a_group_under_rescinded_law_says_so(runs):
    run = runs["second"]
    standing = ChapterStanding(kind="temporary", rescinded_by="46 Pa.B. 5540")
    game = run.frozen.game.model_copy(update={"standing": standing})
    lapsed = group(replace(run, frozen=replace(run.frozen, game=game)))
    assert Qualifier.RESCINDED_LAW in lapsed.standing.qualifiers
    assert Qualifier.RESCINDED_LAW not in group(run).standing.qualifiers


def test_rules_of_other_states_are_no_clauses_of_the_law(runs):
    answer = matrices(dossier(runs, **citing("COMAR 36.05.02.17 F")(runs)))
    (others,) = (each for each in answer if each.title.is_a(Compliance.OTHER_SOURCES))
    assert {row.clause for row in others.rows} == {"COMAR 36.05.02.17 F"}
    assert not any(row.clause.startswith("COMAR") for each in answer if each.of_law for row in each.rows)
