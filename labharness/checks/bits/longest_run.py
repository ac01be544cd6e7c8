"""Longest run of ones in blocks of raw output."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

CLASSES = {8: (1, 4), 128: (4, 9), 10_000: (10, 16)}
"""First and last class of the longest run for each length of block; the ends take in what lies beyond."""

NIST_ROUNDED = (0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727)
"""Chances of the classes of 10,000 bits as NIST rounds and uses them; no result here does."""


@kit.check(
    title="Longest run of ones",
    observes=kit.Kind.BYTES,
    unit="block of bits",
    look_back=max(CLASSES) // 8 - 1,
    reference="NIST SP 800-22 rev. 1a, § 2.4; Feller 1968, An Introduction to Probability Theory 1, XIII.7",
    hypothesis="The longest run of ones in each block of bits is that of fair, independent bits.",
    null_law="chi-square of exact chances",
    applies_from="49 blocks of 128 bits, 74 of 10,000, 27 of 8",
)
class LongestRun:
    """Whether the longest runs of ones are as long as chance makes them.

    Blocks of bits are classed by their longest run of ones, with NIST's classes; X² has one degree of
    freedom less than there are classes.  NIST rounds the chances of 10,000 bits to four digits, which a
    large good sample would be blamed for; here they are exact: with g(n) the chance that n bits hold no
    run longer than r, g(n) = g(n-1) - g(n-r-2)/2^(r+2).

    Parameters
    ----------
    block
        Bits of a block: 8, 128 or 10,000; NIST takes them from 128, 6,272 and 750,000 bits on.

    Notes
    -----
    The effect is Cohen's w.  At least 5 blocks expected in each class.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.4.  Feller 1968, vol. 1, XIII.7.

    Examples
    --------
    Sixteen blocks of 8 bits of § 2.4.8, p = 0.180609; X² is printed there as 4.882605, from rounded chances.

    >>> value = kit.pearson([4, 9, 3, 0], 16 * chances(8))
    >>> round(value, 6), round(kit.chi_square_tails(value, 3)["right"], 6)
    (4.882457, 0.180609)
    >>> (chances(8) * 256).tolist()
    [55.0, 94.0, 59.0, 48.0]
    """

    block: int = kit.among(128, CLASSES)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count blocks of bits by the class of their longest run."""
        rows, read = kit.bits.groups(block, self.block // 8)
        return read.merge(kit.Tally({"classes": kit.bit_counts.run_classes(rows, *CLASSES[self.block])}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the classes with their exact chances."""
        bits, blocks = 8 * tally.number("read"), tally.number("groups")
        expected = blocks * chances(self.block)
        needed = int(np.ceil(kit.LEAST_EXPECTED / chances(self.block).min()))
        kit.refuse(bits, kit.too_few(blocks, needed, kit.Counted.BLOCKS, self.block, kit.Counted.BITS))
        counts, (first, last) = tally.sums["classes"], CLASSES[self.block]
        value, df = kit.pearson(counts, expected), last - first
        names = [f"≤{first}", *map(str, range(first + 1, last)), f"≥{last}"]
        return kit.CheckResult(
            bits,
            {"X2": value, "blocks": float(blocks)},
            float(df),
            kit.chi_square_tails(value, df),
            kit.Laws.CHI_SQUARE_OF_CHANCES(df=df),
            kit.root_effect(kit.Effects.COHENS_W(), value, df, blocks),
            details=kit.bits.remainder(tally, self.block // 8),
            pictures=(kit.histogram(counts, expected, (kit.Axis.LONGEST_RUN, names), kit.Counted.BLOCKS),),
        )


@lru_cache(maxsize=8)
def chances(block: int) -> NDArray[np.float64]:
    """Return the exact chances of the classes of a length of block."""
    first, last = CLASSES[block]
    below = [_no_longer(block, length) for length in range(first, last)]
    return np.diff(np.array([0.0, *below, 1.0]))


def _no_longer(bits: int, longest: int) -> float:
    """Return the chance that fair bits hold no run of ones longer than this."""
    g = [1.0] * (longest + 1) + [1 - 0.5 ** (longest + 1)]
    for n in range(longest + 2, bits + 1):
        g.append(g[n - 1] - g[n - longest - 2] * 0.5 ** (longest + 2))
    return g[bits]
