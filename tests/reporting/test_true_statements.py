"""Every statement of a conclusion is true of the records: a second, naive reading of random dossiers contradicts none.

After a failure the scope may change; the verdict's sentence says that it did, and no renaming excuses a run.
"""

from dataclasses import replace
from inspect import signature

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labharness.assessment.compliance import RELIED_ON
from labharness.assessment.conclusion import conclude
from labharness.assessment.dossier import Group, SoftwareStanding
from labharness.assessment.headline import failed_units, redrawn
from labharness.filings.entries.events import Component, Unit
from labharness.filings.entries.review import Deficiency, ExternalResult
from labharness.filings.entries.snapshot import Change
from labharness.language.catalog import say
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.run import Curing, Effects
from labharness.model.results import Effect, Ending, Outcome, PerShuffle
from tests.support.dossiers import (
    OLD_SOFTWARE,
    dossier,
    example_submission,
    group,
    groups,
    invalidation,
    with_plan,
    with_summary,
)
from tests.support.drafts import ALL, VARIANTS, Draft, verdict_of
from tests.support.naive_reading import AREAS, CHECKS, UNCHECKED, verify
from tests.support.run_factory import SOFTWARE

FAIL, INCONCLUSIVE = Outcome.FAIL, Outcome.INCONCLUSIVE
EVERY = ALL | VARIANTS


@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    chosen=st.lists(st.tuples(st.sampled_from(sorted(EVERY)), st.sampled_from([0, 1, 2])), max_size=6),
    stale=st.booleans(),
)
def test_every_statement_is_true_of_the_records(chosen, stale, runs):
    draft = Draft(runs)
    draft.stale = stale
    for name, place in chosen:
        EVERY[name](draft, place)
    verify(draft.dossier())


def test_every_statement_of_a_report_is_covered_by_the_naive_reading():
    every = {each.code for area in AREAS for each in area}
    assert every - CHECKS.keys() == UNCHECKED.keys()
    assert all(UNCHECKED.values())


def test_each_change_of_the_records_alone_leaves_every_statement_true(runs):
    for change in VARIANTS.values():
        for place in (0, 1, 2) if "_" not in signature(change).parameters else (0,):
            draft = Draft(runs)
            change(draft, place)
            verify(draft.dossier())


def with_second(runs, /, *members, **fields):
    """The example with other runs of the first unit's second version, and its deficiency changed."""
    first, _, third = groups(runs)
    cure = example_submission().named(Deficiency, "d1").model_copy(update=fields)
    return dossier(runs, groups=(first, *members, third), submission=example_submission(cure))


def uncured(result):
    """Return why the failure of the example counts."""
    answer = verify(result)
    assert answer.outcome is FAIL
    failures = (reason for reason in answer.reasons if reason.is_a(Conclusions.REPLACED_PLAN_FAILED))
    return next(failures)["uncured"]


def test_a_failure_that_counts_says_what_its_deficiency_lacks(runs):
    """And never that no deficiency names run and cure where one does."""
    retest = runs["passed"]
    for result, why in (
        (with_second(runs, group(retest), cure=()), Curing.NO_CURE(deficiency="d1")),
        (with_second(runs, group(retest), retests=()), Curing.NO_RETEST(deficiency="d1")),
        (
            with_second(runs, group(retest), cure=("app-242",)),
            Curing.CURE_UNKNOWN(deficiency="d1", component="app-242"),
        ),
        *(
            (
                with_second(runs, group(retest), cure=cure),
                Curing.CURE_NOT_NEW(deficiency="d1", component="boot-10"),
            )
            for cure in (("boot-10",), ("app-241", "boot-10"))
        ),
        (with_second(runs), Curing.NO_LATER_RETEST(deficiency="d1", runs=("second-2.4.1",))),
        (
            with_second(runs, group(with_summary(retest, software=[]))),
            Curing.RETEST_WITHOUT_CURE(deficiency="d1", runs=("second-2.4.1",)),
        ),
        (
            with_second(runs, group(with_summary(retest, ending=Ending.STOPPED_BY_OPERATOR, verdict=None))),
            Curing.RETEST_NOT_PASSED(deficiency="d1", runs=("second-2.4.1",)),
        ),
        (with_second(runs, group(retest), runs=("another",)), Curing.NO_DEFICIENCY(runs=("first-2.4.0",))),
    ):
        assert uncured(result) == why


def test_a_stray_run_of_the_cure_leaves_a_cured_failure_in_doubt_and_no_failure(runs):
    retest = runs["passed"]
    stray = with_summary(retest, run="stray", started="2026-09-05T08:00:00Z")
    result = verify(with_second(runs, group(retest, stray)))
    assert result.outcome is INCONCLUSIVE
    lack = Curing.RETEST_DOUBTED(deficiency="d1", run="second-2.4.1", runs=("second-2.4.1", "stray"))
    plan = retest.frozen.plan.id
    assert Conclusions.CURE_DOUBTED(plan=plan, runs=("first-2.4.0",), why=lack) in result.reasons
    assert not any(row.came == "FAIL" for each in result.matrices for row in each.rows)


def test_a_unit_that_only_replaced_software_was_tested_on_was_tested(runs):
    second = with_summary(runs["second"], software=[OLD_SOFTWARE])
    result = dossier(runs, groups=(*groups(runs)[:2], group(second)))
    text = Conclusions.UNIT_REPLACED(serial="SN-000462", model="Shuffler 52", runs=("third-2.4.1",))
    assert text in verify(result).reasons
    only = dossier(runs, groups=groups(runs)[:1])
    text = Conclusions.GAME_REPLACED(product="Shuffler 52", game="blackjack-633a", runs=("first-2.4.0",))
    assert text in verify(only).reasons


def test_a_version_that_was_named_beside_replaced_software_was_named(runs):
    members = [with_summary(runs[name], software=[SOFTWARE[:1]]) for name in ("passed", "second")]
    result = dossier(runs, groups=(groups(runs)[0], *map(group, members)))
    answer = verify(result)
    text = Conclusions.COMPONENT_REPLACED(component="boot loader", version="1.0", runs=("first-2.4.0",))
    assert text in answer.objections


def test_no_clause_is_met_in_runs_by_a_result_of_others(runs):
    result = dossier(runs)
    (relied,) = result.submission.of(ExternalResult)
    answer = verify(result)
    answered = [row.clause for each in answer.matrices for row in each.rows if row.came == RELIED_ON]
    assert answered == list(relied.clauses)


@pytest.mark.parametrize(
    ("clause", "known"), [("58 Pa. Code § 810a.5(c), by analogy", False), ("58 Pa. Code § 461a.4(a)", True)]
)
def test_only_a_known_clause_about_such_devices_is_not_met(runs, clause, known):
    plan = runs["failed"].frozen.plan
    law = {"id": "of-law", "clause": clause, "status": "seen" if known else "inferred"}
    citations = (*plan.citations, plan.citations[0].model_copy(update=law))
    checks = [each.model_copy(update={"also_cites": (*each.also_cites, "of-law")}) for each in plan.checks]
    run = with_plan(runs["failed"], citations=citations, checks=tuple(checks))
    submission = example_submission(without=("deficiency",))
    result = verify(dossier(runs, groups=(group(run), *groups(runs)[1:]), submission=submission))
    code = Conclusions.CLAUSE_NOT_MET if known else Conclusions.CRITERION_NOT_MET
    (asked,) = {row.asked for each in result.matrices for row in each.rows if row.clause == clause}
    assert code(clause=clause, asked=asked) in result.reasons


def test_a_failure_names_the_unit_and_what_was_observed_against_a_random_device(runs):
    results = runs["failed"].summary.results
    part = results | {"composition": replace(results["composition"], judged=1500)}
    for read, units in ((results, 2000), (part, 1500)):
        tested = (group(with_summary(runs["failed"], results=read)), *groups(runs)[1:])
        result = dossier(runs, groups=tested, submission=example_submission(without=("deficiency",)))
        (unit,) = [each for each in verify(result).sentences if each.is_a(Conclusions.UNIT_OBSERVED)]
        assert (unit["serial"], unit["run"]) == ("SN-000461", "first-2.4.0")
        assert unit["observed"] == Conclusions.OBSERVED_VIOLATIONS(violations=60, units=units, unit="unit")


def test_kept_neighbors_are_counted_against_those_of_a_random_device(runs):
    """As a person counts them: the mean of the shuffles times their number."""
    run = runs["failed"]
    kept = Effects.PER_SHUFFLE(what=PerShuffle.KEPT_NEIGHBORS, fair=510 / 260)
    effect = Effect(kept, 909 / 260, 3.3, 3.7)
    results = {
        name: replace(result, units=260, violations=None, effect=effect)
        for name, result in run.summary.results.items()
    }
    failed = group(with_summary(run, results=results))
    submission = example_submission(without=("deficiency",))
    (text,) = failed_units(dossier(runs, groups=(failed,), submission=submission))
    random = "a random device gives about 510."
    assert say(text["observed"]) == f"Observed: 909 kept neighbors in 260 shuffles; {random}"


def test_a_retest_that_fails_is_the_run_that_failed(runs):
    """Though its own record states no failure: it is held to the level of the retest."""
    first = with_summary(runs["passed"], verdict=verdict_of(INCONCLUSIVE))
    again = with_summary(first, run="again", started="2026-09-05T08:00:00Z")
    settled = group(first, again).settlement
    earlier, later = settled.attempts
    tried = (replace(earlier, role="first"), replace(later, role="retest"))
    both = Group((first, again), replace(settled, outcome=FAIL, attempts=tried))
    assert both.failed == (again,)
    (text,) = failed_units(dossier(runs, groups=(both,)))
    assert text["run"] == "again"


def test_a_run_that_two_decisions_set_aside_is_named_once(runs):
    run = runs["stopped"]
    words = [invalidation(run, id=name) for name in ("void-1", "void-2")]
    beside = group(run, runs["second"], aside=(run.run,))
    result = dossier(runs, groups=(*groups(runs)[:2], beside), submission=example_submission(*words))
    (text,) = [sentence for sentence in verify(result).sentences if sentence.is_a(Conclusions.SET_ASIDE)]
    assert len(text["runs"]) == 1


AFTER, BEFORE = "2026-09-20T10:00:00.000000Z", "2026-08-01T10:00:00.000000Z"


def changed(submission, kind, entry, utc=AFTER, **fields):
    """Return a submission with a change of an entry on record; without fields, its removal."""
    before = next(each for each in submission.entries if (each.kind, each.id) == (kind, entry))
    was = before.model_dump(mode="json")
    after = {**was, **fields} if fields else None
    change = Change(
        999, utc, "engineer-a", "put", submission.id, kind, entry, was, after, "Why not.", "", "0" * 64
    )
    return replace(submission, changes=(*submission.changes, change))


def field(name, kind, entry):
    """Return the reason that a field was changed."""
    return Conclusions.FIELD_CHANGED(field=name, kind=kind, entry=entry)


@pytest.mark.parametrize(
    ("kind", "entry", "fields", "phrase"),
    [
        ("unit", "unit-1", {"serial": "SN-9"}, (field("serial", "unit", "unit-1"),)),
        ("unit", "unit-2", {"use": "reserve", "reason": "Spare."}, (field("use", "unit", "unit-2"),)),
        ("unit", "unit-2", {}, (Conclusions.ENTRY_REMOVED(kind="unit", entry="unit-2"),)),
        ("product", "shuffler-52", {}, (Conclusions.ENTRY_REMOVED(kind="product", entry="shuffler-52"),)),
        ("filing", "sub-2026-017", {"games": []}, (field("games", "filing", "sub-2026-017"),)),
        ("filing", "sub-2026-017", {"title": "Other"}, ()),
        ("component", "app-240", {"submitted": True}, (field("submitted", "component", "app-240"),)),
        ("deficiency", "d1", {"runs": []}, (field("runs", "deficiency", "d1"),)),
        ("deficiency", "d1", {"retests": ["second-2.4.1", "third-2.4.1"]}, ()),
        ("document", "doc-circuits", {}, ()),
    ],
)
def test_changes_of_the_scope_after_a_failure_are_named(runs, kind, entry, fields, phrase):
    whole = example_submission()
    if not any((each.kind, each.id) == (kind, entry) for each in whole.entries):
        kind, entry = next((entry.kind, entry.id) for entry in whole.entries if entry.kind == kind)
    result = dossier(runs, submission=changed(whole, kind, entry, **fields))
    assert redrawn(result) == phrase
    sentences = (each for each in conclude(result).sentences if each.is_a(Conclusions.SCOPE_CHANGED))
    assert [sentence["changes"] for sentence in sentences] == ([phrase] if phrase else [])
    early = dossier(runs, submission=changed(whole, kind, entry, BEFORE, **fields))
    assert redrawn(early) == ()


def test_many_changes_leave_room_for_the_verdict(runs):
    result = example_submission()
    for unit in ("unit-1", "unit-2", "unit-3"):
        result = changed(result, "unit", unit)
    last = conclude(dossier(runs, submission=result)).sentences[-1]
    first, second = (Conclusions.ENTRY_REMOVED(kind="unit", entry=unit) for unit in ("unit-1", "unit-2"))
    assert last == Conclusions.SCOPE_CHANGED(changes=(first, second, Conclusions.MORE(number=1)))


def test_failed_software_under_another_name_is_the_software_that_failed(runs):
    old = example_submission().named(Component, "app-240")
    other = {"id": "renamed", "name": "shuffle program", "version": "9"}
    renamed = old.model_copy(update={**other, "submitted": True})
    result = dossier(runs, submission=example_submission(renamed))
    assert result.standing(result.groups[0]) is SoftwareStanding.SUBMITTED
    assert conclude(result).outcome is Outcome.FAIL


def test_a_failed_unit_under_another_serial_number_still_fails(runs):
    unit = example_submission().named(Unit, "unit-1")
    moved = example_submission(unit.model_copy(update={"serial": "SN-9"}))
    result = conclude(dossier(runs, submission=moved))
    assert result.outcome is Outcome.FAIL
    assert result.refused
