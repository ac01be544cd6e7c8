"""A stretch of a sample as plain arrays, the only thing that checks read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.event_distances import distances
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.rows import CardRows
from labharness.analysis.sampling.tables import themselves
from labharness.model.cards import TYPES, Order
from labharness.model.events import Event, EventKind
from labharness.model.observations import (
    Draws,
    Kind,
    Observation,
    Provenance,
    RawBytes,
    Shuffle,
    physical_order,
    units,
)

Scalar = TypeVar("Scalar", bound=np.generic)
BLOCK_UNITS = {Kind.SHUFFLE: 4096, Kind.ROUND: 4096, Kind.DEAL: 4096, Kind.DRAW: 1 << 20, Kind.BYTES: 1 << 22}
"""Units gathered into one block: enough for fast arrays, little enough for flat memory."""


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
        The units, irregular ones included: a tuple, or :class:`CardRows`.
    context
        The last units before the block, never across a gap: at least as many as the check's
        ``look_back``, fewer only at the start of the sample or after a gap.
    provenance
        How the units are known.
    events
        What happened to the device between units: all that did between those of the block, and the last of
        each kind before.
    """

    population: Population
    index: int
    observations: Sequence[Observation]
    provenance: Provenance
    context: tuple[Observation, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def units(self) -> int:
        """Number of units in the block."""
        rows = self.observations
        return len(rows) if isinstance(rows, CardRows) else sum(map(units, rows))

    def since(self, kinds: Collection[EventKind] = tuple(EventKind)) -> NDArray[np.int64]:
        """Return the distance of each unit from the last such event, in units; 0 just after it."""
        return distances(self.events, self.index, self.units, kinds)

    @cached_property
    def orders(self) -> list[Order]:
        """All cards of each unit in the order in which they left: output, dealt, or stacks and stub."""
        rows = self.observations
        return (
            list(rows.orders)
            if isinstance(rows, CardRows)
            else [physical_order(observation) for observation in rows]
        )

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Number of cards of each unit."""
        rows = self.observations
        if isinstance(rows, CardRows):
            return np.full(len(rows), rows.orders.shape[1])
        return np.array([len(order) for order in self.orders], dtype=np.int64)

    @cached_property
    def regular(self) -> NDArray[np.intp]:
        """Indices, within the block, of units that hold exactly the cards that they should.

        For rounds: exactly ``round_cards`` cards, none foreign or unread, no type more often than the
        set has it.  Statistics read regular units only; counting checks read all.
        """
        return self._regular[0]

    @cached_property
    def cards(self) -> Order:
        """Types by unit and place for regular units, shape (regular units, cards of a unit)."""
        from labharness.analysis.laws.kernels.cards import decks

        return decks.kinds(self._regular[1])

    @property
    def whole(self) -> Order:
        """Cards of regular units as they were read, type and copy, shape (regular units, cards of a unit)."""
        return self._regular[1]

    @cached_property
    def proven(self) -> NDArray[np.intp]:
        """Indices, within the block, of regular shuffles whose input too holds exactly the set."""
        return self._proven[0]

    @property
    def identified(self) -> NDArray[np.intp]:
        """Indices, within the block, of the units that :attr:`relative` holds."""
        return self._relative[0]

    @property
    def relative(self) -> Order:
        """Output as places of the input, for shuffles of cards that can be told apart, shape (units, N).

        ``relative[i, j]`` is the input place (from 0) of the card that lies at output place j.  A type
        identifies a card in a set of distinct cards, type and copy together in any other.  Only units
        whose input and output both hold exactly the set, each identity once, appear.
        """
        return self._relative[1]

    @cached_property
    def coded(self) -> tuple[Order, NDArray[np.uint16]]:
        """Rows of numbers, and what their low bits stand for: together :attr:`relative`.

        Where all cards differ by type and all shuffles have one input, the output serves as it is.
        """
        _, inputs, outputs = self._proven
        before = _alone(inputs)
        if not self.population.held.distinct or len(before) == len(outputs):
            return self.relative, themselves(self.population.held.size)
        codes = np.zeros(64, dtype=np.uint16)
        codes[before[0] & 0x3F] = np.arange(before.shape[1])
        return outputs, codes

    def of_each(
        self, statistic: Callable[..., NDArray[np.int64]], *parameters: Hashable
    ) -> NDArray[np.int64]:
        """Return a statistic of each row of :attr:`relative`, found once however many checks ask for it."""
        key = (statistic, *parameters)
        if key not in self._found:
            self._found[key] = statistic(self.relative, *parameters)
        return self._found[key]

    @cached_property
    def values(self) -> NDArray[np.uint16]:
        """Outcomes of a generator, shape (units,)."""
        parts = [o.values for o in self.observations if isinstance(o, Draws)]
        return np.concatenate(parts) if parts else np.empty(0, dtype=np.uint16)

    @cached_property
    def codes(self) -> NDArray[np.int32]:
        """Outcomes less the lowest one, those of the context first, shape (context + units,)."""
        parts = [o.values for o in (*self.context, *self.observations) if isinstance(o, Draws)]
        values = np.concatenate(parts) if parts else np.empty(0, dtype=np.uint16)
        return np.subtract(values, self.population.low, dtype=np.int32)

    @cached_property
    def spotless(self) -> bool:
        """Whether all outcomes, those of the context too, lie in the declared range."""
        codes = self.codes.view(np.uint32)
        return not len(codes) or int(codes.max()) <= self.population.high - self.population.low

    @cached_property
    def data(self) -> bytes:
        """Raw bytes, as many as there are units."""
        return b"".join(o.data for o in self.observations if isinstance(o, RawBytes))

    @cached_property
    def stretch(self) -> NDArray[np.uint8]:
        """Raw bytes of the context and of the block in one piece, shape (bytes,)."""
        seen = (*self.context, *self.observations)
        return np.frombuffer(b"".join(o.data for o in seen if isinstance(o, RawBytes)), dtype=np.uint8)

    @cached_property
    def patterns(self) -> NDArray[np.int64]:
        """Counts of the patterns of 16 raw bits that end in the block, shape (65536,), for all checks at once."""
        from labharness.analysis.laws.kernels.bits.patterns import overlapping

        return overlapping(self.stretch, len(self.stretch) - self.units)

    @cached_property
    def _found(self) -> dict[Hashable, NDArray[np.int64]]:
        """What :meth:`of_each` has found."""
        return {}

    @cached_property
    def _regular(self) -> tuple[NDArray[np.intp], Order]:
        """Indices and cards of the regular units."""
        rows = self.observations.orders if isinstance(self.observations, CardRows) else self.orders
        return self._sound(rows, self.population.round_cards or self.population.held.size)

    @cached_property
    def _relative(self) -> tuple[NDArray[np.intp], Order]:
        """Indices and relative orders of the shuffles whose cards are told apart."""
        from labharness.analysis.laws.kernels.cards import decks

        units, inputs, outputs = self._proven
        before = np.ascontiguousarray(_alone(inputs))
        if self.population.held.distinct:
            same = len(before) < len(outputs)
            return units, (decks.relative_to_one if same else decks.relative)(before, outputs)
        relative = np.empty_like(outputs, order="C")
        known = np.flatnonzero(decks.matched(before, outputs, relative))
        return _taken(units, known), _taken(relative, known)

    @cached_property
    def _proven(self) -> tuple[NDArray[np.intp], Order, Order]:
        """Indices, inputs and outputs of the regular shuffles whose input too holds exactly the set."""
        rows, (places, outputs) = self.observations, self._regular
        inputs: Sequence[Order] | Order
        if isinstance(rows, CardRows):
            inputs = _taken(rows.first, places) if rows.of is Shuffle else rows.first[:0]
        else:
            shuffles = [rows[place] for place in places]
            inputs = [shuffle.input for shuffle in shuffles if isinstance(shuffle, Shuffle)]
        sound, held = self._sound(inputs, self.population.held.size)
        return _taken(places, sound), held, _taken(outputs, sound)

    def _sound(self, orders: Sequence[Order] | Order, need: int) -> tuple[NDArray[np.intp], Order]:
        """Return the indices and the cards of the orders that hold what they should."""
        from labharness.analysis.laws.kernels.cards import decks

        if isinstance(orders, np.ndarray):
            places = np.arange(len(orders) if orders.shape[1] == need else 0)
            table = orders if len(places) else np.empty((0, need), dtype=np.uint16)
        else:
            places = np.flatnonzero([len(order) == need for order in orders])
            whole = [order for order in orders if len(order) == need]
            table = np.stack(whole) if whole else np.empty((0, need), dtype=np.uint16)
        limit = np.zeros(64, dtype=np.int64)
        limit[:TYPES] = self.population.held.counts
        alone = np.ascontiguousarray(_alone(table))
        good = decks.sound(alone, limit, not self.population.round_cards)
        if len(alone) == len(table):
            table = alone
        if good.all():
            return places, table
        sound = np.flatnonzero(np.broadcast_to(good, len(table)) if len(good) == 1 else good)
        return _taken(places, sound), _taken(table, sound)


def _alone(table: Order) -> Order:
    """Return the one row of a table that repeats a single one in memory, else the table."""
    return table[:1] if len(table) > 1 and not table.strides[0] else table


def _taken(rows: NDArray[Scalar], places: NDArray[np.intp]) -> NDArray[Scalar]:
    """Return rows in ascending places without a copy where that is all of them, or all are the same."""
    same = rows.ndim > 1 and not rows.strides[0]
    return rows[: len(places)] if same or len(places) == len(rows) else rows[places]


def tail(block: Block, look_back: int) -> tuple[Observation, ...]:
    """Return the last units of a block and its context, as many as a check looks back."""
    if look_back == 0:
        return ()
    seen = (*block.context, *block.observations[-look_back:])
    if block.population.kind is Kind.DRAW:
        return (Draws(Block(block.population, 0, seen, block.provenance).values[-look_back:]),)
    if block.population.kind is Kind.BYTES:
        return (RawBytes(Block(block.population, 0, seen, block.provenance).data[-look_back:]),)
    return seen[-look_back:]
