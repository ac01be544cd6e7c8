"""How far a shuffle moves the cards in all."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.analysis.laws.order_statistics import half_distance
from labharness.analysis.laws.permutation_laws import half_footrule
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.order_checks import judge_sum, tally_values
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.model.observations import Kind
from labharness.model.results import CheckResult


@check(
    name="footrule",
    title="Spearman's footrule",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Diaconis & Graham 1977, Journal of the Royal Statistical Society B 39, 262-268",
    hypothesis="Cards move as far in all as in a uniformly random order.",
    null_law="exact, convolved",
    applies_from="1 shuffle",
)
@dataclass(frozen=True)
class Footrule:
    """Whether cards move as far as chance moves them.

    Spearman's footrule is the sum of the distances between input and output place; as many steps lead
    forwards as back, so that it is always even and its half is counted.  Shuffles that work on
    neighbourhoods leave it small.  A uniform order of N cards has a footrule of (N²-1)/3 on average with
    variance (N+1)(2N²+7)/45; the law is counted exactly along weighted Motzkin paths.

    References
    ----------
    Diaconis & Graham 1977, "Spearman's footrule as a measure of disarray", Journal of the Royal
    Statistical Society B 39, 262-268.

    Examples
    --------
    >>> half_distance([[3, 2, 0, 1, 5, 4]]).tolist()
    [5]
    """

    def tally(self, block: Block) -> Tally:
        """Count shuffles by half their footrule."""
        cards = block.population.held
        return tally_values(block, block.of_each(half_distance), cards.size * cards.size // 4)

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the sum with its law."""
        return judge_sum(tally, population, half_footrule, "steps forwards (half the footrule)")
