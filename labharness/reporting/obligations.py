"""What a chapter asks of the device, and by what a run tested each of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from labharness.games.provisions import Aspect, Obligation
from labharness.model.findings import Result
from labharness.model.results import Outcome
from labharness.plans.plan import PlannedCheck
from labharness.plans.procedures import Inspect, Procedure
from labharness.reporting.subject import Subject

NOT_TESTED, NOT_APPLICABLE, SHOWN = "NOT TESTED", "not applicable", "for information"
NO_TEST = "no test can show it"
_STATUS = {"done": Outcome.PASS.value, "failed": Outcome.FAIL.value, "doubtful": Outcome.INCONCLUSIVE.value}
_RESULT = {
    Result.AS_EXPECTED: Outcome.PASS.value,
    Result.NOT_AS_EXPECTED: Outcome.FAIL.value,
    Result.NOT_APPLICABLE: NOT_APPLICABLE,
    Result.LEFT_OUT: NOT_TESTED,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """One check, stage or item that answers an obligation, and what came of it."""

    what: str
    came: str


@dataclass(frozen=True, slots=True)
class Tested:
    """One obligation with everything that answers it."""

    obligation: Obligation
    answers: tuple[Answer, ...]

    @property
    def came(self) -> str:
        """The worst of its answers; nothing that was not made, or only shown, tests anything."""
        came = {one.came for one in self.answers}
        if self.obligation.aspect is Aspect.APPROVAL and not came - {NOT_TESTED}:
            return NO_TEST
        if Outcome.FAIL.value in came:
            return Outcome.FAIL.value
        good = Outcome.PASS.value in came
        if Outcome.INCONCLUSIVE.value in came or (good and NOT_TESTED in came):
            return Outcome.INCONCLUSIVE.value
        if good:
            return Outcome.PASS.value
        return NOT_APPLICABLE if NOT_APPLICABLE in came and NOT_TESTED not in came else NOT_TESTED


def obligations(subject: Subject) -> list[Tested]:
    """Return every obligation of the run's game that binds the plan's device class."""
    frozen = subject.frozen
    binding = [one for one in frozen.game.obligations if frozen.plan.device_class in one.devices]
    ids = {one.id: {one.id} for one in binding}
    for citation in frozen.plan.citations:
        if citation.id not in ids and (same := _named(binding, citation.clause)):
            ids[same].add(citation.id)
    cited = {name for names in ids.values() for name in names}
    return [Tested(one, tuple(_answers(subject, one, ids[one.id], cited))) for one in binding]


def _named(binding: list[Obligation], clause: str) -> str:
    """Return the id of the obligation that a plan of its own wording names, "" where it is none or several."""
    for asks in (
        [one.id for one in binding if f"58 Pa. Code {one.citation}" == clause],
        [one.id for one in binding if clause.removeprefix("58 Pa. Code ") in one.citation.split(", ")],
    ):
        if asks:
            return asks[0] if len(asks) == 1 else ""
    return ""


def _answers(subject: Subject, obligation: Obligation, ids: set[str], cited: set[str]) -> Iterator[Answer]:
    """Yield what answers an obligation.

    A test of order that cites no obligation, such as those that the laboratory requires, counts for random
    order as well, or a device could fail it and the obligation stand as met.
    """
    plan = subject.frozen.plan
    found = [check for check in plan.checks if check.cites in ids]
    if found and obligation.aspect is Aspect.RANDOM:
        found += [one for one in plan.checks if one.cites not in cited and not _counts(subject, one)]
    yield from (Answer(check.id, _check(subject, check)) for check in found)
    for stage in plan.trials:
        if stage.cites in ids:
            yield Answer(stage.name, _stage(subject, stage))
        elif isinstance(stage, Inspect):
            made = {one.item: one for one in subject.findings.get(stage.name, ())}
            for item in stage.items:
                if item.id == obligation.id and item.citation == f"58 Pa. Code {obligation.citation}":
                    came = _RESULT[made[item.id].result] if item.id in made else NOT_TESTED
                    yield Answer(f"{item.id} (in {stage.name})", _verified(subject, came))


def _check(subject: Subject, check: PlannedCheck) -> str:
    decisions = subject.summary.verdict.decisions if subject.summary.verdict else ()
    decision = next((one for one in decisions if one.check_id == check.id), None)
    if decision is None:
        return NOT_TESTED
    if check.role == "informational" and decision.outcome is Outcome.PASS:
        return SHOWN
    return _verified(subject, decision.outcome.value)


def _stage(subject: Subject, stage: Procedure | Inspect) -> str:
    if isinstance(stage, Procedure) and stage.role == "informational":
        return SHOWN
    view = subject.summary.stages.get(stage.name)
    return _verified(subject, _STATUS.get(view.status if view else "", NOT_TESTED))


def _counts(subject: Subject, check: PlannedCheck) -> bool:
    result = subject.summary.results.get(check.id)
    return result is not None and result.violations is not None


def _verified(subject: Subject, came: str) -> str:
    """Return what came of it, which is no pass where the evidence does not verify."""
    unsound = came == Outcome.PASS.value and not subject.verification.clean
    return Outcome.INCONCLUSIVE.value if unsound else came
