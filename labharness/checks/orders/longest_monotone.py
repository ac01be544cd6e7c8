"""Longest increasing and decreasing subsequence of shuffles of distinct cards."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit


@kit.check(
    title="Longest increasing or decreasing subsequence",
    observes=kit.Kind.SHUFFLE,
    reference="Schensted 1961, Canadian Journal of Mathematics 13, 179-191",
    hypothesis="The longest subsequence in (or against) input order is that of a uniformly random order.",
    null_law="exact, convolved (hook lengths)",
    applies_from="1 shuffle of at most 60 cards",
    slow=0.3,
)
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
    >>> kit.longest_rise([[3, 2, 0, 1, 5, 4]]).tolist()
    [3]
    """

    direction: kit.Direction = "increasing"

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by the length of their longest subsequence."""
        return kit.tally_values(block, block.of_each(kit.longest_rise, self.direction))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        units, cards = tally.sums.get("histogram", np.zeros(1)).sum(), population.held.size
        most = kit.permutation_laws.LONGEST_CARDS
        kit.refuse_if(cards > most, int(units), kit.Sample.SET_TOO_LARGE(cards=cards, most=most))
        return kit.judge_sum(
            tally,
            population,
            kit.longest_increasing,
            kit.PerShuffle(f"cards in the longest {self.direction} subsequence"),
        )
