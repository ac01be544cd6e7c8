"""What the laboratory did not look at: no result speaks of it, so it must not lie silent behind a pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from labharness.assessment.attempts.curing import counted
from labharness.assessment.baseline import uncompared
from labharness.assessment.clauses.exercised import exercised
from labharness.assessment.dossier import Dossier, SoftwareStanding
from labharness.assessment.runs.subject import Subject
from labharness.assessment.sameness import reads_the_same
from labharness.filings.entries.examinations import Examination, Matter, read_examinations, waiver_of
from labharness.filings.entries.items import Component, Equipment, Product
from labharness.filings.entries.papers import ErrorCondition
from labharness.filings.entries.review import SecurityFinding, Waiver
from labharness.filings.entries.snapshot import Submission
from labharness.language.dates import moment
from labharness.model.findings import Result
from labharness.model.reasons.conclusion import Conclusions
from labharness.plans.procedures import Inspect, InspectionItem
from labharness.reason import Reason

LEAK_LISTS = ("leak", "ports")
"""Inspections whose items are about what leaves the device."""


@dataclass(frozen=True, slots=True)
class Unexamined:
    """A matter that was not looked at.

    Parameters
    ----------
    reason
        What stands against a recommendation to approve.
    waiver
        The authorizer's word that lifts it, None where there is none.
    """

    matter: Matter
    reason: Reason
    waiver: Waiver | None


def unexamined(dossier: Dossier) -> tuple[Unexamined, ...]:
    """Return everything that was not looked at, waived or not."""
    return tuple(
        Unexamined(each.id, reason, waiver_of(dossier.submission, each.id))
        for each in read_examinations().values()
        for reason in _left(dossier, each)
    )


def unwaived(left: Iterable[Unexamined]) -> list[Reason]:
    """Return what stands against a recommendation to approve because nobody looked at it."""
    return [each.reason for each in left if each.waiver is None]


def terms(submission: Submission, left: Iterable[Unexamined]) -> Iterator[Reason]:
    """Yield what a recommendation rests on although it was not looked at, by whose word and why."""
    for each in left:
        if each.waiver is not None:
            yield Conclusions.WAIVED(
                person=submission.person(each.waiver.by),
                date=each.waiver.date.isoformat(),
                what=each.reason,
                why=each.waiver.reason,
                source=each.waiver.source,
            )


def _left(dossier: Dossier, asked: Examination) -> Iterator[Reason]:
    """Yield the open item of an examination where something was left out of it."""
    if asked.id is Matter.EQUIPMENT:
        if not dossier.submission.of(Equipment):
            yield Conclusions.NOT_EXAMINED(objection=asked.objection)
        return
    if things := tuple(dict.fromkeys(_THINGS[asked.id](dossier, asked))):
        yield Conclusions.NOT_EXAMINED_OF(objection=asked.objection, things=things)


def _unlisted(dossier: Dossier, asked: Examination) -> Iterable[str]:
    """Return the products without a list of error conditions."""
    listed = {condition.product for condition in dossier.submission.of(ErrorCondition)}
    return [entry.model for entry in _tested(dossier, asked) if entry.id not in listed]


def _idle(dossier: Dossier, _: Examination) -> Iterable[str]:
    idle = (
        condition for condition in dossier.submission.of(ErrorCondition) if not exercised(dossier, condition)
    )
    return [f"{each.code}, {each.condition}" for each in idle]


def _leaks(dossier: Dossier, asked: Examination) -> Iterable[str]:
    return [each for entry in _tested(dossier, asked) for each in _unlooked(dossier, entry)]


def _unsearched(dossier: Dossier, _: Examination) -> Iterable[str]:
    return [f"{component.name} {component.version}" for component in unsearched(dossier)]


def _overdue(dossier: Dossier, _: Examination) -> Iterable[str]:
    result = ((equipment, overdue(equipment, dossier.runs)) for equipment in dossier.submission.of(Equipment))
    return [f"{each.name}, {each.identification}, in {', '.join(runs)}" for each, runs in result if runs]


def _powerless(dossier: Dossier, _: Examination) -> Iterable[str]:
    """Return the plans whose runs do not say which defects their samples could have detected."""
    return [run.frozen.plan.id for run in current(dossier) if run.frozen.plan.checks and run.power is None]


def _uncompared(dossier: Dossier, _: Examination) -> Iterable[str]:
    return uncompared(dossier)


def _tested(dossier: Dossier, asked: Examination) -> list[Product]:
    """Return the products that were tested and of which something is asked."""
    result = [product for group in counted(dossier) if (product := dossier.product(group)) is not None]
    return [each for each in dict.fromkeys(result) if each.device_class not in asked.not_for]


def current(dossier: Dossier) -> Iterator[Subject]:
    """Yield the runs that count of software that was not replaced."""
    for group in dossier.groups:
        if dossier.standing(group) is not SoftwareStanding.REPLACED:
            yield from group.counting


def leak_items(run: Subject) -> Iterator[tuple[Inspect, InspectionItem]]:
    """Yield what a plan asks to be looked at of the information that leaves the device."""
    for stage in run.frozen.plan.stages:
        if isinstance(stage, Inspect) and stage.name in LEAK_LISTS:
            yield from ((stage, item) for item in stage.items)


def _unlooked(dossier: Dossier, product: Product) -> Iterator[str]:
    """Yield the product where no run of it looked at anything, else the items that none of them looked at."""
    looked: dict[str, bool] = {}
    for group in dossier.groups:
        if dossier.product(group) is not product or dossier.standing(group) is SoftwareStanding.REPLACED:
            continue
        for run in group.counting:
            for stage, item in leak_items(run):
                result = [each.result for each in run.findings.get(stage.name, ()) if each.item == item.id]
                name = f"{item.id} (in {stage.name})"
                looked[name] = looked.get(name, False) or any(each is not Result.LEFT_OUT for each in result)
    left = [name for name, seen in looked.items() if not seen]
    if len(left) == len(looked):
        yield product.model
    elif left:
        yield f"{product.model}, {', '.join(left)}"


def unsearched(dossier: Dossier) -> list[Component]:
    """Return the submitted components that no finding on security names."""
    named = [finding.component for finding in dossier.submission.of(SecurityFinding)]
    return [
        component
        for component in dossier.submission.of(Component)
        if component.submitted and not any(_names(each, component) for each in named)
    ]


def _names(text: str, part: Component) -> bool:
    return any(reads_the_same(text, name) for name in (part.name, f"{part.name} {part.version}", part.id))


def overdue(equipment: Equipment, runs: Iterable[Subject]) -> list[str]:
    """Return the runs that went on when a calibration was due, or before it was ever done."""
    return [
        run.run
        for run in runs
        if (equipment.due is not None and moment(run.summary.updated).date() > equipment.due)
        or (equipment.calibrated is not None and moment(run.summary.started).date() < equipment.calibrated)
    ]


_THINGS: Mapping[Matter, Callable[[Dossier, Examination], Iterable[str]]] = {
    Matter.ERROR_LIST: _unlisted,
    Matter.ERROR_EXERCISE: _idle,
    Matter.LEAK: _leaks,
    Matter.VULNERABILITIES: _unsearched,
    Matter.CALIBRATION: _overdue,
    Matter.DETECTABLE: _powerless,
    Matter.BASELINE: _uncompared,
}
"""What was left out, by matter; of the equipment as a whole there are no things to name."""
