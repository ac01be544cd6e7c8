"""Approximate entropy of raw bits."""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

LEAST_EXPECTED = 128


@kit.check(
    title="Approximate entropy",
    observes=kit.Kind.BYTES,
    look_back=kit.bits.PATTERN_CONTEXT,
    reference="NIST SP 800-22 rev. 1a, § 2.12; Rukhin 2000, Journal of Applied Probability 37, 88-100",
    hypothesis="A bit cannot be guessed from the few bits before it.",
    null_law="chi-square, 2^m, with Bartlett's correction",
    applies_from="128 of each pattern of 1 bit expected",
    version=2,
)
class ApproximateEntropy:
    """Whether the few bits before a bit say anything about it.

    With φ(m) = Σ π ln π over the shares π of the overlapping patterns of m bits, ApEn = φ(m) - φ(m+1) is
    the entropy of a bit given the m before it, at most ln 2; 2n (ln 2 - ApEn) is compared with chi-square
    of 2^m degrees of freedom.  It is the likelihood ratio where ``serial_bits`` is Pearson's X² of nearly
    the same counts, and the two are far from independent.

    The mean of a likelihood ratio lies above that of its law: here by about 2^(2m-1)/n, as the two counts
    that follow c equal patterns add 1 + 1/(2c).  So the statistic is divided by the ratio of the means, 1 +
    2^(m-1)/n, as Bartlett does, which corrects its whole law but for terms of (2^m/n)².  NIST's P-value,
    without that, is given too.  Each pattern of m bits must be expected 128 times, where NIST's m < log₂ n - 5
    asks for 32.  Nothing is closed to a ring.

    Parameters
    ----------
    width
        m, 1 to 15; a narrower one is taken where the sample is too small for it.

    Notes
    -----
    The effect is √(ln 2 - ApEn) beyond chance.  Of a million bits and m = 10 the correction takes 0.05%.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.12.  Rukhin 2000, Approximate entropy for testing randomness, Journal of
    Applied Probability 37, 88-100.  Bartlett 1937, Properties of sufficiency and statistical tests,
    Proceedings of the Royal Society A 160, 268-282.  Lawley 1956, A general method for approximating to the
    distribution of likelihood ratio criteria, Biometrika 43, 295-303.

    Examples
    --------
    § 2.12.4: 0100110101 with m = 3 gives 10.043860, P-value 0.261961; its patterns of 4 bits by value:

    >>> counts = np.array([0, 0, 0, 1, 1, 2, 1, 0, 0, 1, 3, 0, 0, 1, 0, 0])
    >>> value = deficit(counts)
    >>> round(value, 5), round(kit.chi_square_tails(value, 8)["right"], 6)
    (10.04386, 0.261961)
    """

    width: int = kit.within(10, 1, kit.bits.WIDEST_PATTERN - 1)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count the patterns of one bit more than the width that end in the block."""
        return kit.Tally(kit.counts(read=block.units, patterns=kit.bits.patterns(block, self.width + 1)))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the lack of entropy with chi-square."""
        bits = 8 * tally.number("read")
        counts = tally.sums.get("patterns", np.zeros(2 << self.width, dtype=np.int64))
        number = int(counts.sum())
        kit.refuse(bits, kit.too_few(number, LEAST_EXPECTED * 2, kit.Counted.PATTERNS))
        width = max(m for m in range(1, self.width + 1) if number >= LEAST_EXPECTED << m)
        value, df = deficit(kit.bits.narrowed(counts, width + 1)), 2**width
        corrected = value / (1 + df / (2 * number))
        return kit.CheckResult(
            bits,
            {
                "X2": value,
                "corrected": corrected,
                "ApEn": log(2) - value / (2 * number),
                "P-value": kit.chi_square_tails(value, df)[kit.RIGHT],
                "width": float(width),
            },
            float(df),
            kit.chi_square_tails(corrected, df),
            kit.Laws.CHI_SQUARE_CORRECTED(width=width, df=df),
            kit.root_effect(kit.Effects.MISSING_ENTROPY(), corrected, df, 2 * number),
        )


def deficit(counts: NDArray[np.int64]) -> float:
    """Return 2n (ln 2 - ApEn) of the counts of patterns of m + 1 bits.

    Each count is set against half the count of its first m bits, so that no large terms cancel.
    """
    before = np.repeat(counts.reshape(-1, 2).sum(axis=1), 2)
    seen = counts > 0
    return float(2 * (counts[seen] * np.log(2 * counts[seen] / before[seen])).sum())
