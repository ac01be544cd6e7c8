"""Decoded facts about a device: what was shuffled, dealt, drawn and counted, and what happened between two units."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from labharness.model.cards import Order
from labharness.model.results import Counted


class EventKind(StrEnum):
    """What happened."""

    REFILL = "refill"  # cards were put in
    JAM = "jam"  # a jam was cleared
    DOOR = "door"  # its door was opened and closed again
    RESTART = "restart"  # it was switched on, or went on after a break


@dataclass(frozen=True, slots=True)
class Event:
    """One event.

    Parameters
    ----------
    unit
        Absolute index, within the sample, of the first unit after it.
    """

    unit: int
    kind: EventKind


class Kind(StrEnum):
    """What a stage acquires; each is one class below."""

    SHUFFLE = "shuffle"
    ROUND = "round"
    DEAL = "deal"
    DRAW = "draw"
    BYTES = "bytes"


OF_KIND = {
    Kind.SHUFFLE: Counted.SHUFFLES,
    Kind.ROUND: Counted.ROUNDS,
    Kind.DEAL: Counted.DEALS,
    Kind.DRAW: Counted.OUTCOMES,
    Kind.BYTES: Counted.BYTES,
}
"""What the units of each kind of observation are called."""


CARD_KINDS = (Kind.SHUFFLE, Kind.ROUND, Kind.DEAL)
"""Kinds whose units are orders of cards."""


class InputKnown(StrEnum):
    """How the order before a shuffle is known."""

    RESET = "reset"
    CHAINED = "chained"
    READ = "read"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not_applicable"


class Source(StrEnum):
    """Who read the order."""

    OBSERVED = "observed"
    HAND_ENTERED = "hand_entered"
    DEVICE_REPORTED = "device_reported"
    MANUFACTURER_SUPPLIED = "manufacturer_supplied"

    @property
    def independent(self) -> bool:
        """Whether the laboratory itself read it."""
        return self in (Source.OBSERVED, Source.HAND_ENTERED)


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle:
    """One shuffle of a batch machine: the order that went in and the order that came out."""

    input: Order
    output: Order


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """One round of a continuous shuffler: cards dealt, in order, and cards put back after it."""

    dealt: Order
    returned: Order


@dataclass(frozen=True, slots=True, eq=False)
class Deal:
    """One deck dispensed by an automated dealing shoe: its stacks in order, and the stub left."""

    stacks: tuple[Order, ...]
    stub: Order


@dataclass(frozen=True, slots=True, eq=False)
class Draws:
    """Consecutive outcomes of a random number generator, shape (n,); a unit is one outcome."""

    values: NDArray[np.uint16]


@dataclass(frozen=True, slots=True, eq=False)
class RawBytes:
    """Consecutive raw output bytes; a unit is one byte."""

    data: bytes


Observation = Shuffle | Round | Deal | Draws | RawBytes


def units(observation: Observation) -> int:
    """Return how many units an observation holds."""
    if isinstance(observation, Draws):
        return len(observation.values)
    return len(observation.data) if isinstance(observation, RawBytes) else 1


def physical_order(observation: Observation) -> Order:
    """Return the cards of a unit in the order in which they leave the device.

    Raises
    ------
    TypeError
        If it holds no cards.

    Examples
    --------
    >>> dealt = Deal((np.array([3, 1], dtype=np.uint16),), np.array([2], dtype=np.uint16))
    >>> physical_order(dealt).tolist()
    [3, 1, 2]
    """
    if isinstance(observation, Shuffle):
        return observation.output
    if isinstance(observation, Round):
        return observation.dealt
    if isinstance(observation, Deal):
        return np.concatenate([*observation.stacks, observation.stub])
    raise TypeError(f"{type(observation).__name__} holds no cards")


@dataclass(frozen=True, slots=True)
class Provenance:
    """How the input order is known and who read the orders."""

    input_known: InputKnown
    source: Source


@dataclass(frozen=True, slots=True)
class Batch:
    """Observations of one exchange with the device.

    Parameters
    ----------
    stage
        Name of the stage that acquired them.
    kind
        What they are; all of one kind.
    first
        Index of the first unit within the stage, from 0, over all sessions.
    observations
        At least one.
    provenance
        How they are known.
    """

    stage: str
    kind: Kind
    first: int
    observations: tuple[Observation, ...]
    provenance: Provenance

    @property
    def units(self) -> int:
        """Number of units: shuffles, rounds, deals, outcomes or bytes."""
        return sum(map(units, self.observations))
