"""Neighbors in the input that are neighbors in the output."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.analysis.laws.order_statistics import count_kept
from labharness.analysis.laws.tails import kept_neighbours
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.order_checks import judge_sum, tally_values
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.model.counted import PerShuffle
from labharness.model.observations import Kind
from labharness.model.results import CheckResult


@check(
    name="kept_neighbours",
    title="Kept neighbors",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Robbins 1980, American Mathematical Monthly 87, 122-124",
    hypothesis="The number of neighbors that stay neighbors is that of a uniformly random order.",
    null_law="exact, convolved",
    applies_from="1 shuffle",
)
@dataclass(frozen=True)
class KeptNeighbors:
    """Whether cards that lay together still lie together, in either direction.

    Packets that a machine never parts, shelves that hold neighbors, and unshuffled stretches show here
    first.  A uniform order of N cards keeps 2(N-1)/N pairs on average; the exact law follows by inclusion
    and exclusion, and the sum over all shuffles is compared with it.

    References
    ----------
    Robbins 1980, "The probability that neighbors remain neighbors after random rearrangements", American
    Mathematical Monthly 87, 122-124.

    Examples
    --------
    >>> count_kept([[3, 2, 0, 1, 5, 4]]).tolist()
    [3]
    """

    def tally(self, block: Block) -> Tally:
        """Count shuffles by their number of kept neighbors."""
        return tally_values(block, block.of_each(count_kept))

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the sum with its law."""
        return judge_sum(tally, population, kept_neighbours, PerShuffle.KEPT_NEIGHBORS)
