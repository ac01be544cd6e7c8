"""What a chapter asks of the device, and by what a run tested each of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from labharness.assessment.clauses.provisions import CODE, provisions, within
from labharness.assessment.runs.subject import Subject
from labharness.games.provisions import Aspect, Obligation
from labharness.model.findings import Result
from labharness.model.results import Decision, Outcome, stage_decision
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import PlannedCheck
from labharness.plans.procedures import Inspect, InspectionItem, Procedure

NOT_TESTED, NOT_APPLICABLE, SHOWN = "NOT TESTED", "not applicable", "for information"
NO_TEST = "no test can show it"
_STATUS = {
    "done": Outcome.PASS.value,
    "failed": Outcome.FAIL.value,
    "doubtful": Outcome.INCONCLUSIVE.value,
    NOT_APPLICABLE: NOT_APPLICABLE,
}
RESULT = {
    Result.AS_EXPECTED: Outcome.PASS.value,
    Result.NOT_AS_EXPECTED: Outcome.FAIL.value,
    Result.NOT_APPLICABLE: NOT_APPLICABLE,
    Result.LEFT_OUT: NOT_TESTED,
}
_OF_CARDS = frozenset({Aspect.STACK, Aspect.COMPOSITION, Aspect.DEALING, Aspect.STUB})
"""Aspects of obligations about which cards there are and where: one count of them shows several of these."""


@dataclass(frozen=True, slots=True)
class ClauseAnswer:
    """One check, stage or item that answers an obligation, and what came of it.

    Parameters
    ----------
    what
        Its name for people.
    decision
        Id of the decision about it: the check's, or that of the whole stage.
    stage, item
        Where people looked and at what; "" for a check, and no item for a whole stage.
    """

    what: str
    came: str
    decision: str
    stage: str = ""
    item: str = ""


def of_check(subject: Subject, check: PlannedCheck, text: str) -> ClauseAnswer:
    """Return the answer of a check."""
    return ClauseAnswer(subject.titles.get(check.id, check.id), text, check.id)


def of_stage(stage: Procedure | Inspect, text: str) -> ClauseAnswer:
    """Return the answer of a whole stage."""
    return ClauseAnswer(stage.name, text, stage_decision(stage.name), stage.name)


def of_item(stage: Inspect, item: InspectionItem, text: str) -> ClauseAnswer:
    """Return the answer of one item of an inspection."""
    return ClauseAnswer(f"{item.id} (in {stage.name})", text, stage_decision(stage.name), stage.name, item.id)


AnAnswer = TypeVar("AnAnswer", bound=ClauseAnswer)


def told_apart(answers: Sequence[AnAnswer]) -> tuple[AnAnswer, ...]:
    """Say of a stage that it is one where a check has its name."""
    checks = {answer.what for answer in answers if not answer.stage}
    return tuple(
        replace(answer, what=f"{answer.what} (stage)") if answer.stage and answer.what in checks else answer
        for answer in answers
    )


@dataclass(frozen=True, slots=True)
class Tested:
    """One obligation with everything that answers it."""

    obligation: Obligation
    answers: tuple[ClauseAnswer, ...]

    @property
    def came(self) -> str:
        """The worst of its answers; nothing that was not made, or only shown, tests anything."""
        return worst(self.answers, approval=self.obligation.aspect is Aspect.APPROVAL)


def worst(answers: Iterable[ClauseAnswer], *, approval: bool = False) -> str:
    """Return what answers come to together.

    Parameters
    ----------
    approval
        Whether the clause only says who approves a device, which no test can show.
    """
    origin = {answer.came for answer in answers}
    if approval and not origin - {NOT_TESTED}:
        return NO_TEST
    if Outcome.FAIL.value in origin:
        return Outcome.FAIL.value
    good = Outcome.PASS.value in origin
    if Outcome.INCONCLUSIVE.value in origin or (good and NOT_TESTED in origin):
        return Outcome.INCONCLUSIVE.value
    if good:
        return Outcome.PASS.value
    return NOT_APPLICABLE if NOT_APPLICABLE in origin and NOT_TESTED not in origin else NOT_TESTED


def obligations(subject: Subject, decisions: Sequence[Decision] | None = None) -> list[Tested]:
    """Return every obligation of the run's game that binds the plan's device class.

    Parameters
    ----------
    decisions
        What all attempts together come to, where the run is one of several; the run's own if left out.
    """
    if decisions is None:
        decisions = subject.summary.verdict.decisions if subject.summary.verdict else ()
    origin = {decision.check_id: decision.outcome for decision in decisions}
    frozen = subject.frozen
    binding = binding_on(frozen)
    ids = {each.id: {each.id} for each in binding}
    for citation in frozen.plan.citations:
        if citation.id not in ids:
            for same in named(binding, citation.clause):
                ids[same].add(citation.id)
    cited = {name for names in ids.values() for name in names}
    return [
        Tested(each, told_apart(tuple(_answers(subject, each, ids[each.id], cited, origin))))
        for each in binding
    ]


def binding_on(frozen: FrozenPlan) -> list[Obligation]:
    """Return the obligations of a plan's game that bind its device class."""
    return [
        obligation for obligation in frozen.game.obligations if frozen.plan.device_class in obligation.devices
    ]


def named(binding: Sequence[Obligation], clause: str) -> tuple[str, ...]:
    """Return the ids of the obligations that a plan of its own wording names, none where it cannot be said which.

    The one that is cited so, or in part so: where several are, none is, but that a clause which also says who
    approves the device names the other.  A clause of several provisions, such as a range, names besides what lies
    within it, as far as both are about the cards: who counts what is dealt counts what is left, and shows nothing
    of what people must not see.
    """
    direct = _direct(binding, clause)
    if len(direct) > 1 or any(each.aspect not in _OF_CARDS for each in direct):
        return tuple(each.id for each in direct) if len(direct) == 1 else ()
    inside = [each for each in binding if each.aspect in _OF_CARDS and within(each.citation, clause)]
    several = len(provisions(clause)) > 1
    return tuple(dict.fromkeys(each.id for each in (*direct, *(inside if several else ()))))


def _direct(binding: Sequence[Obligation], clause: str) -> list[Obligation]:
    """Return the obligations that are cited just so, else those of which one part is."""
    for asks in (
        [each for each in binding if f"{CODE}{each.citation}" == clause],
        [each for each in binding if clause.removeprefix(CODE) in each.citation.split(", ")],
    ):
        if asks:
            return [each for each in asks if each.aspect is not Aspect.APPROVAL] if len(asks) > 1 else asks
    return []


def _answers(
    subject: Subject,
    obligation: Obligation,
    ids: set[str],
    cited: set[str],
    decided: Mapping[str, Outcome],
) -> Iterator[ClauseAnswer]:
    """Yield what answers an obligation.

    A test of order that cites no obligation, such as those that the laboratory requires, counts for random
    order as well, or a device could fail it and the obligation stand as met.  A comparison with the whole set
    answers what the chapter first asks of the set, whatever the plan has it cite.
    """
    plan = subject.frozen.plan
    checks = [check for check in plan.checks if not ids.isdisjoint(check.answers)]
    if not checks and obligation is _of_the_set(subject):
        checks = [check for check in plan.checks if check.check == "composition"]
    if checks and obligation.aspect is Aspect.RANDOM:
        checks += [check for check in plan.checks if check.cites not in cited and not _counts(subject, check)]
    yield from (of_check(subject, check, check_came(subject, check, decided)) for check in checks)
    for stage in plan.trials:
        if not ids.isdisjoint(stage.answers):
            yield of_stage(stage, stage_came(subject, stage))
        elif isinstance(stage, Inspect):
            result = {each.item: each for each in subject.findings.get(stage.name, ())}
            for item in stage.items:
                if item.id == obligation.id and item.citation == f"{CODE}{obligation.citation}":
                    origin = RESULT[result[item.id].result] if item.id in result else NOT_TESTED
                    yield of_item(stage, item, verified(subject, origin))


def _of_the_set(subject: Subject) -> Obligation | None:
    """Return the first obligation about the set of cards, which the templates of plans have compositions cite."""
    binding = binding_on(subject.frozen)
    return next((each for each in binding if each.aspect is Aspect.COMPOSITION), None)


def check_came(subject: Subject, check: PlannedCheck, decided: Mapping[str, Outcome]) -> str:
    """Return what came of a check in a run, by what was decided of each."""
    origin = decided.get(check.id)
    if origin is None:
        return NOT_TESTED
    if check.role == "informational" and origin is Outcome.PASS:
        return SHOWN
    return verified(subject, origin.value)


def stage_came(subject: Subject, stage: Procedure | Inspect) -> str:
    """Return what came of a procedure or an inspection in a run."""
    if isinstance(stage, Procedure) and stage.role == "informational":
        return SHOWN
    view = subject.summary.stages.get(stage.name)
    return verified(subject, _STATUS.get(view.status if view else "", NOT_TESTED))


def _counts(subject: Subject, check: PlannedCheck) -> bool:
    result = subject.summary.results.get(check.id)
    return result is not None and result.violations is not None


def verified(subject: Subject, text: str) -> str:
    """Return what came of it, which is no pass where the evidence does not verify."""
    unsound = text == Outcome.PASS.value and not subject.verification.clean
    return Outcome.INCONCLUSIVE.value if unsound else text
