"""What a dossier comes to: no path gives a PASS or an approval from evidence that is not complete."""

import datetime as dt
from dataclasses import replace
from importlib import resources

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labharness.assessment import conclusion
from labharness.assessment.compliance import matrices
from labharness.assessment.conclusion import conclude
from labharness.assessment.dossier import SPECIMEN, Group, SoftwareStanding
from labharness.assessment.invalidations import decided
from labharness.assessment.law import clause_of
from labharness.assessment.obligations import NOT_APPLICABLE, NOT_TESTED
from labharness.assessment.settling import cured_by
from labharness.evidence.history.run import Finding
from labharness.filings.entries.events import Component, Unit
from labharness.filings.entries.review import Exclusion
from labharness.model.device import SimulationSign
from labharness.model.reasons.conclusion import Compliance, Conclusions
from labharness.model.reasons.decision import Held
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.register import Invalidations
from labharness.model.reasons.run import Attempts, Curing, Runs, members_of
from labharness.model.results import Decision, Ending, Outcome, Verdict
from labharness.model.settlement import Level
from labharness.model.stages import Result
from labharness.plans.filling import inspection_list
from labharness.plans.procedures import Inspect, InspectionItem
from labharness.reason import Titled, quoted
from tests.support.dossiers import (
    TRIALS,
    dossier,
    example_entries,
    example_submission,
    group,
    groups,
    invalidation,
    submission_of,
    with_findings,
    with_plan,
    with_summary,
    write_subject,
)
from tests.support.drafts import ALL, EVIDENCE, FORMAL, GAP, Draft, differing, verdict_of
from tests.support.run_factory import DECISIONS, SOFTWARE, worded

PASS, FAIL, INCONCLUSIVE = Outcome.PASS, Outcome.FAIL, Outcome.INCONCLUSIVE


def test_the_complete_dossier_passes_and_may_be_recommended(runs):
    """Or none of the tests below could fail."""
    matching = submission_of([*example_entries(), differing("match")])
    cured = Conclusions.REPLACED_FAILED(runs=(quoted("first-2.4.0"),), deficiencies=(quoted("d1"),))
    for each in (Draft(runs).dossier(), dossier(runs), dossier(runs, submission=matching)):
        result = conclude(each)
        assert (result.outcome, result.reasons, result.objections, result.refused) == (PASS, (), (), False)
        assert cured in result.sentences


@pytest.mark.parametrize("place", [1, 2])
@pytest.mark.parametrize("stale", [False, True])
def test_evidence_that_is_taken_away_leaves_no_pass(stale, place, runs):
    for name, taken in EVIDENCE.items():
        draft = Draft(runs)
        draft.stale = stale
        taken(draft, place)
        result = conclude(draft.dossier())

        assert result.outcome is not PASS, name
        assert result.reasons, name
        assert result.refused, name
        assert not any(sentence.is_a(Conclusions.ALL_MET) for sentence in result.sentences), name


def test_what_forbids_an_approval_forbids_it_without_taking_the_result_away(runs):
    for name, weakened in FORMAL.items():
        draft = Draft(runs)
        weakened(draft, 2)  # the retest of the deficiency is the other one
        result = conclude(draft.dossier())

        assert (result.refused, result.outcome) == (True, PASS), name
        assert result.objections or name in ("no conditions", "unknown disposition")


@settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    chosen=st.lists(st.tuples(st.sampled_from(sorted(ALL)), st.sampled_from([1, 2])), min_size=1, max_size=5),
    stale=st.booleans(),
)
def test_no_combination_of_weaknesses_passes_or_is_approved(chosen, stale, runs):
    draft = Draft(runs)
    draft.stale = stale
    for name, place in chosen:
        ALL[name](draft, place)
    result = conclude(draft.dossier())

    assert result.refused
    if any(name in EVIDENCE for name, _ in chosen):
        assert result.outcome is not PASS
        assert result.reasons


def test_a_rehearsal_concludes_as_if_simulated_devices_were_products(runs):
    """And takes nothing else away: what forbids a pass of a real device forbids it there."""
    draft = Draft(runs)
    for place in range(3):
        draft.run(place, simulation={SimulationSign.LOOPBACK: "127.0.0.1"})
    result = conclude(draft.dossier())
    assert (result.outcome, result.refused, result.specimen) == (INCONCLUSIVE, True, False)
    (why,) = result.reasons
    assert why == Conclusions.SIMULATED_DEVICE(runs=("first-2.4.0", "second-2.4.1", "third-2.4.1"))
    rehearsed = conclude(replace(draft.dossier(), series=SPECIMEN))
    assert (rehearsed.outcome, rehearsed.refused, rehearsed.specimen) == (PASS, False, True)
    draft.drop("exclusion", "x1")
    assert conclude(replace(draft.dossier(), series=SPECIMEN)).outcome is INCONCLUSIVE


def test_rejecting_is_never_refused(runs):
    draft = Draft(runs)
    EVIDENCE["failed"](draft, 1)
    draft.change("recommendation", "r1", disposition="reject", conditions=())

    assert conclude(draft.dossier()).refused is False


@pytest.mark.parametrize("order", [("stopped", "second"), ("stopped", "second", "passed")])
def test_restarting_until_it_passes_is_no_pass(order, runs):
    members = {name: runs[name] for name in order}
    result = group(*members.values())
    answer = conclude(dossier(runs, groups=(*groups(runs)[:2], result)))

    assert answer.outcome is INCONCLUSIVE
    doubts = [reason["why"] for reason in answer.reasons if reason.is_a(Conclusions.PLAN_DOUBTED)]
    assert Attempts.NOT_COMPLETED(run="stopped-2.4.1") in doubts


def aside(runs, stopped, *entries, **fields):
    """A dossier in which the stopped run was settled as set aside; with the invalidation, unless others are given."""
    first, second, third = groups(runs)
    changed = with_summary(stopped, **fields)
    result = group(changed, third.first, aside=(changed.run,))
    entries = entries or (invalidation(changed),)
    return dossier(runs, submission=example_submission(*entries), groups=(first, second, result))


def test_a_run_that_was_set_aside_passes_and_the_sentence_names_it(runs):
    ending = Invalidations.ENDED(ending=Ending.STOPPED_BY_OPERATOR)
    set_aside = Invalidations.SET_ASIDE(run="stopped-2.4.1", ending=ending)
    for course in ({}, {"deviations": [(quoted("The lid was open."),)], "gaps": [GAP]}):
        result = conclude(aside(runs, runs["stopped"], **course))
        assert (result.outcome, result.objections, result.refused) == (PASS, (), False)
        assert result.sentences[-1] == Conclusions.SET_ASIDE(runs=(set_aside,))


def test_gaps_and_deviations_of_every_other_run_stay_objections(runs):
    result = aside(runs, runs["stopped"])
    last = result.groups[-1]
    for fields in ({"deviations": [(quoted("The lid was open."),)]}, {"gaps": [GAP]}):
        other = with_summary(last.runs[1], **fields)
        members = replace(last, runs=(last.runs[0], other))
        answer = conclude(replace(result, groups=(*result.groups[:2], members)))
        assert (answer.outcome, answer.refused, len(answer.objections)) == (PASS, True, 1)


def test_no_run_is_set_aside_without_a_word_on_record(runs):
    run = runs["stopped"]
    why = Invalidations.UNFOUNDED(run="stopped-2.4.1")
    for word in (invalidation(run, start="ab" * 32), invalidation(run, run="another"), example_entries()[0]):
        result = conclude(aside(runs, run, word))
        assert (result.outcome, why in result.reasons, result.refused) == (INCONCLUSIVE, True, True)


def test_a_failure_or_a_record_that_does_not_verify_is_never_set_aside(runs):
    """Whatever was settled."""
    run = runs["stopped"]
    assert conclude(aside(runs, run, verdict=verdict_of(FAIL))).outcome is FAIL
    broken = replace(run, verification=replace(run.verification, problems=(Evidence.LINE_HASH(line=3),)))
    result = conclude(aside(runs, broken))
    assert (result.outcome, result.refused) == (INCONCLUSIVE, True)


def test_nobody_sets_a_run_of_their_own_aside(runs):
    run = runs["stopped"]
    start = run.start.model_copy(update={"operator": "AUTHORIZER  C"})
    result = conclude(aside(runs, run, start=start))
    who = Invalidations.BY_PARTICIPANT(
        invalidation="void-stopped-2-4-1", person="Authorizer C", run="stopped-2.4.1"
    )
    assert (result.outcome, result.objections, result.refused) == (PASS, (who,), True)


def test_an_invalidation_without_effect_says_why(runs):
    run = runs["stopped"]
    first, second, _ = groups(runs)
    for result, why in (
        (group(run, runs["second"]), Invalidations.AS_ANY_OTHER()),
        (group(run, runs["second"], problem=quoted("A run is gone.")), Invalidations.NOT_SETTLED()),
    ):
        members = (first, second, result)
        answer = conclude(dossier(runs, submission=example_submission(invalidation(run)), groups=members))
        assert answer.outcome is INCONCLUSIVE
        counts = Invalidations.RUN_COUNTS(invalidation="void-stopped-2-4-1", run="stopped-2.4.1", why=why)
        assert counts in answer.objections
        assert not any(sentence.is_a(Conclusions.SET_ASIDE) for sentence in answer.sentences)


def test_what_a_run_that_was_set_aside_showed_answers_no_clause_and_cures_nothing(runs):
    run = runs["passed"]
    spare = with_summary(run, run="spare")
    result = group(run, spare, aside=("second-2.4.1",))
    members = (groups(runs)[0], result, groups(runs)[2])
    over = dossier(runs, submission=example_submission(invalidation(run)), groups=members)
    answers = {name for row in rows_of(over).values() for answer in row.answers for name in answer.runs}
    assert answers == {"first-2.4.0", "spare", "third-2.4.1"}  # the failure of the first is not cured now
    assert cured_by(over, over.groups[0]) is None, "the retest that the deficiency names counts no more"
    assert conclude(over).outcome is FAIL


def test_a_failure_before_a_pass_of_the_same_software_is_one(runs):
    first = runs["passed"]
    bad = with_summary(first, run="earlier", verdict=verdict_of(FAIL))
    result = group(bad, first)
    # Even where what was settled forgets it.
    forgetful = Group((bad, first), replace(group(first).settlement))
    for each in (result, forgetful):
        answer = conclude(dossier(runs, groups=(groups(runs)[0], each, groups(runs)[2])))
        assert answer.outcome is FAIL
        (why,) = (reason for reason in answer.reasons if reason.is_a(Conclusions.PLAN_FAILED))
        assert why["runs"] == ("earlier",), "the figures are those of the run that failed"


def test_a_sentence_about_several_runs_has_the_figures_of_each(runs):
    """Two runs failed, by other p-values: neither value is said of both."""
    first = runs["passed"]
    ps = {"earlier": 2.72e-9, "again": 3.1e-8}
    held = {name: Held.OUTRIGHT(check=Titled("position"), p=p, level=1e-6) for name, p in ps.items()}
    members = (with_summary(first, run=name, verdict=Verdict(FAIL, (why,))) for name, why in held.items())
    result = group(*members)
    answer = conclude(dossier(runs, groups=(groups(runs)[0], result, groups(runs)[2])))
    (failure,) = (reason for reason in answer.reasons if reason.is_a(Conclusions.PLAN_FAILED))
    ps_of = {of: why["p"] for of, why in map(members_of, failure["why"]) if why.is_a(Held.OUTRIGHT)}
    assert ps_of == {(name,): p for name, p in ps.items()}


def test_a_group_that_could_not_be_settled_is_no_pass_and_its_failures_stay(runs):
    first, second, third = groups(runs)
    why = Runs.VERDICT_CHANGED(run="third-2.4.1")
    unsettled = Group(third.runs, None, (why,))
    result = conclude(dossier(runs, groups=(first, second, unsettled)))
    assert result.outcome is INCONCLUSIVE
    assert why in [reason["why"] for reason in result.reasons if reason.is_a(Conclusions.PLAN_DOUBTED)]

    broken = Group(first.runs, None, (quoted("It cannot be settled."),))
    unexcused = example_submission(without=("deficiency",))
    assert conclude(dossier(runs, submission=unexcused, groups=(broken, second, third))).outcome is FAIL
    shown = {name: decided.decision.outcome for name, decided in decided(broken).items()}
    assert shown["position-card"] is FAIL
    assert shown["rising"] is INCONCLUSIVE


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_run_that_is_gone_without_a_trace_in_the_workspace_is_missed(place, runs):
    draft = Draft(runs)
    gone = draft.groups[place][0].run
    draft.groups[place] = []
    result = conclude(draft.dossier())

    assert result.outcome is not PASS
    named = Conclusions.RUN_NOT_COVERED(deficiency="d1", run=gone)
    assert (named in result.reasons) == (gone in ("first-2.4.0", "second-2.4.1"))


def test_replaced_software_is_not_excused_by_a_run_that_came_before_it(runs, tmp_path):
    good = Verdict(PASS, (), (*TRIALS, *DECISIONS))
    early = write_subject(tmp_path, "second-2.4.1", day="2026-08-01", verdict=good)
    result = dossier(runs, groups=(groups(runs)[0], group(early), groups(runs)[2]))

    assert cured_by(result, result.groups[0]) is None
    assert conclude(result).outcome is FAIL


def test_replaced_software_is_not_excused_by_another_plan(runs):
    run = runs["passed"]
    for change in ({"id": "a-shorter-one"}, {"version": run.frozen.plan.version + 1}):
        result = dossier(runs, groups=(groups(runs)[0], group(with_plan(run, **change)), groups(runs)[2]))

        assert cured_by(result, result.groups[0]) is None


def test_software_that_a_device_cannot_name_is_the_laboratory_s_word_or_not_proven(runs):
    draft = Draft(runs)
    for place in range(3):
        draft.run(place, software=[])
    silent = draft.dossier()
    assert {silent.standing(each) for each in silent.groups} == {SoftwareStanding.NOT_NAMED}

    asked = tuple(entry.id for entry in draft.entries if isinstance(entry, Component) and entry.submitted)
    for holds, standing in ((asked, SoftwareStanding.SUBMITTED), ((), SoftwareStanding.NOT_NAMED)):
        draft.entries = [
            entry.model_copy(update={"holds": holds}) if isinstance(entry, Unit) else entry
            for entry in draft.entries
        ]
        known = draft.dossier()
        assert {known.standing(each) for each in known.groups} == {standing}


def test_a_device_without_software_need_not_name_any(runs):
    draft = Draft(runs)
    draft.entries = [entry for entry in draft.entries if not isinstance(entry, Component)]
    for place in range(3):
        draft.run(place, software=[])

    assert {draft.dossier().standing(each) for each in draft.dossier().groups} == {SoftwareStanding.SUBMITTED}


# --- what clauses come to


RETEST = (Level("position-card", "randomness", 0.05, 0.025, 0.05),)


@pytest.mark.parametrize(
    ("outcome", "p", "comes"),
    [
        (PASS, 0.4, PASS),
        (INCONCLUSIVE, 0.04, FAIL),
        (FAIL, 0.01, FAIL),
        (INCONCLUSIVE, 0.9, INCONCLUSIVE),
        (FAIL, None, FAIL),
    ],
)
def test_what_awaits_the_retest_is_decided_by_it(outcome, p, comes, runs):
    """Without a p-value violations were counted; one that does not fail and is inconclusive all the same is too regular."""
    family, level = ("counting", None) if p is None else ("randomness", 0.05)
    again = Decision("position-card", family, outcome, p, level, worded("."))
    base = runs["passed"]
    awaiting = Decision("position-card", "randomness", INCONCLUSIVE, 0.03, 0.05, worded("."))
    first = with_summary(base, verdict=Verdict(INCONCLUSIVE, (worded("."),), (awaiting, *DECISIONS[1:])))
    second = with_summary(base, run="again", verdict=Verdict(again.outcome, (), (again, *DECISIONS[1:])))
    earlier, retest = group(first, second).settlement.attempts
    tried = (earlier, replace(retest, role="retest"))
    settled = replace(group(first).settlement, levels=RETEST, attempts=tried)
    result = decided(Group((first, second), settled))

    assert (result["position-card"].decision.outcome, result["position-card"].run) == (comes, "again")
    assert result["rising"].decision.outcome is PASS


def rows_of(result):
    return {row.clause: row for each in matrices(result) for row in each.rows}


def with_stage(run, stage, findings):
    """Return a run whose plan has one more inspection, and what was found in it."""
    run = with_plan(run, stages=(*run.frozen.plan.stages, stage))
    return with_findings(run, **{stage.name: findings})


JAM = "58 Pa. Code § 633a.14(l)"
LEAK = "COMAR 36.05.02.17 G, sister text of 58 Pa. Code § 603a.17, seen in part"


def leak(*results, role="required"):
    items = tuple(
        InspectionItem(id=f"item-{at}", text=f"Thing {at} tells nothing.", citation=LEAK) for at in range(2)
    )
    stage = Inspect(kind="inspect", name="leak", items=items, role=role)
    built = tuple(
        Finding(f"item-{at}", result, "", "It has none." if result == "not applicable" else "", None, ("Engineer A",), "2026-09-03T10:00:00Z")
        for at, result in enumerate(results)
    )  # fmt: skip
    return stage, built


@pytest.mark.parametrize(
    ("results", "comes"),
    [
        (("as expected", "as expected"), "PASS"),
        (("as expected", "not as expected"), "FAIL"),
        (("as expected",), "INCONCLUSIVE"),
        ((), NOT_TESTED),
        (("not applicable", "not applicable"), NOT_APPLICABLE),
    ],
)
def test_a_clause_that_only_an_inspection_cites_has_a_row(results, comes, runs):
    run = with_stage(runs["passed"], *leak(*map(Result, results)))
    row = rows_of(dossier(runs, groups=(group(run),)))["COMAR 36.05.02.17"]

    assert (row.came, row.wording, row.open) == (comes, "sister", True)
    assert [answer.what for answer in row.answers] == ["item-0 (in leak)", "item-1 (in leak)"]
    if comes == NOT_APPLICABLE:
        (why, *_) = row.remark["items"]
        assert (why["item"], why["why"]) == ("item-0 (in leak)", "It has none.")


LISTS = sorted(each.name.removesuffix(".toml") for each in resources.files("test_plans.inspections").iterdir() if each.name.endswith(".toml"))  # fmt: skip


def test_every_citation_of_a_packaged_list_has_a_clause_that_can_be_confirmed():
    for item in (item for name in LISTS for item in inspection_list(name).items):
        assert clause_of(item.citation) is not None, item.citation


def test_the_bench_answers_no_clause(runs):
    run = with_stage(runs["passed"], *leak(Result.NOT_AS_EXPECTED, role="bench"))

    assert "COMAR 36.05.02.17" not in rows_of(dossier(runs, groups=(group(run),)))


def test_answers_name_the_runs_in_which_they_were_given(runs):
    rows = rows_of(dossier(runs))
    answers = {answer.decision: answer for answer in rows["58 Pa. Code § 633a.5(a)"].answers}

    assert answers["rising"].runs == ("second-2.4.1", "third-2.4.1")
    assert rows["58 Pa. Code § 633a.14(m)"].answers == ()
    named = {run for row in rows.values() for answer in row.answers for run in answer.runs}
    assert named == {"second-2.4.1", "third-2.4.1"}


def test_an_exclusion_takes_no_failure_away(runs):
    day = dt.date(2026, 9, 12)
    over = Exclusion(id="x9", clause=JAM, by="authorizer-c", date=day, reason="We would rather not.")
    first, second, third = groups(runs)
    failed = (replace(TRIALS[0], outcome=FAIL), TRIALS[1], *DECISIONS)
    bad = with_summary(second.first, verdict=Verdict(FAIL, (worded("20 misses."),), failed))
    result = dossier(runs, submission=example_submission(over), groups=(first, group(bad), third))

    assert rows_of(result)[JAM].came == "FAIL"
    assert conclude(result).outcome is FAIL


def namesakes(run, *, name="second-2.4.1", stage=PASS, status="done"):
    """Return a run whose plan has a check of the name of its procedure, under one citation."""
    checks = run.frozen.plan.checks
    run = with_plan(
        run, checks=(*checks, checks[-1].model_copy(update={"id": "jam", "cites": "jam-reshuffle"}))
    )
    counted = Decision("jam", "counting", PASS, None, None, worded("No violation."))
    verdict = Verdict(stage, (), (counted, replace(TRIALS[0], outcome=stage), TRIALS[1], *DECISIONS))
    stages = {**run.summary.stages, "jam": replace(run.summary.stages["jam"], status=status)}
    if not status:
        del stages["jam"]
    return with_summary(run, run=name, verdict=verdict, stages=stages)


def test_a_check_hides_no_failure_of_the_procedure_of_its_name_in_another_run(runs):
    good = namesakes(runs["passed"])
    bad = namesakes(runs["passed"], name="again", stage=FAIL, status="failed")
    row = rows_of(dossier(runs, groups=(group(good, bad),)))[JAM]

    assert row.came == "FAIL"
    answers = [(answer.came, *answer.runs) for answer in row.answers]
    assert answers == [("PASS", "second-2.4.1"), ("FAIL", "again")]


def test_a_procedure_that_was_not_made_does_not_hide_behind_the_check_of_its_name(runs):
    run = namesakes(runs["passed"], status="")
    row = rows_of(dossier(runs, groups=(group(run),)))[JAM]

    assert row.came == "INCONCLUSIVE"
    assert sorted(answer.came for answer in row.answers) == [NOT_TESTED, "PASS"]
    assert len({answer.what for answer in row.answers}) == 2


def test_a_failure_of_replaced_software_that_nothing_cured_is_in_the_matrix(runs):
    result = dossier(runs, submission=example_submission(without=("deficiency",)))
    row = rows_of(result)["58 Pa. Code § 633a.3(a), (b)(1)"]
    answer = next(answer for answer in row.answers if answer.what == "composition")

    assert (row.came, answer.came, answer.runs) == ("FAIL", "FAIL", ("first-2.4.0",))
    lack = Curing.NO_DEFICIENCY(runs=("first-2.4.0",))
    assert row.remark == Compliance.UNCURED(runs=("first-2.4.0",), why=(lack,))
    assert conclude(result).outcome is FAIL


def test_of_replaced_software_only_failures_answer_a_clause(runs):
    only = dossier(runs, submission=example_submission(without=("deficiency",)), groups=groups(runs)[:1])
    origin = {answer.came for row in rows_of(only).values() for answer in row.answers}

    assert origin == {"FAIL"}
    assert rows_of(only)["58 Pa. Code § 633a.14(l)"].came == NOT_TESTED


def test_another_version_is_one_however_the_device_spaces_the_name(runs):
    draft = Draft(runs)
    newer = replace(SOFTWARE[1], name=" Boot  Loader", version="1.1", digest="cd" * 32)
    for place in range(3):
        draft.run(place, software=[(SOFTWARE[0], newer)])

    untested = Conclusions.VERSION_UNTESTED(product="Shuffler 52", component="boot loader", version="1.0")
    assert untested in conclude(draft.dossier()).reasons


def test_a_pass_that_answers_no_clause_says_so(runs, monkeypatch):
    monkeypatch.setattr(conclusion, "matrices", lambda _: ())
    result = conclude(dossier(runs))

    assert result.outcome is PASS
    assert result.sentences[0] == Conclusions.NOTHING_ANSWERED(runs=2)
