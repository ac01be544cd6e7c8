"""What every unit of a sample is drawn from, as the plan and its game declare it."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.model.cards import CardSet
from labharness.model.observations import Kind


@dataclass(frozen=True, slots=True)
class Population:
    """The declared make-up of one unit.

    Parameters
    ----------
    kind
        What a unit is.
    cards
        The set in the device (shuffles, rounds, deals), else None.
    low, high
        Smallest and largest outcome of a generator (draws), else 0.
    stacks
        Number of cards of each stack in order (deals), else empty.
    stub
        Cards that must remain after the last stack (deals).
    round_cards
        Cards dealt in each round (rounds), else 0.
    buffer
        Cards that lie ready, beyond the reach of those put back, as declared for the device (rounds); 0 for
        none: the null hypothesis is then the ideal, otherwise a machine of that kind.
    batches
        Batches that are shuffled by turns (shuffles): the unit of an odd index is one of the second batch, whose
        copies follow those of the first.
    determinant
        Whether each stack is a round of a double shoe, opened by a determinant card (deals).
    """

    kind: Kind
    cards: CardSet | None = None
    low: int = 0
    high: int = 0
    stacks: tuple[int, ...] = ()
    stub: int = 0
    round_cards: int = 0
    buffer: int = 0
    batches: int = 1
    determinant: bool = False

    @property
    def held(self) -> CardSet:
        """The set in the device, for units of cards: shuffles, rounds and deals; draws and bytes have none."""
        assert self.cards is not None
        return self.cards
