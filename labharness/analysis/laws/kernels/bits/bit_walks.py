"""Walks that step up at each one and down at each zero: their extremes, and their cycles from 0 back to 0."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import BYTES, kernel, ones, read, several, word

_ONE = np.uint64(1)

_PATHS = (
    2 * np.unpackbits(np.arange(256, dtype=np.uint8)[:, np.newaxis], axis=1).astype(np.int64) - 1
).cumsum(axis=1)
RISE, HIGHEST, LOWEST = _PATHS[:, -1].copy(), _PATHS.max(axis=1), _PATHS.min(axis=1)
"""What each byte adds to the level, and how far it goes up and down on its way."""

REACH = 9
"""Levels whose steps are counted, up and down."""

NEAR = np.array([-4, -3, -2, -1, 1, 2, 3, 4])
"""Levels whose visits are classed by cycle."""

CLASSES = 6
"""Visits in a cycle: 0, 1, 2, 3, 4, and 5 or more."""

_FAR = NEAR.size // 2
_Line, _Table, _Cube = types.int64[::1], types.int64[:, ::1], types.int64[:, :, ::1]
_Found = several(_Table, _Line, _Table, _Cube)


@kernel(_Table, read(types.uint8, 2))
def extremes(rows: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the highest, the lowest and the last level of each row's walk, shape (rows, 3); 0 counts."""
    array = np.zeros((rows.shape[0], 3), dtype=np.int64)
    for row in range(rows.shape[0]):
        level, highest, lowest = 0, 0, 0
        for byte in rows[row]:
            highest = max(highest, level + HIGHEST[byte])
            lowest = min(lowest, level + LOWEST[byte])
            level += RISE[byte]
        array[row, 0], array[row, 1], array[row, 2] = highest, lowest, level
    return array


@kernel(types.void, _Line, _Table)
def _close(here: NDArray[np.int64], classes: NDArray[np.int64]) -> None:
    """Class what a cycle visited, and begin the next."""
    for state in range(NEAR.size):
        classes[state, min(here[NEAR[state] + _FAR], CLASSES - 1)] += 1
    here[:] = 0


@kernel(types.void, types.int64, _Line, _Cube)
def _cut(level: int, here: NDArray[np.int64], cut: NDArray[np.int64]) -> None:
    """Note where and when a cycle was cut."""
    for state in range(NEAR.size):
        away = min(abs(level), _FAR + 1) if (NEAR[state] > 0) == (level > 0) else 0
        cut[state, away, min(here[NEAR[state] + _FAR], CLASSES - 1)] += 1


@kernel(types.int64, types.uint8, types.int64, _Line, _Table, _Table)
def _step(
    byte: int, level: int, here: NDArray[np.int64], steps: NDArray[np.int64], classes: NDArray[np.int64]
) -> int:
    """Take the eight steps of a byte and return the level that they lead to."""
    for shift in range(7, -1, -1):
        bit = int(np.int64(byte >> shift)) & 1
        if abs(level) <= REACH:
            steps[level + REACH, bit] += 1
        level += 2 * bit - 1
        if level == 0:
            _close(here, classes)
        elif abs(level) <= _FAR:
            here[level + _FAR] += 1
    return level


@kernel(_Found, read(types.uint8, 2))
def cycles(
    rows: NDArray[np.uint8],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Count the steps of the rows' walks near 0, and what their cycles visit.

    A cycle that the end of its row cuts off counts like the others.  Each begins with a step from 0.

    Returns
    -------
    steps
        Steps down and up from the levels -9 to 9, shape (19, 2).
    ends
        Walks that end at these levels, shape (19,).
    classes
        Cycles by their visits to each level of :data:`NEAR`, shape (8, 6).
    cut
        Cut cycles for each level of :data:`NEAR`, shape (8, 6, 6): by how far from 0 on that level's side
        they were cut (0 on the other side, 5 or more together), and by visits so far.
    """
    steps = np.zeros((2 * REACH + 1, 2), dtype=np.int64)
    ends = np.zeros(2 * REACH + 1, dtype=np.int64)
    classes = np.zeros((NEAR.size, CLASSES), dtype=np.int64)
    cut = np.zeros((NEAR.size, _FAR + 2, CLASSES), dtype=np.int64)
    here = np.zeros(2 * _FAR + 1, dtype=np.int64)
    size = np.uint64(rows.shape[1])
    for row in range(rows.shape[0]):
        level, at, data = 0, np.uint64(0), rows[row]
        while at < size:
            # A byte moves the level by 8 at most, so that nothing near 0 is passed over.
            if abs(level) > REACH + 64 and at + BYTES <= size:
                level += 2 * int(np.int64(ones(word(data, at)))) - 64
                at += BYTES
                continue
            byte = data[at]
            at += _ONE
            if abs(level) > REACH + 8:
                level += RISE[byte]
                continue
            level = _step(byte, level, here, steps, classes)
        if abs(level) <= REACH:
            ends[level + REACH] += 1
        if level != 0:
            _cut(level, here, cut)
            _close(here, classes)
    return steps, ends, classes, cut
