"""Estimates that read bits alone: collision, Markov, compression."""

from __future__ import annotations

from math import inf, log1p, log2, sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.entropy.bounds import Z, entropy

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
    from labharness.analysis.laws.kernels.entropy.waits import collisions

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
    from labharness.analysis.laws.kernels.entropy.waits import returns

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
