"""Every statement of a conclusion is true of the records: a second, naive reading of random dossiers contradicts none."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labharness.assessment.conclusion import conclude
from labharness.assessment.observed import failed_units
from labharness.filings.entries.checklist import missing
from labharness.filings.entries.items import Component, Equipment, Product, Unit
from labharness.filings.entries.review import Deficiency, SecurityFinding
from labharness.language.catalog import say
from labharness.model.counted import PerShuffle
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.curing import Curing
from labharness.model.reasons.effect import Effects
from labharness.model.reasons.invalidation import Invalidations
from labharness.model.results import Effect, Ending, Outcome
from labharness.plans.procedures import Inspect
from labharness.reason import Reason
from tests.support.dossiers import OLD_SOFTWARE, dossier, example_submission, group, groups, with_summary
from tests.support.drafts import ALL, Draft
from tests.support.run_factory import SOFTWARE

PASS, FAIL, INCONCLUSIVE = Outcome.PASS, Outcome.FAIL, Outcome.INCONCLUSIVE


class Naive:
    """What a clerk sees who turns the pages of the records, run by run and entry by entry."""

    def __init__(self, made):
        self.made, self.submission = made, made.submission
        self.runs = {run.run: run for run in made.runs}
        self.components = self.submission.of(Component)
        self.deficiencies = {one.id: one for one in self.submission.of(Deficiency)}

    def answers(self, run):
        return {part for answer in run.summary.software for part in answer}

    def asked_for(self, part):
        """Whether approval is asked for software that a device reported, under whatever name."""
        return any(one.submitted and one.digest == part.digest for one in self.components)

    def replaced(self, run):
        """Whether a device reported software that the register knows and for which no approval is asked."""
        parts = self.answers(run) if self.known(run) else ()
        known = {one.digest for one in self.components}
        return bool(parts) and any(part.digest in known and not self.asked_for(part) for part in parts)

    def known(self, run):
        """Whether the register has the unit that a device says it is."""
        products = {one.id: one.model for one in self.submission.of(Product)}
        units = self.submission.of(Unit)
        return any(self.is_unit(run, one.serial, products.get(one.product)) for one in units)

    def is_unit(self, run, serial, model):
        identity = run.summary.identity
        return identity is not None and (identity.serial, identity.model) == (serial, model)

    def of_model(self, run, model):
        identity = run.summary.identity
        known = {unit.serial for unit in self.submission.of(Unit)}
        return identity is not None and identity.model == model and identity.serial in known

    def role(self, run):
        return next(each.role(run) for each in self.made.groups if run in each.runs)

    def failed(self, runs):
        """Whether one of some runs failed, or was settled as failed."""
        settled = [each.settlement for each in self.made.groups if each.settlement is not None]
        stale = {tried.run for each in settled if each.outcome is FAIL for tried in each.attempts}
        return FAIL in self.outcome(runs) or not stale.isdisjoint(runs)

    def outcome(self, runs):
        return [self.runs[name].outcome for name in runs]


CHECKS = {}


def true_of(*codes):
    """Register a check: whether a reason of these codes is true of a naive reading, by its parameters."""

    def keep(check):
        CHECKS.update(dict.fromkeys((one.code for one in codes), check))
        return check

    return keep


@true_of(Conclusions.PLAN_FAILED, Conclusions.REPLACED_PLAN_FAILED)
def _(records, reason):
    assert records.failed(reason["runs"])
    assert all(records.runs[name].frozen.plan.id == reason["plan"] for name in reason["runs"])
    if reason.is_a(Conclusions.REPLACED_PLAN_FAILED):
        assert any(records.replaced(records.runs[name]) for name in reason["runs"])


@true_of(Curing.NO_DEFICIENCY)
def _(records, reason):
    closed = [one for one in records.deficiencies.values() if one.status == "closed"]
    assert records.failed(reason["runs"])
    assert not any(set(reason["runs"]) <= set(one.runs) for one in closed)


@true_of(Curing.NO_CURE)
def _(records, reason):
    assert records.deficiencies[reason["deficiency"]].cure == ()


@true_of(Curing.CURE_UNKNOWN)
def _(records, reason):
    assert reason["component"] in records.deficiencies[reason["deficiency"]].cure
    assert reason["component"] not in {one.id for one in records.components}


@true_of(Curing.CURE_NOT_NEW)
def _(records, reason):
    one = records.deficiencies[reason["deficiency"]]
    (part,) = [each for each in records.components if each.id == reason["component"]]
    failed = [records.runs[name] for name in one.runs if name in records.runs]
    assert any(said.digest == part.digest for run in failed for said in records.answers(run))


@true_of(Curing.NO_RETEST)
def _(records, reason):
    assert records.deficiencies[reason["deficiency"]].retests == ()


@true_of(Curing.NO_LATER_RETEST)
def _(records, reason):
    one = records.deficiencies[reason["deficiency"]]
    assert reason["runs"] == one.retests
    failed = [records.runs[name] for name in one.runs if name in records.runs]
    for name in set(one.retests) & set(records.runs):
        run = records.runs[name]
        unlike = {(each.summary.identity or run.summary.identity).model for each in failed} != {
            run.summary.identity.model if run.summary.identity else ""
        }
        unknown = not any(
            records.is_unit(run, unit.serial, product.model)
            for unit in records.submission.of(Unit)
            for product in records.submission.of(Product)
        )
        early = any(run.summary.started <= each.summary.updated for each in failed)
        assert early or unlike or unknown or records.role(run) == "set aside"


@true_of(Curing.RETEST_WITHOUT_CURE)
def _(records, reason):
    one = records.deficiencies[reason["deficiency"]]
    cures = {part.digest for part in records.components if part.id in one.cure}
    for name in reason["runs"]:
        parts = records.answers(records.runs[name])
        submitted = parts and all(records.asked_for(part) for part in parts)
        assert not submitted or not cures <= {part.digest for part in parts}


@true_of(Curing.RETEST_NOT_PASSED)
def _(records, reason):
    assert set(reason["runs"]) <= set(records.deficiencies[reason["deficiency"]].retests)
    held = [each for each in records.made.groups for run in each.runs if run.run in reason["runs"]]
    assert all(each.outcome is not PASS for each in held)


@true_of(Curing.RETEST_DOUBTED, Conclusions.CURE_DOUBTED)
def _(records, reason):
    if reason.is_a(Conclusions.CURE_DOUBTED):
        assert FAIL in records.outcome(reason["runs"])
        return
    assert records.outcome([reason["run"]]) == [PASS]
    assert FAIL not in records.outcome(reason["runs"])


@true_of(Conclusions.CLAUSE_NOT_MET, Conclusions.CRITERION_NOT_MET)
def _(records, reason):
    assert FAIL in records.outcome(records.runs)
    inferred = "by analogy" in reason["clause"]
    assert not (inferred and reason.is_a(Conclusions.CLAUSE_NOT_MET))


@true_of(Conclusions.SIMULATED_DEVICE)
def _(records, reason):
    assert all(records.runs[name].summary.simulation for name in reason["runs"])


@true_of(Conclusions.NO_RUN)
def _(records, _):
    assert all(records.replaced(run) for run in records.runs.values())


@true_of(Conclusions.PLAN_DOUBTED)
def _(records, reason):
    assert FAIL not in records.outcome(reason["runs"])
    assert all(records.runs[name].frozen.plan.id == reason["plan"] for name in reason["runs"])


@true_of(Conclusions.RUN_DOUBTED)
def _(records, reason):
    assert reason["why"] in records.runs[reason["run"]].verification.problems


@true_of(Conclusions.UNIT_UNKNOWN)
def _(records, reason):
    products = {one.id: one.model for one in records.submission.of(Product)}
    kept = {(products.get(one.product), one.serial) for one in records.submission.of(Unit)}
    assert (reason["model"], reason["serial"]) not in kept


@true_of(Conclusions.SOFTWARE_UNKNOWN)
def _(records, reason):
    kept = {(one.name, one.version, one.digest) for one in records.components}
    parts = [part for name in reason["runs"] for part in records.answers(records.runs[name])]
    assert any((part.name, part.version, part.digest) not in kept for part in parts)


@true_of(Conclusions.UNIT_UNTESTED)
def _(records, reason):
    runs = records.runs.values()
    assert not any(records.is_unit(run, reason["serial"], reason["model"]) for run in runs)


@true_of(Conclusions.UNIT_REPLACED)
def _(records, reason):
    own = [run for run in records.runs.values() if records.is_unit(run, reason["serial"], reason["model"])]
    assert {run.run for run in own} == set(reason["runs"])
    assert all(records.replaced(run) for run in own)


@true_of(Conclusions.GAME_UNTESTED, Conclusions.GAME_REPLACED)
def _(records, reason):
    own = [
        run
        for run in records.runs.values()
        if records.of_model(run, reason["product"]) and run.frozen.game.id == reason["game"]
    ]
    if reason.is_a(Conclusions.GAME_UNTESTED):
        assert own == []
    else:
        assert own
        assert all(records.replaced(run) for run in own)


@true_of(Conclusions.VERSION_UNTESTED, Conclusions.VERSION_REPLACED)
def _(records, reason):
    own = [
        run
        for run in records.runs.values()
        if records.of_model(run, reason["product"])
        and any(
            (part.name, part.version) == (reason["component"], reason["version"])
            and part.digest in {one.digest for one in records.components if one.version == part.version}
            for part in records.answers(run)
        )
    ]
    if reason.is_a(Conclusions.VERSION_UNTESTED):
        assert own == []
    else:
        assert own
        assert all(records.replaced(run) for run in own)


@true_of(Conclusions.COMPONENT_UNNAMED, Conclusions.COMPONENT_REPLACED)
def _(records, reason):
    digests = {
        one.digest
        for one in records.components
        if (one.name, one.version) == (reason["component"], reason["version"])
    }
    known = [run for run in records.runs.values() if records.of_model(run, "Shuffler 52")]
    naming = [run for run in known if digests & {part.digest for part in records.answers(run)}]
    if reason.is_a(Conclusions.COMPONENT_UNNAMED):
        assert naming == []
    else:
        assert all(records.replaced(run) for run in naming)


@true_of(Conclusions.REPLAYED)
def _(records, _):
    assert any(run.start.device.startswith("capture:") for run in records.runs.values())


@true_of(Conclusions.SOFTWARE_UNNAMED)
def _(records, reason):
    assert not any(records.answers(records.runs[name]) for name in reason["runs"])


@true_of(Conclusions.DEVIATION)
def _(records, reason):
    assert reason["why"] in [tuple(each) for each in records.runs[reason["run"]].summary.deviations]


@true_of(Conclusions.RUN_INTERRUPTED)
def _(records, reason):
    assert reason["times"] == len(records.runs[reason["run"]].summary.gaps) > 0


@true_of(Conclusions.WITHOUT_EFFECT)
def _(records, reason):
    assert (reason["kind"], reason["entry"]) in {(one.kind, one.id) for one in records.submission.entries}


@true_of(Conclusions.NOT_EXAMINED)
def _(records, _):
    assert not records.submission.of(Equipment)


@true_of(Conclusions.NOT_EXAMINED_OF)
def _(records, reason):
    assert reason["things"]
    if "leaves the device" in reason["objection"]:
        stages = [stage for run in records.runs.values() for stage in run.frozen.plan.stages]
        assert not any(isinstance(one, Inspect) and one.name in ("leak", "ports") for one in stages)
    if "vulnerabilities" in reason["objection"]:
        named = {one.component for one in records.submission.of(SecurityFinding)}
        assert not any(thing.rsplit(" ", 1)[0] in named for thing in reason["things"])


@true_of(Conclusions.DOCUMENT_MISSING)
def _(records, reason):
    assert reason["title"] in {one.title for one in missing(records.submission)}


@true_of(Conclusions.DEFICIENCY_OPEN)
def _(records, reason):
    assert records.deficiencies[reason["deficiency"]].status == "open"


@true_of(Conclusions.SECURITY_OPEN)
def _(records, reason):
    found = [one for one in records.submission.of(SecurityFinding) if one.id == reason["finding"]]
    assert {one.status for one in found} == {"open"}


@true_of(Conclusions.HASH_UNVERIFIED)
def _(records, reason):
    kept = [one for one in records.components if (one.name, one.version) == _version(reason)]
    assert any(one.taken_over and one.submitted for one in kept)


@true_of(Conclusions.REBUILD_DIFFERS)
def _(records, reason):
    kept = [one for one in records.components if (one.name, one.version) == _version(reason)]
    assert any(one.rebuilt == "yes, different" and one.submitted for one in kept)


def _version(reason):
    return reason["component"], reason["version"]


@true_of(Conclusions.INCOMPLETE)
def _(records, _):
    assert records.submission.filing.complete is None


@true_of(Conclusions.ALL_MET, Conclusions.NOTHING_ANSWERED)
def _(records, reason):
    good = [
        run for run in records.runs.values() if not records.replaced(run) and records.role(run) != "set aside"
    ]
    assert reason["runs"] == len(good)
    assert all(run.outcome is PASS for run in good)


@true_of(Conclusions.NOT_MET, Conclusions.UNSUPPORTED)
def _(records, reason):
    assert reason["runs"] == len(records.runs)


@true_of(Conclusions.UNIT_FAILED, Conclusions.UNIT_OBSERVED)
def _(records, reason):
    identity = records.runs[reason["run"]].summary.identity
    assert records.failed([reason["run"]])
    assert identity is None or (identity.model, identity.serial) == (reason["model"], reason["serial"])


@true_of(Conclusions.OBSERVED_VIOLATIONS)
def _(records, reason):
    results = [each for run in records.runs.values() for each in run.summary.results.values()]
    assert (reason["violations"], reason["units"]) in {(each.violations, each.units) for each in results}


@true_of(Conclusions.THOUGH_PASSED)
def _(records, _):
    assert set(records.outcome(records.runs)) == {PASS}


@true_of(Conclusions.REPLACED_FAILED)
def _(records, reason):
    runs = [one["text"] for one in reason["runs"]]
    assert set(records.outcome(runs)) == {FAIL}
    assert all(records.replaced(records.runs[name]) for name in runs)
    closed = [records.deficiencies[one["text"]] for one in reason["deficiencies"]]
    assert all(one.status == "closed" and one.cure and one.retests for one in closed)
    assert set(runs) <= {run for one in closed for run in one.runs}


@true_of(Conclusions.REPLACED_UNDECIDED)
def _(records, reason):
    runs = [one["text"] for one in reason["runs"]]
    assert FAIL not in records.outcome(runs)
    assert all(records.replaced(records.runs[name]) for name in runs)


@true_of(Invalidations.SET_ASIDE)
def _(records, reason):
    assert records.role(records.runs[reason["run"]]) == "set aside"
    assert records.runs[reason["run"]].ending is not Ending.COMPLETE


@true_of(Invalidations.NO_SUCH_RUN)
def _(records, reason):
    assert reason["run"] not in records.runs


@true_of(Invalidations.RUN_COUNTS)
def _(records, reason):
    assert records.role(records.runs[reason["run"]]) != "set aside"


UNCHECKED = {
    one.code
    for one in (
        # Quoted from the register or from a run's own verdict, or no statement about records.
        *(Conclusions.CLAUSE_NOT_TESTED, Conclusions.CLAUSE_INCONCLUSIVE, Conclusions.WORDING_UNCONFIRMED),
        *(Conclusions.NO_DATE, Conclusions.OUTDATED, Conclusions.NEWER, Conclusions.SET_ASIDE),
        *(Conclusions.FIRST_REASON, Conclusions.REASONS, Conclusions.MORE, Conclusions.SEE_RESULTS),
        *(Conclusions.CLAUSES_NOT_TESTED, Conclusions.CLAUSES_INCONCLUSIVE, Conclusions.DOCUMENTS_MISSING),
        *(Conclusions.OBSERVED_COUNT, Conclusions.UNITS_MORE),
        *(Conclusions.WORDINGS_UNCONFIRMED, Conclusions.SCOPE_CHANGED, Conclusions.UNDECIDED),
    )
}


def verify(made):
    """Check every statement of a conclusion, and what it says of clauses and of deficiencies."""
    records, found = Naive(made), conclude(made)
    remarks = [row.remark for each in found.matrices for row in each.rows if row.remark]
    for reason in (*found.reasons, *found.objections, *found.sentences, *remarks):
        for one in (reason, *_within(reason)):
            if one.code in CHECKS:
                CHECKS[one.code](records, one)
            elif one.code.startswith("conclusion."):
                assert one.code in UNCHECKED, f"nothing checks {one.code}"
    return found


def _within(reason: Reason):
    for one in reason.inner():
        yield one
        yield from _within(one)


@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisWarning")
@settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    chosen=st.lists(st.tuples(st.sampled_from(sorted(ALL)), st.sampled_from([0, 1, 2])), max_size=5),
    stale=st.booleans(),
)
def test_every_statement_is_true_of_the_records(chosen, stale, dossier_runs):
    draft = Draft(dossier_runs)
    draft.stale = stale
    for name, place in chosen:
        ALL[name](draft, place)
    verify(draft.dossier())


def with_second(runs, /, *members, **fields):
    """The example with other runs of the first unit's second version, and its deficiency changed."""
    first, _, third = groups(runs)
    cure = example_submission().named(Deficiency, "d1").model_copy(update=fields)
    return dossier(runs, groups=(first, *members, third), submission=example_submission(cure))


def uncured(made):
    """Return why the failure of the example counts."""
    found = verify(made)
    assert found.outcome is FAIL
    return next(one["uncured"] for one in found.reasons if one.is_a(Conclusions.REPLACED_PLAN_FAILED))


def test_a_failure_that_counts_says_what_its_deficiency_lacks(dossier_runs):
    """And never that no deficiency names run and cure where one does."""
    retest = dossier_runs["passed"]
    for made, why in (
        (with_second(dossier_runs, group(retest), cure=()), Curing.NO_CURE(deficiency="d1")),
        (with_second(dossier_runs, group(retest), retests=()), Curing.NO_RETEST(deficiency="d1")),
        (
            with_second(dossier_runs, group(retest), cure=("app-242",)),
            Curing.CURE_UNKNOWN(deficiency="d1", component="app-242"),
        ),
        (
            with_second(dossier_runs, group(retest), cure=("boot-10",)),
            Curing.CURE_NOT_NEW(deficiency="d1", component="boot-10"),
        ),
        (with_second(dossier_runs), Curing.NO_LATER_RETEST(deficiency="d1", runs=("second-2.4.1",))),
        (
            with_second(dossier_runs, group(with_summary(retest, software=[]))),
            Curing.RETEST_WITHOUT_CURE(deficiency="d1", runs=("second-2.4.1",)),
        ),
        (
            with_second(
                dossier_runs, group(with_summary(retest, ending=Ending.STOPPED_BY_OPERATOR, verdict=None))
            ),
            Curing.RETEST_NOT_PASSED(deficiency="d1", runs=("second-2.4.1",)),
        ),
        (
            with_second(dossier_runs, group(retest), runs=("another",)),
            Curing.NO_DEFICIENCY(runs=("first-2.4.0",)),
        ),
    ):
        assert uncured(made) == why


def test_a_stray_run_of_the_cure_leaves_a_cured_failure_in_doubt_and_no_failure(dossier_runs):
    retest = dossier_runs["passed"]
    stray = with_summary(retest, run="stray", started="2026-09-05T08:00:00Z")
    found = verify(with_second(dossier_runs, group(retest, stray)))
    assert found.outcome is INCONCLUSIVE
    lack = Curing.RETEST_DOUBTED(deficiency="d1", run="second-2.4.1", runs=("second-2.4.1", "stray"))
    plan = retest.frozen.plan.id
    assert Conclusions.CURE_DOUBTED(plan=plan, runs=("first-2.4.0",), why=lack) in found.reasons
    assert not any(row.came == "FAIL" for each in found.matrices for row in each.rows)


def test_a_unit_that_only_replaced_software_was_tested_on_was_tested(dossier_runs):
    second = with_summary(dossier_runs["second"], software=[OLD_SOFTWARE])
    made = dossier(dossier_runs, groups=(*groups(dossier_runs)[:2], group(second)))
    told = Conclusions.UNIT_REPLACED(serial="SN-000462", model="Shuffler 52", runs=("third-2.4.1",))
    assert told in verify(made).reasons
    only = dossier(dossier_runs, groups=groups(dossier_runs)[:1])
    told = Conclusions.GAME_REPLACED(product="Shuffler 52", game="blackjack-633a", runs=("first-2.4.0",))
    assert told in verify(only).reasons


def test_a_version_that_was_named_beside_replaced_software_was_named(dossier_runs):
    runs = [with_summary(dossier_runs[name], software=[SOFTWARE[:1]]) for name in ("passed", "second")]
    made = dossier(dossier_runs, groups=(groups(dossier_runs)[0], *map(group, runs)))
    found = verify(made)
    told = Conclusions.COMPONENT_REPLACED(component="boot loader", version="1.0", runs=("first-2.4.0",))
    assert told in found.objections


def test_runs_that_count_are_those_in_which_every_clause_was_met(dossier_runs):
    first, *_ = verify(dossier(dossier_runs)).sentences
    assert first == Conclusions.ALL_MET(runs=2)


@pytest.mark.parametrize(
    ("clause", "known"), [("58 Pa. Code § 810a.5(c), by analogy", False), ("58 Pa. Code § 461a.4(a)", True)]
)
def test_only_a_known_clause_about_such_devices_is_not_met(dossier_runs, clause, known):
    failed = dossier_runs["failed"]
    plan = failed.frozen.plan
    cited = plan.citations[0].model_copy(
        update={"id": "of-law", "clause": clause, "status": "seen" if known else "inferred"}
    )
    checks = tuple(one.model_copy(update={"also_cites": (*one.also_cites, "of-law")}) for one in plan.checks)
    changed = plan.model_copy(update={"citations": (*plan.citations, cited), "checks": checks})
    run = replace(failed, frozen=replace(failed.frozen, plan=changed))
    found = verify(
        dossier(
            dossier_runs,
            groups=(group(run), *groups(dossier_runs)[1:]),
            submission=example_submission(without=("deficiency",)),
        )
    )
    code = Conclusions.CLAUSE_NOT_MET if known else Conclusions.CRITERION_NOT_MET
    (asked,) = {row.asked for each in found.matrices for row in each.rows if row.clause == clause}
    assert code(clause=clause, asked=asked) in found.reasons


def test_a_failure_names_the_unit_and_what_was_observed_against_a_random_device(dossier_runs):
    made = dossier(dossier_runs, submission=example_submission(without=("deficiency",)))
    (unit,) = [one for one in verify(made).sentences if one.is_a(Conclusions.UNIT_OBSERVED)]
    assert (unit["serial"], unit["run"]) == ("SN-000461", "first-2.4.0")
    assert unit["observed"] == Conclusions.OBSERVED_VIOLATIONS(violations=60, units=2000, unit="unit")


def test_kept_neighbors_are_counted_against_those_of_a_random_device(dossier_runs):
    """As a person counts them: the mean of the shuffles times their number."""
    run = dossier_runs["failed"]
    kept = Effects.PER_SHUFFLE(what=PerShuffle.KEPT_NEIGHBORS, fair=510 / 260)
    effect = Effect(kept, 909 / 260, 3.3, 3.7)
    results = {
        name: replace(result, units=260, violations=None, effect=effect)
        for name, result in run.summary.results.items()
    }
    failed = group(with_summary(run, results=results))
    submission = example_submission(without=("deficiency",))
    (told,) = failed_units(dossier(dossier_runs, groups=(failed,), submission=submission))
    assert say(told["observed"]) == (
        "Observed: 909 kept neighbors in 260 shuffles; a random device gives about 510."
    )
