"""A stretch of a sample as plain arrays, the only thing that checks read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.population import Population
from labharness.model.cards import Order, types
from labharness.model.observations import (
    Deal,
    Draws,
    Observation,
    Provenance,
    RawBytes,
    Round,
    Shuffle,
    units,
)


@dataclass(frozen=True)
class Block:
    """Consecutive units of one sample.

    Parameters
    ----------
    population
        What the units are drawn from.
    index
        Absolute index of the first unit within the sample.
    observations
        The units, irregular ones included.
    context
        The last units before the block, never across a gap: at least as many as the check's
        ``look_back``, fewer only at the start of the sample or after a gap.
    provenance
        How the units are known.
    """

    population: Population
    index: int
    observations: tuple[Observation, ...]
    provenance: Provenance
    context: tuple[Observation, ...] = ()

    @property
    def units(self) -> int:
        """Number of units in the block."""
        return sum(map(units, self.observations))

    @cached_property
    def orders(self) -> list[Order]:
        """All cards of each unit in the order in which they left: output, dealt, or stacks and stub."""
        return [_order(observation) for observation in self.observations]

    @cached_property
    def regular(self) -> NDArray[np.intp]:
        """Indices, within the block, of units that hold exactly the cards that they should.

        For rounds: exactly ``round_cards`` cards, none foreign or unread, no type more often than the
        set has it.  Statistics read regular units only; counting checks read all.
        """
        cards, need = self.population.cards, self.population.round_cards
        assert cards is not None
        limit = np.array(cards.counts)
        good = []
        for place, order in enumerate(self.orders):
            if need:
                have = np.bincount(types(order), minlength=64)
                fine = (
                    len(order) == need
                    and not have[len(limit) :].any()
                    and bool((have[: len(limit)] <= limit).all())
                )
                fine = fine and not (order & 0x8000).any()
            else:
                fine = len(order) == cards.size and not cards.difference(order)
            if fine:
                good.append(place)
        return np.array(good, dtype=np.intp)

    @cached_property
    def cards(self) -> NDArray[np.intp]:
        """Types by unit and place for regular units, shape (regular units, cards of a unit)."""
        width = self.population.round_cards or (self.population.cards.size if self.population.cards else 0)
        if not len(self.regular):
            return np.empty((0, width), dtype=np.intp)
        return types(np.stack([self.orders[place] for place in self.regular]))

    @cached_property
    def identified(self) -> NDArray[np.intp]:
        """Indices, within the block, of the units that :attr:`relative` holds."""
        return self._identified[0]

    @cached_property
    def relative(self) -> NDArray[np.intp]:
        """Output as places of the input, for shuffles of cards that can be told apart, shape (units, N).

        ``relative[i, j]`` is the input place (from 0) of the card that lies at output place j.  A type
        identifies a card in a set of distinct cards, type and copy together in any other.  Only units
        whose input and output both hold exactly the set, each identity once, appear.
        """
        return self._identified[1]

    @cached_property
    def _identified(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        cards = self.population.cards
        assert cards is not None
        shuffles = {
            int(place): shuffle
            for place in self.regular
            if isinstance(shuffle := self.observations[place], Shuffle) and len(shuffle.input) == cards.size
        }
        if not shuffles:
            return np.empty(0, dtype=np.intp), np.empty((0, cards.size), dtype=np.intp)
        identity = 0x803F if cards.distinct else 0xFFFF
        before = np.stack([shuffle.input for shuffle in shuffles.values()]) & identity
        after = np.stack([shuffle.output for shuffle in shuffles.values()]) & identity
        # The card that comes k-th by identity lies at these places of the input and of the output.
        source, target = (np.argsort(order, axis=1, kind="stable") for order in (before, after))
        before, after = np.take_along_axis(before, source, 1), np.take_along_axis(after, target, 1)
        known = (before == after).all(axis=1) & (after[:, 1:] != after[:, :-1]).all(axis=1)
        relative = np.empty_like(source)
        np.put_along_axis(relative, target, source, axis=1)
        return np.fromiter(shuffles, dtype=np.intp)[known], relative[known]

    @cached_property
    def values(self) -> NDArray[np.uint16]:
        """Outcomes of a generator, shape (units,)."""
        parts = [o.values for o in self.observations if isinstance(o, Draws)]
        return np.concatenate(parts) if parts else np.empty(0, dtype=np.uint16)

    @cached_property
    def data(self) -> bytes:
        """Raw bytes, as many as there are units."""
        return b"".join(o.data for o in self.observations if isinstance(o, RawBytes))


def _order(observation: Observation) -> Order:
    if isinstance(observation, Shuffle):
        return observation.output
    if isinstance(observation, Round):
        return observation.dealt
    if isinstance(observation, Deal):
        return np.concatenate([*observation.stacks, observation.stub])
    raise TypeError(f"{type(observation).__name__} holds no cards")
