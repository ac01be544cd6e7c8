"""Who must be at the bench during a run, and when: one function of the plan, the device and the reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from labharness.model.observations import CARD_KINDS, InputKnown
from labharness.plans.procedures import Inspect, Procedure
from labharness.plans.stages import Acquire, Count, Identify, Load, Stage, ValidateCapture


class Presence(StrEnum):
    """When a person must be at the bench."""

    BEFORE = "before"
    """The declared cards are in the device when the run begins; nobody is asked later."""
    DURING = "during"
    """The stage waits for a person."""
    ON_JAM = "on jam"
    """Only after a jam, which the plan permits a person to clear."""


class PersonTask(StrEnum):
    """What a person does at the bench."""

    NAME_PLATE = "name plate"
    PUT_IN = "put in"
    FEED = "feed"
    READ = "read"
    KNOWN_DECKS = "known decks"
    COUNT = "count"
    RESTART = "restart"
    PROCEDURE = "procedure"
    INSPECT = "inspect"
    CLEAR_JAM = "clear jam"


@dataclass(frozen=True, slots=True)
class PersonNeeded:
    """One stage that needs a person.

    Parameters
    ----------
    stage
        Its name.
    """

    stage: str
    task: PersonTask
    when: Presence


@dataclass(frozen=True, slots=True)
class BenchSetup:
    """What decides, besides the plan, who must be at the bench.

    Parameters
    ----------
    by_hand
        Whether people feed the device or write down what it shows, because it has no port.
    reader
        Whether people lay cards into a reader; false where none is connected or its reads are a recording.
    solid
        Whether real cards lie in the device: false for a declared simulation and for a recording.
    recorded
        Whether the device is a recording, which nobody switches off and on.
    """

    by_hand: bool = False
    reader: bool = True
    solid: bool = True
    recorded: bool = False


def people_needed(stages: Iterable[Stage], setup: BenchSetup) -> tuple[PersonNeeded, ...]:
    """Return every stage that needs a person, in the order of the plan.

    A break needs people as well, whatever the plan: cards that no record knows are taken out of the way. That is not part
    of what a plan asks for.
    """
    return tuple(need for stage in stages for need in _needs(stage, setup))


def waits_for_person(needs: Iterable[PersonNeeded]) -> tuple[str, ...]:
    """Return names of the stages that wait for a person, each once: such a run cannot be left alone."""
    return tuple(dict.fromkeys(need.stage for need in needs if need.when is Presence.DURING))


def _needs(stage: Stage, setup: BenchSetup) -> Iterator[PersonNeeded]:
    for task, when in _tasks(stage, setup):
        yield PersonNeeded(stage.name, task, when)


def _tasks(stage: Stage, setup: BenchSetup) -> Iterator[tuple[PersonTask, Presence]]:
    match stage:
        case Procedure():
            yield PersonTask.PROCEDURE, Presence.DURING
        case Inspect():
            yield PersonTask.INSPECT, Presence.DURING
        case ValidateCapture() if setup.reader:
            yield PersonTask.KNOWN_DECKS, Presence.DURING
        case Identify() if setup.by_hand:
            yield PersonTask.NAME_PLATE, Presence.DURING
        case Count():
            if stage.by == "hand" or setup.by_hand:
                yield PersonTask.COUNT, Presence.DURING
        case Load() if setup.solid:
            yield PersonTask.PUT_IN, Presence.BEFORE
        case Acquire():
            yield from _acquired(stage, setup)


def _acquired(stage: Acquire, setup: BenchSetup) -> Iterator[tuple[PersonTask, Presence]]:
    if setup.by_hand:
        yield PersonTask.FEED, Presence.DURING
    elif setup.solid and stage.observes in CARD_KINDS and stage.input is InputKnown.RESET:
        yield PersonTask.PUT_IN, Presence.DURING if stage.units > 1 else Presence.BEFORE
    elif setup.solid and stage.put_in_first:
        yield PersonTask.PUT_IN, Presence.BEFORE
    if setup.reader and stage.independent_reads:
        yield PersonTask.READ, Presence.DURING
    if stage.restart and not setup.recorded:
        yield PersonTask.RESTART, Presence.DURING
    if stage.jams_allowed and not setup.by_hand:
        yield PersonTask.CLEAR_JAM, Presence.ON_JAM
