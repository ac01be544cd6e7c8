"""Outcomes in groups of equal length, one group a row, all in the range."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read

Rows = NDArray[np.int32]
_ROWS = read(types.int32, 2)
_COUNTS = types.int64[::1]
_ONE = np.uint64(1)


@kernel(types.int64[:, :, ::1], _ROWS, read(types.int64), read(types.int64), types.int64)
def pairs(
    rows: Rows, first: NDArray[np.int64], second: NDArray[np.int64], outcomes: int
) -> NDArray[np.int64]:
    """Count pairs of codes at several pairs of places, shape (pairs of places, outcomes, outcomes)."""
    size, limit = np.uint64(outcomes * outcomes), np.uint64(outcomes)
    counts = np.zeros(first.size * outcomes * outcomes, dtype=np.int64)
    for pair in range(first.size):
        each, other, base = np.uint64(first[pair]), np.uint64(second[pair]), np.uint64(pair) * size
        for row in range(np.uint64(rows.shape[0])):
            a, b = np.uint64(np.uint32(rows[row, each])), np.uint64(np.uint32(rows[row, other]))
            if a < limit and b < limit:
                counts[base + a * limit + b] += 1
    return counts.reshape(first.size, outcomes, outcomes)


@kernel(types.boolean[::1], _ROWS)
def apart(rows: Rows) -> NDArray[np.bool_]:
    """Say which rows hold no code twice."""
    units, length = rows.shape
    array = np.empty(units, dtype=np.bool_)
    for unit in range(units):
        row, same = rows[unit], False
        for place in range(1, length):
            for before in range(place):
                same |= row[place] == row[before]
        array[unit] = not same
    return array


@kernel(_COUNTS, _ROWS)
def distinct(rows: Rows) -> NDArray[np.int64]:
    """Count rows by their number of different codes, from 0 to all."""
    units, length = rows.shape
    counts = np.zeros(length + 1, dtype=np.int64)
    for unit in range(units):
        row, result = rows[unit], 0
        for place in range(length):
            fresh = True
            for before in range(place):
                fresh &= row[place] != row[before]
            result += fresh
        counts[np.uint64(result)] += 1
    return counts


@kernel(_COUNTS, _ROWS)
def ranks(rows: Rows) -> NDArray[np.int64]:
    """Count rows by the order of their codes in the factorial base; rows with a repeat are in the last cell."""
    units, length = rows.shape
    cells = 1
    for number in range(2, length + 1):
        cells *= number
    counts = np.zeros(cells + 1, dtype=np.int64)
    for unit in range(units):
        row, rank, same = rows[unit], 0, False
        for place in range(length - 1):
            smaller = 0
            for later in range(place + 1, length):
                smaller += row[later] < row[place]
                same |= row[later] == row[place]
            rank = rank * (length - place) + smaller
        counts[np.uint64(cells if same else rank)] += 1
    return counts


@kernel(_COUNTS, _ROWS, types.int64)
def numbers(rows: Rows, outcomes: int) -> NDArray[np.int64]:
    """Count rows by the number that their codes write in this base."""
    units, length = rows.shape
    cells = 1
    for _ in range(length):
        cells *= outcomes
    counts = np.zeros(cells, dtype=np.int64)
    for unit in range(units):
        packed = np.uint64(0)
        for place in range(length):
            packed = packed * np.uint64(outcomes) + np.uint64(rows[unit, place])
        counts[packed] += 1
    return counts


@kernel(_COUNTS, _ROWS, types.int64)
def patterns(rows: Rows, half: int) -> NDArray[np.int64]:
    """Count rows by which of their codes reach ``half``, or are odd if that is 0, the first weighing most."""
    units, length = rows.shape
    counts = np.zeros(1 << length, dtype=np.int64)
    for unit in range(units):
        pattern = np.uint64(0)
        for place in range(length):
            code = rows[unit, place]
            pattern = (pattern << _ONE) | (np.uint64(code >= half) if half else np.uint64(code & 1))
        counts[pattern] += 1
    return counts


@kernel(_COUNTS, _ROWS, types.int64, types.boolean)
def extremes(rows: Rows, outcomes: int, largest: bool) -> NDArray[np.int64]:
    """Count the smallest or the largest code of each row."""
    units, length = rows.shape
    counts = np.zeros(outcomes, dtype=np.int64)
    for unit in range(units):
        row = rows[unit]
        result = row[0]
        for place in range(1, length):
            result = max(result, row[place]) if largest else min(result, row[place])
        counts[np.uint64(result)] += 1
    return counts


@kernel(types.int64, _ROWS, types.int64)
def squares(rows: Rows, outcomes: int) -> int:
    """Add up the squared counts of each code in each row."""
    units, length = rows.shape
    counts = np.empty(outcomes, dtype=np.int64)
    total = 0
    for unit in range(units):
        row = rows[unit]
        counts[:] = 0
        for place in range(length):
            counts[np.uint64(row[place])] += 1
        for code in range(outcomes):
            total += int(counts[code] * counts[code])
    return total


@kernel(_COUNTS, _ROWS, types.int64, types.int64)
def alike(rows: Rows, size: int, most: int) -> NDArray[np.int64]:
    """Count rows by how many of their groups of ``size`` codes hold one code only, at most so many."""
    units, length = rows.shape
    counts = np.zeros(most + 1, dtype=np.int64)
    for unit in range(units):
        row, events = rows[unit], 0
        for start in range(0, length - size + 1, size):
            same = True
            for place in range(start + 1, start + size):
                same &= row[place] == row[start]
            events += same
        counts[np.uint64(min(events, most))] += 1
    return counts


@kernel(_COUNTS, _ROWS, types.int64, types.int64)
def set_lengths(rows: Rows, outcomes: int, sets: int) -> NDArray[np.int64]:
    """Return the lengths of the first complete sets of each row; at most 64 outcomes."""
    units, length = rows.shape
    result = np.empty(units * min(sets, length // max(outcomes, 1)), dtype=np.int64)
    complete = np.uint64(0xFFFFFFFFFFFFFFFF) >> np.uint64(64 - outcomes)
    many = np.uint64(0)
    for unit in range(units):
        row, seen, began, done = rows[unit], np.uint64(0), 0, 0
        for place in range(length):
            seen |= _ONE << np.uint64(row[place])
            if seen == complete:
                if done == sets:
                    break
                result[many] = place + 1 - began
                many += _ONE
                done += 1
                began, seen = place + 1, np.uint64(0)
    return result[: np.int64(many)]


@kernel(_COUNTS, _ROWS, types.int64)
def run_lengths(rows: Rows, runs: int) -> NDArray[np.int64]:
    """Return the lengths of the first ascending runs of each row; the code that ends one is thrown away."""
    units, length = rows.shape
    result = np.empty(units * min(runs, length), dtype=np.int64)
    many = np.uint64(0)
    for unit in range(units):
        row, began, done = rows[unit], 0, 0
        for place in range(1, length):
            if place > began and row[place] <= row[place - 1]:
                if done == runs:
                    break
                result[many] = place - began
                many += _ONE
                done += 1
                began = place + 1
    return result[: np.int64(many)]
