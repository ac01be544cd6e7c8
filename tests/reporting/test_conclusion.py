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
from labharness.assessment.decided import decided
from labharness.assessment.dossier import SPECIMEN, Dossier, Group, Standing
from labharness.assessment.law import clause_of
from labharness.assessment.obligations import NOT_APPLICABLE, NOT_TESTED
from labharness.evidence.history.findings import Finding
from labharness.evidence.records.course import ResumedBody
from labharness.filings.entries.items import Component, Product, Unit
from labharness.filings.entries.review import Deficiency, Exclusion, SecurityFinding
from labharness.model.findings import Result
from labharness.model.reasons.attempts import Attempts
from labharness.model.reasons.compliance import Compliance
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.dossier import Dossiers
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.invalidation import Invalidations
from labharness.model.reasons.run import Runs
from labharness.model.results import Decision, Ending, Outcome, Verdict
from labharness.model.settlement import Level
from labharness.model.simulation import Sign
from labharness.plans.inspections import inspection_list
from labharness.plans.procedures import Inspect, Item
from tests.support.dossiers import (
    OLD_SOFTWARE,
    TRIALS,
    attached,
    dossier,
    example_entries,
    example_submission,
    former_report,
    group,
    groups,
    invalidation,
    submission_of,
    with_summary,
    write_subject,
)
from tests.support.run_factory import DECISIONS, SOFTWARE, worded

PASS, FAIL, INCONCLUSIVE = Outcome.PASS, Outcome.FAIL, Outcome.INCONCLUSIVE


class Draft:
    """A dossier that can be weakened: runs in their groups, entries, and how the groups are settled."""

    def __init__(self, runs):
        self.groups = [[runs["failed"]], [runs["passed"]], [runs["second"]]]
        self.settled = [each.settlement for each in groups(runs)]
        self.spare = runs["stopped"]
        self.entries = list(example_entries())
        self.lost, self.faults, self.stale = [], [], False

    def dossier(self):
        made = []
        for place, runs in enumerate(self.groups):
            if not runs:
                continue
            stale = self.stale and self.settled[place] is not None
            made.append(Group(tuple(runs), self.settled[place]) if stale else group(*runs))
        found = submission_of(self.entries)
        return Dossier(
            found, tuple(made), lost=tuple(self.lost), faults=tuple(self.faults), baseline=former_report()
        )

    def change(self, kind, id_, **fields):
        at = next((at for at, one in enumerate(self.entries) if (one.kind, one.id) == (kind, id_)), None)
        if at is not None:
            self.entries[at] = self.entries[at].model_copy(update=fields)

    def drop(self, kind, id_):
        self.entries = [one for one in self.entries if (one.kind, one.id) != (kind, id_)]

    def run(self, place, **fields):
        """Change what the record of one of the runs of the submitted software says."""
        for at, run in enumerate(self.groups[place]):
            self.groups[place][at] = with_summary(run, **fields)


def verdict_of(outcome):
    return Verdict(outcome, (worded("It is so."),), (*TRIALS, *DECISIONS))


def unverified(draft, place):
    for at, run in enumerate(draft.groups[place]):
        broken = replace(run.verification, problems=(Evidence.LINE_HASH(line=3),))
        draft.groups[place][at] = replace(run, verification=broken)


def dropped(draft, place):
    draft.lost += [Dossiers.RUN_MISSING(run=run.run) for run in draft.groups[place]]
    draft.groups[place] = []


def named_otherwise(draft, place):
    identity = (
        replace(draft.groups[place][0].summary.identity, serial="SN-ELSE") if draft.groups[place] else None
    )
    draft.run(place, identity=identity)


def abandoned(draft, place):
    if draft.groups[place]:
        run = draft.spare
        identity = draft.groups[place][0].summary.identity
        draft.groups[place].insert(0, with_summary(run, identity=identity))
    else:
        draft.lost.append(Dossiers.RUN_MISSING(run="abandoned"))


GAP = ResumedBody(after_seq=1, gap_s=9.0, orphan_frames={}, planned=False)
OTHER = replace(SOFTWARE[0], version="2.4.2", digest="ab" * 32)
EVIDENCE = {
    "inconclusive": lambda d, at: d.run(at, verdict=verdict_of(INCONCLUSIVE)),
    "failed": lambda d, at: d.run(at, verdict=verdict_of(FAIL)),
    "interrupted": lambda d, at: d.run(at, ending=None),
    "stopped": lambda d, at: d.run(at, ending=Ending.STOPPED_BY_OPERATOR),
    "no verdict": lambda d, at: d.run(at, verdict=None),
    "unverified": unverified,
    "an old run unverified": lambda d, _: unverified(d, 0),
    "dropped": dropped,
    "an old run dropped": lambda d, _: dropped(d, 0),
    "abandoned before": abandoned,
    "another serial": named_otherwise,
    "no identity": lambda d, at: d.run(at, identity=None),
    "software not on record": lambda d, at: d.run(at, software=[(OTHER, SOFTWARE[1])]),
    "software changed within a run": lambda d, at: d.run(at, software=[SOFTWARE, OLD_SOFTWARE]),
    "only old software": lambda d, at: d.run(at, software=[OLD_SOFTWARE]),
    "simulated": lambda d, at: d.run(at, simulation={Sign.HARDWARE: "simulator"}),
    "lost run": lambda d, _: d.lost.append(Dossiers.RUN_MISSING(run="run-9")),
    "fault": lambda d, _: d.faults.append(Dossiers.FAULT(problem="run-8 cannot be read.")),
    "excluded without a file": lambda d, at: d.change("exclusion", f"x{at}", files=()),
    "excluded by choice": lambda d, at: d.change("exclusion", f"x{at}", reason="By choice."),
    "excluded by no source": lambda d, at: d.change("exclusion", f"x{at}", source=""),
    "not excluded": lambda d, at: d.drop("exclusion", f"x{at}"),
    "not tested by others": lambda d, _: d.drop("external", "other-state"),
    "deficiency reopened": lambda d, _: d.change("deficiency", "d1", status="open"),
    "no cure": lambda d, _: d.change("deficiency", "d1", cure=()),
    "cure not tested": lambda d, _: d.change("deficiency", "d1", cure=("app-241", "app-240")),
    "no retest": lambda d, _: d.change("deficiency", "d1", retests=()),
    "retest is not there": lambda d, _: d.change("deficiency", "d1", retests=("nowhere",)),
    "another run failed": lambda d, _: d.change("deficiency", "d1", runs=("second-2.4.1",)),
    "newer software": lambda d, _: d.entries.append(component("2.4.2", "cd" * 32)),
    "software replaced": lambda d, _: d.change("component", "app-241", submitted=False),
    "software of another hash": lambda d, _: d.change("component", "app-241", digest="ef" * 32),
    "old software asked for": lambda d, _: d.change("component", "app-240", submitted=True),
    "old software relabeled": lambda d, _: d.entries.append(component("2.4.3", OLD_SOFTWARE[0].digest)),
    "unit changed": lambda d, at: d.change("unit", f"unit-{at}", serial="SN-OTHER"),
    "unit removed": lambda d, at: d.drop("unit", f"unit-{at}"),
    "unit not tested": lambda d, _: d.change("unit", "unit-3", use="tested"),
    "model changed": lambda d, _: d.change("product", "shuffler-52", model="Shuffler 53"),
    "product not tested": lambda d, _: d.entries.append(
        Product(id="twin", manufacturer="Example Gaming", model="Twin", device_class="batch_shuffler")
    ),
    "game not tested": lambda d, _: d.change("filing", "sub-2026-017", games=("blackjack-633a", "baccarat-545")),
}  # fmt: skip
"""What takes evidence away: no PASS is left."""
FORMAL = {
    "deviation": lambda d, at: d.run(at, deviations=[("The lid was open.",)]),
    "interruption": lambda d, at: d.run(at, gaps=[GAP]),
    "replayed": lambda d, at: d.run(at, start=d.spare.start.model_copy(update={"device": "capture://run"})),
    "software not named": lambda d, at: d.run(at, software=[]),
    "document missing": lambda d, _: d.drop("document", "doc-source-code"),
    "document declared missing": lambda d, _: d.change("document", "doc-source-code", status="missing"),
    "no certification": lambda d, _: d.drop("certification", "identity"),
    "not waived": lambda d, _: d.drop("waiver", "w1"),
    "waived without a file": lambda d, _: d.change("waiver", "w1", files=()),
    "waived with an empty file": lambda d, _: d.change("waiver", "w1", files=(attached("empty.txt", b""),)),
    "waived for no reason": lambda d, _: d.change("waiver", "w1", reason="None."),
    "waived by no source": lambda d, _: d.change("waiver", "not-information-leak", source="n/a"),
    "confirmed for no reason": lambda d, _: d.change("confirmation", "c1", reason="By choice."),
    "not applicable for no reason": lambda d, _: d.change("document", "doc-source-code", status="not applicable", remark="–"),
    "not confirmed": lambda d, _: d.drop("confirmation", "c1"),
    "confirmed something else": lambda d, _: d.change("confirmation", "c1", clause="58 Pa. Code § 461a.4"),
    "deficiency": lambda d, _: d.entries.append(
        Deficiency(id="d2", opened=dt.date(2026, 9, 9), found="A lid.", clause="58 Pa. Code § 461a.4(a)")
    ),
    "vulnerability": lambda d, _: d.entries.append(
        SecurityFinding(id="s2", title="Port", assessment="Open.", status="open", checked=dt.date(2026, 9, 9))
    ),
    "only the device's own hash": lambda d, _: d.change("component", "app-241", taken_over=True),
    "rebuilt otherwise": lambda d, _: d.change("component", "app-241", rebuilt="yes, different"),
    "not complete": lambda d, _: d.change("filing", "sub-2026-017", complete=None),
    "nobody on record": lambda d, _: d.drop("person", "authorizer-c"),
    "names no product": lambda d, _: d.change("option", "mode", product="nowhere"),
    "void run not there": lambda d, _: d.entries.append(invalidation(d.spare)),
    "void run counts": lambda d, at: d.entries.extend(map(invalidation, d.groups[at])),
    "no error list": lambda d, _: (d.drop("error", "e1"), d.drop("error", "e2")),
    "errors not exercised": lambda d, _: d.drop("waiver", "not-error-exercise"),
    "leak not looked at": lambda d, _: d.drop("waiver", "not-information-leak"),
    "not searched": lambda d, _: d.drop("security", "boot-search"),
    "no equipment": lambda d, _: (d.drop("equipment", "camera"), d.drop("equipment", "bench")),
    "calibration overdue": lambda d, _: d.change("equipment", "camera", due=dt.date(2026, 9, 1)),
    "not computed": lambda d, _: d.drop("waiver", "not-detectable-defects"),
    "no conditions": lambda d, _: d.change("recommendation", "r1", conditions=()),
    "unknown disposition": lambda d, _: d.change("recommendation", "r1", disposition="accept-it"),
}  # fmt: skip
"""What leaves the evidence as it is and forbids an approval all the same."""


def component(version, digest):
    return Component(
        id=f"app-{version.replace('.', '')}", product="shuffler-52", name="application", version=version,
        medium="flash U7", algorithm="sha256", digest=digest, obtained="received", rebuilt="no",
    )  # fmt: skip


def test_the_complete_dossier_passes_and_may_be_recommended(dossier_runs):
    """Or none of the tests below could fail."""
    for made in (Draft(dossier_runs).dossier(), dossier(dossier_runs)):
        found = conclude(made)
        assert (found.outcome, found.reasons, found.objections, found.refused) == (PASS, (), (), False)
        assert Conclusions.REPLACED_FAILED(runs=("first-2.4.0",), deficiencies=("d1",)) in found.sentences


@pytest.mark.parametrize("place", [1, 2])
@pytest.mark.parametrize("stale", [False, True])
@pytest.mark.parametrize("name", EVIDENCE)
def test_evidence_that_is_taken_away_leaves_no_pass(name, stale, place, dossier_runs):
    draft = Draft(dossier_runs)
    draft.stale = stale
    EVIDENCE[name](draft, place)
    found = conclude(draft.dossier())

    assert found.outcome is not PASS
    assert found.reasons
    assert found.refused
    assert not any(one.is_a(Conclusions.ALL_MET) for one in found.sentences)


@pytest.mark.parametrize("name", FORMAL)
def test_what_forbids_an_approval_forbids_it_without_taking_the_result_away(name, dossier_runs):
    draft = Draft(dossier_runs)
    FORMAL[name](draft, 2)  # the retest of the deficiency is the other one
    found = conclude(draft.dossier())

    assert found.refused
    assert found.outcome is PASS
    assert found.objections or name in ("no conditions", "unknown disposition")


ALL = EVIDENCE | FORMAL


@settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    chosen=st.lists(st.tuples(st.sampled_from(sorted(ALL)), st.sampled_from([1, 2])), min_size=1, max_size=5),
    stale=st.booleans(),
)
def test_no_combination_of_weaknesses_passes_or_is_approved(chosen, stale, dossier_runs):
    draft = Draft(dossier_runs)
    draft.stale = stale
    for name, place in chosen:
        ALL[name](draft, place)
    found = conclude(draft.dossier())

    assert found.refused
    if any(name in EVIDENCE for name, _ in chosen):
        assert found.outcome is not PASS
        assert found.reasons


def test_a_rehearsal_concludes_as_if_simulated_devices_were_products(dossier_runs):
    """And takes nothing else away: what forbids a pass of a real device forbids it there."""
    draft = Draft(dossier_runs)
    for place in range(3):
        draft.run(place, simulation={Sign.LOOPBACK: "127.0.0.1"})
    found = conclude(draft.dossier())
    assert (found.outcome, found.refused, found.specimen) == (INCONCLUSIVE, True, False)
    (why,) = found.reasons
    assert why == Conclusions.SIMULATED_DEVICE(runs=("first-2.4.0", "second-2.4.1", "third-2.4.1"))
    rehearsed = conclude(replace(draft.dossier(), series=SPECIMEN))
    assert (rehearsed.outcome, rehearsed.refused, rehearsed.specimen) == (PASS, False, True)
    draft.drop("exclusion", "x1")
    assert conclude(replace(draft.dossier(), series=SPECIMEN)).outcome is INCONCLUSIVE


def test_rejecting_is_never_refused(dossier_runs):
    draft = Draft(dossier_runs)
    EVIDENCE["failed"](draft, 1)
    draft.change("recommendation", "r1", disposition="reject", conditions=())

    assert conclude(draft.dossier()).refused is False


@pytest.mark.parametrize("order", [("stopped", "second"), ("stopped", "second", "passed")])
def test_restarting_until_it_passes_is_no_pass(order, dossier_runs):
    runs = {name: dossier_runs[name] for name in order}
    made = group(*runs.values())
    found = conclude(dossier(dossier_runs, groups=(*groups(dossier_runs)[:2], made)))

    assert found.outcome is INCONCLUSIVE
    doubts = [one["why"] for one in found.reasons if one.is_a(Conclusions.PLAN_DOUBTED)]
    assert Attempts.NOT_COMPLETED(run="stopped-2.4.1") in doubts


def aside(runs, stopped, *entries, **fields):
    """A dossier in which the stopped run was settled as set aside; with the invalidation, unless others are given."""
    first, second, third = groups(runs)
    changed = with_summary(stopped, **fields)
    made = group(changed, third.first, aside=(changed.run,))
    entries = entries or (invalidation(changed),)
    return dossier(runs, submission=example_submission(*entries), groups=(first, second, made))


def test_a_run_that_was_set_aside_passes_and_the_sentence_names_it(dossier_runs):
    ending = Invalidations.ENDED(ending=Ending.STOPPED_BY_OPERATOR)
    cause = "A fire alarm: everybody left the building"
    told = Invalidations.ASIDE(run="stopped-2.4.1", ending=ending, cause=cause)
    for course in ({}, {"deviations": [("The lid was open.",)], "gaps": [GAP]}):
        found = conclude(aside(dossier_runs, dossier_runs["stopped"], **course))
        assert (found.outcome, found.objections, found.refused) == (PASS, (), False)
        assert found.sentences[-1] == Conclusions.SET_ASIDE(runs=(told,))


def test_long_causes_leave_room_for_the_rest_of_the_sentence(dossier_runs):
    run = dossier_runs["stopped"]
    found = conclude(aside(dossier_runs, run, invalidation(run, cause="The lamp went out. " * 400)))
    (told,) = found.sentences[-1]["runs"]
    assert told["cause"].startswith("The lamp went out. The lamp")
    assert len(told["cause"]) < 100
    assert told["cause"].endswith(" …")


def test_gaps_and_deviations_of_every_other_run_stay_objections(dossier_runs):
    made = aside(dossier_runs, dossier_runs["stopped"])
    last = made.groups[-1]
    for fields in ({"deviations": [("The lid was open.",)]}, {"gaps": [GAP]}):
        other = with_summary(last.runs[1], **fields)
        runs = replace(last, runs=(last.runs[0], other))
        found = conclude(replace(made, groups=(*made.groups[:2], runs)))
        assert (found.outcome, found.refused, len(found.objections)) == (PASS, True, 1)


def test_no_run_is_set_aside_without_a_word_on_record(dossier_runs):
    run = dossier_runs["stopped"]
    why = Invalidations.UNFOUNDED(run="stopped-2.4.1")
    for word in (invalidation(run, start="ab" * 32), invalidation(run, run="another"), example_entries()[0]):
        found = conclude(aside(dossier_runs, run, word))
        assert (found.outcome, why in found.reasons, found.refused) == (INCONCLUSIVE, True, True)


def test_a_failure_or_a_record_that_does_not_verify_is_never_set_aside(dossier_runs):
    """Whatever was settled."""
    run = dossier_runs["stopped"]
    assert conclude(aside(dossier_runs, run, verdict=verdict_of(FAIL))).outcome is FAIL
    broken = replace(run, verification=replace(run.verification, problems=(Evidence.LINE_HASH(line=3),)))
    found = conclude(aside(dossier_runs, broken))
    assert (found.outcome, found.refused) == (INCONCLUSIVE, True)


def test_nobody_sets_a_run_of_their_own_aside(dossier_runs):
    run = dossier_runs["stopped"]
    start = run.start.model_copy(update={"operator": "AUTHORIZER  C"})
    found = conclude(aside(dossier_runs, run, start=start))
    who = Invalidations.BY_PARTICIPANT(
        invalidation="void-stopped-2-4-1", person="Authorizer C", run="stopped-2.4.1"
    )
    assert (found.outcome, found.objections, found.refused) == (PASS, (who,), True)


def test_an_invalidation_without_effect_says_why(dossier_runs):
    run = dossier_runs["stopped"]
    first, second, _ = groups(dossier_runs)
    for made, why in (
        (group(run, dossier_runs["second"]), Invalidations.AS_ANY_OTHER()),
        (
            group(run, dossier_runs["second"], problem=Dossiers.FAULT(problem="A run is gone.")),
            Invalidations.NOT_SETTLED(),
        ),
    ):
        found = conclude(
            dossier(
                dossier_runs, submission=example_submission(invalidation(run)), groups=(first, second, made)
            )
        )
        assert found.outcome is INCONCLUSIVE
        counts = Invalidations.RUN_COUNTS(invalidation="void-stopped-2-4-1", run="stopped-2.4.1", why=why)
        assert counts in found.objections
        assert not any(one.is_a(Conclusions.SET_ASIDE) for one in found.sentences)


def test_what_a_run_that_was_set_aside_showed_answers_no_clause_and_cures_nothing(dossier_runs):
    run = dossier_runs["passed"]
    spare = with_summary(run, run="spare")
    made = group(run, spare, aside=("second-2.4.1",))
    over = dossier(
        dossier_runs,
        submission=example_submission(invalidation(run)),
        groups=(groups(dossier_runs)[0], made, groups(dossier_runs)[2]),
    )
    answers = {name for row in rows_of(over).values() for one in row.answers for name in one.runs}
    assert answers == {"first-2.4.0", "spare", "third-2.4.1"}  # the failure of the first is not cured now
    assert over.cured_by(over.groups[0]) is None, "the retest that the deficiency names counts no more"
    assert conclude(over).outcome is FAIL


def test_a_failure_before_a_pass_of_the_same_software_is_one(dossier_runs):
    first = dossier_runs["passed"]
    bad = with_summary(first, run="earlier", verdict=verdict_of(FAIL))
    made = group(bad, first)
    # Even where what was settled forgets it.
    forgetful = Group((bad, first), replace(group(first).settlement))
    for each in (made, forgetful):
        found = conclude(
            dossier(dossier_runs, groups=(groups(dossier_runs)[0], each, groups(dossier_runs)[2]))
        )
        assert found.outcome is FAIL
        assert any("earlier" in one["runs"] for one in found.reasons if one.is_a(Conclusions.PLAN_FAILED))


def test_a_group_that_could_not_be_settled_is_no_pass_and_its_failures_stay(dossier_runs):
    first, second, third = groups(dossier_runs)
    why = Runs.VERDICT_CHANGED(run="third-2.4.1")
    unsettled = Group(third.runs, None, (why,))
    found = conclude(dossier(dossier_runs, groups=(first, second, unsettled)))
    assert found.outcome is INCONCLUSIVE
    assert why in [one["why"] for one in found.reasons if one.is_a(Conclusions.PLAN_DOUBTED)]

    broken = Group(first.runs, None, (Dossiers.FAULT(problem="It cannot be settled."),))
    unexcused = example_submission(without=("deficiency",))
    assert (
        conclude(dossier(dossier_runs, submission=unexcused, groups=(broken, second, third))).outcome is FAIL
    )
    shown = {name: one.decision.outcome for name, one in decided(broken).items()}
    assert shown["position-card"] is FAIL
    assert shown["rising"] is INCONCLUSIVE


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_run_that_is_gone_without_a_trace_in_the_workspace_is_missed(place, dossier_runs):
    draft = Draft(dossier_runs)
    gone = draft.groups[place][0].run
    draft.groups[place] = []
    found = conclude(draft.dossier())

    assert found.outcome is not PASS
    named = Dossiers.RUN_MISSING(run=gone)
    assert (named in found.reasons) == (gone in ("first-2.4.0", "second-2.4.1"))


def test_replaced_software_is_not_excused_by_a_run_that_came_before_it(dossier_runs, tmp_path):
    early = write_subject(
        tmp_path, "second-2.4.1", day="2026-08-01", verdict=Verdict(PASS, (), (*TRIALS, *DECISIONS))
    )
    made = dossier(dossier_runs, groups=(groups(dossier_runs)[0], group(early), groups(dossier_runs)[2]))

    assert made.cured_by(made.groups[0]) is None
    assert conclude(made).outcome is FAIL


def test_replaced_software_is_not_excused_by_another_plan(dossier_runs):
    run = dossier_runs["passed"]
    for change in ({"id": "a-shorter-one"}, {"version": run.frozen.plan.version + 1}):
        plan = run.frozen.plan.model_copy(update=change)
        other = replace(run, frozen=replace(run.frozen, plan=plan))
        made = dossier(dossier_runs, groups=(groups(dossier_runs)[0], group(other), groups(dossier_runs)[2]))

        assert made.cured_by(made.groups[0]) is None


def test_the_same_bytes_under_another_version_are_the_same_software(dossier_runs):
    again = component("2.4.9", OLD_SOFTWARE[0].digest)
    made = dossier(dossier_runs, submission=example_submission(again))

    assert made.standing(made.groups[0]) is Standing.SUBMITTED
    assert conclude(made).outcome is FAIL


def test_software_that_a_device_cannot_name_is_the_laboratory_s_word_or_not_proven(dossier_runs):
    draft = Draft(dossier_runs)
    for place in range(3):
        draft.run(place, software=[])
    silent = draft.dossier()
    assert {silent.standing(each) for each in silent.groups} == {Standing.NOT_NAMED}

    asked = tuple(one.id for one in draft.entries if isinstance(one, Component) and one.submitted)
    draft.entries = [
        one.model_copy(update={"holds": asked}) if isinstance(one, Unit) else one for one in draft.entries
    ]
    told = draft.dossier()
    assert {told.standing(each) for each in told.groups} == {Standing.SUBMITTED}
    less = [one.model_copy(update={"holds": ()}) if isinstance(one, Unit) else one for one in draft.entries]
    draft.entries = less
    assert {draft.dossier().standing(each) for each in draft.dossier().groups} == {Standing.NOT_NAMED}


def test_a_device_without_software_need_not_name_any(dossier_runs):
    draft = Draft(dossier_runs)
    draft.entries = [one for one in draft.entries if not isinstance(one, Component)]
    for place in range(3):
        draft.run(place, software=[])

    assert {draft.dossier().standing(each) for each in draft.dossier().groups} == {Standing.SUBMITTED}


def test_a_product_is_not_answered_by_the_runs_of_another(dossier_runs):
    draft = Draft(dossier_runs)
    draft.entries += [
        Product(id="twin", manufacturer="Example Gaming", model="Twin", device_class="batch_shuffler"),
        Unit(id="twin-1", product="twin", serial="TW-1", received=dt.date(2026, 9, 1), condition="New.",
             use="reserve", reason="A copy."),
    ]  # fmt: skip
    found = conclude(draft.dossier())

    assert Conclusions.GAME_UNTESTED(product="Twin", game="blackjack-633a") in found.reasons


# --- what clauses come to


RETEST = (Level("position-card", "randomness", 0.05, 0.025, 0.05),)


@pytest.mark.parametrize(
    ("again", "comes"),
    [
        (Decision("position-card", "randomness", PASS, 0.4, 0.05, worded(".")), PASS),
        (Decision("position-card", "randomness", INCONCLUSIVE, 0.04, 0.05, worded(".")), FAIL),
        (Decision("position-card", "randomness", FAIL, 0.01, 0.05, worded(".")), FAIL),
        (
            Decision("position-card", "randomness", INCONCLUSIVE, 0.9, 0.05, worded("too regular")),
            INCONCLUSIVE,
        ),
        (Decision("position-card", "counting", FAIL, None, None, worded("violations")), FAIL),
    ],
)
def test_what_awaits_the_retest_is_decided_by_it(again, comes, dossier_runs):
    base = dossier_runs["passed"]
    awaiting = Decision("position-card", "randomness", INCONCLUSIVE, 0.03, 0.05, worded("."))
    first = with_summary(base, verdict=Verdict(INCONCLUSIVE, (worded("."),), (awaiting, *DECISIONS[1:])))
    second = with_summary(base, run="again", verdict=Verdict(again.outcome, (), (again, *DECISIONS[1:])))
    tried = group(first, second).settlement.attempts
    settled = replace(
        group(first).settlement, levels=RETEST, attempts=(tried[0], replace(tried[1], role="retest"))
    )
    found = decided(Group((first, second), settled))

    assert (found["position-card"].decision.outcome, found["position-card"].run) == (comes, "again")
    assert found["rising"].decision.outcome is PASS


def rows_of(made):
    return {row.clause: row for each in matrices(made) for row in each.rows}


def with_stage(run, stage, findings):
    """Return a run whose plan has one more inspection, and what was found in it."""
    plan = run.frozen.plan.model_copy(update={"stages": (*run.frozen.plan.stages, stage)})
    kept = {**run.findings, stage.name: findings}

    class Looked(type(run)):
        findings = kept

    return Looked(**{**vars(run), "frozen": replace(run.frozen, plan=plan)})


LEAK = "COMAR 36.05.02.17 G, sister text of 58 Pa. Code § 603a.17, seen in part"


def leak(*results, role="required"):
    items = tuple(Item(id=f"item-{at}", text=f"Thing {at} tells nothing.", citation=LEAK) for at in range(2))
    stage = Inspect(kind="inspect", name="leak", items=items, role=role)
    made = tuple(
        Finding(f"item-{at}", result, "", "It has none." if result == "not applicable" else "", None, ("Engineer A",), "2026-09-03T10:00:00Z")
        for at, result in enumerate(results)
    )  # fmt: skip
    return stage, made


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
def test_a_clause_that_only_an_inspection_cites_has_a_row(results, comes, dossier_runs):
    run = with_stage(dossier_runs["passed"], *leak(*map(Result, results)))
    row = rows_of(dossier(dossier_runs, groups=(group(run),)))["COMAR 36.05.02.17"]

    assert (row.came, row.wording, row.open) == (comes, "sister", True)
    assert [one.what for one in row.answers] == ["item-0 (in leak)", "item-1 (in leak)"]
    if comes == NOT_APPLICABLE:
        (why, *_) = row.remark["items"]
        assert (why["item"], why["why"]) == ("item-0 (in leak)", "It has none.")


LISTS = sorted(one.name.removesuffix(".toml") for one in resources.files("test_plans.inspections").iterdir() if one.name.endswith(".toml"))  # fmt: skip


@pytest.mark.parametrize("name", LISTS)
def test_every_citation_of_a_packaged_list_has_a_clause_that_can_be_confirmed(name):
    for item in inspection_list(name).items:
        assert clause_of(item.citation) is not None, item.citation


def test_the_bench_answers_no_clause(dossier_runs):
    run = with_stage(dossier_runs["passed"], *leak(Result.NOT_AS_EXPECTED, role="bench"))

    assert "COMAR 36.05.02.17" not in rows_of(dossier(dossier_runs, groups=(group(run),)))


def test_answers_name_the_runs_in_which_they_were_given(dossier_runs):
    rows = rows_of(dossier(dossier_runs))
    answers = {one.what: one for one in rows["58 Pa. Code § 633a.5(a)"].answers}

    assert answers["rising"].runs == ("second-2.4.1", "third-2.4.1")
    assert rows["58 Pa. Code § 633a.14(m)"].answers == ()
    assert {run for row in rows.values() for one in row.answers for run in one.runs} == {
        "second-2.4.1",
        "third-2.4.1",
    }


def test_an_exclusion_takes_no_failure_away(dossier_runs):
    clause = "58 Pa. Code § 633a.14(l)"
    over = Exclusion(
        id="x9", clause=clause, by="authorizer-c", date=dt.date(2026, 9, 12), reason="We would rather not."
    )
    first, second, third = groups(dossier_runs)
    run = second.first
    failed = (replace(TRIALS[0], outcome=FAIL), TRIALS[1], *DECISIONS)
    bad = with_summary(run, verdict=Verdict(FAIL, (worded("20 misses."),), failed))
    made = dossier(dossier_runs, submission=example_submission(over), groups=(first, group(bad), third))

    assert rows_of(made)[clause].came == "FAIL"
    assert conclude(made).outcome is FAIL


JAM = "58 Pa. Code § 633a.14(l)"


def namesakes(run, *, name="second-2.4.1", stage=PASS, status="done"):
    """Return a run whose plan has a check of the name of its procedure, under one citation."""
    plan = run.frozen.plan
    check = plan.checks[-1].model_copy(update={"id": "jam", "cites": "jam-reshuffle"})
    frozen = replace(run.frozen, plan=plan.model_copy(update={"checks": (*plan.checks, check)}))
    decisions = (
        Decision("jam", "counting", PASS, None, None, worded("No violation.")),
        replace(TRIALS[0], outcome=stage),
        TRIALS[1],
        *DECISIONS,
    )
    outcome = FAIL if stage is FAIL else PASS
    others = {key: view for key, view in run.summary.stages.items() if key != "jam"}
    made = {"jam": replace(run.summary.stages["jam"], status=status)} if status else {}
    verdict = Verdict(outcome, (), decisions)
    return with_summary(replace(run, frozen=frozen), run=name, verdict=verdict, stages={**others, **made})


def test_a_check_hides_no_failure_of_the_procedure_of_its_name_in_another_run(dossier_runs):
    good = namesakes(dossier_runs["passed"])
    bad = namesakes(dossier_runs["passed"], name="again", stage=FAIL, status="failed")
    row = rows_of(dossier(dossier_runs, groups=(group(good, bad),)))[JAM]

    assert row.came == "FAIL"
    assert [(one.came, one.runs) for one in row.answers] == [
        ("PASS", ("second-2.4.1",)),
        ("FAIL", ("again",)),
    ]


def test_a_procedure_that_was_not_made_does_not_hide_behind_the_check_of_its_name(dossier_runs):
    run = namesakes(dossier_runs["passed"], status="")
    row = rows_of(dossier(dossier_runs, groups=(group(run),)))[JAM]

    assert row.came == "INCONCLUSIVE"
    assert sorted(one.came for one in row.answers) == [NOT_TESTED, "PASS"]
    assert len({one.what for one in row.answers}) == 2


def test_a_failure_of_replaced_software_that_nothing_cured_is_in_the_matrix(dossier_runs):
    made = dossier(dossier_runs, submission=example_submission(without=("deficiency",)))
    row = rows_of(made)["58 Pa. Code § 633a.3(a), (b)(1)"]
    answer = next(one for one in row.answers if one.what == "composition")

    assert (row.came, answer.came, answer.runs) == ("FAIL", "FAIL", ("first-2.4.0",))
    assert row.remark == Compliance.UNCURED(runs=("first-2.4.0",))
    assert conclude(made).outcome is FAIL


def test_of_replaced_software_only_failures_answer_a_clause(dossier_runs):
    only = dossier(
        dossier_runs, submission=example_submission(without=("deficiency",)), groups=groups(dossier_runs)[:1]
    )
    came = {one.came for row in rows_of(only).values() for one in row.answers}

    assert came == {"FAIL"}
    assert rows_of(only)["58 Pa. Code § 633a.14(l)"].came == NOT_TESTED


def test_another_version_is_one_however_the_device_spaces_the_name(dossier_runs):
    draft = Draft(dossier_runs)
    newer = replace(SOFTWARE[1], name=" Boot  Loader", version="1.1", digest="cd" * 32)
    for place in range(3):
        draft.run(place, software=[(SOFTWARE[0], newer)])

    told = Conclusions.VERSION_UNTESTED(product="Shuffler 52", component="boot loader", version="1.0")
    assert told in conclude(draft.dossier()).reasons


def test_a_pass_that_answers_no_clause_says_so(dossier_runs, monkeypatch):
    monkeypatch.setattr(conclusion, "matrices", lambda _: ())
    found = conclude(dossier(dossier_runs))

    assert found.outcome is PASS
    assert found.sentences[0] == Conclusions.NOTHING_ANSWERED(runs=3)
