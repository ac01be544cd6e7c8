"""Tables of places against cards, and their pictures.

Shuffles or rounds of one size as two arrays, so that a million of them cost no million objects.

What every unit of a sample is drawn from, as the plan and its game declare it.

How far units lie behind the last refill, jam, open door or restart.

A stretch of a sample as plain arrays, the only thing that checks read.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.analysis.laws.intervals import accept_least
from labharness.model.cards import TYPES, CardSet, Order
from labharness.model.observations import (
    Draws,
    Event,
    EventKind,
    Kind,
    Observation,
    Provenance,
    RawBytes,
    Round,
    Shuffle,
    physical_order,
    units,
)
from labharness.model.results import Label, Picture

ROWS_DRAWN = 60
"""Most rows or columns that a picture shows; more are grouped."""


def themselves(kinds: int) -> NDArray[np.uint16]:
    """Return the codes of numbers below ``kinds`` that are codes already, as many as a power of two."""
    return np.arange(1 << (kinds - 1).bit_length(), dtype=np.uint16)


def place_table(
    cards: ArrayLike,
    columns: int,
    groups: NDArray[np.intp] | None = None,
    codes: NDArray[np.uint16] | None = None,
) -> NDArray[np.int64]:
    """Count codes by place.

    Parameters
    ----------
    cards
        One row for each unit, one column for each place, shape (units, places).
    columns
        Codes run from 0 to ``columns - 1``.
    groups
        Group of each place; each place is its own if left out.
    codes
        Code of each number that a card's low bits can be, as many as a power of two; cards are codes
        themselves if left out.
    """
    from labharness.analysis.laws.kernels.cards import card_tables

    rows = np.ascontiguousarray(cards, dtype=np.uint16)
    codes = themselves(columns) if codes is None else codes
    each = np.arange(rows.shape[1]) if groups is None else groups
    count = int(each.max(initial=-1)) + 1
    return card_tables.place_table(rows, codes, each.astype(np.int64), count, columns)


def accept_bins(bins: int) -> None:
    """Raise :class:`InputError` unless places can be cut into that many groups."""
    if bins:
        accept_least("bins", bins, 2)


def groups_of(places: int, bins: int) -> NDArray[np.intp]:
    """Cut places into that many consecutive groups, as even as possible; 0 or too many leaves each alone."""
    return np.arange(places) * min(bins or places, places) // places


def group_names(places: int, bins: int) -> tuple[str, ...]:
    """Name groups of places as people count them: ``1``, or ``1-4``."""
    starts = [*np.flatnonzero(np.diff(groups_of(places, bins), prepend=-1)).tolist(), places]
    return tuple(str(high) if high - low == 1 else f"{low + 1}-{high}" for low, high in pairwise(starts))


def heatmap(
    table: NDArray[np.int64],
    expected: NDArray[np.float64],
    rows: tuple[Label, Sequence[str]],
    columns: tuple[Label, Sequence[str]],
) -> Picture:
    """Return a picture of a table; rows and columns are a label and their names.

    Rows and columns beyond :data:`ROWS_DRAWN` are added up in groups, which keep the first and the last
    name.
    """
    down, names = _grouped(rows[1])
    across, columns_drawn = _grouped(columns[1])

    def drawn(full: NDArray[np.int64] | NDArray[np.float64]) -> tuple[tuple[float, ...], ...]:
        return _plain(np.add.reduceat(np.add.reduceat(full, down), across, axis=1))

    return Picture(
        form="heatmap",
        x_label=columns[0],
        y_label=rows[0],
        x=columns_drawn,
        y=names,
        values=drawn(table),
        expected=drawn(np.broadcast_to(expected, table.shape)),
    )


def _grouped(names: Sequence[str]) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    """Return where each drawn row begins, and its name."""
    groups = groups_of(len(names), ROWS_DRAWN)
    starts = np.flatnonzero(np.diff(groups, prepend=-1))
    ends = [*(starts[1:] - 1).tolist(), len(names) - 1]
    spans = zip(starts.tolist(), ends, strict=True)
    return starts, tuple(_span(names[low], names[high]) if low < high else names[low] for low, high in spans)


def histogram(
    counts: NDArray[np.int64],
    expected: NDArray[np.float64],
    columns: tuple[Label, Sequence[str]],
    y_label: Label,
) -> Picture:
    """Return a picture of one row of counts."""
    return Picture(
        form="histogram",
        x_label=columns[0],
        y_label=y_label,
        x=tuple(columns[1]),
        y=("",),
        values=_plain(counts[np.newaxis, :]),
        expected=_plain(np.broadcast_to(expected, counts.shape)[np.newaxis, :]),
    )


def _plain(table: NDArray[np.int64] | NDArray[np.float64]) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, table.astype(np.float64).tolist()))


def _span(first: str, last: str) -> str:
    return first if first == last else f"{first.partition('-')[0]}-{last.rpartition('-')[2]}"


@dataclass(frozen=True, slots=True, eq=False)
class CardRows(Sequence[Shuffle | Round]):
    """A sequence of observations whose cards lie in rows.

    Parameters
    ----------
    of
        What each unit is.
    first, second
        Input and output of shuffles, dealt and returned cards of rounds, each of shape (units, cards).
    """

    of: type[Shuffle | Round]
    first: NDArray[np.uint16]
    second: NDArray[np.uint16]

    @property
    def orders(self) -> NDArray[np.uint16]:
        """Cards of each unit in the order in which they left, shape (units, cards)."""
        return self.second if self.of is Shuffle else self.first

    def __len__(self) -> int:
        return len(self.first)

    @overload
    def __getitem__(self, place: int) -> Shuffle | Round: ...
    @overload
    def __getitem__(self, place: slice) -> CardRows: ...
    def __getitem__(self, place: int | slice) -> Shuffle | Round | CardRows:
        if isinstance(place, slice):
            return CardRows(self.of, self.first[place], self.second[place])
        return self.of(self.first[place], self.second[place])

    def __reduce__(self) -> tuple[Any, ...]:
        """Go to another process with one order where all are the same in memory, and in bytes where they fit."""
        same = len(self) > 1 and not self.first.strides[0]
        first = self.first[:1] if same else self.first
        return _rows, (self.of, len(self), _narrow(first), _narrow(self.second))


def _rows(
    of: type[Shuffle | Round],
    units: int,
    first: NDArray[np.unsignedinteger],
    second: NDArray[np.unsignedinteger],
) -> CardRows:
    wide = first.astype(np.uint16, copy=False), second.astype(np.uint16, copy=False)
    return CardRows(of, *(np.broadcast_to(cards, (units, cards.shape[1])) for cards in wide))


def _narrow(cards: NDArray[np.uint16]) -> NDArray[np.unsignedinteger]:
    return cards.astype(np.uint8) if cards.max(initial=0) < 1 << 8 else cards


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


LONG_AGO = int(np.iinfo(np.int64).max)
"""Distance of units before which no event is on record."""


def distances(
    events: Sequence[Event], first: int, units: int, kinds: Collection[EventKind] = tuple(EventKind)
) -> NDArray[np.int64]:
    """Return how many units lie between each unit and the last event of these kinds before it.

    Parameters
    ----------
    events
        In the order in which they happened; those after a unit are nothing to it.
    first, units
        Absolute index of the first unit, and how many there are.

    Examples
    --------
    >>> distances([Event(2, EventKind.JAM)], 1, 4).tolist() == [LONG_AGO, 0, 1, 2]
    True
    """
    mine = np.arange(first, first + units)
    places = np.array([first + units, *(event.unit for event in events if event.kind in kinds)])
    # The first place is no event: it stands for units that come before all of them.
    last = np.searchsorted(places[1:], mine, side="right")
    return np.where(last > 0, mine - places[last], LONG_AGO)


def still_near(events: Sequence[Event], first: int) -> tuple[Event, ...]:
    """Return the events that a block from this unit on needs: its own, and the last of each kind before."""
    last = {event.kind: event for event in events if event.unit < first}
    return (
        *sorted(last.values(), key=lambda each: each.unit),
        *(event for event in events if event.unit >= first),
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
