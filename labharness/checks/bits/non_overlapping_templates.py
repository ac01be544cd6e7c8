"""Counts of templates that cannot overlap themselves in raw output."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

WIDTH = 9
BLOCKS = 8
"""Blocks into which each sequence is cut."""

SHORTEST, LONGEST = 16_000, 1_000_000

FOURTH_CUMULANTS = 0.21264
"""Sum over all pairs of templates s and t of the cumulants κ(s, s, t, t) of their counts, for each bit.

The counts of two words in n bits have the generating function 1/(1 - z - C), C that of the clusters of words
that overlap (Goulden & Jackson 1979); its pole next to 1 gives the cumulants for each bit.
"""


def templates(width: int) -> NDArray[np.int64]:
    """Return the patterns of so many bits of which no end is a beginning.

    Examples
    --------
    >>> [f"{template:03b}" for template in templates(3).tolist()]
    ['001', '011', '100', '110']
    >>> len(templates(9))
    148
    """
    every = np.arange(1 << width)
    alone = [(every & ((1 << (width - d)) - 1)) != every >> d for d in range(1, width)]
    return every[np.logical_and.reduce(alone)]


TEMPLATES = templates(WIDTH)


@kit.check(
    title="Templates that cannot overlap",
    observes=kit.Kind.BYTES,
    unit="sequence of bits",
    look_back=LONGEST // 8 - 1,
    reference="NIST SP 800-22 rev. 1a, § 2.7; Guibas & Odlyzko 1981, J. Combinatorial Theory A 30, 183-208",
    hypothesis="Every pattern of nine bits that cannot overlap itself comes as often in each block as in fair bits.",
    null_law="chi-square of the exact mean, variance and skewness",
    applies_from="1 sequence (1,000,000 bits)",
)
class NonOverlappingTemplates:
    """Whether patterns of nine bits come as often as chance makes them, block by block.

    Each sequence is cut into 8 blocks of M bits, in which the 148 templates of nine bits are counted of
    which no end is also a beginning.  Two of the same template never overlap, so that every occurrence
    counts.  NIST compares, for each template, X² = Σ (W - μ)²/σ² over the blocks with chi-square of 8
    degrees of freedom: 148 p-values, many of them of nearly the same thing, as each 000000001 ends a run
    of zeros that a 100000000 begins.

    Here Q adds up X² of all templates over all blocks, with μ and σ² exact for M bits.  Its variance and
    skewness follow from the exact covariances of the counts, that is from the ways in which one template
    may follow another and share bits with it (Guibas & Odlyzko's correlations); as counts are not quite
    normal, the variance takes in their fourth cumulants too.  A chi-square law, shifted and scaled to the
    mean, variance and skewness of Q, gives p (Buckley & Eagleson 1988).

    Parameters
    ----------
    sequence
        Bits of a sequence, a multiple of 64 from 16,000 to 1,000,000.

    Notes
    -----
    Mean and variance are exact, up to the ends of blocks, however many sequences are pooled.  Against the
    saddlepoint approximation of a weighted sum of chi-squares, p of one sequence is right to 1% down to
    0.002 and to 3% down to 0.0001, and better of several.  The skewness takes counts as normal; in
    simulations its numerator is greater by 1.5/μ of itself: 0.6% for a million bits (μ = 244), two fifths
    for sequences of 16,000, which are for small samples: of 100,000 of these, 5.1% had p < 0.05, 1.12% p <
    0.01 and 0.14% p < 0.001.  Of 20,000 of 100,000 bits, 5.0, 0.96 and 0.12%.

    The effect is the root mean square by which the count of a template in a block deviates beyond chance, in
    standard deviations.  The template that deviates most is named, with its p-value times 148.  Left is too
    even.  At least one sequence.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.7 and § 3.7.  Guibas & Odlyzko 1981, String overlaps, pattern matching, and
    nontransitive games, Journal of Combinatorial Theory A 30, 183-208.  Goulden & Jackson 1979, An inversion
    theorem for cluster decompositions of sequences, Journal of the London Mathematical Society 20, 567-576.
    Buckley & Eagleson 1988, An approximation to the distribution of quadratic forms in normal random
    variables, Australian Journal of Statistics 30A, 150-159.

    Examples
    --------
    § 2.7.8: 001 comes twice in 1010010010 and once in 1110010110; X² = 2.133333, p = 0.344154.

    >>> value = x2(np.array([2, 1]), width=3, bits=10)
    >>> round(value, 6), round(kit.chi_square_tails(value, 2)["right"], 6)
    (2.133333, 0.344154)
    """

    sequence: int = kit.bit_length(1_000_000, SHORTEST, LONGEST, step=64)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up the counts of each template, and the squares of their 512-fold deviations."""
        rows, read = kit.bits.groups(block, self.sequence // 8)
        result = kit.templates.patterns_of_nine(rows.reshape(-1, self.sequence // 64))[:, TEMPLATES]
        deviations = (result << WIDTH) - (self._bits - WIDTH + 1)
        squares = (deviations**2).sum(axis=0, dtype=np.int64)
        return read.merge(kit.Tally({"counts": result.sum(axis=0), "squares": squares}))

    @property
    def _bits(self) -> int:
        return self.sequence // BLOCKS

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare Q with a chi-square law of its mean, variance and skewness."""
        bits, blocks = 8 * tally.number("read"), BLOCKS * tally.number("groups")
        kit.refuse(bits, kit.too_few(blocks, 1, kit.Counted.SEQUENCES, self.sequence, kit.Counted.BITS))
        unit, mean, variance, third = cumulants(self._bits)
        values = tally.sums["squares"] / 4**WIDTH / unit
        q = float(values.sum())
        df = blocks * 8 * variance**3 / third**2
        size = sqrt(blocks * variance / (2 * df))
        value = max(0.0, df + (q - blocks * mean) / size)
        worst = int(np.argmax(values))
        largest = float(values[worst])
        corrected = min(1.0, len(TEMPLATES) * kit.chi_square_tails(largest, blocks)[kit.RIGHT])
        expected = blocks * (self._bits - WIDTH + 1) / 2**WIDTH
        named = kit.Details.TEMPLATE(
            template=f"{TEMPLATES[worst]:0{WIDTH}b}",
            templates=len(TEMPLATES),
            times=int(tally.sums["counts"][worst]),
            blocks=blocks,
            expected=expected,
            x2=largest,
            p=corrected,
        )
        return kit.CheckResult(
            bits,
            {"Q": q, "expected Q": blocks * mean, "largest X2": largest},
            df,
            kit.chi_square_tails(value, df),
            kit.Laws.CHI_SQUARE_MATCHED(df=df),
            kit.root_effect(kit.Effects.TEMPLATE_COUNTS(), value, df, blocks * len(TEMPLATES) / size),
            details=(named, *kit.bits.remainder(tally, self.sequence // 8)),
        )


def x2(counts: NDArray[np.int64], width: int, bits: int) -> float:
    """Return NIST's X² of a template from its counts in blocks of so many bits, with NIST's variance."""
    mean, variance = (bits - width + 1) / 2**width, bits * (2.0**-width - (2 * width - 1) / 4**width)
    return float(((counts - mean) ** 2).sum() / variance)


def covariance(words: NDArray[np.int64], width: int, bits: int) -> NDArray[np.int64]:
    """Return 4^width times the covariances of the counts of patterns in fair bits, shape (words, words).

    Examples
    --------
    Among three bits, 00 comes in 000 twice and in 001 and 100 once; its variance is 6/8 - 1/4.

    >>> covariance(np.array([0]), 2, 3).tolist()
    [[8]]
    """
    places = bits - width + 1
    total = places * (np.eye(len(words), dtype=np.int64) * 2**width - 1)
    for later in range(1, width):
        # [s, t] is 1 where t may begin this many bits after s.
        follows = (words[:, np.newaxis] & ((1 << (width - later)) - 1)) == words >> later
        both = (follows.astype(np.int64) + follows.T) << (width - later)
        total += (places - later) * (both - 2)
    return np.asarray(total)


@lru_cache(maxsize=8)
def cumulants(bits: int) -> tuple[float, float, float, float]:
    """Return the variance of a template's count in a block, and the first three cumulants of Q of a block.

    Computed in whole numbers, so that they are the same on every machine.
    """
    table = covariance(TEMPLATES, WIDTH, bits)
    unit = int(table[0, 0])
    squares = int((table**2).sum())
    cubes = int((table @ table).ravel().astype(object) @ table.ravel().astype(object))
    variance = unit / 4**WIDTH
    return (
        variance,
        float(len(TEMPLATES)),
        2 * (squares / unit**2) + FOURTH_CUMULANTS * bits / variance**2,
        8 * (cubes / unit**3),
    )
