"""One stage of a plan as prose."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from labharness.language.text import flowing
from labharness.model.observations import InputKnown, Kind
from labharness.model.reasons.plan_prose import PlanProse
from labharness.plans.presence import PersonNeeded, Presence
from labharness.plans.procedures import Inspect, Procedure
from labharness.plans.stage import StageBase
from labharness.plans.stages import (
    Acquire,
    Authenticate,
    Count,
    Identify,
    Load,
    NoiseHealth,
    Stage,
    ValidateCapture,
)
from labharness.reason import Reason

INPUTS = {
    InputKnown.RESET: PlanProse.INPUT_RESET,
    InputKnown.CHAINED: PlanProse.INPUT_CHAINED,
    InputKnown.READ: PlanProse.INPUT_READ,
    InputKnown.UNKNOWN: PlanProse.INPUT_UNKNOWN,
}
LIMITS = ("timeout_s", "deadline_s", "patience_s")


def stage_prose(stage: Stage, clauses: Mapping[str, str]) -> Iterator[Reason]:
    """Yield what a stage does, and what follows where its result is not as required.

    Parameters
    ----------
    clauses
        Clause of each citation, by its id.
    """
    yield from _what(stage)
    if stage.otherwise == "stop":
        yield PlanProse.STOPS()
    usual = StageBase(name="usual")
    if any(getattr(stage, name) != getattr(usual, name) for name in LIMITS):
        yield PlanProse.PATIENCE(silent_s=stage.timeout_s, call_s=stage.deadline_s, person_s=stage.patience_s)
    if isinstance(stage, Procedure | Inspect) and stage.answers:
        yield PlanProse.ANSWERS(clauses=tuple(clauses.get(each, each) for each in stage.answers))


def presence_reasons(needs: Collection[PersonNeeded]) -> tuple[Reason, ...]:
    """Return who must be at the bench, and when; one reason says it where nobody is needed."""
    stages = {
        when: tuple(dict.fromkeys(need.stage for need in needs if need.when is when)) for when in Presence
    }
    during, before, jam = (stages[when] for when in (Presence.DURING, Presence.BEFORE, Presence.ON_JAM))
    return (
        PlanProse.PERSON_DURING(stages=during) if during else PlanProse.PERSON_NEVER(),
        *((PlanProse.PERSON_BEFORE(stages=before),) if before else ()),
        *((PlanProse.PERSON_ON_JAM(stages=jam),) if jam else ()),
    )


def _what(stage: Stage) -> Iterator[Reason]:
    match stage:
        case Identify() | Load():
            yield PlanProse.IDENTIFY() if isinstance(stage, Identify) else PlanProse.LOAD()
        case Authenticate():
            yield PlanProse.AUTHENTICATE()
            if stage.declared:
                yield PlanProse.DECLARED(modules=len(stage.declared))
        case ValidateCapture():
            yield PlanProse.READER(decks=stage.decks, errors=stage.max_card_errors)
        case Count():
            yield PlanProse.COUNT_BY_HAND() if stage.by == "hand" else PlanProse.COUNT()
        case Acquire():
            yield _recorded(stage)
            yield from _acquired(stage)
        case Procedure():
            yield from _tried(stage)
        case Inspect():
            yield from _inspected(stage)


def _inspected(stage: Inspect) -> Iterator[Reason]:
    yield PlanProse.ITEMS(items=len(stage.items))
    if stage.role == "bench":
        yield PlanProse.OF_BENCH()
    for item in stage.items:
        yield PlanProse.ITEM(text=flowing(item.text), citation=item.citation)
        if item.photograph:
            yield PlanProse.PHOTOGRAPH()


def _recorded(stage: Acquire) -> Reason:
    match stage.observes:
        case Kind.SHUFFLE:
            return PlanProse.SHUFFLES(units=stage.units)
        case Kind.ROUND:
            return PlanProse.ROUNDS(units=stage.units, cards=stage.round_cards)
        case Kind.DEAL:
            return PlanProse.DEALS(units=stage.units, dealing=str(stage.dealing))
        case Kind.DRAW:
            return PlanProse.DRAWS(units=stage.units, selection=str(stage.selection))
        case Kind.BYTES:
            return PlanProse.BYTES(units=stage.units)


def _acquired(stage: Acquire) -> Iterator[Reason]:
    """Yield what a stage declares beyond the usual."""
    if stage.input in INPUTS:
        yield INPUTS[stage.input]()
    if stage.put_in_first:
        yield PlanProse.PUT_IN_FIRST()
    numbers = (
        (stage.batch > 1, PlanProse.BATCH, "units", stage.batch),
        (stage.batches > 1, PlanProse.BATCHES, "batches", stage.batches),
        (stage.rounds > 0, PlanProse.ROUNDS_OF_LOAD, "rounds", stage.rounds),
        (stage.players is not None, PlanProse.PLAYERS, "players", stage.players),
        (stage.independent_reads > 0, PlanProse.INDEPENDENT, "reads", stage.independent_reads),
        (stage.jams_allowed > 0, PlanProse.JAMS, "jams", stage.jams_allowed),
    )
    yield from (code(**{name: value}) for declared, code, name, value in numbers if declared)
    if stage.buffer:
        yield PlanProse.BUFFER(cards=stage.buffer, source=str(stage.buffer_source))
    if stage.health is not None:
        yield _health(stage.health)
    if stage.restart:
        yield PlanProse.RESTART()


def _health(health: NoiseHealth) -> Reason:
    return PlanProse.HEALTH(
        entropy=health.min_entropy, bits=health.bits, source=health.source, exponent=health.exponent
    )


def _tried(stage: Procedure) -> Iterator[Reason]:
    yield PlanProse.TRIALS(trials=stage.trials, instruction=flowing(stage.instruction))
    expected, within = flowing(stage.expects), stage.within_s
    if stage.objects:
        yield PlanProse.MUST_OBJECT(expected=expected, within_s=within)
    else:
        yield PlanProse.MUST_NOT_OBJECT(expected=expected, within_s=within, allowed=stage.false_alarms)
    if stage.restore:
        yield PlanProse.RESTORE(text=flowing(stage.restore))
    if stage.applies_if:
        yield PlanProse.APPLIES_IF(text=flowing(stage.applies_if))
    if stage.photograph:
        yield PlanProse.PHOTOGRAPH()
    if stage.role == "informational":
        yield PlanProse.INFORMATIONAL()
