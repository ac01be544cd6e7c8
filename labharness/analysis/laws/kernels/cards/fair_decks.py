"""Fairly shuffled decks from xoshiro256++.

A choice among n takes the upper half of n times 32 random bits, and takes other bits where the lower half is
below 2^32 mod n, so that all n are equally likely.

References
----------
Blackman & Vigna 2021, ACM Transactions on Mathematical Software 47, 36.  Lemire 2019, ACM Transactions on
Modeling and Computer Simulation 29, 3.
"""

from __future__ import annotations

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, written

Orders = NDArray[np.uint16]
State = NDArray[np.uint64]
"""Four words of the generator, not all 0, and where it goes on."""
_WORD, _HALF, _ONE = np.uint64(64), np.uint64(32), np.uint64(1)
_LOW = np.uint64(0xFFFFFFFF)


@njit(inline="always", error_model="numpy")
def next_word(state: State) -> np.uint64:
    """Return 64 random bits."""
    word = state[0] + state[3]
    word = ((word << np.uint64(23)) | (word >> (_WORD - np.uint64(23)))) + state[0]
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << np.uint64(45)) | (state[3] >> (_WORD - np.uint64(45)))
    return np.uint64(word)


@njit(inline="always", error_model="numpy")
def refused(cards: int) -> NDArray[np.uint64]:
    """Return 2^32 mod n for all numbers of cards."""
    array = np.zeros(cards + 1, dtype=np.uint64)
    for size in range(1, cards + 1):
        array[size] = np.uint64(1 << 32) % np.uint64(size)
    return array


@kernel(types.uint16[:, ::1], written(types.uint64), read(types.uint16), types.int64)
def shuffled(state: State, deck: NDArray[np.uint16], units: int) -> Orders:
    """Shuffle a deck so many times, each time anew, after Fisher and Yates."""
    cards = deck.size
    orders = np.empty((units, cards), dtype=np.uint16)
    small = refused(cards)
    spare, waiting = np.uint64(0), False
    for unit in range(units):
        row = orders[unit]
        row[:] = deck
        for size in range(np.uint64(cards), _ONE, -1):
            while True:
                if waiting:
                    bits = spare
                else:
                    word = next_word(state)
                    bits, spare = word & _LOW, word >> _HALF
                waiting = not waiting
                scaled = bits * np.uint64(size)
                if (scaled & _LOW) >= small[np.uint64(size)]:
                    break
            chosen, last = scaled >> _HALF, np.uint64(size) - _ONE
            row[chosen], row[last] = row[last], row[chosen]
    return orders


@kernel(
    types.int64[:, ::1], written(types.uint64), written(types.uint16), types.int64, types.int64, types.int64
)
def dealt_table(
    state: State, deck: NDArray[np.uint16], units: int, dealt: int, columns: int
) -> NDArray[np.int64]:
    """Count codes by place in so many hands of ``dealt`` cards, each of the whole deck, which stays mixed."""
    cards = deck.size
    table = np.zeros((dealt, columns), dtype=np.int64)
    small = refused(cards)
    for _unit in range(units):
        for place in range(np.uint64(dealt)):
            size = np.uint64(cards) - np.uint64(place)
            while True:
                scaled = (next_word(state) >> _HALF) * size
                if (scaled & _LOW) >= small[size]:
                    break
            chosen = np.uint64(place) + (scaled >> _HALF)
            code = deck[chosen]
            deck[chosen] = deck[place]
            deck[place] = code
            table[place, np.uint64(code)] += 1
    return table


@kernel(types.uint16[:, ::1], written(types.uint64), written(types.uint16), types.int64, types.int64)
def dealt(state: State, deck: NDArray[np.uint16], units: int, places: int) -> Orders:
    """Return so many hands of ``places`` cards, each of the whole deck, which stays mixed."""
    cards = deck.size
    orders = np.empty((units, places), dtype=np.uint16)
    small = refused(cards)
    for unit in range(units):
        row = orders[unit]
        for place in range(np.uint64(places)):
            size = np.uint64(cards) - np.uint64(place)
            while True:
                scaled = (next_word(state) >> _HALF) * size
                if (scaled & _LOW) >= small[size]:
                    break
            chosen = np.uint64(place) + (scaled >> _HALF)
            code = deck[chosen]
            deck[chosen] = deck[place]
            deck[place] = code
            row[place] = code
    return orders
