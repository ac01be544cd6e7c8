"""Ones, changes of bit, longest runs and ranks, read a word or a byte at a time.

Runs of nine ones that overlap.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import BYTES, kernel, ones, read, word

Bytes = NDArray[np.uint8]
_BYTES, _GROUPS = read(types.uint8), read(types.uint8, 2)
_ONE, _TOP = np.uint64(1), np.uint64(63)

_TEXT = [f"{value:08b}" for value in range(256)]
LEADING = np.array([len(text) - len(text.lstrip("1")) for text in _TEXT], dtype=np.uint8)
"""Ones with which each value of a byte begins."""

TRAILING = np.array([len(text) - len(text.rstrip("1")) for text in _TEXT], dtype=np.uint8)
"""Ones with which each value of a byte ends."""

LONGEST = np.array([max(map(len, text.split("0"))) for text in _TEXT], dtype=np.uint8)
"""Longest run of ones of each value of a byte."""


@kernel(types.int64, _BYTES)
def total(data: Bytes) -> int:
    """Count the ones."""
    result, size = np.uint64(0), np.uint64(data.size)
    words = size // BYTES
    for step in range(words):
        result += ones(word(data, step * BYTES))
    for place in range(words * BYTES, size):
        result += ones(np.uint64(data[place]))
    return int(result)


@kernel(types.int64, _BYTES)
def changes(data: Bytes) -> int:
    """Count the neighboring bits that differ."""
    result, size = np.uint64(0), np.uint64(data.size)
    if not size:
        return 0
    words = size // BYTES
    before = np.uint64(data[0]) >> np.uint64(7)
    for step in range(words):
        bits = word(data, step * BYTES)
        result += ones(bits ^ ((bits >> _ONE) | (before << _TOP)))
        before = bits & _ONE
    for place in range(words * BYTES, size):
        bits = np.uint64(data[place])
        result += ones(bits ^ ((bits >> _ONE) | (before << np.uint64(7))))
        before = bits & _ONE
    return int(result)


@kernel(types.int64, _GROUPS)
def squared_surplus(groups: Bytes) -> int:
    """Add up the squares of ones less zeros of each group of bytes, shape (groups, bytes of each)."""
    data, length = groups.reshape(groups.size), np.uint64(groups.shape[1])
    number, words = 0, length // BYTES
    for group in range(np.uint64(groups.shape[0])):
        held, start = np.uint64(0), group * length
        for step in range(words):
            held += ones(word(data, start + step * BYTES))
        for place in range(start + words * BYTES, start + length):
            held += ones(np.uint64(data[place]))
        surplus = int(held + held) - int(BYTES * length)
        number += surplus * surplus
    return number


@kernel(types.int64[::1], _GROUPS, types.int64, types.int64)
def run_classes(groups: Bytes, first: int, last: int) -> NDArray[np.int64]:
    """Count groups of bytes by their longest run of ones: up to ``first``, …, ``last`` or more."""
    array = np.zeros(last - first + 1, dtype=np.int64)
    data, length = groups.reshape(groups.size), np.uint64(groups.shape[1])
    for group in range(np.uint64(groups.shape[0])):
        longest, running = first, 0
        for place in range(group * length, (group + _ONE) * length):
            value = data[place]
            # One max of three takes a third longer: 24 ms instead of 18 ms for 20 MB.
            longest = max(longest, max(running + LEADING[value], LONGEST[value]))  # noqa: PLW3301
            running = running + 8 if value == 255 else TRAILING[value]
        array[min(longest, last) - first] += 1
    return array


_ONE, _NEW = np.uint64(1), np.uint64(7)
"""Of the eight bytes of a word, seven begin runs of nine bits that end within it."""


@kernel(types.int64[::1], read(types.uint8, 2), types.int64)
def nines(rows: NDArray[np.uint8], most: int) -> NDArray[np.int64]:
    """Count rows by how many of their places begin nine ones in a row: 0, 1, …, ``most`` or more."""
    counts = np.zeros(most + 1, dtype=np.int64)
    size = np.uint64(rows.shape[1])
    for row in range(rows.shape[0]):
        data, at, result = rows[row], np.uint64(0), np.uint64(0)
        while at + _ONE < size:
            bits = np.uint64(0)
            if at + BYTES <= size:
                bits = word(data, at)
            else:
                for place in range(at, size):
                    bits = (bits << BYTES) | np.uint64(data[place])
            begun = bits & (bits << _ONE)
            begun &= begun << np.uint64(2)
            begun &= begun << np.uint64(4)
            begun &= bits << np.uint64(8)
            result += ones(begun)
            at += _NEW
        counts[min(result, np.uint64(most))] += 1
    return counts
