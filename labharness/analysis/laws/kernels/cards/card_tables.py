"""Tables of what lies where, and of what follows what."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read

Orders = NDArray[np.uint16]
Codes = NDArray[np.uint16]
_ORDERS, _CODES = read(types.uint16, 2), read(types.uint16)
_TABLE = types.int64[:, ::1]
_COUNTERS = 8192


@kernel(_TABLE, _ORDERS, _CODES, read(types.int64), types.int64, types.int64)
def place_table(
    cards: Orders, codes: Codes, groups: NDArray[np.int64], rows: int, columns: int
) -> NDArray[np.int64]:
    """Count codes by the group of their place, shape (rows, columns).

    Parameters
    ----------
    codes
        Code of each number that a card's low bits can be, as many as a power of two.
    """
    units, places = cards.shape
    low = np.uint64(codes.size - 1)
    table = np.zeros((rows, columns), dtype=np.int64)
    flat = np.zeros(rows * codes.size if units else 0, dtype=np.uint32)
    begin = (groups * codes.size).astype(np.uint64)
    # So many places at once that what they count stays in the processor's first cache.
    width = max(_COUNTERS // codes.size, 1)
    for first in range(0, places if units else 0, width):
        at = begin[first : min(first + width, places)]
        for unit in range(units):
            row = cards[unit, first:]
            for place in range(np.uint64(at.size)):
                flat[at[place] + (np.uint64(row[place]) & low)] += np.uint32(1)
    for group in range(rows if units else 0):
        for number in range(codes.size):
            times = flat[group * codes.size + number]
            if times:
                table[group, np.uint64(codes[number])] += times
    return table


@kernel(_TABLE, _ORDERS, _CODES, types.int64)
def follower_table(cards: Orders, codes: Codes, kinds: int) -> NDArray[np.int64]:
    """Count which code follows which, shape (kinds + 1, kinds + 1); the end follows the last and goes before the first.

    Parameters
    ----------
    codes
        As above.
    """
    units, places = cards.shape
    size, low = np.uint64(codes.size), np.uint64(codes.size - 1)
    flat = np.zeros(codes.size**2 if units else 0, dtype=np.uint32)
    table = np.zeros((kinds + 1, kinds + 1), dtype=np.int64)
    end = np.uint64(kinds)
    for unit in range(units if places else 0):
        row = cards[unit]
        before = np.uint64(row[0]) & low
        table[end, np.uint64(codes[before])] += 1
        for place in range(np.uint64(1), np.uint64(places)):
            number = np.uint64(row[place]) & low
            flat[before * size + number] += np.uint32(1)
            before = number
        table[np.uint64(codes[before]), end] += 1
    for first in range(codes.size if units else 0):
        for second in range(codes.size):
            times = flat[first * codes.size + second]
            if times:
                table[np.uint64(codes[first]), np.uint64(codes[second])] += times
    return table


@kernel(types.int64[::1], _ORDERS)
def steps(orders: Orders) -> NDArray[np.int64]:
    """Count differences between neighbors, from -(cards - 1) to cards - 1."""
    units, cards = orders.shape
    counts = np.zeros(max(2 * cards - 1, 1), dtype=np.int64)
    for unit in range(units):
        row = orders[unit]
        for place in range(1, cards):
            counts[np.uint64(np.int64(row[place]) - np.int64(row[place - 1]) + cards - 1)] += 1
    return counts


@kernel(types.int64[::1], _ORDERS)
def moves(orders: Orders) -> NDArray[np.int64]:
    """Count distances between cards and their own places, from 0 to cards - 1."""
    units, cards = orders.shape
    counts = np.zeros(max(cards, 1), dtype=np.int64)
    for unit in range(units):
        row = orders[unit]
        for place in range(cards):
            counts[np.uint64(abs(np.int64(row[place]) - place))] += 1
    return counts


@kernel(types.int64[::1], _ORDERS, types.int64)
def round_steps(codes: Orders, kinds: int) -> NDArray[np.int64]:
    """Count differences between neighbors modulo so many kinds."""
    units, places = codes.shape
    counts = np.zeros(kinds, dtype=np.int64)
    for unit in range(units):
        row = codes[unit]
        for place in range(1, places):
            step = np.int64(row[place]) - np.int64(row[place - 1])
            counts[np.uint64(step + kinds if step < 0 else step)] += 1
    return counts


@kernel(types.int64[::1], _ORDERS, _CODES, read(types.int64, 2))
def same_codes(cards: Orders, codes: Codes, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the units whose cards at two places have one code, for each pair of places.

    Parameters
    ----------
    codes
        Code of each number that a card's low bits can be, as many as a power of two.
    """
    low = np.uint64(codes.size - 1)
    array = np.zeros(len(pairs), dtype=np.int64)
    for unit in range(len(cards)):
        row = cards[unit]
        for pair in range(len(pairs)):
            code = codes[np.uint64(row[pairs[pair, 0]]) & low]
            other = codes[np.uint64(row[pairs[pair, 1]]) & low]
            array[pair] += np.int64(code == other)
    return array


@kernel(_TABLE, _ORDERS, read(types.int64), types.int64, types.int64)
def squares(cards: Orders, groups: NDArray[np.int64], parts: int, kinds: int) -> NDArray[np.int64]:
    """Add up, over units, the square of how many cards of a kind lie in a part of the order, shape (kinds, parts).

    Parameters
    ----------
    cards
        Kinds below ``kinds``.
    groups
        Part of each place.
    """
    array = np.zeros((kinds, parts), dtype=np.int64)
    here = np.zeros((kinds, parts), dtype=np.int64)
    units, places = cards.shape
    for unit in range(units):
        here[:] = 0
        for place in range(places):
            kind, part = np.int64(cards[unit, place]), groups[place]
            # (c + 1)² - c² = 2 c + 1
            array[kind, part] += 2 * here[kind, part] + 1
            here[kind, part] += 1
    return array
