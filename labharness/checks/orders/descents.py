"""Descents of shuffles of distinct cards."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.analysis.laws.order_statistics import count_descents
from labharness.analysis.laws.permutation_laws import descents
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.order_checks import judge_sum, tally_values
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.model.observations import Kind
from labharness.model.results import CheckResult


@check(
    name="descents",
    title="Descents",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Knuth, The Art of Computer Programming 3, § 5.1.3",
    hypothesis="The number of descents is that of a uniformly random order.",
    null_law="exact, convolved (Eulerian)",
    applies_from="1 shuffle",
)
@dataclass(frozen=True)
class Descents:
    """Whether the output falls back in the input as often as chance does.

    A descent is a card that is followed by one which lay before it in the input.  Compartments that are
    emptied first in, first out leave few, reversed packets many.  A uniform order of N cards has (N-1)/2 on
    average with variance (N+1)/12, and k with probability Eulerian number / N!.  The descents of the
    inverse are the rising sequences less one, which ``rising_sequences`` judges.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 3, 2nd ed., § 5.1.3.

    Examples
    --------
    >>> count_descents([[3, 2, 0, 1, 5, 4]]).tolist()
    [3]
    """

    def tally(self, block: Block) -> Tally:
        """Count shuffles by their number of descents."""
        return tally_values(block, block.of_each(count_descents))

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the sum with its law."""
        return judge_sum(tally, population, descents, "descents")
