"""Orders of cards as the draws of the loop that made them.

A loop of Fisher and Yates tells its draws: it can be undone, card by card. The draws of deck after deck are a stream whose bounds differ.
Loops that cannot be undone (swaps with any place, sorting by keys) are searched by their seed. Their orders are written as draws of the
first loop, which any order has, so that one rule of proof serves all.

References
----------
Knuth 1997, The Art of Computer Programming 2, 3.4.2, algorithm P.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.identification.calls import Call, Outcomes
from labharness.analysis.identification.congruential import Affine, Congruential
from labharness.analysis.identification.generator import WayOfUse
from labharness.analysis.identification.proof import PROOF_BITS
from labharness.analysis.identification.seeds import Search, SearchedGenerator, parts
from labharness.analysis.identification.stream import Stream
from labharness.reason import Reason

Orders = NDArray[np.int64]
"""Places of the input by places of the output, from 0, shape (decks, cards)."""
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
    cards, growing = orders.shape[1], loop in {Loop.GROWING, Loop.IN_PAIRS}
    draws = _draws(orders, growing=growing, forward=loop in {Loop.FROM_THE_BEGINNING, Loop.TO_THE_LAST})
    bounds = np.arange(2, cards + 1) if growing else np.arange(cards, 1, -1)
    if loop is Loop.IN_PAIRS:
        alone = (cards - 1) % 2
        earlier, later = draws[:, alone::2], draws[:, alone + 1 :: 2]
        paired = bounds[alone + 1 :: 2]
        draws = np.hstack([draws[:, :alone], earlier * paired + later])
        bounds = np.concatenate([bounds[:alone], bounds[alone::2] * paired])
    elif loop in {Loop.TO_THE_FIRST, Loop.TO_THE_LAST}:
        draws, bounds = np.pad(draws, ((0, 0), (0, 1))), np.append(bounds, 1)
    return Stream(np.ascontiguousarray(draws.ravel(), dtype=np.int64), np.tile(bounds, len(orders)), first)


def _draws(orders: Orders, *, growing: bool, forward: bool) -> Orders:
    """Return the draws of each deck, in their order; a growing deck is taken apart from its end."""
    (decks, cards), rows = orders.shape, np.arange(len(orders))
    left = orders.copy() if growing else np.tile(np.arange(cards), (decks, 1))
    where, draws = np.argsort(left, axis=1), np.empty((decks, cards - 1), dtype=np.int64)
    for step in range(cards - 1):
        here = step if forward else cards - 1 - step
        card = np.full(decks, here) if growing else orders[:, here]
        there, other = where[rows, card], left[:, here].copy()
        left[:, here], left[rows, there] = card, other
        where[rows, card], where[rows, other] = here, there
        draws[:, cards - 2 - step if growing else step] = there - here if forward else there
    return draws


def exchanged(places: Orders, turns: Sequence[int]) -> Orders:
    """Return the orders of exchanges of the places of some turns with those drawn, shape (decks, turns).

    Examples
    --------
    >>> exchanged(np.array([[1, 0]]), (2, 1)).tolist()
    [[2, 0, 1]]
    """
    decks = np.arange(len(places))
    orders = np.tile(np.arange(max(turns) + 1), (len(decks), 1))
    for here, there in zip(turns, places.T, strict=True):
        orders[decks, there], orders[:, here] = orders[:, here], orders[decks, there]
    return orders


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


class Arrangement(IntEnum):
    """How a program whose loop cannot be undone makes an order; the numbers are those of ``kernels/identification/exchanges``."""

    KEYS = 0
    """A word for each card; sorted by them."""
    SWAPS = 1
    """For i = 0 … N - 1: exchange i with the place floor(w N / 2^width): some orders come more often."""
    REMAINDERS = 2
    """The same, with the place w modulo N."""


@dataclass(frozen=True)
class ArrangingCall(Call):
    """A call that makes an order.

    Parameters
    ----------
    width, shift
        Bits of the state that a word takes.
    """

    arrangement: Arrangement
    width: int = 32
    shift: int = 0


@dataclass(frozen=True, kw_only=True)
class SearchedShuffle(SearchedGenerator):
    """Orders that a congruential generator of at most 32 bits made by loops that cannot be undone; the state is searched.

    Parameters
    ----------
    recurrence
        x' = a x + c modulo M.
    """

    calls: tuple[ArrangingCall, ...]
    recurrence: Affine

    head_bits: ClassVar[float] = SEED_BITS

    def needed(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return the draws of enough decks."""
        if stream.range or not len(stream):
            return self.far(way, stream)
        return stream.outcomes_for(SEED_BITS + PROOF_BITS) or len(stream) + 1

    def seconds(self, way: WayOfUse, stream: Stream) -> float:  # noqa: ARG002  a state is rejected by one deck
        """Return the declared estimate of one core."""
        rate = 5e-9 if cast("ArrangingCall", way.call).arrangement is Arrangement.KEYS else 1.3e-7
        return rate * len(self.ranges[way.place])

    def search(self, way: WayOfUse, stream: Stream) -> Search:
        """Return the search of states that make the first deck."""
        from labharness.analysis.laws.kernels.identification.states import arranged

        call, cards = cast("ArrangingCall", way.call), int(stream.bounds[0])
        (order,) = exchanged(stream.outcomes[None, : cards - 1], range(cards - 1, 0, -1))
        turns = order if call.arrangement is Arrangement.KEYS else range(cards)
        steps = np.array([self.recurrence.times(turn + 1)[:2] for turn in turns], dtype=np.uint64)
        taken = np.array([self.recurrence.modulus - 1, call.shift, call.width], dtype=np.uint64)
        return lambda start, stop: arranged(steps, taken, call.arrangement, order, start, stop)

    def predict(self, way: WayOfUse, state: int, bounds: Outcomes) -> Outcomes:
        """Return the draws that undo the orders."""
        call, cards = cast("ArrangingCall", way.call), int(bounds[0])
        first = (state * self.recurrence.a + self.recurrence.c) % self.recurrence.modulus
        words = self.recurrence.orbit(first, -(-len(bounds) // (cards - 1)) * cards).reshape(-1, cards)
        words = words >> np.uint64(call.shift) & np.uint64((1 << call.width) - 1)
        if call.arrangement is Arrangement.KEYS:
            orders = np.argsort(words, axis=1, kind="stable")
        else:
            scaled, size = call.arrangement is Arrangement.SWAPS, np.uint64(cards)
            places = words * size >> np.uint64(call.width) if scaled else words % size
            orders = exchanged(places.astype(np.int64), range(cards))
        return undone(orders, Loop.FROM_THE_END).outcomes[: len(bounds)]


def searched_by(words: Congruential, *calls: ArrangingCall, clock: int = CLOCK) -> SearchedShuffle:
    """Return the shuffles by a generator; states below the clock's are tried by default."""
    states = range(words.recurrence.modulus)
    ranges = (states[:clock], *(parts(states[clock:]) if clock < len(states) else ()))
    return SearchedShuffle(
        name=words.name, source=words.source, calls=calls, recurrence=words.recurrence, ranges=ranges
    )
