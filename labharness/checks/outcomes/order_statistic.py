"""The largest, smallest or middle one of a few outcomes."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

LARGEST = 32


@kit.check(
    title="Order statistic",
    observes=kit.Kind.DRAW,
    unit="group of outcomes",
    look_back=LARGEST - 1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 I; David & Nagaraja 2003, § 3.1",
    hypothesis="The k-th smallest of a few consecutive outcomes has the law that independent ones give it.",
    null_law="chi-square of exact chances",
    applies_from="5 groups in two cells expected",
)
class OrderStatistic:
    """Whether the largest (smallest, middle) of t outcomes is distributed as it should be.

    Groups of t outcomes do not overlap.  The k-th smallest is at most x, of 1 … d, with the chance that at
    least k of t are: sum over j ≥ k of C(t, j) (x/d)^j (1 - x/d)^(t-j), exact for whole numbers too;
    k = t is Knuth's maximum-of-t test.  Chi-square, neighboring cells put together until 5 are expected.

    Parameters
    ----------
    size
        Outcomes in a group, 2 to 32.
    rank
        k: 1 for the smallest, ``size`` or 0 for the largest, 3 of 5 for the median.

    Notes
    -----
    The effect is Cohen's w.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 I (maximum-of-t test).
    David & Nagaraja 2003, Order Statistics, 3rd ed., § 3.1 (discrete parents).

    Examples
    --------
    The higher of two dice:

    >>> (ranked(2, 2, 6) * 36).round().astype(int).tolist()
    [1, 3, 5, 7, 9, 11]
    """

    size: int = kit.within(5, 2, LARGEST)
    rank: int = 0

    def __post_init__(self) -> None:
        kit.accept_range("rank", self.rank, 0, self.size)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count groups by the outcome of that rank."""
        d = kit.outcomes.outcomes(block.population)
        rows, read = kit.outcomes.groups(block, self.size)
        rank = self.rank or self.size
        if rank in (1, self.size):
            return read.merge(kit.Tally({"ranked": kit.draw_groups.extremes(rows, d, rank > 1)}))
        result = np.partition(rows, rank - 1, axis=1)[:, rank - 1]
        return read.merge(kit.Tally({"ranked": np.bincount(result, minlength=max(d, 0)).astype(np.int64)}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the outcomes of that rank with their law."""
        d, read, rank = kit.outcomes.outcomes(population), tally.number("read"), self.rank or self.size
        kit.refuse_if(d < 2, read, kit.Sample.RANGE_TOO_SMALL(outcomes=d, least=2))
        law = ranked(rank, self.size, d)
        result = tally.sums.get("ranked", np.zeros(d, dtype=np.int64))
        names = [str(value) for value in range(population.low, population.high + 1)]
        cells = kit.Cells(kit.Counted.GROUPS, kit.Axis.OUTCOME, names, law)
        return cells.judge(result, read, kit.outcomes.remainder(tally, self.size))


def ranked(rank: int, size: int, d: int) -> NDArray[np.float64]:
    """Return the chances that the outcome of a rank is the lowest, the next, … of d."""
    x = np.arange(d + 1) / d
    at_most = sum(comb(size, j) * x**j * (1 - x) ** (size - j) for j in range(rank, size + 1))
    return np.diff(at_most)
