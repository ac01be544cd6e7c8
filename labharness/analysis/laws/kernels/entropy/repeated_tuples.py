"""Repeated stretches of symbols, counted from neighbors in sorted order."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read

COUNT_BITS = 7
"""Low bits of a word that say how many symbols it holds, so that the end of the text is no symbol."""

SYMBOL_BITS = 64 - COUNT_BITS


@kernel(types.uint64[::1], read(types.uint8), types.int64)
def words(symbols: NDArray[np.uint8], width: int) -> NDArray[np.uint64]:
    """Return what follows each place: as many symbols of ``width`` bits as fit, then their number."""
    holds = SYMBOL_BITS // width
    following = np.empty(symbols.size, dtype=np.uint64)
    shift, top = np.uint64(width), np.uint64(64 - width)
    kept = np.uint64(0xFFFFFFFFFFFFFFFF) << np.uint64(64 - holds * width)
    word = np.uint64(0)
    for place in range(symbols.size - 1, -1, -1):
        word = ((word >> shift) | (np.uint64(symbols[place]) << top)) & kept
        following[place] = word | np.uint64(min(holds, symbols.size - place))
    return following


@kernel(types.int64[::1], read(types.uint64), types.int64)
def shared(ordered: NDArray[np.uint64], width: int) -> NDArray[np.int64]:
    """Return how many symbols each word in order has in common with the one before it, 0 for the first."""
    common = np.zeros(ordered.size, dtype=np.int64)
    count = np.uint64((1 << COUNT_BITS) - 1)
    for place in range(1, ordered.size):
        each, other = ordered[place - 1], ordered[place]
        same = min(each & count, other & count)
        different = (each ^ other) >> np.uint64(64 - np.int64(same) * width)
        if same == 0:
            different = np.uint64(0)
        while different:
            different >>= np.uint64(width)
            same -= np.uint64(1)
        common[place] = np.int64(same)
    return common


@kernel(types.int64[::1], read(types.uint8), read(types.int32))
def shared_suffixes(symbols: NDArray[np.uint8], order: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return how many symbols each suffix in sorted order has in common with the one before it.

    Going through the text from left to right, the next suffix shares at most one symbol less with the one
    that comes before it in order (Kasai et al. 2001).
    """
    size = symbols.size
    rank = np.empty(size, dtype=np.int32)
    for place in range(size):
        rank[order[place]] = place
    common = np.zeros(size, dtype=np.int64)
    same = 0
    for start in range(size):
        if rank[start] == 0:
            same = 0
            continue
        other = order[rank[start] - 1]
        stop = size - max(start, other)
        while same < stop and symbols[start + same] == symbols[other + same]:
            same += 1
        common[rank[start]] = same
        if same > 0:
            same -= 1
    return common


@kernel(types.int64[:, ::1], read(types.int64))
def repeats(common: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return, for every length, how often its commonest stretch comes and how many pairs of places hold the same.

    Shape (2, longest repeat + 1).  Neighbors in sorted order that share at least L symbols form a group; the
    groups of all lengths nest, and a stack visits each once.  Entry 0, the empty stretch, is left 0.
    """
    longest = 0
    for value in common:
        longest = max(longest, value)
    array = np.zeros((2, longest + 1), dtype=np.int64)
    most, pairs = array[0], array[1]
    lengths = np.zeros(longest + 2, dtype=np.int64)
    firsts = np.zeros(longest + 2, dtype=np.int64)
    depth = 0
    for place in range(1, common.size + 1):
        value = common[place] if place < common.size else 0
        first = place - 1
        while depth > 0 and lengths[depth] > value:
            length, first = lengths[depth], firsts[depth]
            depth -= 1
            members = place - first
            most[length] = max(most[length], members)
            outer = max(value, lengths[depth])
            same = members * (members - 1) // 2
            pairs[length] += same
            pairs[outer] -= same
        if value > lengths[depth]:
            depth += 1
            lengths[depth], firsts[depth] = value, first
    for length in range(longest - 1, 0, -1):
        most[length] = max(most[length], most[length + 1])
        pairs[length] += pairs[length + 1]
    pairs[0] = 0
    return array
