"""A stretch of a sample as plain arrays, the only thing that checks read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.population import Population
from labharness.analysis.rows import Rows
from labharness.model.cards import FOREIGN_BACK, TYPES, Order, types
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
        The units, irregular ones included: a tuple, or :class:`Rows`.
    context
        The last units before the block, never across a gap: at least as many as the check's
        ``look_back``, fewer only at the start of the sample or after a gap.
    provenance
        How the units are known.
    """

    population: Population
    index: int
    observations: Sequence[Observation]
    provenance: Provenance
    context: tuple[Observation, ...] = ()

    @property
    def units(self) -> int:
        """Number of units in the block."""
        rows = self.observations
        return len(rows) if isinstance(rows, Rows) else sum(map(units, rows))

    @cached_property
    def orders(self) -> list[Order]:
        """All cards of each unit in the order in which they left: output, dealt, or stacks and stub."""
        rows = self.observations
        return list(rows.orders) if isinstance(rows, Rows) else [_order(observation) for observation in rows]

    @cached_property
    def regular(self) -> NDArray[np.intp]:
        """Indices, within the block, of units that hold exactly the cards that they should.

        For rounds: exactly ``round_cards`` cards, none foreign or unread, no type more often than the
        set has it.  Statistics read regular units only; counting checks read all.
        """
        return self._regular[0]

    @cached_property
    def cards(self) -> NDArray[np.intp]:
        """Types by unit and place for regular units, shape (regular units, cards of a unit)."""
        return types(self._regular[1])

    @cached_property
    def proven(self) -> NDArray[np.intp]:
        """Indices, within the block, of regular shuffles whose input too holds exactly the set."""
        return self._proven[0]

    @property
    def identified(self) -> NDArray[np.intp]:
        """Indices, within the block, of the units that :attr:`relative` holds."""
        return self._relative[0]

    @property
    def relative(self) -> NDArray[np.intp]:
        """Output as places of the input, for shuffles of cards that can be told apart, shape (units, N).

        ``relative[i, j]`` is the input place (from 0) of the card that lies at output place j.  A type
        identifies a card in a set of distinct cards, type and copy together in any other.  Only units
        whose input and output both hold exactly the set, each identity once, appear.
        """
        return self._relative[1]

    @cached_property
    def values(self) -> NDArray[np.uint16]:
        """Outcomes of a generator, shape (units,)."""
        parts = [o.values for o in self.observations if isinstance(o, Draws)]
        return np.concatenate(parts) if parts else np.empty(0, dtype=np.uint16)

    @cached_property
    def data(self) -> bytes:
        """Raw bytes, as many as there are units."""
        return b"".join(o.data for o in self.observations if isinstance(o, RawBytes))

    @cached_property
    def _regular(self) -> tuple[NDArray[np.intp], NDArray[np.uint16]]:
        """Indices and cards of the regular units."""
        assert self.population.cards is not None
        rows = self.observations.orders if isinstance(self.observations, Rows) else self.orders
        return self._sound(rows, self.population.round_cards or self.population.cards.size)

    @cached_property
    def _relative(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Indices and relative orders of the shuffles whose cards are told apart."""
        assert self.population.cards is not None
        units, inputs, outputs = self._proven
        places = inputs.shape[1]
        if not self.population.cards.distinct:
            known, relative = _matched(inputs, outputs)
            return units[known], relative[known]
        if len(inputs) and (inputs == inputs[0]).all():
            lay = np.empty(64, dtype=np.intp)
            lay[types(inputs[0])] = np.arange(places)
            return units, lay[types(outputs)]
        where = np.empty((len(inputs), 64), dtype=np.intp)
        np.put_along_axis(where, types(inputs), np.arange(places), axis=1)
        return units, np.take_along_axis(where, types(outputs), axis=1)

    @cached_property
    def _proven(self) -> tuple[NDArray[np.intp], NDArray[np.uint16], NDArray[np.uint16]]:
        """Indices, inputs and outputs of the regular shuffles whose input too holds exactly the set."""
        assert self.population.cards is not None
        rows, (places, outputs) = self.observations, self._regular
        inputs: Sequence[Order] | NDArray[np.uint16]
        if isinstance(rows, Rows):
            inputs = rows.first[places] if rows.of is Shuffle else rows.first[:0]
        else:
            shuffles = [rows[place] for place in places]
            inputs = [shuffle.input for shuffle in shuffles if isinstance(shuffle, Shuffle)]
        sound, held = self._sound(inputs, self.population.cards.size)
        return places[sound], held, outputs[sound]

    def _sound(
        self, orders: Sequence[Order] | NDArray[np.uint16], need: int
    ) -> tuple[NDArray[np.intp], NDArray[np.uint16]]:
        """Return the indices and the cards of the orders that hold what they should."""
        assert self.population.cards is not None
        if isinstance(orders, np.ndarray):
            places = np.arange(len(orders) if orders.shape[1] == need else 0)
            table = orders if len(places) else np.empty((0, need), dtype=np.uint16)
        else:
            places = np.flatnonzero([len(order) == need for order in orders])
            whole = [order for order in orders if len(order) == need]
            table = np.stack(whole) if whole else np.empty((0, need), dtype=np.uint16)
        codes = types(table) + 64 * np.arange(len(table))[:, None]
        held = np.bincount(codes.ravel(), minlength=64 * len(table)).reshape(-1, 64)
        limit = np.array(self.population.cards.counts)
        wrong = held[:, :TYPES] > limit if self.population.round_cards else held[:, :TYPES] != limit
        sound = ~(wrong.any(axis=1) | held[:, TYPES:].any(axis=1) | (table >= FOREIGN_BACK).any(axis=1))
        return places[sound], table[sound]


def _matched(
    inputs: NDArray[np.uint16], outputs: NDArray[np.uint16]
) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Say which rows hold the same cards before and after, no two alike, and where each lay before."""
    # The card that comes k-th by type and copy lies at these places of the input and of the output.
    source, target = (np.argsort(order, axis=1, kind="stable") for order in (inputs, outputs))
    before, after = np.take_along_axis(inputs, source, axis=1), np.take_along_axis(outputs, target, axis=1)
    known = (before == after).all(axis=1) & (after[:, 1:] != after[:, :-1]).all(axis=1)
    relative = np.empty_like(source)
    np.put_along_axis(relative, target, source, axis=1)
    return known, relative


def _order(observation: Observation) -> Order:
    if isinstance(observation, Shuffle):
        return observation.output
    if isinstance(observation, Round):
        return observation.dealt
    if isinstance(observation, Deal):
        return np.concatenate([*observation.stacks, observation.stub])
    raise TypeError(f"{type(observation).__name__} holds no cards")
