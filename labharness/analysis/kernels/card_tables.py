"""Tables of what lies where, and of what follows what."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.compiled import kernel, read

Orders = NDArray[np.uint16]
_ORDERS = read(types.uint16, 2)
_TABLE = types.int64[:, ::1]


@kernel(_TABLE, _ORDERS, read(types.int64), types.int64, types.int64)
def place_table(codes: Orders, groups: NDArray[np.int64], rows: int, columns: int) -> NDArray[np.int64]:
    """Count codes by the group of their place, shape (rows, columns)."""
    units, places = codes.shape
    flat = np.zeros(rows * columns, dtype=np.int64)
    begin = (groups * columns).astype(np.uint64)
    for unit in range(units):
        row = codes[unit]
        for place in range(np.uint64(places)):
            flat[begin[place] + np.uint64(row[place])] += 1
    return flat.reshape(rows, columns)


@kernel(_TABLE, _ORDERS, types.int64)
def follower_table(codes: Orders, kinds: int) -> NDArray[np.int64]:
    """Count what follows what, shape (kinds + 1, kinds + 1); the end follows the last and goes before the first."""
    units, places = codes.shape
    side = np.uint64(kinds + 1)
    flat = np.zeros((kinds + 1) ** 2, dtype=np.int64)
    for unit in range(units if places else 0):
        row = codes[unit]
        before = np.uint64(kinds)
        for place in range(np.uint64(places)):
            code = np.uint64(row[place])
            flat[before * side + code] += 1
            before = code
        flat[before * side + np.uint64(kinds)] += 1
    return flat.reshape(kinds + 1, kinds + 1)


@kernel(types.int64[::1], _ORDERS)
def steps(orders: Orders) -> NDArray[np.int64]:
    """Count differences between neighbours, from -(cards - 1) to cards - 1."""
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
    """Count differences between neighbours modulo so many kinds."""
    units, places = codes.shape
    counts = np.zeros(kinds, dtype=np.int64)
    for unit in range(units):
        row = codes[unit]
        for place in range(1, places):
            step = np.int64(row[place]) - np.int64(row[place - 1])
            counts[np.uint64(step + kinds if step < 0 else step)] += 1
    return counts
