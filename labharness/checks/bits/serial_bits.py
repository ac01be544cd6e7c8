"""Overlapping patterns of raw bits."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

LEAST_EXPECTED = 8


@kit.check(
    title="Patterns of bits",
    observes=kit.Kind.BYTES,
    look_back=kit.bits.PATTERN_CONTEXT,
    reference="NIST SP 800-22 rev. 1a, § 2.11; Good 1953, Proc. Camb. Phil. Soc. 49, 276-284",
    hypothesis="Every pattern of a few consecutive bits is equally likely, wherever it begins.",
    null_law="chi-square of the first difference of ψ², 2^(m-1)",
    applies_from="8 of each pattern of 2 bits expected",
)
class SerialBits:
    """Whether overlapping patterns of bits come equally often.

    With c the number of times that each pattern of m bits comes among n that overlap, ψ²(m) = 2^m/n Σ c² -
    n.  The first difference ψ²(m) - ψ²(m-1) has 2^(m-1) degrees of freedom and gives NIST's P-value1, the
    second 2^(m-2) and P-value2.  These depend on each other: the first is the sum of the second
    differences of all widths up to m, which are independent (Good).  So p is the first, which sees every
    width; the second is printed.

    Patterns are counted through the whole sample and none is closed to a ring, as NIST closes each
    sequence; a gap takes out those that would span it.

    Parameters
    ----------
    width
        Bits of the widest pattern, 2 to 16; a narrower one is taken where each is expected fewer than 8
        times, which is NIST's m < log₂ n - 2.

    Notes
    -----
    The effect is Cohen's w.  Left is too even.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.11.  Good 1953, The serial test for sampling numbers and other tests for
    randomness, Proc. Camb. Phil. Soc. 49, 276-284.

    Examples
    --------
    The first million bits of e, § 2.11.8 with m = 2: 0.339764 and 0.336400, P-values 0.843764 and 0.561915.

    >>> tally = kit.Tally({"read": kit.count(125_000), "patterns": np.array([250116, 249855, 249855, 250174])})
    >>> result = SerialBits(width=2).judge(tally, kit.Population(kit.Kind.BYTES))
    >>> [round(result.statistic[name], 6) for name in ("first difference", "second difference", "P-value2")]
    [0.339764, 0.3364, 0.561915]
    >>> round(result.p["right"], 6)
    0.843764
    """

    width: int = kit.within(16, 2, kit.bits.WIDEST_PATTERN)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count the patterns that end in the block."""
        return kit.Tally(kit.counts(read=block.units, patterns=kit.bits.patterns(block, self.width)))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the differences of ψ² with chi-square."""
        bits = 8 * tally.number("read")
        counts = tally.sums.get("patterns", np.zeros(1 << self.width, dtype=np.int64))
        number = int(counts.sum())
        kit.refuse(bits, kit.too_few(number, LEAST_EXPECTED * 4, kit.Counted.PATTERNS))
        width = max(m for m in range(2, self.width + 1) if number >= LEAST_EXPECTED << m)
        psi = [
            kit.pearson(kit.bits.narrowed(counts, m), number / 2**m) if m else 0.0
            for m in (width, width - 1, width - 2)
        ]
        first, second, df = psi[0] - psi[1], psi[0] - 2 * psi[1] + psi[2], 2 ** (width - 1)
        return kit.CheckResult(
            bits,
            {
                "first difference": first,
                "second difference": second,
                "P-value2": kit.chi_square_tails(second, df / 2)[kit.RIGHT],
                "width": float(width),
            },
            float(df),
            kit.chi_square_tails(first, df),
            kit.Laws.CHI_SQUARE_OF_FIRST_DIFFERENCE(width=width, df=df),
            kit.root_effect(kit.Effects.COHENS_W(), first, df, number),
        )
