"""Maurer's universal test: how far back the same bits came last."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

SHORTEST, LONGEST = 8080, 1_000_000
TAIL = 60
"""Times 2^L blocks beyond which distances have chances below 1e-26."""


@kit.check(
    title="Universal (Maurer)",
    observes=kit.Kind.BYTES,
    unit="sequence of bits",
    look_back=LONGEST // 8 - 1,
    reference="NIST SP 800-22 rev. 1a, § 2.9; Maurer 1992, J. Cryptology 5, 89-105; Coron & Naccache 1998",
    hypothesis="Each few bits lie as far behind the last equal ones as in fair bits, which cannot be compressed.",
    null_law="normal with the exact mean and variance",
    applies_from="1 sequence (1,000,000 bits)",
)
class Universal:
    """Whether blocks of bits come again after as many others as they should.

    Each sequence is cut into blocks of L bits.  The first Q = 10·2^L are remembered; of each of the K that
    follow, log₂ of the distance back to the last equal block is taken.  The mean is compared with its exact
    expectation.  What can be compressed repeats itself sooner, or never.

    L is the largest for which 1,000·2^L blocks are counted, as in NIST's table: 7 for a million bits.
    Distances depend on each other.  Maurer's approximate factor c for this, which NIST uses, makes the
    standard deviation 2.3% too small at L = 7; here the variance is exact after Coron & Naccache, who
    derived the law of two distances, but for blocks that the first Q do not hold (chance e^-10).  NIST's
    P-value of one sequence is printed.

    Parameters
    ----------
    sequence
        Bits of a sequence, a multiple of 8 from 8,080 to 1,000,000; NIST asks for 387,840, which is L = 6.

    Notes
    -----
    The distances of all sequences are pooled, at least one.  Right is too far, left too near.  The effect
    is the mean of log₂ of the distance less its expectation.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.9 and § 3.9.  Maurer 1992, A universal statistical test for random bit
    generators, J. Cryptology 5, 89-105.  Coron & Naccache 1998, An accurate evaluation of Maurer's universal
    test, Selected Areas in Cryptography, LNCS 1556, 57-71.

    Examples
    --------
    § 2.9.4, 01011010011101010111 in blocks of 2 with Q = 4: the others lie 3, 6, 2, 1, 1 and 4 blocks
    behind.  The P-value there, 0.767189, takes the spread of one distance for that of the mean.

    >>> from math import erfc
    >>> found = mean_log(np.bincount([3, 6, 2, 1, 1, 4]))
    >>> round(found, 6), round(erfc(abs(found - 1.5374383) / sqrt(2 * 1.338)), 6)
    (1.194988, 0.767189)
    """

    sequence: int = kit.bit_length(1_000_000, SHORTEST, LONGEST)

    @property
    def width(self) -> int:
        """Bits of a block, L."""
        return max(bits for bits in range(2, 8) if self.sequence >= 1010 * bits << bits)

    @property
    def first(self) -> int:
        """Blocks that are remembered and not counted, Q."""
        return 10 << self.width

    @property
    def counted(self) -> int:
        """Blocks of a sequence whose distance is counted, K."""
        return self.sequence // self.width - self.first

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count blocks by their distance."""
        rows, read = kit.bits.groups(block, self.sequence // 8)
        return read.merge(kit.Tally({"distances": kit.bit_distances.distances(rows, self.width, self.first)}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the mean of log₂ of the distances with its law."""
        from scipy.special import ndtri

        bits, number, width = 8 * tally.number("read"), tally.number("groups"), self.width
        kit.refuse(bits, kit.too_few(number, 1, kit.Counted.SEQUENCES, self.sequence, kit.Counted.BITS))
        counts = tally.sums["distances"]
        mean = mean_log(counts)
        deviation = mean - expectation(width, self.first, self.counted)
        error = sqrt(variance_of_sum(width, self.counted) / number) / self.counted
        half = float(ndtri((1 + kit.intervals.LEVEL) / 2)) * error
        statistic = {"mean log2 of distance": mean, "z": deviation / error}
        if number == 1:
            statistic["NIST P-value"] = nist(mean, width, self.counted)
        return kit.CheckResult(
            bits,
            {**statistic, "L": float(width), "sequences": float(number)},
            None,
            kit.normal_tails(deviation / error),
            kit.Laws.NORMAL_OF_BLOCKS(blocks=number * self.counted, width=width),
            kit.Effect(kit.Effects.LOG_DISTANCE(), deviation, deviation - half, deviation + half),
            details=kit.bits.remainder(tally, self.sequence // 8),
            pictures=(picture(counts, width),),
        )


def mean_log(counts: NDArray[np.int64]) -> float:
    """Return the mean of log₂ of distances counted from 0 on; none is 0."""
    return float(counts[1:] @ np.log2(np.arange(1, len(counts)))) / int(counts.sum())


def expectation(width: int, first: int, counted: int) -> float:
    """Return the mean of log₂ of the distances of the blocks that follow the first ones.

    Examples
    --------
    NIST tables 5.2177052 and 6.1962507 for L = 6 and 7, which holds for blocks far from the start.

    >>> [round(expectation(width, TAIL << width, 1), 7) for width in (6, 7)]
    [5.2177052, 6.1962507]
    """
    share = 2.0**-width
    blocks = np.arange(1, first + counted + 1)
    logs, further = np.log2(blocks), (1 - share) ** (blocks - 1)
    # Block i lies d behind with chance share (1-share)^(d-1), and else counts as i.
    nearer = np.append(0.0, np.cumsum(share * further * logs)[:-1])
    return float((nearer + further * logs)[first:].mean())


@lru_cache(maxsize=8)
def variance_of_sum(width: int, counted: int) -> float:
    """Return the variance of the sum of log₂ of the distances of so many successive blocks.

    Notes
    -----
    Let p = 2^-L, q = 1-p, r = 1-2p and h(m) = Σ q^(i-1) log₂(m+i), over i ≥ 1.  Of blocks k apart, the later
    lies j ≤ k behind its like with chance p q^(j-1) whatever the earlier does.  For j = k + m the two differ;
    if the earlier lies i behind, the chance is p² q^k r^(m-1) q^(i-m-1) for i > m, p² q^k r^(i-1) q^(m-i-1)
    for i < m, and 0 for i = m.
    """
    p = 2.0**-width
    q, reach = 1 - p, TAIL << width
    logs = np.log2(np.arange(1, 3 * reach + 1))
    beyond = np.zeros(2 * reach + 1)
    powers = q ** np.arange(reach)
    beyond[-1] = powers @ logs[2 * reach : 3 * reach]
    for m in range(2 * reach - 1, -1, -1):
        beyond[m] = logs[m] + q * beyond[m + 1]
    mean = p * beyond[0]
    total = counted * float(p * powers @ (logs[:reach] - mean) ** 2)
    near = min(reach, 30 << width)
    steps = (1 - 2 * p) ** np.arange(near)
    before, after = steps * beyond[1 : near + 1], steps * logs[:near]
    for k in range(1, min(counted, reach)):
        both = logs[k : k + near] @ before + beyond[k + 1 : k + near + 1] @ after
        total += 2 * (counted - k) * p * q**k * float(p * both - mean * beyond[k])
    return total


def nist(mean: float, width: int, counted: int) -> float:
    """Return NIST's P-value of one sequence: Maurer's factor, and the digits of the table in § 2.9.4.

    Examples
    --------
    >>> [round(variance_of_sum(width, 1), 3) for width in (6, 7)]
    [2.954, 3.125]
    """
    expected = round(expectation(width, TAIL << width, 1), 7)
    pair = round(variance_of_sum(width, 1), 3)
    c = 0.7 - 0.8 / width + (4 + 32 / width) * counted ** (-3 / width) / 15
    return kit.normal_tails((mean - expected) / (c * sqrt(pair / counted)))[kit.TWO_SIDED]


def picture(counts: NDArray[np.int64], width: int) -> kit.Picture:
    """Return a picture of the distances by powers of two."""
    powers = width + 5
    starts = 1 << np.arange(powers)
    expected = counts.sum() * -np.diff(np.append((1 - 2.0**-width) ** (starts - 1), 0.0))
    names = [f"{start:,} on" for start in starts.tolist()]
    observed = np.add.reduceat(counts, starts)
    return kit.histogram(observed, expected, (kit.Axis.BLOCKS_BACK, names), kit.Counted.BLOCKS)
