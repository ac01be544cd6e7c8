"""Orders of a few consecutive outcomes."""

from __future__ import annotations

from itertools import permutations
from math import perm

import numpy as np

from labharness.analysis import kit

LARGEST = 6


@kit.check(
    title="Permutation",
    observes=kit.Kind.DRAW,
    unit="group of outcomes",
    look_back=LARGEST - 1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 H",
    hypothesis="All orders of a few consecutive outcomes are equally likely.",
    null_law="chi-square of exact chances",
    applies_from="5 groups in each cell expected",
)
class Permutation:
    """Whether a few consecutive outcomes come in every order equally often.

    Groups of t outcomes do not overlap.  A group of distinct outcomes has one of t! orders, each with
    chance d (d-1) … (d-t+1) / (d^t t!); groups in which an outcome repeats, which Knuth's real numbers do
    not know, are one more cell.  Chi-square with t! degrees of freedom; each cell must be expected 5 times.

    Parameters
    ----------
    size
        Outcomes in a group, 2 to 6; fewer where there are fewer outcomes in the range.

    Notes
    -----
    The effect is Cohen's w.  In the picture ``231`` means that the first outcome of the group was the
    second smallest, the next one the largest.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 H (permutation test).

    Examples
    --------
    >>> cells = Permutation(size=3).cells(kit.Population(kit.Kind.DRAW, low=0, high=9))
    >>> cells.names, cells.chances.round(2).tolist()
    (['123', '132', '213', '231', '312', '321', 'repeats'], [0.12, 0.12, 0.12, 0.12, 0.12, 0.12, 0.28])
    """

    size: int = kit.within(4, 2, LARGEST)

    def cells(self, population: kit.Population) -> kit.Cells:
        """Return the orders and their chances."""
        d = kit.outcomes.outcomes(population)
        size = min(self.size, d)
        orders = list(permutations(range(1, size + 1)))
        apart = perm(d, size) / d**size
        names = ["".join(map(str, order)) for order in orders]
        chances = np.append(np.full(len(orders), apart / len(orders)), 1 - apart)
        return kit.Cells(kit.Counted.GROUPS, kit.Axis.ORDER, [*names, "repeats"], chances, ordered=False)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count groups by their order: the number of smaller outcomes after each, in the factorial base."""
        size = min(self.size, kit.outcomes.outcomes(block.population))
        rows, read = kit.outcomes.groups(block, size)
        return read.merge(kit.Tally({"orders": kit.draw_groups.ranks(rows)}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the orders with equal chances."""
        d, read = kit.outcomes.outcomes(population), tally.number("read")
        kit.refuse_if(d < 2, read, kit.Sample.RANGE_TOO_SMALL(outcomes=d, least=2))
        cells = self.cells(population)
        orders = tally.sums.get("orders", np.zeros(len(cells.names), dtype=np.int64))
        return cells.judge(orders, read, kit.outcomes.remainder(tally, min(self.size, d)))
