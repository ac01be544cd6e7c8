"""Serial correlation of raw bytes."""

from __future__ import annotations

from math import sqrt

from labharness.analysis import kit

VARIANCE = 65_535 / 3
"""Variance of 2x - 255 for a fair byte x."""

LEAST_PAIRS = 1000


@kit.check(
    title="Serial correlation of bytes",
    observes=kit.Kind.BYTES,
    unit="pair of bytes",
    look_back=1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 K; Walker, ENT (serial correlation)",
    hypothesis="A byte is independent of the byte before it.",
    null_law="normal with the exact mean and variance",
    applies_from="1,000 pairs of bytes",
)
class ByteSerialCorrelation:
    """Whether a high byte is followed by high ones, or by low ones, more often than by chance.

    With u = 2x - 255 for each byte x, the products of neighbors have mean 0 and variance (65535/3)², and
    are uncorrelated with each other, so that the sum of n of them over its exact standard deviation is
    compared with the normal law.  Its fourth cumulant is 5/n, which moves a p-value of 0.001 by less than
    2% from 1,000 pairs on, fewer of which give none.

    ENT estimates mean and variance from the file and closes it to a ring; neither is done here, where both
    are known and no byte comes after the last.

    Notes
    -----
    The effect is the covariance of neighbors in variances of a fair byte: the correlation, unless bytes are
    so uneven that it passes 1.  A source stuck at one byte near 127 has products near 0: that is for
    ``byte_frequency`` to see.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 K.  Walker, ENT: a pseudorandom number
    sequence test program.

    Examples
    --------
    >>> tally = kit.Tally({"bytes": kit.count(10_001), "pairs": kit.count(10_000), "products": kit.count(4_369_000)})
    >>> result = ByteSerialCorrelation().judge(tally, kit.Population(kit.Kind.BYTES))
    >>> round(result.effect.value, 6), round(result.p["right"], 6)
    (0.02, 0.02275)
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up the products of the pairs of which the second byte is in the block."""
        data = kit.bits.stretch(block, 1)
        return kit.Tally(
            kit.counts(
                bytes=block.units,
                pairs=max(0, len(data) - 1) if block.units else 0,
                products=kit.byte_counts.neighbor_products(data),
            )
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the sum of the products with the normal law."""
        number, pairs = tally.number("bytes"), tally.number("pairs")
        kit.refuse(number, kit.too_few(pairs, LEAST_PAIRS, kit.Counted.PAIRS, 2, kit.Counted.BYTES))
        correlation = tally.number("products") / (pairs * VARIANCE)
        half = 1.959964 / sqrt(pairs)
        return kit.CheckResult(
            number,
            {"correlation": correlation, "pairs": float(pairs)},
            p=kit.normal_tails(correlation * sqrt(pairs)),
            law=kit.Laws.NORMAL_EXACT(),
            effect=kit.Effect(
                kit.Effects.BYTE_COVARIANCE(), correlation, correlation - half, correlation + half
            ),
        )
