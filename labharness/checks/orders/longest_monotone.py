"""Longest increasing and decreasing subsequence of shuffles of distinct cards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labharness.analysis.laws.order_statistics import Direction, longest_rise
from labharness.analysis.laws.permutation_laws import LONGEST_CARDS, longest_increasing
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.order_checks import judge_sum, tally_values
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.model.counted import PerShuffle
from labharness.model.observations import Kind
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult


@check(
    name="longest_monotone",
    title="Longest increasing or decreasing subsequence",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Schensted 1961, Canadian Journal of Mathematics 13, 179-191",
    hypothesis="The longest subsequence in (or against) input order is that of a uniformly random order.",
    null_law="exact, convolved (hook lengths)",
    applies_from="1 shuffle of at most 60 cards",
    slow=0.3,
)
@dataclass(frozen=True)
class LongestMonotone:
    """Whether more cards kept (or reversed) their order than chance leaves.

    The longest increasing subsequence is the largest number of cards, not necessarily together, that lie in
    the output in the order of the input.  Its law is exact: the first row of a Young diagram under the
    Robinson-Schensted correspondence, with hook-length counts.  The longest decreasing subsequence has
    the same law.  The diagrams are enumerated for up to 60 cards, beyond which the check does not apply.

    Parameters
    ----------
    direction
        ``increasing`` or ``decreasing``.

    References
    ----------
    Schensted 1961, "Longest increasing and decreasing subsequences", Canadian Journal of Mathematics 13,
    179-191.  Aldous & Diaconis 1999, "Longest increasing subsequences", Bulletin of the American
    Mathematical Society 36, 413-432.

    Examples
    --------
    >>> longest_rise([[3, 2, 0, 1, 5, 4]]).tolist()
    [3]
    """

    direction: Direction = "increasing"

    def tally(self, block: Block) -> Tally:
        """Count shuffles by the length of their longest subsequence."""
        return tally_values(block, block.of_each(longest_rise, self.direction))

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the sum with its law."""
        if population.held.size > LONGEST_CARDS:
            reason = Sample.SET_TOO_LARGE(cards=population.held.size, most=LONGEST_CARDS)
            return CheckResult(int(tally.sums.get("histogram", np.zeros(1)).sum()), not_applicable=reason)
        return judge_sum(
            tally,
            population,
            longest_increasing,
            PerShuffle(f"cards in the longest {self.direction} subsequence"),
        )
