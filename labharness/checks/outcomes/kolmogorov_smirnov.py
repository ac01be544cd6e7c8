"""Kolmogorov-Smirnov distance of numbers that outcomes write."""

from __future__ import annotations

from math import exp, pi, sqrt

import numpy as np

from labharness.analysis import kit

MOST_CELLS = 1 << 18
LEAST_NUMBERS = 40
MASSART_95 = 1.3581


@kit.check(
    title="Kolmogorov-Smirnov",
    observes=kit.Kind.DRAW,
    unit="number of several outcomes",
    look_back=17,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.1 B; Stephens 1970, JRSS B 32, 115-122",
    hypothesis="Numbers whose digits are consecutive outcomes are uniform between 0 and 1.",
    null_law="Kolmogorov's, with Stephens' correction",
    applies_from="40 numbers of two outcomes or more; d to 512",
)
class KolmogorovSmirnov:
    """Whether numbers written with outcomes as digits are uniform.

    The test is for continuous laws; a few outcomes are none.  So t consecutive outcomes, the lowest one
    being digit 0, are read as the digits of a number between 0 and 1 in base d, with t as large as keeps
    d^t at most 262,144: 6 outcomes of 1 … 7 give 117,649 numbers.  D is the largest distance of the share
    of numbers below a multiple of d^-t from that multiple; K = (√n + 0.12 + 0.11/√n) D is compared with
    Kolmogorov's law (Stephens).  Where numbers outnumber the cells, D cannot see between cells, and K is
    raised by 0.5826/√(d^t), the mean that a Brownian bridge is missed by when looked at so often (Chernoff
    1965, Siegmund 1979); where they do not, it is at most √n/d^t too small.  At least 40 numbers of two
    digits.

    Notes
    -----
    The effect is D, with the band of Dvoretzky, Kiefer, Wolfowitz and Massart.  The first digit weighs
    most: the test sees a bias toward low or high outcomes, and that in a few digits, but no single value.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.1 B.  Stephens 1970, JRSS B 32, 115-122.
    Siegmund 1979, Annals of Probability 7, 590-620.  Massart 1990, Annals of Probability 18, 1269-1283.

    Examples
    --------
    Kolmogorov's 5% and 95% points:

    >>> [round(tails(value)["right"], 3) for value in (1.358, 0.520)]
    [0.05, 0.95]
    """

    def digits(self, population: kit.Population) -> int:
        """Return t, 0 where there are too many outcomes for two digits."""
        d = kit.outcomes.outcomes(population)
        return max((t for t in range(2, 19) if d >= 2 and d**t <= MOST_CELLS), default=0)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count numbers."""
        d, digits = kit.outcomes.outcomes(block.population), self.digits(block.population)
        rows, read = kit.outcomes.groups(block, digits or 1)
        numbers = kit.draw_groups.numbers(rows, d) if digits else np.empty(0, dtype=np.int64)
        return read.merge(kit.Tally({"numbers": numbers}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the largest distance with Kolmogorov's law."""
        digits, read = self.digits(population), tally.number("read")
        counts = tally.sums.get("numbers", np.zeros(1, dtype=np.int64))
        numbers, cells = int(counts.sum()), len(counts)
        recorded, d = numbers if digits else 0, kit.outcomes.outcomes(population)
        kit.refuse(read, kit.too_few_for_range(recorded, LEAST_NUMBERS, kit.Counted.NUMBERS, d, 512))
        even = numbers / cells * np.arange(1, cells + 1)
        distance = float(np.abs(counts.cumsum() - even).max()) / numbers
        root = sqrt(numbers)
        unseen = 0.5826 / sqrt(cells) if numbers >= cells else 0.0
        k = (root + 0.12 + 0.11 / root) * distance + unseen
        half = MASSART_95 / root
        return kit.CheckResult(
            read,
            {"D": distance, "K": k, "numbers": float(numbers)},
            p=tails(k),
            law=kit.Laws.KOLMOGOROV(digits=digits, base=d),
            effect=kit.Effect(
                kit.Effects.LARGEST_DISTANCE(), distance, max(0.0, distance - half), min(1.0, distance + half)
            ),
            details=kit.outcomes.remainder(tally, digits),
        )


def tails(k: float) -> dict[str, float]:
    """Return the tails of Kolmogorov's law; the left one by its theta series, exact where it is small."""
    from scipy.special import kolmogorov

    left = 0.0
    if k > 0:
        left = sqrt(2 * pi) / k * sum(exp(-((2 * j - 1) ** 2) * pi**2 / (8 * k**2)) for j in range(1, 30))
    return kit.both_tails(float(kolmogorov(k)), min(1.0, left))
