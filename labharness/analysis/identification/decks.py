"""Orders of cards as the draws of the loop that made them.

A loop of Fisher and Yates tells its draws: it can be undone, card by card. The draws of deck after deck are a stream whose bounds differ.
Loops that cannot be undone (swaps with any place, sorting by keys) are searched by their seed. Their orders are written as draws of the
first loop, which any order has, so that one rule of proof serves all.

References
----------
Knuth 1997, The Art of Computer Programming 2, 3.4.2, algorithm P.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.identification.congruential import Congruential, orbit
from labharness.analysis.identification.generator import (
    Call,
    Candidate,
    KnownGenerator,
    OutcomeMapping,
    Outcomes,
    Pulse,
    SearchStage,
    WayOfUse,
)
from labharness.analysis.identification.proof import PROOF_BITS
from labharness.analysis.identification.seeds import PARTS, parts
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort
from labharness.reason import Reason

Orders = NDArray[np.int64]
"""Places of the input by places of the output, from 0, shape (decks, cards)."""
CHUNK = 1 << 22
"""Seeds between two pulses."""
KEPT = 64
"""Seeds that are kept of a chunk."""
SEED_BITS = 32.0


class Loop(StrEnum):
    """How a program exchanges cards."""

    FROM_THE_END = "from_the_end"
    """For i = N - 1 … 1: exchange i with a place drawn from 0 … i."""
    FROM_THE_BEGINNING = "from_the_beginning"
    """For i = 0 … N - 2: exchange i with a place drawn from i … N - 1."""
    GROWING = "growing"
    """For i = 1 … N - 1: exchange i with a place drawn from 0 … i."""
    IN_PAIRS = "in_pairs"
    """The same, two places from one draw, as libstdc++ does."""
    TO_THE_FIRST = "to_the_first"
    """From the end, with a draw for the first place too, which can only be itself."""
    TO_THE_LAST = "to_the_last"
    """From the beginning, with a draw for the last place too."""

    def draws(self, cards: int) -> int:
        """Return how many draws a deck takes."""
        extra = self in {Loop.TO_THE_FIRST, Loop.TO_THE_LAST}
        return cards // 2 if self is Loop.IN_PAIRS else cards - (not extra)


def undone(orders: Orders, loop: Loop, first: int = 1) -> Stream:
    """Return the draws of decks in turn.

    Parameters
    ----------
    orders
        Each deck in terms of its input.
    first
        Number of the first draw.

    Examples
    --------
    >>> undone(np.array([[2, 0, 1]]), Loop.FROM_THE_END).outcomes.tolist()
    [1, 0]
    """
    from labharness.analysis.laws.kernels.identification.exchanges import undo

    decks, cards = orders.shape
    growing = loop in {Loop.GROWING, Loop.IN_PAIRS}
    kind = 2 if growing else int(loop in {Loop.FROM_THE_BEGINNING, Loop.TO_THE_LAST})
    draws = undo(np.ascontiguousarray(orders, dtype=np.int64), kind)
    bounds = np.arange(2, cards + 1) if growing else np.arange(cards, 1, -1)
    if loop is Loop.IN_PAIRS:
        alone = (cards - 1) % 2
        earlier, later = draws[:, alone::2], draws[:, alone + 1 :: 2]
        paired = bounds[alone + 1 :: 2]
        draws = np.hstack([draws[:, :alone], earlier * paired + later])
        bounds = np.concatenate([bounds[:alone], bounds[alone::2] * paired])
    elif loop in {Loop.TO_THE_FIRST, Loop.TO_THE_LAST}:
        draws, bounds = np.pad(draws, ((0, 0), (0, 1))), np.append(bounds, 1)
    return Stream(np.ascontiguousarray(draws.ravel(), dtype=np.int64), np.tile(bounds, decks), first)


def chained(orders: Orders) -> Orders:
    """Return each order in terms of the order before it; there is one less.

    Examples
    --------
    >>> chained(np.array([[2, 0, 1], [0, 1, 2]])).tolist()
    [[1, 2, 0]]
    """
    places = np.argsort(orders[:-1], axis=1)
    return np.take_along_axis(places, orders[1:], axis=1)


CLOCK = 86_400_000
"""Milliseconds of a day."""


class Arrangement(StrEnum):
    """How a program that does not undo makes an order."""

    SWAPS = "swaps"
    """For i = 0 … N - 1: exchange i with a place drawn from all: some orders come more often."""
    KEYS = "keys"
    """A word for each card; sorted by them."""


@dataclass(frozen=True, kw_only=True)
class ArrangingCall(Call):
    """A call that makes an order.

    Parameters
    ----------
    shift, width
        Bits of the state that a word takes.
    """

    arrangement: Arrangement
    shift: int = 0
    width: int = 32


@dataclass(frozen=True, kw_only=True)
class SearchedShuffle(KnownGenerator):
    """Orders that a congruential generator of at most 32 bits made by loops that cannot be undone; the state is searched.

    Parameters
    ----------
    multiplier, increment, bits
        x' = a x + c modulo 2^bits.
    clock
        States of the default effort: fewer than so many.
    """

    calls: tuple[ArrangingCall, ...]
    multiplier: int
    increment: int
    bits: int
    clock: int = CLOCK

    most_strides = dict.fromkeys(Effort, 1)
    stage = SearchStage.SEARCHED_SEEDS
    rates: ClassVar[dict[Arrangement, float]] = {Arrangement.SWAPS: 2.5e-7, Arrangement.KEYS: 8e-9}

    def ways(self, effort: Effort) -> Iterator[WayOfUse]:
        """Yield the calls; place 0 tries seeds of the clock, others a part of the rest each."""
        for place in range(1 if effort is Effort.DEFAULT or self.clock >= 1 << self.bits else PARTS + 1):
            for call in self.calls:
                yield WayOfUse(call, place=place)

    def states(self, way: WayOfUse) -> range:
        """Return the states that a way tries."""
        most = min(self.clock, 1 << self.bits)
        return parts(range(most, 1 << self.bits))[way.place - 1] if way.place else range(most)

    def needed(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return the draws of enough decks."""
        if stream.range or not len(stream):
            return self.far(way, stream)
        return stream.outcomes_for(SEED_BITS + PROOF_BITS) or len(stream) + 1

    def seconds(self, way: WayOfUse, stream: Stream) -> float:  # noqa: ARG002  a state is rejected by one deck
        """Return the declared estimate of processor seconds."""
        return self.rates[_call(way).arrangement] * len(self.states(way))

    def candidates(self, way: WayOfUse, stream: Stream, pulse: Pulse) -> Iterator[Candidate | Reason]:
        """Yield states that make the first deck."""
        from labharness.analysis.laws.kernels.identification import exchanges

        call = _call(way)
        cards = int(stream.bounds[0])
        order = exchanges.redo(stream.outcomes[: cards - 1].reshape(1, -1).copy())[0]
        numbers = np.array([self.multiplier, self.increment, (1 << self.bits) - 1], dtype=np.uint64)
        search: Callable[..., int] = exchanges.swapped
        if call.arrangement is Arrangement.KEYS:
            search = exchanges.sorted_by_keys
        taken = np.array([call.shift, call.width, call.mapping is OutcomeMapping.MODULO])
        used, states = stream.outcomes_for(SEED_BITS) or 1, self.states(way)
        kept = np.empty(KEPT, dtype=np.int64)
        for start in range(states.start, states.stop, CHUNK):
            pulse()
            count = search(numbers, taken, start, min(states.stop, start + CHUNK), order, kept)
            for state in kept[:count]:
                yield Candidate(int(state), 0, used)

    def predict(self, way: WayOfUse, state: int, bounds: Outcomes) -> Outcomes:
        """Return the draws that undo the orders."""
        from labharness.analysis.laws.kernels.identification import exchanges

        call, cards = _call(way), int(bounds[0])
        decks, modulus = -(-len(bounds) // (cards - 1)), 1 << self.bits
        first = (state * self.multiplier + self.increment) % modulus
        states = orbit(first, self.multiplier, self.increment, modulus, decks * cards)
        words = states >> np.uint64(call.shift) & np.uint64((1 << call.width) - 1)
        table = words.reshape(decks, cards)
        if call.arrangement is Arrangement.KEYS:
            orders = np.argsort(table, axis=1, kind="stable")
        else:
            modulo = call.mapping is OutcomeMapping.MODULO
            size = np.uint64(cards)
            places = table % size if modulo else table * size >> np.uint64(call.width)
            orders = exchanges.swaps(places.astype(np.int64))
        return undone(orders, Loop.FROM_THE_END).outcomes[: len(bounds)]

    def seeded(self, seed: int) -> int:
        """Return the state after seeding."""
        return seed & (1 << self.bits) - 1


def searched_by(words: Congruential, *calls: ArrangingCall, clock: int = CLOCK) -> SearchedShuffle:
    """Return the shuffles by a generator."""
    return SearchedShuffle(
        name=words.name,
        source=words.source,
        calls=calls,
        multiplier=words.multiplier,
        increment=words.increment,
        bits=words.modulus.bit_length() - 1,
        clock=clock,
    )


def sorting(call: str, width: int = 32) -> ArrangingCall:
    """Return a sorting by keys."""
    return ArrangingCall(name=call, mapping=OutcomeMapping.SCALED, arrangement=Arrangement.KEYS, width=width)


def exchanging(
    call: str, width: int = 32, shift: int = 0, mapping: OutcomeMapping = OutcomeMapping.SCALED
) -> ArrangingCall:
    """Return exchanges of each place with any."""
    return ArrangingCall(name=call, mapping=mapping, arrangement=Arrangement.SWAPS, width=width, shift=shift)


def _call(way: WayOfUse) -> ArrangingCall:
    assert isinstance(way.call, ArrangingCall)
    return way.call
