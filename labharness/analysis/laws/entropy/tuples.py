"""Repeated stretches: the t-tuple and the longest-repeated-substring estimates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.entropy.bounds import entropy, upper

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
    from labharness.analysis.laws.kernels.entropy import repeated_tuples as kernels

    ordered = kernels.words(symbols, width)
    ordered.sort()
    common = kernels.shared(ordered, width)
    del ordered  # 8 bytes a symbol, and the suffixes need more
    if common.max(initial=0) == kernels.SYMBOL_BITS // width:
        order = suffix_order(symbols.astype(np.int32), 1 << width)
        common = kernels.shared_suffixes(symbols, order)
    return Repeats(len(symbols), *kernels.repeats(common))


def suffix_order(text: NDArray[np.int32], letters: int) -> NDArray[np.int32]:
    """Return the starts of all suffixes in sorted order, in time that grows as the text does.

    Parameters
    ----------
    text
        Whole numbers from 0.
    letters
        They are below.

    Notes
    -----
    Valleys, at most every second suffix, are sorted first: as the suffixes of a shorter text whose letters
    are the ranks of the stretches between them.  The others follow from them.

    References
    ----------
    Nong, Zhang & Chan 2011, Two efficient algorithms for linear time suffix array construction, IEEE
    Transactions on Computers 60, 1471-1484.

    Examples
    --------
    >>> suffix_order(np.array([1, 0, 2, 0, 2, 0], dtype=np.int32), 3).tolist()
    [5, 3, 1, 0, 4, 2]
    """
    from labharness.analysis.laws.kernels.entropy import suffixes as kernels

    rises = kernels.rising(text)
    starts = kernels.valleys(rises)
    order = kernels.induced(text, rises, starts, letters)
    if len(starts) < 2:
        return order
    ranks = kernels.named(text, rises, starts, order)
    within = suffix_order(ranks, int(ranks.max()) + 1)
    return kernels.induced(text, rises, starts[within], letters)
