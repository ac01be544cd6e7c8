"""Suffixes of a text in sorted order, each from the next one (Nong, Zhang & Chan 2011).

A suffix is rising if it sorts before the one that follows it; the empty one, which sorts before all, follows
the last.  A valley is a rising suffix after one that is not.

Repeated stretches of symbols, counted from neighbors in sorted order.

Statistics that depend on the order of samples, and the text that is compressed (SP 800-90B § 5.1).
"""

from __future__ import annotations

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, several

PAIR = several(types.int64, types.int64)
TRIPLE = several(types.int64, types.int64, types.int64)


@kernel(types.int64, read(types.uint8))
def excursion(samples: NDArray[np.uint8]) -> int:
    """Return how far the running sum strays from the mean at most, times the number of samples."""
    whole = np.int64(0)
    for sample in samples:
        whole += np.int64(sample)
    total = farthest = np.int64(0)
    for place in range(samples.size):
        total += np.int64(samples[place])
        farthest = max(farthest, abs(total * samples.size - (place + 1) * whole))
    return int(farthest)


@kernel(TRIPLE, read(types.uint8))
def directional_runs(samples: NDArray[np.uint8]) -> tuple[int, int, int]:
    """Return the number of runs up or down, the longest, and the more numerous of steps up (or level) and down."""
    runs = longest = run = up = 0
    before = False
    for place in range(1, samples.size):
        rises = bool(samples[place - 1] <= samples[place])
        up += rises
        if place > 1 and rises == before:
            run += 1
        else:
            runs += 1
            run = 1
        before = rises
        longest = max(longest, run)
    return runs, longest, max(up, samples.size - 1 - up)


@kernel(PAIR, read(types.uint8), types.int64)
def median_runs(samples: NDArray[np.uint8], doubled: int) -> tuple[int, int]:
    """Return the number of runs below, or not below, the median, given doubled; and the longest."""
    runs = longest = run = 0
    before = False
    for place in range(samples.size):
        above = bool(2 * np.int64(samples[place]) >= doubled)
        if place > 0 and above == before:
            run += 1
        else:
            runs += 1
            run = 1
        before = above
        longest = max(longest, run)
    return runs, longest


@kernel(TRIPLE, read(types.uint8))
def collisions(samples: NDArray[np.uint8]) -> tuple[int, int, int]:
    """Return how many times a sample came again, the samples that took in all, and the most that one took."""
    number = total = most = start = 0
    seen = np.full(256, -1, dtype=np.int64)
    for place in range(samples.size):
        if seen[samples[place]] >= start:
            taken = place + 1 - start
            number += 1
            total += taken
            most = max(most, taken)
            start = place + 1
        else:
            seen[samples[place]] = place
    return number, total, most


@kernel(PAIR, read(types.uint8), types.int64)
def lagged(samples: NDArray[np.uint8], lag: int) -> tuple[int, int]:
    """Return how many samples equal the one ``lag`` later, and the sum of the products of both."""
    equal = products = np.int64(0)
    for place in range(samples.size - lag):
        equal += samples[place] == samples[place + lag]
        products += np.int64(samples[place]) * np.int64(samples[place + lag])
    return int(equal), int(products)


@kernel(types.uint8[::1], read(types.uint8))
def decimals(samples: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the samples as decimal numbers with a space between, in ASCII."""
    text = np.empty(4 * samples.size, dtype=np.uint8)
    end = 0
    for sample in samples:
        if sample >= 100:
            text[end] = 48 + sample // 100
            end += 1
        if sample >= 10:
            text[end] = 48 + sample // 10 % 10
            end += 1
        text[end] = 48 + sample % 10
        text[end + 1] = 32
        end += 2
    return text[: max(0, end - 1)].copy()


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
