"""Rank of binary matrices made of raw output."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

SIDE = 32
MATRIX_BYTES = SIDE * SIDE // 8
LEAST_MATRICES = 38
MOST_EXACT = 500
"""Most matrices whose X² gets its exact law; the steps of that law no longer show beyond."""


@kit.check(
    title="Rank of binary matrices",
    observes=kit.Kind.BYTES,
    unit="matrix of 1,024 bits",
    look_back=MATRIX_BYTES - 1,
    reference="NIST SP 800-22 rev. 1a, § 2.5; Marsaglia & Tsay 1985, Linear Algebra and its Applications 67",
    hypothesis="Stretches of 32 bits depend linearly on each other no more often than fair bits do.",
    null_law="exact (multinomial) to 500 matrices, then chi-square, 2",
    applies_from="38 matrices, 38,912 bits",
)
class MatrixRank:
    """Whether the ranks of 32 × 32 matrices of consecutive bits are those of fair bits.

    Each 1,024 bits fill a matrix row by row; its rank over the field of two elements is 32, 31, or less
    with chances 0.2888, 0.5776 and 0.1336, of which the exact products are used.  X² is compared with
    chi-square of 2 degrees of freedom, as NIST does, and up to 500 matrices with its exact multinomial law:
    it takes few values then.  Generators whose bits are linear in their state, such as shift registers, fail.

    Notes
    -----
    The effect is Cohen's w.  At least 38 matrices, as NIST asks.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.5 and § 3.5.  Marsaglia & Tsay 1985, Matrices and the structure of random
    number sequences, Linear Algebra and its Applications 67, 147-156.

    Examples
    --------
    The first 100,000 bits of e, § 2.5.8: ranks 23, 60 and 14 times, X² = 1.2619656, p = 0.532069.

    >>> tally = kit.Tally({"read": kit.count(12_500), "groups": kit.count(97), "ranks": np.array([14, 60, 23])})
    >>> value = MatrixRank().judge(tally, kit.Population(kit.Kind.BYTES)).statistic["X2"]
    >>> round(value, 6), round(kit.chi_square_tails(value, 2)["right"], 6)
    (1.261966, 0.532069)
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count matrices by rank: 30 or less, 31, 32."""
        rows, read = kit.bits.groups(block, MATRIX_BYTES)
        ranks = kit.matrix_ranks.ranks(rows)
        return read.merge(kit.Tally({"ranks": np.array([ranks[:-2].sum(), *ranks[-2:]])}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the ranks with their exact chances."""
        bits, matrices = 8 * tally.number("read"), tally.number("groups")
        few = kit.too_few(matrices, LEAST_MATRICES, kit.Counted.MATRICES, 8 * MATRIX_BYTES, kit.Counted.BITS)
        kit.refuse(bits, few)
        full, one_less = chance(SIDE), chance(SIDE - 1)
        counts = tally.sums["ranks"]
        shares = np.array([1 - full - one_less, one_less, full])
        value, exact = kit.pearson(counts, matrices * shares), matrices <= MOST_EXACT
        return kit.CheckResult(
            bits,
            {"X2": value, **dict(zip(("rank ≤30", "rank 31", "rank 32"), map(float, counts), strict=True))},
            2.0,
            kit.exact_x2_tails(value, matrices, shares) if exact else kit.chi_square_tails(value, 2),
            kit.Laws.EXACT_X2(number=matrices, what=kit.Counted.MATRICES)
            if exact
            else kit.Laws.CHI_SQUARE(df=2),
            kit.root_effect(kit.Effects.COHENS_W(), value, 2, matrices),
            details=kit.bits.remainder(tally, MATRIX_BYTES),
        )


def chance(rank: int) -> float:
    """Return the chance that a matrix of 32 × 32 fair bits has this rank.

    Examples
    --------
    >>> [round(chance(rank), 4) for rank in (32, 31, 30)]
    [0.2888, 0.5776, 0.1284]
    """
    product = 2.0 ** -((SIDE - rank) ** 2)
    for i in range(rank):
        product *= (1 - 2.0 ** (i - SIDE)) ** 2 / (1 - 2.0 ** (i - rank))
    return product
