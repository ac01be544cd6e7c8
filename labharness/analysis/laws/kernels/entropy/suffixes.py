"""Suffixes of a text in sorted order, each from the next one (Nong, Zhang & Chan 2011).

A suffix is rising if it sorts before the one that follows it; the empty one, which sorts before all, follows
the last.  A valley is a rising suffix after one that is not.
"""

from __future__ import annotations

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read

Numbers = NDArray[np.int32]
_NUMBERS = read(types.int32)


@kernel(types.boolean[::1], _NUMBERS)
def rising(text: Numbers) -> NDArray[np.bool_]:
    """Say which suffixes rise."""
    array = np.zeros(text.size, dtype=np.bool_)
    for place in range(text.size - 2, -1, -1):
        each, other = text[place], text[place + 1]
        array[place] = each < other or (each == other and array[place + 1])
    return array


@njit(inline="always", error_model="numpy")
def valley(rises: NDArray[np.bool_], place: int) -> bool:
    """Say whether a valley begins at a place."""
    return place > 0 and rises[place] and not rises[place - 1]


@kernel(types.int32[::1], read(types.boolean))
def valleys(rises: NDArray[np.bool_]) -> Numbers:
    """Return where valleys begin, in the order of the text."""
    result = np.empty(rises.size // 2 + 1, dtype=np.int32)
    many = 0
    for place in range(rises.size):
        if valley(rises, place):
            result[many] = place
            many += 1
    return result[:many].copy()


@kernel(types.int32[::1], _NUMBERS, read(types.boolean), _NUMBERS, types.int64)
def induced(text: Numbers, rises: NDArray[np.bool_], seeds: Numbers, letters: int) -> Numbers:
    """Return the order of all suffixes that that of the valleys leads to.

    Parameters
    ----------
    seeds
        The valleys, sorted; where they are not, the stretches from one valley to the next come out sorted.
    letters
        The text's numbers are below.
    """
    size = text.size
    ends = np.zeros(letters + 1, dtype=np.int32)
    for letter in text:
        ends[letter + 1] += 1
    for letter in range(letters):
        ends[letter + 1] += ends[letter]
    order = np.full(size, -1, dtype=np.int32)
    last = ends[1:].copy()
    for number in range(seeds.size - 1, -1, -1):
        letter = text[seeds[number]]
        last[letter] -= 1
        order[last[letter]] = seeds[number]
    # Those that do not rise sort after what follows them: from left to right, beginning with the last suffix.
    first = ends[:letters].copy()
    if size:
        order[first[text[size - 1]]] = size - 1
        first[text[size - 1]] += 1
    for number in range(size):
        place = order[number] - 1
        if place >= 0 and not rises[place]:
            order[first[text[place]]] = place
            first[text[place]] += 1
    # Those that rise sort before it: from right to left, valleys among them.
    last = ends[1:].copy()
    for number in range(size - 1, -1, -1):
        place = order[number] - 1
        if place >= 0 and rises[place]:
            last[text[place]] -= 1
            order[last[text[place]]] = place
    return order


@kernel(types.int32[::1], _NUMBERS, read(types.boolean), _NUMBERS, _NUMBERS)
def named(text: Numbers, rises: NDArray[np.bool_], starts: Numbers, order: Numbers) -> Numbers:
    """Return for each valley the rank of its stretch up to the next valley, equal where stretches are."""
    size, rank, before = text.size, -1, -1
    ranks = np.empty(size // 2 + 1, dtype=np.int32)
    for place in order:
        if not valley(rises, place):
            continue
        step, same = 0, before >= 0
        while same:
            each, other = before + step, place + step
            # No other stretch ends with the text.
            if max(each, other) == size or text[each] != text[other] or rises[each] != rises[other]:
                same = False
            elif step > 0 and valley(rises, each):
                break
            step += 1
        rank += not same
        ranks[place >> 1] = rank  # two valleys never begin side by side
        before = place
    numbers = np.empty(starts.size, dtype=np.int32)
    for number in range(starts.size):
        numbers[number] = ranks[starts[number] >> 1]
    return numbers
