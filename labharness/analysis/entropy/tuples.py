"""Repeated stretches: the t-tuple and the longest-repeated-substring estimates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.entropy.bounds import entropy, upper

CUTOFF = 35
"""Times that a stretch must come for the t-tuple estimate to use its length."""


@dataclass(frozen=True, slots=True, eq=False)
class Repeats:
    """How stretches of a text repeat, by their length; entry 0 means nothing.

    Parameters
    ----------
    symbols
        Length of the text.
    most
        How often the commonest stretch of each length comes, up to the longest that comes twice.
    pairs
        Pairs of places that hold the same stretch of that length.
    """

    symbols: int
    most: NDArray[np.int64]
    pairs: NDArray[np.int64]

    @property
    def longest(self) -> int:
        """Length of the longest repeated stretch."""
        return len(self.most) - 1

    def common(self, cutoff: int = CUTOFF) -> int:
        """Return the longest length of which some stretch comes at least ``cutoff`` times, 0 for none."""
        return int((self.most[1:] >= cutoff).sum())

    def t_tuple(self, cutoff: int = CUTOFF) -> float | None:
        """Return the t-tuple estimate (§ 6.3.5); None where no symbol comes often enough."""
        length = np.arange(1, self.common(cutoff) + 1)
        if not len(length):
            return None
        share = self.most[length] / (self.symbols - length + 1)
        return entropy(upper(float((share ** (1 / length)).max()), self.symbols))

    def longest_repeat(self, cutoff: int = CUTOFF) -> float | None:
        """Return the longest-repeated-substring estimate (§ 6.3.6); None where only common stretches repeat."""
        length = np.arange(self.common(cutoff) + 1, self.longest + 1)
        if not len(length):
            return None
        places = (self.symbols - length + 1).astype(np.float64)
        share = self.pairs[length] / (places * (places - 1) / 2)
        return entropy(upper(float((share ** (1 / length)).max()), self.symbols))


def repeats(symbols: NDArray[np.uint8], width: int) -> Repeats:
    """Count the repeated stretches of a text of symbols below 2^width.

    Where no stretch of 57 bits repeats, as in anything near random, sorting what follows each place is all;
    else the suffixes are sorted.

    Examples
    --------
    >>> found = repeats(np.frombuffer(b"banana", dtype=np.uint8), 8)
    >>> found.most.tolist(), found.pairs.tolist()
    ([0, 3, 2, 2], [0, 4, 2, 1])
    """
    from labharness.analysis.kernels import entropy_tuples as kernels

    ordered = kernels.words(symbols, width)
    ordered.sort()
    common = kernels.shared(ordered, width)
    del ordered  # 8 bytes a symbol, and the suffixes need more
    if common.max(initial=0) == kernels.SYMBOL_BITS // width:
        order = suffix_order(kernels.words(symbols, width), kernels.SYMBOL_BITS // width)
        common = kernels.shared_suffixes(symbols, order)
    return Repeats(len(symbols), *kernels.repeats(common))


def suffix_order(following: NDArray[np.uint64], length: int) -> NDArray[np.int64]:
    """Return the starts of all suffixes in sorted order, by doubling the length that they are sorted by.

    Parameters
    ----------
    following
        For each suffix a number in the order of its first symbols, equal only where so many are equal.
    length
        So many.

    Notes
    -----
    Suffixes that nothing tells apart yet bear the same name.  Only they are sorted again, by the name of what
    follows, so that a round costs no more than what is still tied.

    References
    ----------
    Larsson & Sadakane 2007, Faster suffix sorting, Theoretical Computer Science 387, 258-272.

    Examples
    --------
    >>> suffix_order(np.array([2, 1, 4, 1, 4, 1], dtype=np.uint64), 1).tolist()
    [5, 3, 1, 0, 4, 2]
    """
    size = len(following)
    order = np.argsort(following)
    ordered = following[order]
    first = np.concatenate(([0], np.flatnonzero(ordered[1:] != ordered[:-1]) + 1))
    counts = np.diff(first, append=size)
    held = np.repeat(first, counts)
    names = np.empty(size, dtype=np.int64)
    names[order] = held
    tied = np.flatnonzero(np.repeat(counts > 1, counts))
    while len(tied):
        members, group = order[tied], held[tied]
        after = members + length
        key = group * (size + 1) + np.where(after < size, names[np.minimum(after, size - 1)] + 1, 0)
        by = np.argsort(key)
        order[tied], key = members[by], key[by]
        # A name is the place of the first that bears it: those told apart now get new ones.
        new = np.concatenate(([True], key[1:] != key[:-1]))
        start = np.flatnonzero(new)
        counts = np.diff(start, append=len(tied))
        held[tied] = np.repeat(tied[start], counts)
        names[order[tied]] = held[tied]
        tied = tied[np.repeat(counts > 1, counts)]
        length *= 2
    return order
