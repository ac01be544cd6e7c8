"""Frequency of byte values in raw output."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

VALUES = 256


@kit.check(
    title="Byte values",
    observes=kit.Kind.BYTES,
    unit="byte",
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 A; Walker, ENT (chi-square of bytes)",
    hypothesis="Every byte value is equally likely.",
    null_law="chi-square, 255",
    applies_from="1,280 bytes",
)
class ByteFrequency:
    """Whether all 256 byte values come equally often.

    Pearson's X² with 255 degrees of freedom, what ENT prints as its chi-square.  ENT's thresholds speak of
    both tails; both are given.  At least 5 of each value expected, 1,280 bytes.

    The entropy of the shares of the values, -Σ π log₂ π, is printed as ENT prints it.  It has no p-value of
    its own: near 8 it falls short by X²/(2n ln 2), so that X² has said everything.

    Notes
    -----
    The effect is Cohen's w.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 A.  Walker, ENT: a pseudorandom number
    sequence test program.

    Examples
    --------
    >>> counts = np.full(256, 100)
    >>> counts[:2] += np.array([50, -50])
    >>> ByteFrequency().judge(kit.Tally({"counts": counts}), kit.Population(kit.Kind.BYTES)).statistic["X2"]
    50.0
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count byte values."""
        return kit.Tally({"counts": kit.byte_counts.histogram(kit.bits.stretch(block, 0))})

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the counts with equal ones."""
        counts = tally.sums.get("counts", np.zeros(VALUES, dtype=np.int64))
        read, need = int(counts.sum()), kit.LEAST_EXPECTED * VALUES
        kit.refuse(read, kit.too_few(read, need, kit.Counted.BYTES))
        value, df = kit.pearson(counts, read / VALUES), VALUES - 1
        return kit.CheckResult(
            read,
            {"X2": value, "entropy (bits per byte)": entropy(counts)},
            float(df),
            kit.chi_square_tails(value, df),
            kit.Laws.CHI_SQUARE(df=df),
            kit.root_effect(kit.Effects.COHENS_W(), value, df, read),
        )


def entropy(counts: NDArray[np.int64]) -> float:
    """Return the entropy, in bits, of the shares of values counted.

    Examples
    --------
    >>> entropy(np.array([2, 1, 1, 0]))
    1.5
    """
    shares = counts[counts > 0] / counts.sum()
    return float(-(shares * np.log2(shares)).sum())
