"""What a deficiency makes of a failure of replaced software: cured, cured in doubt, or not cured, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from labharness.assessment.dossier import Dossier, Group, SoftwareStanding
from labharness.assessment.runs.subject import Subject
from labharness.assessment.sameness import is_same
from labharness.filings.entries.items import Component
from labharness.filings.entries.review import Deficiency
from labharness.model.reasons.curing import Curing
from labharness.model.results import Outcome
from labharness.reason import Reason


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
    failed = group.failed
    naming = [
        deficiency
        for deficiency in dossier.submission.of(Deficiency)
        if deficiency.status == "closed" and {run.run for run in failed} <= set(deficiency.runs)
    ]
    if not naming:
        return Cure(None, Curing.NO_DEFICIENCY(runs=tuple(run.run for run in failed)))
    cures = [_cure(dossier, group, each) for each in naming]
    return next(
        (cure for cure in cures if cure.whole), next((cure for cure in cures if cure.doubted), cures[0])
    )


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
    mine, theirs = (each.first.frozen.plan for each in (group, other))
    return dossier.product(other) is dossier.product(group) and (mine.id, mine.version) == (
        theirs.id,
        theirs.version,
    )
