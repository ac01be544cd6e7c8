"""Mean of raw bytes."""

from __future__ import annotations

from math import sqrt

import numpy as np

from labharness.analysis import kit

LEAST_BYTES = 13

ONE = kit.Lattice(0, np.full(256, 1 / 256))
"""Law of one fair byte: mean 127.5, variance 65535/12."""


@kit.check(
    title="Mean of bytes",
    observes=kit.Kind.BYTES,
    unit="byte",
    reference="Walker, ENT (arithmetic mean value)",
    hypothesis="Bytes are uniform on 0 to 255.",
    null_law="normal with the exact mean and variance; exact for short samples",
    applies_from="13 bytes",
)
class ByteMean:
    """Whether the mean of the bytes is 127.5.

    The sum of n fair bytes has mean 127.5 n and variance 65535/12 n; short sums have their exact law.  ENT
    prints the mean without a law.  The high bits of a byte weigh most: what a mean sees, ``bit_frequency``
    sees too unless it lies in single places of a byte.  At least 13 bytes, the 100 bits that that one asks for.

    Notes
    -----
    The effect is the mean.

    References
    ----------
    Walker, ENT: a pseudorandom number sequence test program.

    Examples
    --------
    Of 100 bytes, a sum of 13,489 is one standard deviation, 739, above what is expected.

    >>> tally = kit.Tally({"bytes": kit.count(100), "sum": kit.count(13_489)})
    >>> result = ByteMean().judge(tally, kit.Population(kit.Kind.BYTES))
    >>> result.effect.value, round(result.p["right"], 2)
    (134.89, 0.16)
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up the bytes."""
        return kit.Tally(kit.counts(bytes=block.units, sum=kit.byte_counts.total(kit.bits.stretch(block, 0))))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the sum with its law."""
        number = tally.number("bytes")
        kit.refuse(number, kit.too_few(number, LEAST_BYTES, kit.Counted.BYTES))
        mean, half = tally.number("sum") / number, 1.959964 * sqrt(ONE.variance / number)
        p, law = ONE.sum_tails(number, tally.number("sum"))
        return kit.CheckResult(
            number,
            {"mean": mean},
            p=p,
            law=law,
            effect=kit.Effect(kit.Effects.BYTE_MEAN(), mean, mean - half, mean + half),
        )
