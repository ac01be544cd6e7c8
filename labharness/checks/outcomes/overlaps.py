"""Overlapping groups of outcomes."""

from __future__ import annotations

from math import isqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

WIDEST = 8
MOST_CELLS = 1 << 18


@kit.check(
    title="Overlapping groups",
    observes=kit.Kind.DRAW,
    look_back=WIDEST - 1,
    reference="Good 1953, Proc. Camb. Phil. Soc. 49, 276-284; NIST SP 800-22 rev. 1a, § 2.11",
    hypothesis="Every group of a few consecutive outcomes is equally likely, wherever it begins.",
    null_law="chi-square of the second differences of ψ², d^(m-2)(d-1)²",
    applies_from="5 d² outcomes",
)
class Overlaps:
    """Whether overlapping groups of outcomes come equally often.

    With c the number of times that each of the d^m groups of m consecutive outcomes comes among n that
    overlap, ψ²(m) = d^m/n Σ c² - n is not chi-square, but its second differences ψ²(m) - 2 ψ²(m-1) +
    ψ²(m-2) are, for m = 2, 3, …, independently, with d^(m-2) (d-1)² degrees of freedom (Good).  p is that
    of their sum up to the widest m that is counted; each is printed too.  No outcome is left unread, so
    the test has more power than one on groups side by side.

    Parameters
    ----------
    width
        Widest group, 2 to 8; a narrower one is taken where there are more than 262,144 groups, or where
        each is expected fewer than 5 times.

    Notes
    -----
    The effect is Cohen's w.  The sum moves in steps of about d^m/n, and few fair outcomes bring it to 0 or
    below: in the left tail a sum below one step counts as one step.  Groups with an outcome outside the
    declared range, or across a gap in the capture, are not counted.

    References
    ----------
    Good 1953, The serial test for sampling numbers and other tests for randomness, Proc. Camb. Phil. Soc.
    49, 276-284.  NIST SP 800-22 rev. 1a, § 2.11 is the same test for bits.

    Examples
    --------
    The first million bits of e, SP 800-22 § 2.11.8 with m = 2: 0.336400, P-value 0.561915.

    >>> tally = kit.Tally({"tuples": np.array([250116, 249855, 249855, 250174])})
    >>> result = Overlaps(width=2).judge(tally, kit.Population(kit.Kind.DRAW, low=0, high=1))
    >>> round(result.statistic["second difference 2"], 4), round(result.p["right"], 4)
    (0.3364, 0.5619)
    """

    width: int = kit.within(4, 2, WIDEST)

    def counted(self, population: kit.Population) -> int:
        """Return the width of the groups that are counted, below 2 where there are too many outcomes."""
        d = kit.outcomes.outcomes(population)
        return max((m for m in range(2, self.width + 1) if d**m <= MOST_CELLS), default=0)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count the groups that end in the block."""
        d, width = kit.outcomes.outcomes(block.population), self.counted(block.population)
        array = np.zeros(0, dtype=np.int64)
        if width:
            array = kit.draws.overlapping(kit.outcomes.stretch(block, width - 1), width, d)
        return kit.Tally(kit.counts(read=block.units, tuples=array))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the second differences with chi-square."""
        d, width = kit.outcomes.outcomes(population), self.counted(population)
        tuples = tally.sums.get("tuples", np.zeros(0, dtype=np.int64))
        read, number = tally.number("read"), int(tuples.sum())
        widest = max((m for m in range(2, width + 1) if number >= kit.LEAST_EXPECTED * d**m), default=0)
        needed, most = kit.LEAST_EXPECTED * d**2, isqrt(MOST_CELLS)
        kit.refuse(read, kit.too_few_for_range(number, needed, kit.Counted.PAIRS, d, most))
        psi = [0.0, *(_psi(tuples.reshape(d**m, -1).sum(axis=1)) for m in range(1, widest + 1))]
        statistic, details = {}, []
        for m in range(2, widest + 1):
            value, df = psi[m] - 2 * psi[m - 1] + psi[m - 2], d ** (m - 2) * (d - 1) ** 2
            statistic[f"second difference {m}"] = value
            right = kit.chi_square_tails(value, df)["right"]
            details.append(kit.Details.GROUPS(length=m, x2=value, df=df, p=right))
        total, df = sum(statistic.values()), d**widest - d ** (widest - 1) - (d - 1)
        left = kit.chi_square_tails(max(total, d**widest / number), df)["left"]
        return kit.CheckResult(
            read,
            {**statistic, "sum": total},
            float(df),
            kit.both_tails(kit.chi_square_tails(total, df)["right"], left),
            kit.Laws.CHI_SQUARE_OF_SECOND_DIFFERENCES(width=widest, df=df),
            kit.root_effect(kit.Effects.COHENS_W(), total, df, number),
            details=tuple(details),
        )


def _psi(counts: NDArray[np.int64]) -> float:
    """Return ψ² without the loss of digits that the difference of two large numbers would bring."""
    number = int(counts.sum())
    return (len(counts) * int(counts @ counts) - number**2) / number
