"""What an Executive Director reads in ten seconds: reasons, sums and changes on page one, whatever strangers wrote."""

from dataclasses import replace
from io import BytesIO

import pypdf
import pytest

from labharness.assessment.conclusion import Case, conclude
from labharness.assessment.dossier import Amendment
from labharness.assessment.statements import meaning_of_pass
from labharness.filings.entries.checklist import missing
from labharness.filings.entries.snapshot import FormerDeficiency
from labharness.language.catalog import say
from labharness.model.reasons.conclusion import Conclusions, Dossiers
from labharness.model.reasons.decision import Baselines, Statements
from labharness.model.reasons.run import Attempts, Curing, Effects, PerShuffle
from labharness.model.results import CheckResult, Decision, Effect, Outcome, Qualifier, Verdict
from labharness.reporting.layout import read_layout
from labharness.reporting.open_items import in_short
from labharness.reporting.rows import TableRows
from labharness.reporting.section import SectionPlace
from tests.support.dossiers import (
    OLD_SOFTWARE,
    TRIALS,
    dossier,
    example_submission,
    former_report,
    group,
    groups,
    invalidation,
    pdf_of,
    with_summary,
)
from tests.support.run_factory import DECISIONS, worded

COMPOSITION = Decision(
    "composition", "counting", Outcome.FAIL, None, None, worded("composition: 60 violations.")
)
SMALL = Decision(
    "rising", "laboratory", Outcome.FAIL, 1e-9, 0.01, worded("rising: p < 0.000001 is below 0.01.")
)


@pytest.fixture
def pages(sections):
    def read(result, *only, layout="pa_461a_4.toml"):
        file = pypdf.PdfReader(BytesIO(pdf_of(result, sections, layout, only)))
        return [" ".join(page.extract_text().split()) for page in file.pages]

    return read


def failed(runs, *decisions):
    """A dossier in which the second unit failed in some decisions."""
    verdict = Verdict(
        Outcome.FAIL, tuple(decision.reason for decision in decisions), (*TRIALS, *DECISIONS, *decisions)
    )
    run = runs["second"]
    run = with_summary(run, verdict=verdict)
    return dossier(runs, groups=(*groups(runs)[:2], group(run)))


def test_a_failure_names_every_reason_and_what_was_counted_first(dossier_runs):
    reason, *_ = conclude(failed(dossier_runs, SMALL, COMPOSITION)).reasons
    assert reason["why"] == (COMPOSITION.reason, SMALL.reason)


def test_reasons_of_a_failure_are_bounded_and_counted(dossier_runs):
    many = [replace(SMALL, check_id=f"c{at}", reason=worded(f"c{at}: p is small.")) for at in range(9)]
    reason, *_ = conclude(failed(dossier_runs, *many, COMPOSITION)).reasons
    first = (COMPOSITION.reason, *(each.reason for each in many[:4]))
    assert reason["why"] == (*first, Conclusions.MORE(number=5))


def test_no_pass_though_every_run_passed_says_why(dossier_runs):
    result = dossier(
        dossier_runs,
        groups=groups(dossier_runs)[1:],
        submission=example_submission(without=("exclusion", "deficiency")),
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


def test_page_one_names_the_tests_that_the_filing_leaves_out(dossier_runs):
    """Beside a pass as well: what the runs met is what the shorter list asks for."""
    left = Baselines.OMITTED(tests=("electrostatic discharge",))
    assert left in conclude(dossier(dossier_runs)).sentences
    whole = example_submission(omitted=())
    assert not any(
        sentence.is_a(Baselines.OMITTED)
        for sentence in conclude(dossier(dossier_runs, submission=whole)).sentences
    )


def test_a_missing_run_is_the_reason(dossier_runs):
    result = conclude(dossier(dossier_runs, groups=()))
    overall, first, *_ = result.sentences
    assert overall == Conclusions.UNSUPPORTED(runs=0)
    assert first == Conclusions.REASONS(why=Conclusions.NO_RUN(), more=len(result.reasons) - 1)


def test_a_pass_says_on_page_one_what_it_means(dossier_runs, pages):
    result = dossier(dossier_runs)
    assert conclude(result).outcome is Outcome.PASS
    first = pages(result, "approval_cover")[0]
    unfair = say(Statements.NOT_SHOWN_UNFAIR())
    assert f"{unfair} {say(Statements.UNBOUNDED())} Gains bounded and not bounded in 2 runs" in first
    whole = " ".join(pages(result, "conformity"))
    meant = [run for run in result.runs if meaning_of_pass(run)]
    assert whole.count(unfair) == len(meant) > 0


def test_a_dossier_that_does_not_pass_claims_nothing_of_passes_on_page_one(dossier_runs, pages):
    assert say(Statements.NOT_SHOWN_UNFAIR()) not in pages(failed(dossier_runs, SMALL), "approval_cover")[0]


def test_the_sums_of_page_one_are_those_of_the_recommendation(dossier_runs, pages):
    without = ("exclusion", "document", "certification")
    result = dossier(dossier_runs, submission=example_submission(without=without))
    answer = conclude(result)
    total, reasons = len(answer.objections), len(answer.reasons)
    first, *_ = pages(result, "approval_cover")
    assert (
        f"{total} open items prevent a recommendation to approve ({reasons} also reasons of the verdict)."
        in first
    )
    assert f"Open items: {total}" in " ".join(pages(result, "recommendation"))
    assert f"Open items ({total} points)" in pages(result, "summary")[0]


def test_the_summary_counts_clauses_instead_of_cutting_them(dossier_runs, pages):
    result = dossier(dossier_runs, submission=example_submission(without=("exclusion", "document")))
    (summary,) = pages(result, "summary")
    assert "more character" not in summary
    left = len(missing(result.submission))
    assert f"Documents missing ({left}): The Bureau's submission cover checklist" in summary


def test_the_summary_states_the_places_that_the_filing_states(dossier_runs, pages):
    elsewhere = example_submission(places=("the laboratory", "the live floor at Example Casino"))
    (summary,) = pages(dossier(dossier_runs, submission=elsewhere), "summary")
    home = f"the laboratory, {' '.join(elsewhere.laboratory.address.split())}"
    assert f"Places of testing {home}; the live floor at Example Casino" in summary
    only = example_submission(places=("the live floor at Example Casino",))
    (summary,) = pages(dossier(dossier_runs, submission=only), "summary")
    assert "Places of testing the live floor at Example Casino" in summary
    assert elsewhere.laboratory.address not in summary


def test_no_sentence_of_page_one_is_cut(dossier_runs, pages):
    many = [replace(SMALL, check_id=f"c{at}", reason=worded(f"c{at}: p is small. " * 3)) for at in range(5)]
    result = failed(dossier_runs, *many, COMPOSITION)
    first = pages(result, "approval_cover")[0]
    assert "more character" not in first
    assert "serial number SN-000462, in run 3." in first
    assert "third-2.4.1" not in first


def test_what_was_observed_stands_beside_what_a_random_device_gives(dossier_runs, pages):
    result = failed(dossier_runs, SMALL)
    effect = Effect(Effects.PER_SHUFFLE(what=PerShuffle.KEPT_NEIGHBORS, fair=510 / 260), 909 / 260, 3.0, 4.0)
    run = result.groups[-1].first
    results = run.summary.results | {"rising": CheckResult(260, p={"two_sided": 1e-9}, effect=effect)}
    result = replace(result, groups=(*result.groups[:-1], group(with_summary(run, results=results))))
    first = pages(result, "approval_cover")[0]
    assert (
        "Failed: Shuffler 52, serial number SN-000462, in run 3. Observed: 909 kept neighbors in 260 shuffles; "
        "a random device gives about 510."
    ) in first
    assert "Run 3, observed 909 random device, about 510" in first


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


def test_strangers_text_swallows_none_of_ours(dossier_runs, pages):
    """A submitter, a license and software with names as long as they may be."""
    long = "W" * 400
    soft = (replace(OLD_SOFTWARE[0], name=long), OLD_SOFTWARE[1])
    first, *others = groups(dossier_runs)
    run = first.first
    run = with_summary(run, software=[soft])
    (part,) = (entry for entry in example_submission().entries if entry.id == "app-240")
    entries = example_submission(part.model_copy(update={"name": long}), submitter=long, license=long)
    result = dossier(dossier_runs, groups=(group(run), *others), submission=entries)
    cover, summary = pages(result, "approval_cover")[0], pages(result, "summary")[0]
    assert "SHA-256" in cover
    assert "W …, manufacturer, license WW" in summary
    assert "retest passed: deficiency d1)" in summary


def test_an_amended_report_says_on_page_one_what_changed(dossier_runs, pages):
    of_old = ("PASS", "Approve", (Qualifier.SIMULATED,))
    old = Amendment("sub-2026-017-r1", "ab" * 32, "A run was forgotten.", "authorizer-c", (), *of_old)
    result = dossier(
        dossier_runs, amends=old, revision=2, submission=example_submission(without=("exclusion",))
    )
    first, *_ = pages(result, "approval_cover")
    assert (
        "It replaces report sub-2026-017-r1, whose verdict was PASS, simulated and whose recommendation was “Approve”. "
        "This one's verdict is INCONCLUSIVE and its recommendation none. Why: A run was forgotten."
    ) in first
    text = " ".join(pages(result, "amendment"))
    assert "Its verdict PASS, simulated Its recommendation Approve" in text
    assert "Verdict now INCONCLUSIVE Recommendation now none" in text


def test_the_deficiency_report_lists_what_is_missing_and_goes_to_the_submitter(dossier_runs, pages):
    without = ("document", "deficiency", "equipment", "component/app-241")
    result = dossier(dossier_runs, submission=example_submission(without=without, complete=None), series="d")
    text = pages(result, layout="deficiency_report.toml")
    whole, left = " ".join(text), missing(result.submission)
    assert f"0 open deficiencies, {len(left)} required documents missing" in text[0]
    assert "Not complete: no date of completion is on file" in text[0]
    assert (
        f"{len(conclude(result).objections)} open items prevent a recommendation to approve so far" in text[0]
    )
    for each in left:
        assert each.title in whole
    assert "the device names software that is not in the submission." in whole
    assert "Copy to Executive Director" in whole
    assert "Addressee" not in whole


def test_a_set_aside_run_with_a_long_story_leaves_page_one_one_page(dossier_runs, pages):
    long = " ".join(f"word{place:05}" for place in range(1000))
    word = invalidation(dossier_runs["stopped"], cause=long, source=long, reason=long)
    aside = group(dossier_runs["stopped"], dossier_runs["second"], aside=("stopped-2.4.1",))
    result = dossier(
        dossier_runs, submission=example_submission(word), groups=(*groups(dossier_runs)[:2], aside)
    )
    assert len(pages(result, "approval_cover")) == 1


def test_links_of_the_clauses_lead_to_pages_of_the_report(dossier_runs, sections):
    result = dossier(dossier_runs, submission=example_submission(without=("exclusion",)))
    pages = pypdf.PdfReader(BytesIO(pdf_of(result, sections, only=("compliance",)))).pages
    places = {page.indirect_reference for page in pages}
    links = [note.get_object()["/Dest"] for page in pages for note in page.get("/Annots", [])]
    assert links
    assert {link[0] for link in links} <= places


def test_a_run_that_ended_early_is_none_without_deviation(dossier_runs, sections):
    result = dossier(dossier_runs, groups=(*groups(dossier_runs)[:2], group(dossier_runs["stopped"])))
    case = Case.of(result, numbered=True)
    part = SectionPlace(
        next(
            section for section in read_layout(name="pa_461a_4.toml").sections if section.name == "departures"
        ),
        "",
    )
    rows, quiet = sections["departures"].brief(case, part, 300.0)
    assert isinstance(rows, TableRows)
    assert quiet.getPlainText().startswith("Run 1 and Run 3: complete, no deviation")


def test_what_is_on_record_beside_open_items_is_not_called_all_of_them(dossier_runs, pages):
    """A former deficiency without an answer is an open item and of no kind that is counted."""
    open_ = (FormerDeficiency(id="d7", finding="The lid opens.", is_open=True),)
    result = dossier(
        dossier_runs,
        submission=example_submission(type="resubmission"),
        baseline=former_report(deficiencies=open_),
    )
    (text,) = {
        line
        for line in pages(result, "approval_cover")
        if "2 open items prevent a recommendation to approve" in line
    }
    assert "In all" not in text


def test_reports_date_decisions_on_clauses_as_people_write_dates(dossier_runs):
    rows = [row for each in conclude(dossier(dossier_runs)).matrices for row in each.rows if row.remark]
    assert {say(row.remark).rpartition("(")[2] for row in rows if row.came == "not applicable"} == {
        "Authorizer C, September 12, 2026)."
    }
