"""Estimates that read bits alone: collision, Markov, compression.

From a share that was seen to the entropy that is granted.

Repeated stretches: the t-tuple and the longest-repeated-substring estimates.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, log1p, log2, sqrt

import numpy as np
from numpy.typing import NDArray

Z = 2.5758293035489008
"""Quantile 0.995 of the normal law; the standard prints it as 2.576."""

ITERATIONS = 65
"""Steps toward the root of Feller's equation, as in NIST's program: toward a double root they only creep."""


def entropy(chance: float) -> float:
    """Return min-entropy in bits: -log2 of the chance of the likeliest."""
    return max(0.0, -log2(chance))


def upper(share: float, count: int) -> float:
    """Return the upper end of the interval of 99% for a share among ``count``, by the normal law (§ 6.3.1).

    Examples
    --------
    >>> round(upper(0.4, 20), 4)
    0.6895
    """
    return min(1.0, share + Z * sqrt(share * (1 - share) / (count - 1)))


def prediction(correct: int, run: int, predictions: int, size: int) -> float:
    """Return the estimate of a predictor in bits a symbol (§ 6.3.7 steps 7 to 9, and its likes).

    Parameters
    ----------
    correct
        Right predictions.
    run
        Most right predictions in a row.
    predictions
        All of them.
    size
        Number of different symbols.
    """
    share = correct / predictions
    chance = upper(share, predictions) if correct else 1 - 0.01 ** (1 / predictions)
    chance = max(chance, 1 / size)
    if chance < 1 and no_longer_run(chance, run + 1, predictions) > log(0.99):
        low, high = chance, 1.0
        while low < (middle := (low + high) / 2) < high:
            if no_longer_run(middle, run + 1, predictions) > log(0.99):
                low = middle
            else:
                high = middle
        chance = high
    return entropy(chance)


def no_longer_run(chance: float, run: int, trials: int) -> float:
    """Return the logarithm of the chance that no ``run`` of successes comes in so many trials.

    References
    ----------
    Feller 1968, An introduction to probability theory and its applications 1, 3rd ed., § XIII.7 (7.11).

    Examples
    --------
    That no two heads in a row come in 20 throws has chance 17,711/2^20 = 0.01689:

    >>> from math import exp
    >>> round(exp(no_longer_run(0.5, 2, 20)), 4)
    0.0169
    """
    miss, root = 1 - chance, 1.0
    for _ in range(ITERATIONS):
        before, root = root, 1 + miss * chance**run * root ** (run + 1)
        if root <= before:
            break
    if chance * root >= 1 or run + 1 - run * root <= 0:
        return -inf
    return log1p(-chance * root) - log((run + 1 - run * root) * miss) - (trials + 1) * log(root)


BLOCK = 6
"""Bits of a block of the compression estimate."""

DICTIONARY = 1000
"""Blocks from which it takes its dictionary."""

SPREAD = 0.5907
"""What the standard deviation of the compression estimate is corrected by; § 6.3.4 step 5."""

STEPS = 128
"""Bits of the likeliest path of the Markov estimate."""


def collision(bits: NDArray[np.uint8]) -> float | None:
    """Return the collision estimate (§ 6.3.2) of bits; None below two collisions.

    Notes
    -----
    The equation of step 7 is, for bits, mean = 2 + 2 p (1 - p), which is solved in closed form.
    """
    from labharness.analysis.laws.kernels.entropy.predictors import collisions

    two, three = collisions(bits)
    number = two + three
    if number < 2:
        return None
    mean = (2 * two + 3 * three) / number
    spread = sqrt((4 * two + 9 * three - number * mean**2) / (number - 1))
    low = max(2.0, mean - Z * spread / sqrt(number))
    return entropy(0.5 + sqrt(1.25 - low / 2)) if low < 2.5 else 1.0


def markov(bits: NDArray[np.uint8]) -> float:
    """Return the Markov estimate (§ 6.3.3) of bits: the likeliest path of 128 bits, a bit."""
    codes = np.bincount(2 * bits[:-1] + bits[1:], minlength=4).reshape(2, 2)
    after = codes / np.maximum(1, codes.sum(axis=1, keepdims=True))
    ones = int(np.count_nonzero(bits)) / len(bits)

    def bits_of(chance: float) -> float:
        return -log2(chance) if chance > 0 else inf

    start = (bits_of(1 - ones), bits_of(ones))
    step = [[bits_of(float(chance)) for chance in row] for row in after]
    there, back, half = step[0][1], step[1][0], STEPS // 2
    paths = (
        start[0] + (STEPS - 1) * step[0][0],
        start[0] + half * there + (half - 1) * back,
        start[0] + there + (STEPS - 2) * step[1][1],
        start[1] + back + (STEPS - 2) * step[0][0],
        start[1] + half * back + (half - 1) * there,
        start[1] + (STEPS - 1) * step[1][1],
    )
    return min(min(paths) / STEPS, 1.0)


def compression(bits: NDArray[np.uint8], known: int = DICTIONARY) -> float | None:
    """Return the compression estimate (§ 6.3.4) of bits; None where no two blocks follow the dictionary.

    Notes
    -----
    The standard deviation is left at 0 where rounding would make its square negative.
    """
    from labharness.analysis.laws.kernels.entropy.predictors import returns

    blocks = len(bits) // BLOCK
    tested = blocks - known
    if tested < 2:
        return None
    total, squares = returns(bits, BLOCK, known)
    mean = total / tested
    spread = SPREAD * sqrt(max(0.0, squares / (tested - 1) - mean**2))
    low = mean - Z * spread / sqrt(tested)
    kinds = 1 << BLOCK
    logs = np.log2(np.arange(1, blocks + 1))

    def expected(chance: float) -> float:
        rest = (1 - chance) / (kinds - 1)
        return distance(chance, known, logs) + (kinds - 1) * distance(rest, known, logs)

    bottom, top = 1 / kinds, 1.0
    if expected(bottom) <= low:
        return 1.0
    while bottom < (middle := (bottom + top) / 2) < top:
        if expected(middle) > low:
            bottom = middle
        else:
            top = middle
    return entropy(top) / BLOCK


def distance(chance: float, known: int, logs: NDArray[np.float64]) -> float:
    """Return G of § 6.3.4 step 7: what one kind of block of this chance adds to the expected log2 of a distance.

    Parameters
    ----------
    logs
        log2 of 1, 2, … up to the number of blocks.
    """
    if chance <= 0:
        return 0.0
    if chance >= 1:
        return 0.0
    blocks = len(logs)
    # Terms fall off like (1 - chance)^u; below 2^-100 of the first they are lost in any sum.
    terms = min(blocks, known + 2 + int(-70 / log1p(-chance)))
    u = np.arange(1, terms + 1)
    weighed = logs[:terms] * np.exp((u - 1) * log1p(-chance))
    inside = chance**2 * float((weighed * (blocks - np.maximum(known, u))).sum())
    return (inside + chance * float(weighed[known:].sum())) / (blocks - known)


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
    from labharness.analysis.laws.kernels.entropy import suffixes as kernels

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
