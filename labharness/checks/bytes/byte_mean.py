"""Mean of raw bytes."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from labharness.analysis.laws.tails import Lattice
from labharness.analysis.sampling.bits.bits import stretch
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally, count
from labharness.model.counted import Counted
from labharness.model.observations import Kind
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult, Effect

LEAST_BYTES = 13

ONE = Lattice(0, np.full(256, 1 / 256))
"""Law of one fair byte: mean 127.5, variance 65535/12."""


@check(
    name="byte_mean",
    title="Mean of bytes",
    observes=Kind.BYTES,
    unit="byte",
    reference="Walker, ENT (arithmetic mean value)",
    hypothesis="Bytes are uniform on 0 to 255.",
    null_law="normal with the exact mean and variance; exact for short samples",
    applies_from="13 bytes",
)
@dataclass(frozen=True)
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

    >>> tally = Tally({"bytes": count(100), "sum": count(13_489)})
    >>> result = ByteMean().judge(tally, Population(Kind.BYTES))
    >>> result.effect.value, round(result.p["right"], 2)
    (134.89, 0.16)
    """

    def tally(self, block: Block) -> Tally:
        """Add up the bytes."""
        from labharness.analysis.laws.kernels.bits.byte_counts import total

        return Tally({"bytes": count(block.units), "sum": count(total(stretch(block, 0)))})

    def judge(self, tally: Tally, population: Population) -> CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the sum with its law."""
        number = tally.number("bytes")
        if number < LEAST_BYTES:
            return CheckResult(
                number, not_applicable=Sample.TOO_FEW(needed=LEAST_BYTES, recorded=number, what=Counted.BYTES)
            )
        mean, half = tally.number("sum") / number, 1.959964 * sqrt(ONE.variance / number)
        p, law = ONE.sum_tails(number, tally.number("sum"))
        return CheckResult(
            number,
            {"mean": mean},
            p=p,
            law=law,
            effect=Effect("mean of the bytes (fair: 127.5)", mean, mean - half, mean + half),
        )
