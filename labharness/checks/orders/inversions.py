"""Inversions of shuffles of distinct cards."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.analysis.laws.order_statistics import count_inversions
from labharness.analysis.laws.permutation_laws import inversions
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.order_checks import judge_sum, tally_values
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.model.counted import PerShuffle
from labharness.model.observations import Kind
from labharness.model.results import CheckResult


@check(
    name="inversions",
    title="Inversions",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Kendall 1938, Biometrika 30, 81-93",
    hypothesis="The number of pairs that change their order is that of a uniformly random order.",
    null_law="exact, convolved (Mahonian)",
    applies_from="1 shuffle",
)
@dataclass(frozen=True)
class Inversions:
    """Whether as many pairs of cards change their order as chance has it.

    An inversion is a pair of cards of which the later one in the input comes first.  Few tell that the
    input order is remembered, many that it is reversed.  A uniform order of N cards has N(N-1)/4 on average
    with variance N(N-1)(2N+5)/72; the exact law is that of a sum of N uniform numbers 0 … k-1.  Kendall's
    rank correlation is 1 less 4 times the inversions over N(N-1).

    References
    ----------
    Kendall 1938, "A new measure of rank correlation", Biometrika 30, 81-93.  Knuth, The Art of Computer
    Programming, vol. 3, 2nd ed., § 5.1.1.

    Examples
    --------
    >>> count_inversions([[3, 2, 0, 1, 5, 4]]).tolist()
    [6]
    """

    def tally(self, block: Block) -> Tally:
        """Count shuffles by their number of inversions."""
        cards = block.population.held
        most = cards.size * (cards.size - 1) // 2
        return tally_values(block, block.of_each(count_inversions), most)

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the sum with its law."""
        return judge_sum(tally, population, inversions, PerShuffle.INVERSIONS)
