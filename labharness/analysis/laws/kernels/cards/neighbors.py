"""What lies next to what in orders, one number for each row.

Neighbors of rounds that were neighbors in rounds shortly before.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read

Orders = NDArray[np.uint16]
_ORDERS = read(types.uint16, 2)
_NUMBERS = types.int64[::1]


@kernel(_NUMBERS, _ORDERS)
def valleys(orders: Orders) -> NDArray[np.int64]:
    """Count inner places lower than both neighbors."""
    units, cards = orders.shape
    array = np.empty(units, dtype=np.int64)
    for unit in range(units):
        row, total = orders[unit], np.uint32(0)
        for place in range(1, cards - 1):
            total += np.uint32((row[place] < row[place - 1]) & (row[place] < row[place + 1]))
        array[unit] = total
    return array


@kernel(_NUMBERS, _ORDERS, types.int64)
def successions(orders: Orders, lag: int) -> NDArray[np.int64]:
    """Count neighbors of which the second is higher by ``lag``."""
    units, cards = orders.shape
    array = np.empty(units, dtype=np.int64)
    step = np.int32(lag)
    for unit in range(units):
        row, total = orders[unit], np.uint32(0)
        for place in range(1, cards):
            total += np.uint32(np.int32(row[place]) - np.int32(row[place - 1]) == step)
        array[unit] = total
    return array


@kernel(_NUMBERS, _ORDERS, types.int64)
def round_successions(kinds: Orders, number: int) -> NDArray[np.int64]:
    """Count neighbors of which the second is the next kind, the first of so many after the last."""
    units, cards = kinds.shape
    array = np.empty(units, dtype=np.int64)
    back = np.int32(1 - number)
    for unit in range(units):
        row, total = kinds[unit], np.uint32(0)
        for place in range(1, cards):
            step = np.int32(row[place]) - np.int32(row[place - 1])
            total += np.uint32((step == 1) | (step == back))
        array[unit] = total
    return array


@kernel(_NUMBERS, _ORDERS)
def kept_neighbours(orders: Orders) -> NDArray[np.int64]:
    """Count neighbors that differ by one, in either direction."""
    units, cards = orders.shape
    array = np.empty(units, dtype=np.int64)
    for unit in range(units):
        row, total = orders[unit], np.uint32(0)
        for place in range(1, cards):
            step = np.int32(row[place]) - np.int32(row[place - 1])
            total += np.uint32((step == 1) | (step == -1))
        array[unit] = total
    return array


@kernel(_NUMBERS, _ORDERS, types.int64)
def longest_packet(orders: Orders, step: int) -> NDArray[np.int64]:
    """Return the length of the longest stretch in which each is higher by ``step`` than the one before."""
    units, cards = orders.shape
    array = np.empty(units, dtype=np.int64)
    for unit in range(units):
        row = orders[unit]
        longest, length = np.int64(1), np.int64(1)
        for place in range(1, cards):
            follows = np.int64(row[place]) - np.int64(row[place - 1]) == step
            length = length * np.int64(follows) + 1
            longest = max(longest, length)
        array[unit] = longest
    return array


@kernel(_NUMBERS, _ORDERS)
def runs(orders: Orders) -> NDArray[np.int64]:
    """Count stretches of equal numbers."""
    units, cards = orders.shape
    array = np.empty(units, dtype=np.int64)
    for unit in range(units):
        row, total = orders[unit], np.uint32(1)
        for place in range(1, cards):
            total += np.uint32(row[place] != row[place - 1])
        array[unit] = total
    return array


@kernel(_NUMBERS, _ORDERS, _ORDERS)
def matches(orders: Orders, others: Orders) -> NDArray[np.int64]:
    """Count places that hold the same number in both; one row of the others serves for all."""
    units, cards = orders.shape
    array = np.empty(units, dtype=np.int64)
    for unit in range(units):
        row, total = orders[unit], np.uint32(0)
        other = others[unit if others.shape[0] > 1 else 0]
        for place in range(cards):
            total += np.uint32(row[place] == other[place])
        array[unit] = total
    return array


_KINDS = 64


@kernel(types.int64[::1], read(types.uint16, 2), read(types.int64), types.int64, types.int64)
def returned(
    rounds: NDArray[np.uint16], units: NDArray[np.int64], first: int, back: int
) -> NDArray[np.int64]:
    """Count neighbors that followed each other in one of the rounds before, and what the same cards could give.

    Parameters
    ----------
    rounds, units
        Card types of each round, and its number; at most ``back`` rounds are looked back.
    first
        First row that is counted; the ones before are context.

    Returns
    -------
    NDArray
        Sums over the rounds: neighbors met before (h), ordered pairs of cards that were neighbors (e), twice the paths
        of two such pairs plus the ordered pairs of disjoint ones (s), and e².
    """
    total, cards = rounds.shape
    array = np.zeros(4, dtype=np.int64)
    met = np.full((_KINDS, _KINDS), np.int64(-1))
    into, out = np.zeros(cards, dtype=np.int64), np.zeros(cards, dtype=np.int64)
    for unit in range(first, total):
        before = unit - 1
        while before >= 0 and units[unit] - units[before] <= back:
            row = rounds[before]
            for place in range(1, cards):
                met[row[place - 1] & 63, row[place] & 63] = unit
            before -= 1
        row = rounds[unit]
        into[:] = 0
        out[:] = 0
        both = np.int64(0)
        for each in range(cards):
            for other in range(cards):
                if each != other and met[row[each] & 63, row[other] & 63] == unit:
                    out[each] += 1
                    into[other] += 1
                    both += np.int64(met[row[other] & 63, row[each] & 63] == unit)
        edges, paths, shared = np.int64(0), -both, -both
        for each in range(cards):
            edges += out[each]
            paths += into[each] * out[each]
            shared += out[each] * out[each] + into[each] * into[each] + 2 * into[each] * out[each]
        shared -= edges
        for place in range(1, cards):
            array[0] += np.int64(met[row[place - 1] & 63, row[place] & 63] == unit)
        array[1] += edges
        array[2] += 2 * paths + edges * edges - shared
        array[3] += edges * edges
    return array
