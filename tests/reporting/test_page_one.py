"""What an Executive Director reads in ten seconds: reasons, sums and changes on page one, whatever strangers wrote."""

from dataclasses import replace
from io import BytesIO

import pypdf
import pytest

from labharness.assessment.clauses.compliance import matrices
from labharness.assessment.conclusion import Case, conclude
from labharness.assessment.dossier import SPECIMEN
from labharness.games.chapter_standing import ChapterStanding
from labharness.language.catalog import say
from labharness.model.reasons.conclusion import Compliance, Conclusions, Dossiers
from labharness.model.reasons.decision import Baselines
from labharness.model.reasons.run import Attempts, Curing
from labharness.model.results import Outcome, Qualifier
from labharness.reporting import judgment
from labharness.reporting.layout import read_layout
from labharness.reporting.open_items import in_short
from labharness.reporting.rows import TableRows
from labharness.reporting.section import SectionPlace
from tests.reporting.test_papers import COMPOSITION, SMALL, citing, failed
from tests.support.dossiers import (
    OLD_SOFTWARE,
    dossier,
    example_submission,
    group,
    groups,
    invalidation,
    pdf_of,
    shown_of,
    with_summary,
)
from tests.support.paper import page_texts
from tests.support.run_factory import worded


@pytest.fixture
def pages(sections):
    return lambda result, only: page_texts(pdf_of(result, sections, only=(only,)))


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
    result = dossier(
        runs, groups=groups(runs)[1:], submission=example_submission(without=("exclusion", "deficiency"))
    )
    answer = conclude(result)
    assert answer.outcome is Outcome.INCONCLUSIVE
    number = len(answer.reasons)
    assert answer.sentences == (
        Conclusions.UNSUPPORTED(runs=2),
        Conclusions.THOUGH_PASSED(),
        Conclusions.FIRST_REASON(why=Conclusions.CLAUSES_NOT_TESTED(clauses=number)),
        Baselines.OMITTED(tests=("electrostatic discharge",)),
    )


def test_page_one_names_the_tests_that_the_filing_leaves_out(runs):
    """Beside a pass as well: what the runs met is what the shorter list asks for."""
    left = Baselines.OMITTED(tests=("electrostatic discharge",))
    assert left in conclude(dossier(runs)).sentences
    whole = example_submission(omitted=())
    assert not any(
        sentence.is_a(Baselines.OMITTED) for sentence in conclude(dossier(runs, submission=whole)).sentences
    )


def test_a_missing_run_is_the_reason(runs):
    result = conclude(dossier(runs, groups=()))
    overall, first, *_ = result.sentences
    assert overall == Conclusions.UNSUPPORTED(runs=0)
    assert first == Conclusions.REASONS(why=Conclusions.NO_RUN(), more=len(result.reasons) - 1)


def test_the_sums_of_page_one_are_those_of_the_recommendation(runs, pages):
    without = ("exclusion", "document", "certification")
    result = dossier(runs, submission=example_submission(without=without))
    answer = conclude(result)
    total, reasons = len(answer.objections), len(answer.reasons)
    first, *_ = pages(result, "approval_cover")
    assert (
        f"{total} open items prevent a recommendation to approve ({reasons} also reasons of the verdict)."
        in first
    )
    assert f"Open items: {total}" in " ".join(pages(result, "recommendation"))
    assert f"Open items ({total} points)" in pages(result, "summary")[0]


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
    assert text == [
        f"Run 1 to Run 3 and Run 5: {say(why)}",
        f"Run 7: {say(other)}",
        "Clauses not tested: 40.",
    ]


def test_behind_the_word_run_only_the_number_is_written():
    names = {"night-a": "Run 1", "night-b": "Run 2"}
    assert say(Dossiers.NOT_INTACT(run="night-b"), None, names).startswith("The integrity of run 2 is not")
    assert say(Dossiers.NOT_INTACT(run="other"), None, names).startswith("The integrity of run other is not")
    each, two = (Curing.NO_DEFICIENCY(runs=runs) for runs in (("night-a",), ("night-a", "night-b")))
    assert "failed run 1." in say(each, None, names)
    assert "Run 2" in say(Attempts.NOTHING_TO_REPEAT(first="night-b"), None, names)
    assert "failed runs 1 and 2." in say(two, None, names)


def test_strangers_text_swallows_none_of_ours(runs, pages):
    """A submitter, a license and software with names as long as they may be."""
    long = "W" * 400
    soft = (replace(OLD_SOFTWARE[0], name=long), OLD_SOFTWARE[1])
    first, *others = groups(runs)
    run = first.first
    run = with_summary(run, software=[soft])
    (part,) = (entry for entry in example_submission().entries if entry.id == "app-240")
    entries = example_submission(part.model_copy(update={"name": long}), submitter=long, license=long)
    result = dossier(runs, groups=(group(run), *others), submission=entries)
    cover, summary = pages(result, "approval_cover")[0], pages(result, "summary")[0]
    assert "SHA-256" in cover
    assert "W …, manufacturer, license WW" in summary
    assert "retest passed: deficiency d1)" in summary


def test_a_set_aside_run_with_a_long_story_leaves_page_one_one_page(runs, pages):
    long = " ".join(f"word{place:05}" for place in range(1000))
    word = invalidation(runs["stopped"], cause=long, source=long, reason=long)
    aside = group(runs["stopped"], runs["second"], aside=("stopped-2.4.1",))
    result = dossier(runs, submission=example_submission(word), groups=(*groups(runs)[:2], aside))
    assert len(pages(result, "approval_cover")) == 1


def test_links_of_the_clauses_lead_to_pages_of_the_report(runs, sections):
    result = dossier(runs, submission=example_submission(without=("exclusion",)))
    pages = pypdf.PdfReader(BytesIO(pdf_of(result, sections, only=("compliance",)))).pages
    places = {page.indirect_reference for page in pages}
    links = [note.get_object()["/Dest"] for page in pages for note in page.get("/Annots", [])]
    assert links
    assert {link[0] for link in links} <= places


def test_a_run_that_ended_early_is_none_without_deviation(runs, sections):
    result = dossier(runs, groups=(*groups(runs)[:2], group(runs["stopped"])))
    case = Case.of(result, numbered=True)
    layouts = {section.name: section for section in read_layout(name="pa_461a_4.toml").sections}
    part = SectionPlace(layouts["departures"], "")
    rows, quiet = sections["departures"].brief(case, part, 300.0)
    assert isinstance(rows, TableRows)
    assert quiet.getPlainText().startswith("Run 1 and Run 3: complete, no deviation")


def test_reports_date_decisions_on_clauses_as_people_write_dates(runs):
    rows = [row for each in conclude(dossier(runs)).matrices for row in each.rows if row.remark]
    assert {say(row.remark).rpartition("(")[2] for row in rows if row.came == "not applicable"} == {
        "Authorizer C, September 12, 2026)."
    }


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
