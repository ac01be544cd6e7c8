"""Decks as they were read: whether they are whole, where their cards lay before, and what marks them.

Fairly shuffled decks from xoshiro256++.

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

from labharness.analysis.laws.kernels.compiled import kernel, ones, read, written

Orders = NDArray[np.uint16]
_ORDERS = read(types.uint16, 2)
_ROWS = types.uint16[:, ::1]
_TYPE, _BACK = np.uint16(0x3F), np.uint16(0x8000)


@kernel(types.boolean[::1], _ORDERS, read(types.int64), types.boolean)
def sound(orders: Orders, limit: NDArray[np.int64], exact: bool) -> NDArray[np.bool_]:
    """Say which rows hold each of 64 types as often as its limit, or no more often, and no foreign back."""
    units, cards = orders.shape
    array = np.empty(units, dtype=np.bool_)
    held = np.empty(64, dtype=np.int64)
    once = limit.max() <= 1
    every = np.uint64(0)
    for kind in range(64):
        every |= np.uint64(limit[kind] == 1) << np.uint64(kind)
    for unit in range(units):
        row, backs = orders[unit], np.uint16(0)
        if once:
            seen = np.uint64(0)
            for place in range(cards):
                seen |= np.uint64(1) << np.uint64(row[place] & _TYPE)
                backs |= row[place]
            # As many types as cards: none twice.
            good = ones(seen) == cards and (seen == every if exact else seen | every == every)
        else:
            held[:] = 0
            for place in range(cards):
                held[np.uint64(row[place] & _TYPE)] += 1
                backs |= row[place]
            good = True
            for kind in range(64):
                good &= held[kind] == limit[kind] if exact else held[kind] <= limit[kind]
        array[unit] = good and backs < _BACK
    return array


@kernel(_ROWS, _ORDERS)
def kinds(orders: Orders) -> Orders:
    """Return the types of cards."""
    units, cards = orders.shape
    answer = np.empty((units, cards), dtype=np.uint16)
    for unit in range(units):
        row, result = orders[unit], answer[unit]
        for place in range(cards):
            result[place] = row[place] & _TYPE
    return answer


@kernel(_ROWS, _ORDERS, read(types.uint16))
def recoded(codes: Orders, by: NDArray[np.uint16]) -> Orders:
    """Return ``by[codes]``."""
    units, cards = codes.shape
    orders = np.empty((units, cards), dtype=np.uint16)
    for unit in range(units):
        row, result = codes[unit], orders[unit]
        for place in range(cards):
            result[place] = by[np.uint64(row[place])]
    return orders


@kernel(_ROWS, _ORDERS, _ORDERS)
def relative(inputs: Orders, outputs: Orders) -> Orders:
    """Return the input place of each output card of sets of distinct types, row by row."""
    units, cards = outputs.shape
    orders = np.empty((units, cards), dtype=np.uint16)
    where = np.zeros(64, dtype=np.uint16)
    for unit in range(units):
        lay, row, result = inputs[unit], outputs[unit], orders[unit]
        for place in range(np.uint64(cards)):
            where[np.uint64(lay[place] & _TYPE)] = place
        for place in range(cards):
            result[place] = where[np.uint64(row[place] & _TYPE)]
    return orders


@kernel(_ROWS, _ORDERS, _ORDERS)
def relative_to_one(inputs: Orders, outputs: Orders) -> Orders:
    """Return the same where the first row of the inputs serves for all."""
    units, cards = outputs.shape
    orders = np.empty((units, cards), dtype=np.uint16)
    where = np.zeros(64, dtype=np.uint16)
    for place in range(cards if units else 0):
        where[np.uint64(inputs[0, place] & _TYPE)] = place
    for unit in range(units):
        row, result = outputs[unit], orders[unit]
        for place in range(cards):
            result[place] = where[np.uint64(row[place] & _TYPE)]
    return orders


@kernel(types.boolean[::1], _ORDERS, _ORDERS, written(types.uint16, 2))
def matched(inputs: Orders, outputs: Orders, orders: Orders) -> NDArray[np.bool_]:
    """Say which rows hold the same cards before and after, no two alike by type and copy.

    Parameters
    ----------
    inputs
        As many rows as outputs, or one that serves for all.
    orders
        Takes the input place of each output card of those rows.
    """
    units, cards = outputs.shape
    known = np.zeros(units, dtype=np.bool_)
    where = np.zeros(1 << 16, dtype=np.uint16)
    drafts = np.full(1 << 16, -1, dtype=np.int32)
    left = np.full(1 << 16, -1, dtype=np.int32)
    lay, apart = np.int32(-1), False
    for unit in range(units):
        if unit == 0 or inputs.shape[0] > 1:
            lay, apart = np.int32(unit), True
            for place in range(cards):
                card = np.uint64(inputs[unit, place])
                if drafts[card] == lay:
                    apart = False
                    break
                drafts[card] = lay
                where[card] = place
        if not apart:
            continue
        same = True
        for place in range(cards):
            card = np.uint64(outputs[unit, place])
            if drafts[card] != lay or left[card] == unit:
                same = False
                break
            left[card] = unit
            orders[unit, place] = where[card]
        known[unit] = same
    return known


@kernel(types.uint64[:, ::1], _ORDERS, read(types.uint64, 3))
def fingerprints(codes: Orders, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return 128 bits for each row: the random numbers of its codes at their places, all taken as sums of bits.

    Parameters
    ----------
    numbers
        Two 64-bit numbers by place and code, shape (places, codes, 2).
    """
    units, places = codes.shape
    array = np.empty((units, 2), dtype=np.uint64)
    for unit in range(units):
        row, first, second = codes[unit], np.uint64(0), np.uint64(0)
        for place in range(np.uint64(places)):
            code = np.uint64(row[place])
            first ^= numbers[place, code, np.uint64(0)]
            second ^= numbers[place, code, np.uint64(1)]
        array[unit, 0] = first
        array[unit, 1] = second
    return array


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


@njit(inline="always", error_model="numpy")
def _drawn(state: State, deck: NDArray[np.uint16], small: NDArray[np.uint64], place: int) -> np.uint16:
    """Exchange the card of a place for one chosen among it and those behind, and return what lies there then."""
    size = np.uint64(deck.size) - np.uint64(place)
    while True:
        scaled = (next_word(state) >> _HALF) * size
        if (scaled & _LOW) >= small[size]:
            break
    chosen = np.uint64(place) + (scaled >> _HALF)
    code = deck[chosen]
    deck[chosen] = deck[place]
    deck[place] = code
    return np.uint16(code)


@kernel(
    types.int64[:, ::1], written(types.uint64), written(types.uint16), types.int64, types.int64, types.int64
)
def dealt_table(
    state: State, deck: NDArray[np.uint16], units: int, dealt: int, columns: int
) -> NDArray[np.int64]:
    """Count codes by place in so many hands of ``dealt`` cards, each of the whole deck, which stays mixed."""
    table = np.zeros((dealt, columns), dtype=np.int64)
    small = refused(deck.size)
    for _unit in range(units):
        for place in range(np.uint64(dealt)):
            table[place, np.uint64(_drawn(state, deck, small, place))] += 1
    return table


@kernel(types.uint16[:, ::1], written(types.uint64), written(types.uint16), types.int64, types.int64)
def dealt(state: State, deck: NDArray[np.uint16], units: int, places: int) -> Orders:
    """Return so many hands of ``places`` cards, each of the whole deck, which stays mixed."""
    orders = np.empty((units, places), dtype=np.uint16)
    small = refused(deck.size)
    for unit in range(units):
        row = orders[unit]
        for place in range(np.uint64(places)):
            row[place] = _drawn(state, deck, small, place)
    return orders
