"""The verdict over every attempt on a device, the one retest included.

One run as an attempt on a device: what it tested, and whether another run is of the same.

What a deficiency makes of a failure of replaced software: cured, cured in doubt, or not cured, and why.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from labharness.analysis.decision.retest import Attempt, set_aside, settle
from labharness.analysis.decision.rule import (
    DecisionLevels,
    DeclaredCheck,
    awaits_retest,
    decide,
    declared_checks,
    declared_rule,
    ended_early,
    interim,
)
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.sample import Decode
from labharness.assessment.dossier import Dossier, Group, SoftwareStanding, is_same
from labharness.assessment.runs.judging import against, judge
from labharness.assessment.runs.repeats import Beginnings, DataRepeats
from labharness.assessment.runs.subject import Subject
from labharness.assessment.runs.trust import repeated
from labharness.errors import InputError, IntegrityError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.records.calls import ObservedBody
from labharness.evidence.records.course import SameData
from labharness.evidence.verify import verify
from labharness.filings.entries.events import Component
from labharness.filings.entries.review import Deficiency
from labharness.model.reasons.conclusion import Settled
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.run import Attempts, Curing, Runs, Trait
from labharness.model.results import Ending, Outcome, Verdict
from labharness.model.settlement import SET_ASIDE, Level, Settlement, Tried
from labharness.plans.frozen import GAME, PLAN, FrozenPlan, frozen_plan
from labharness.reason import OnStep, Reason, Titled, unheard

INTRODUCTIONS = ("identify", "authenticate")
"""Kinds of stages in which a device only says what it is."""


@dataclass(frozen=True, slots=True)
class Member:
    """One run, and what must be the same in every other attempt."""

    folder: RunFolder
    history: RunHistory

    @classmethod
    def of(cls, folder: RunFolder) -> Member:
        """Read a run; raises :class:`IntegrityError` where its records cannot be trusted."""
        try:
            return cls(folder, RunHistory.of(folder))
        except IntegrityError as error:
            raise IntegrityError(Runs.UNREADABLE(run=folder.run, why=error.reasons)) from error

    def admit(self) -> None:
        """Refuse a run that is still going on, or of which any line or byte is not as it was written."""
        if self.folder.alive:
            raise InputError(Runs.AT_WORK(run=self.run))
        faults = verify(self.folder.path).problems
        if faults:
            raise IntegrityError(Evidence.DAMAGED(run=self.run, problem=faults[0]))

    @property
    def summary(self) -> RunSummary:
        """Where it stands."""
        return self.history.summary

    @property
    def origin(self) -> str:
        """Hash of its start record, which no two runs share."""
        return self.summary.origin

    @property
    def run(self) -> str:
        """Its name."""
        return self.folder.run

    @property
    def plan(self) -> tuple[str, ...]:
        """Hashes of the plan and of the game."""
        files = self.summary.start.files if self.summary.start else {}
        return tuple(files.get(name, "") for name in (PLAN, GAME))

    @property
    def unit(self) -> tuple[str, ...]:
        """Manufacturer, model and serial number; empty where the device never said them."""
        identity = self.summary.identity
        return (identity.manufacturer, identity.model, identity.serial) if identity else ()

    @property
    def software(self) -> tuple[str, ...]:
        """Every component with its digest, as first reported."""
        first = self.summary.software[0] if self.summary.software else ()
        return tuple(sorted(f"{each.name} {each.version} {each.algorithm}:{each.digest}" for each in first))

    @property
    def untouched(self) -> bool:
        """Whether it ended before anything was done with the device."""
        stages = self.summary.stages.values()
        return all(stage.status == "waiting" for stage in stages if stage.kind not in INTRODUCTIONS)

    @property
    def slip(self) -> Reason | None:
        """Why it was not begun and is no attempt, None where it is one."""
        return self.history.beginning.slip

    def differs(self, other: Member) -> list[Trait]:
        """Return the traits that are known to differ from ``other``; what a run does not record does not differ."""
        traits = [Trait.PLAN] * (self.plan != other.plan)
        for trait, mine, theirs in (
            (Trait.UNIT, self.unit, other.unit),
            (Trait.SOFTWARE, self.software, other.software),
        ):
            if mine and theirs and mine != theirs:
                traits.append(trait)
        return traits


@dataclass(frozen=True, slots=True)
class DeviceAttempts:
    """All attempts on one unit with one software and one plan.

    Parameters
    ----------
    base
        The run that was named first; it says which unit, software and plan.
    members
        Every run that belongs, itself included, in the order of their start.
    notes
        What a reader should know of other runs in the workspace.
    beside
        Failures of the same unit and software under another plan, which prevent a pass.
    repeats
        Data that these attempts have in common with each other and with other runs; None compares the attempts alone.
    """

    base: Member
    members: Sequence[Member]
    notes: tuple[Reason, ...] = ()
    beside: tuple[Reason, ...] = ()
    repeats: DataRepeats | None = None


def settle_members(
    attempted: DeviceAttempts,
    catalog: Catalog,
    decoder: Callable[..., Decode],
    on_step: OnStep = unheard,
    *,
    recorded: bool = False,
    invalidated: Collection[tuple[str, str]] = (),
) -> Settlement:
    """Judge all attempts on one unit with one software and one plan, in the order of their start.

    Parameters
    ----------
    decoder
        Gives what decodes the raw bytes of a run again.
    recorded
        Take results of complete runs as they are on record, and do not compute them again; whether they can
        be reproduced is what ``reverify`` says.
    invalidated
        Runs that the authorizer invalidated for an assignable cause, each by its name and the hash of its start
        record; :func:`~labharness.analysis.decision.retest.set_aside` says which of them count all the same.

    Raises
    ------
    IntegrityError
        If a run is judged otherwise now than on record.
    """
    base, members, repeats = attempted.base, attempted.members, attempted.repeats
    notes, beside, decode = attempted.notes, attempted.beside, partial(decoder, catalog=catalog)
    if repeats is None:
        repeats = DataRepeats.among(Beginnings.of(member.history) for member in members)
    frozen = frozen_plan(base.folder)
    planned, rule = declared_checks(frozen.plan, catalog), declared_rule(frozen.plan)
    attempts, alone = list[Attempt](), list[Verdict]()
    for member in members:
        on_step(Doing.JUDGING(what=member.run))
        attempt, verdict = _attempt(member, frozen, catalog, decode, planned, rule, recorded=recorded)
        attempt = replace(attempt, caveats=_caveats(attempt, member, repeats))
        if (member.run, member.origin) in invalidated:
            attempt = _examined(attempt, member)
        attempts.append(attempt)
        alone.append(verdict)
    _doubt_repeats(members, attempts)
    named = {member.run for member in members if (member.run, member.origin) in invalidated}
    reasons = set_aside(planned, rule, attempts, named)
    verdict = _beside(settle(planned, rule, attempts, named), beside)
    complete = [
        at
        for at, attempt in enumerate(attempts)
        if attempt.ending is Ending.COMPLETE and reasons.get(at, attempt) is not None
    ]
    awaiting = _awaiting(alone[complete[0]]) if complete else []
    roles = dict.fromkeys(range(len(members)), "not completed") | dict.fromkeys(complete, "not asked for")
    roles |= {at: SET_ASIDE for at, why in reasons.items() if why is None}
    for at, role in zip(complete, ("first", "retest"), strict=False):
        wrong = [why["run"] for why in verdict.reasons if why.is_a(Attempts.NOT_THE_RETEST)]
        refused = members[at].run in wrong
        roles[at] = "not asked for" if refused else role
    tried = tuple(
        replace(
            _tried(member, roles[at], attempts[at].ending, alone[at], awaiting),
            interim=interim(planned, attempts[at].results, rule),
            counts=reasons.get(at),
            same=_runs(repeats.unexplained(_named(member))),
            explained=_runs(repeats.explained_of(_named(member))),
        )
        for at, member in enumerate(members)
    )
    return Settlement(
        verdict.outcome,
        tuple(_basis(verdict, tried, awaiting)),
        verdict.reasons,
        base.unit,
        base.software,
        (frozen.plan.id, *base.plan),
        tuple(_level(item) for item in planned if item.check_id in awaiting),
        tried,
        verdict.decisions,
        tuple(notes),
    )


def _beside(verdict: Verdict, failures: Sequence[Reason]) -> Verdict:
    """Add failures outside the attempts: no plan passes a unit that failed under another."""
    outcome = Outcome.INCONCLUSIVE if failures and verdict.outcome is Outcome.PASS else verdict.outcome
    return replace(verdict, outcome=outcome, reasons=(*verdict.reasons, *failures))


def _attempt(
    member: Member,
    frozen: FrozenPlan,
    catalog: Catalog,
    decoder: Callable[[RunFolder], Decode],
    planned: Sequence[DeclaredCheck],
    rule: DecisionLevels,
    *,
    recorded: bool,
) -> tuple[Attempt, Verdict]:
    """Judge a run from its records, and take apart why it is not a pass."""
    ending = member.summary.ending or Ending.INTERRUPTED
    # A verdict without an end is that of a judgment that broke off; the run is judged another time.
    before = member.summary.verdict if member.summary.ending is not None else None
    if recorded and before is not None and ending is Ending.COMPLETE:
        results, verdict = dict(member.summary.results), before
        _refuse_incomplete(member, frozen, before)
    else:
        results, verdict = judge(member.folder, frozen, catalog, ending, decoder(member.folder))
    # Outcomes, not digits: a newer library may change the last digit of a p-value.
    if before is not None and _outcomes(before) != _outcomes(verdict):
        raise IntegrityError(Runs.VERDICT_CHANGED(run=member.run))
    decided = decide(planned, results, rule)
    decision = verdict.decisions[: len(verdict.decisions) - len(planned)]
    failures = tuple(each.reason for each in decision if each.outcome is Outcome.FAIL)
    known = {*failures, *decided.reasons, *ended_early(ending)}
    doubts = tuple(why for why in verdict.reasons if why not in known)
    unit, plan = ", ".join(member.unit), " ".join(member.plan)
    return Attempt(member.run, unit, member.software, plan, results, ending, doubts, failures), verdict


def _caveats(attempt: Attempt, member: Member, repeats: DataRepeats) -> tuple[Reason, ...]:
    """Return what weakens an attempt, with the equal data that nobody explained in place of those that its runner found."""
    recorded = repeated(member.history.trust.same)
    others = (why for why in attempt.caveats if why not in recorded)
    return (*others, *repeated(repeats.unexplained(_named(member))))


def _named(member: Member) -> tuple[str, str]:
    return member.summary.run, member.origin


def _runs(same: Iterable[SameData]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.run for each in same))


def _examined(attempt: Attempt, member: Member) -> Attempt:
    """Add to an attempt that was invalidated what says whether it may be set aside."""
    summary = member.summary
    whole = not (summary.gaps or summary.deviations)
    return replace(attempt, signs=member.history.signs.reasons, whole=whole)


def _refuse_incomplete(member: Member, frozen: FrozenPlan, verdict: Verdict) -> None:
    """Raise :class:`IntegrityError` where the records do not hold what the verdict on record is about."""
    summary = member.summary
    missing = [why for why in against(member.history, frozen) if why not in verdict.reasons]
    for stage in frozen.plan.acquisitions:
        view, unit = summary.stages.get(stage.name), summary.units.get(stage.name, 0)
        if view is not None and view.status == "done" and unit < stage.units:
            missing.append(Runs.UNITS_MISSING(stage=stage.name, recorded=unit, planned=stage.units))
    if missing:
        raise IntegrityError(Runs.VERDICT_UNFOUNDED(run=member.run, problem=missing[0]))


def _awaiting(verdict: Verdict) -> list[str]:
    """Return the checks of a first attempt that the retest decides; a failure forbids it."""
    if verdict.outcome is Outcome.FAIL:
        return []
    return [decision.check_id for decision in verdict.decisions if awaits_retest(decision)]


def _outcomes(verdict: Verdict) -> tuple[Outcome, list[tuple[str, Outcome]]]:
    return verdict.outcome, [(decision.check_id, decision.outcome) for decision in verdict.decisions]


def _doubt_repeats(members: Sequence[Member], attempts: list[Attempt]) -> None:
    """Add to every complete run after the first why it may not be a fresh sample of the same unit and software."""
    complete = [at for at, attempt in enumerate(attempts) if attempt.ending is Ending.COMPLETE]
    if len(complete) == 1:
        return  # there is nothing to read its sample for
    whose: dict[str, str] = {}
    for at in complete:
        sample = _sample(members[at])
        if at != complete[0]:
            doubts = _doubts(members[at], whose.get(sample, ""))
            attempts[at] = replace(attempts[at], caveats=(*attempts[at].caveats, *doubts))
        if sample:
            whose.setdefault(sample, members[at].run)


def _doubts(later: Member, same: str) -> list[Reason]:
    """Return why a run may not be a fresh sample; ``same`` is an earlier one with the same sample."""
    reasons = []
    if "unknown" in later.unit:
        reasons.append(Attempts.UNIT_UNPROVEN(run=later.run))
    if not later.software:
        reasons.append(Attempts.SOFTWARE_UNPROVEN(run=later.run))
    if same:
        reasons.append(Attempts.SAME_SAMPLE(run=later.run, earlier=same))
    return reasons


def _sample(member: Member) -> str:
    """Return a hash of all that was observed, "" where nothing was."""
    if not member.summary.units:
        return ""
    running = hashlib.sha256()
    for record in member.folder.records():
        if isinstance(record.body, ObservedBody):
            running.update(repr((record.body.stage, record.body.first, record.body.data)).encode())
    return running.hexdigest()


def _tried(member: Member, role: str, ending: Ending, verdict: Verdict, awaiting: Sequence[str]) -> Tried:
    result = {decision.check_id: decision.p for decision in verdict.decisions}
    summary = member.summary
    return Tried(
        member.run,
        summary.started,
        role,
        ending,
        verdict.outcome,
        verdict.reasons,
        {check: result.get(check) for check in awaiting},
        summary.head,
        summary.simulated,
    )


def _level(item: DeclaredCheck) -> Level:
    cited = item.citation
    assert cited is not None  # only a cited check can await a retest
    return Level(item.check_id, cited.id, cited.alpha, cited.failing, cited.retest)


def _basis(verdict: Verdict, tried: Sequence[Tried], awaiting: Sequence[str]) -> Iterator[Reason]:
    """Yield what decides over all attempts, then which runs were set aside for a pass."""
    count, checks = len(tried), tuple(map(Titled, awaiting))
    stand = [each for each in tried if each.role != SET_ASIDE]
    aside = tuple(each.run for each in tried if each.role == SET_ASIDE)
    retest = next((each.run for each in stand if each.role == "retest"), None)
    if verdict.outcome is Outcome.PASS:
        if retest is None:
            yield Settled.PASSED_ALONE(attempts=count)
        else:
            yield Settled.PASSED_AGAIN(attempts=count, checks=checks, run=retest)
        if aside:
            yield Settled.RUNS_SET_ASIDE(runs=aside)
    elif verdict.outcome is Outcome.FAIL:
        yield Settled.FAILED(attempts=count)
    elif len(stand) == 1 and len(awaiting) == len(verdict.reasons):
        yield Settled.AWAITS_RETEST(attempts=count, run=stand[0].run, checks=checks)
    elif all(each.role == "not completed" for each in tried):
        yield Settled.NONE_COMPLETED(attempts=count)
    else:
        yield Settled.UNDECIDED(attempts=count)


@dataclass(frozen=True, slots=True)
class Cure:
    """What the deficiencies on record make of a failure.

    Parameters
    ----------
    deficiency
        The closed deficiency that names the failed runs, None where none does.
    lack
        What it lacks to excuse the failure, None where it lacks nothing.
    doubted
        Whether it lacks only this: a retest passed, but its group of runs is inconclusive.
    """

    deficiency: Deficiency | None
    lack: Reason | None = None
    doubted: bool = False

    @property
    def whole(self) -> bool:
        """Whether the failure is excused."""
        return self.lack is None


def cure_of(dossier: Dossier, group: Group) -> Cure | None:
    """Return what became of a failure of software that was replaced, None where a group is none."""
    if group.outcome is not Outcome.FAIL or dossier.standing(group) is not SoftwareStanding.REPLACED:
        return None
    runs = tuple(run.run for run in group.failed)
    closed = [each for each in dossier.submission.of(Deficiency) if each.status == "closed"]
    naming = [deficiency for deficiency in closed if set(runs) <= set(deficiency.runs)]
    if not naming:
        return Cure(None, Curing.NO_DEFICIENCY(runs=runs))
    cures = [_cure(dossier, group, each) for each in naming]
    return min(cures, key=lambda cure: (not cure.whole, not cure.doubted))


def cured_by(dossier: Dossier, group: Group) -> Deficiency | None:
    """Return the closed deficiency that excuses a failure of software that was replaced, or None.

    It names every failed run, and as a retest a later run of a group that passed: of the same product and
    plan, as submitted, with every component that it names as the cure.
    """
    cure = cure_of(dossier, group)
    return cure.deficiency if cure is not None and cure.whole else None


def counted(dossier: Dossier) -> list[Group]:
    """Return the groups that verdict and clauses are over: all but those of software that was replaced.

    A failure of replaced software counts until a closed deficiency says what cured it and which run showed
    that.
    """
    return [group for group in dossier.groups if counts(dossier, group)]


def counts(dossier: Dossier, group: Group) -> bool:
    """Whether verdict and clauses are over a group."""
    if dossier.standing(group) is not SoftwareStanding.REPLACED:
        return True
    cure = cure_of(dossier, group)
    return cure is not None and not cure.whole and not cure.doubted


def doubted(dossier: Dossier) -> Iterator[tuple[Group, Reason]]:
    """Yield failures of which it is in doubt whether they are cured, and why."""
    for group in dossier.groups:
        cure = cure_of(dossier, group)
        if cure is not None and cure.doubted and cure.lack is not None:
            yield group, cure.lack


def _cure(dossier: Dossier, group: Group, deficiency: Deficiency) -> Cure:
    """Return what a closed deficiency that names the failed runs makes of them."""
    lack = _parts(dossier, group, deficiency)
    return Cure(deficiency, lack) if lack is not None else _retested(dossier, group, deficiency)


def _retested(dossier: Dossier, group: Group, deficiency: Deficiency) -> Cure:
    """Return what the retests of a closed deficiency make of the failed runs."""
    since = max(run.summary.updated for run in group.failed)
    retests = [
        (other, run)
        for other in dossier.groups
        for run in other.counting
        if run.run in deficiency.retests and run.summary.started > since and _alike(dossier, other, group)
    ]
    if not retests:
        return Cure(deficiency, Curing.NO_LATER_RETEST(deficiency=deficiency.id, runs=deficiency.retests))
    parts = [dossier.submission.named(Component, name) for name in deficiency.cure]
    submitted = [
        (other, run)
        for other, run in retests
        if dossier.standing(other) is SoftwareStanding.SUBMITTED
        and all(part and any(is_same(part, text) for text in other.software) for part in parts)
    ]
    if not submitted:
        names = tuple(run.run for _, run in retests)
        return Cure(deficiency, Curing.RETEST_WITHOUT_CURE(deficiency=deficiency.id, runs=names))
    return _passed(deficiency, submitted)


def _passed(deficiency: Deficiency, retests: Sequence[tuple[Group, Subject]]) -> Cure:
    """Return what retests of the cure make of the failed runs."""
    if any(group.outcome is Outcome.PASS for group, _ in retests):
        return Cure(deficiency)
    for group, run in retests:
        if run.outcome is Outcome.PASS and group.outcome is Outcome.INCONCLUSIVE:
            runs = tuple(each.run for each in group.runs)
            lack = Curing.RETEST_DOUBTED(deficiency=deficiency.id, run=run.run, runs=runs)
            return Cure(deficiency, lack, doubted=True)
    names = tuple(run.run for _, run in retests)
    return Cure(deficiency, Curing.RETEST_NOT_PASSED(deficiency=deficiency.id, runs=names))


def _parts(dossier: Dossier, group: Group, deficiency: Deficiency) -> Reason | None:
    """Return what is wrong with what a deficiency names as cure and retest, None where nothing is."""
    if not deficiency.cure:
        return Curing.NO_CURE(deficiency=deficiency.id)
    if not deficiency.retests:
        return Curing.NO_RETEST(deficiency=deficiency.id)
    reported = {each for run in group.failed for answer in run.summary.software for each in answer}
    for name in deficiency.cure:
        part = dossier.submission.named(Component, name)
        if part is None:
            return Curing.CURE_UNKNOWN(deficiency=deficiency.id, component=name)
        if any(is_same(part, each) for each in reported):
            return Curing.CURE_NOT_NEW(deficiency=deficiency.id, component=name)
    return None


def _alike(dossier: Dossier, other: Group, group: Group) -> bool:
    """Whether two groups are of one product and plan."""
    mine, theirs = ((each.first.frozen.plan.id, each.first.frozen.plan.version) for each in (group, other))
    return dossier.product(other) is dossier.product(group) and mine == theirs
