"""Orders of a few consecutive outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from math import perm

import numpy as np

from labharness.analysis.laws.parameters import accept_range
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.cells import Cells
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.outcomes.outcome_groups import groups, outcomes, remainder
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.model.axis import Axis
from labharness.model.counted import Counted
from labharness.model.observations import Kind
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult

LARGEST = 6


@check(
    name="permutation",
    title="Permutation",
    observes=Kind.DRAW,
    unit="group of outcomes",
    look_back=LARGEST - 1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 H",
    hypothesis="All orders of a few consecutive outcomes are equally likely.",
    null_law="chi-square of exact chances",
    applies_from="5 groups in each cell expected",
)
@dataclass(frozen=True)
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
    >>> cells = Permutation(size=3).cells(Population(Kind.DRAW, low=0, high=9))
    >>> cells.names, cells.chances.round(2).tolist()
    (['123', '132', '213', '231', '312', '321', 'repeats'], [0.12, 0.12, 0.12, 0.12, 0.12, 0.12, 0.28])
    """

    size: int = 4

    def __post_init__(self) -> None:
        accept_range("size", self.size, 2, LARGEST)

    def cells(self, population: Population) -> Cells:
        """Return the orders and their chances."""
        d = outcomes(population)
        size = min(self.size, d)
        orders = list(permutations(range(1, size + 1)))
        apart = perm(d, size) / d**size
        names = ["".join(map(str, order)) for order in orders]
        chances = np.append(np.full(len(orders), apart / len(orders)), 1 - apart)
        return Cells(Counted.GROUPS, Axis.ORDER, [*names, "repeats"], chances, ordered=False)

    def tally(self, block: Block) -> Tally:
        """Count groups by their order: the number of smaller outcomes after each, in the factorial base."""
        from labharness.analysis.laws.kernels.outcomes import draw_groups

        size = min(self.size, outcomes(block.population))
        rows, read = groups(block, size)
        return read.merge(Tally({"orders": draw_groups.ranks(rows)}))

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the orders with equal chances."""
        d, read = outcomes(population), tally.number("read")
        if d < 2:
            return CheckResult(read, not_applicable=Sample.RANGE_TOO_SMALL(outcomes=d, least=2))
        cells = self.cells(population)
        orders = tally.sums.get("orders", np.zeros(len(cells.names), dtype=np.int64))
        return cells.judge(orders, read, remainder(tally, min(self.size, d)))
