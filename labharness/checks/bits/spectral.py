"""Fourier coefficients of raw output."""

from __future__ import annotations

from math import log, sqrt

from labharness.analysis import kit

SHORTEST, LONGEST = 1000, 1_000_000
BEYOND = 0.05
"""Share of the coefficients of fair bits that are at or above the limit."""

LIMIT = -log(BEYOND)
"""The limit of |X|²/n, of which the law is exponential."""

NORMAL_95 = 1.959963984540054


@kit.check(
    title="Fourier spectrum",
    observes=kit.Kind.BYTES,
    unit="sequence of bits",
    look_back=LONGEST // 8 - 1,
    reference="NIST SP 800-22 rev. 1a, § 2.6; Iwasaki 2020, IEEE Transactions on Information Theory 66",
    hypothesis="The Fourier coefficients of the bits are as often large as those of fair, independent bits.",
    null_law="normal, variance by Parseval's theorem",
    applies_from="1 sequence (1,000,000 bits)",
)
class Spectral:
    """Whether the Fourier spectrum of the bits is as even as chance makes it.

    Of the coefficients X(k), k = 0, …, n/2 - 1, of a sequence of n signs, 95% have |X|² < n ln 20.  NIST
    takes the number N of these as normal with mean 0.95 n/2 and variance 0.95 · 0.05 n/4, which is that of
    independent coefficients, halved by trial, and too small: many good sequences judged together fail.

    The sum of all |X|² is n² whatever the bits are, so that |X(j)|² and |X(k)|² have covariance -2n.  With
    the part of "below the limit" that is linear in |X|²/n, -0.05 ln 20, this takes away from the variance
    of independent ones: it is n/2 (0.95 · 0.05 - (0.05 ln 20)²) = n · 0.95 · 0.05/3.790.  Trials had found
    3.8 (Pareschi, Rovatti & Setti 2012).

    The numbers of all sequences are added up and judged once, with NIST's mean and this variance.  A
    coefficient is decided in single precision only where the limit is far from it, else in double.

    Parameters
    ----------
    sequence
        Bits of a sequence, a multiple of 8 from 1,000 to 1,000,000; short ones are for small samples.

    Notes
    -----
    In simulations, the mean of N differed from this one by 0.012 ± 0.005 (600,000 sequences of 1,000 bits),
    -0.18 ± 0.18 (40,000 of 100,000) and 1.3 ± 1.4 (6,000 of a million; the standard deviation is 112), its
    variance by factors 1.005 ± 0.002, 0.990 ± 0.007 and 0.986 ± 0.018.  What theory leaves out is 0.004 of
    the mean for long sequences, and of the order of 1/n of the variance.  The effect is the share of
    coefficients at or above the limit, 0.05 for fair bits.  Right is a surplus of coefficients below the
    limit, as periods make it.  The P-value printed is NIST's where there is one sequence.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.6 and § 3.6.  Hamano 2005, IEICE Transactions on Fundamentals E88-A, 67-73.
    Pareschi, Rovatti & Setti 2012, IEEE Transactions on Information Forensics and Security 7, 491-505.
    Iwasaki 2020, Deriving the variance of the discrete Fourier transform test using Parseval's theorem, IEEE
    Transactions on Information Theory 66 (arXiv:1806.10357).

    Examples
    --------
    The first million bits of π: 475,280 coefficients are below the limit, P-value 0.010186 (appendix B).

    >>> tally = kit.Tally({"read": kit.count(125_000), "groups": kit.count(1), "below": kit.count(475_280)})
    >>> round(Spectral().judge(tally, kit.Population(kit.Kind.BYTES)).statistic["P-value"], 6)
    0.010186
    """

    sequence: int = kit.bit_length(1_000_000, SHORTEST, LONGEST)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count the coefficients below the limit in all sequences that end in the block."""
        rows, read = kit.bits.groups(block, self.sequence // 8)
        result = int(kit.spectrum.below(rows, self.sequence * LIMIT).sum())
        return read.merge(kit.Tally(kit.counts(below=result)))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the number of coefficients below the limit with its normal law."""
        bits, sequences = 8 * tally.number("read"), tally.number("groups")
        kit.refuse(bits, kit.too_few(sequences, 1, kit.Counted.SEQUENCES, self.sequence, kit.Counted.BITS))
        coefficients, below = sequences * self.sequence // 2, tally.number("below")
        surplus = below - (1 - BEYOND) * coefficients
        spread = sqrt(coefficients * (BEYOND * (1 - BEYOND) - (BEYOND * LIMIT) ** 2))
        d = surplus / sqrt(coefficients * BEYOND * (1 - BEYOND) / 2)
        # N is whole: half a step belongs to either tail.
        right, left = (
            kit.normal_tails((surplus - 0.5) / spread)[kit.RIGHT],
            kit.normal_tails((surplus + 0.5) / spread)[kit.LEFT],
        )
        share, half = 1 - below / coefficients, NORMAL_95 * spread / coefficients
        return kit.CheckResult(
            bits,
            {
                "below": float(below),
                "expected": (1 - BEYOND) * coefficients,
                "sequences": float(sequences),
                "z": surplus / spread,
                "d": d,
                "P-value": kit.normal_tails(d)[kit.TWO_SIDED],
            },
            None,
            kit.both_tails(right, left),
            kit.Laws.NORMAL_OF_COEFFICIENTS(),
            kit.Effect(kit.Effects.COEFFICIENTS(), share, max(0.0, share - half), min(1.0, share + half)),
            details=kit.bits.remainder(tally, self.sequence // 8),
        )
