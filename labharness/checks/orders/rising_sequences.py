"""Rising sequences of shuffles of distinct cards."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.analysis.laws.order_statistics import count_rising
from labharness.analysis.laws.tails import rising_sequences
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.order_checks import judge_sum, tally_values
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.model.counted import PerShuffle
from labharness.model.observations import Kind
from labharness.model.results import CheckResult


@check(
    name="rising_sequences",
    title="Rising sequences",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Bayer & Diaconis 1992, Annals of Applied Probability 2, 294-313",
    hypothesis="The number of rising sequences is that of a uniformly random order.",
    null_law="exact, convolved (Eulerian)",
    applies_from="1 shuffle",
)
@dataclass(frozen=True)
class RisingSequences:
    """Whether riffle shuffles left traces of the input order.

    A rising sequence is a longest run of cards, consecutive in the input, that lie in that order (not
    necessarily together) in the output.  r riffles of a deck leave at most 2^r; a uniform order of N cards
    leaves (N+1)/2 on average with variance (N+1)/12, and k with probability Eulerian number / N!.  The sum
    over all shuffles is compared with the exact law, in both tails.

    References
    ----------
    Bayer & Diaconis 1992, "Trailing the dovetail shuffle to its lair", Annals of Applied Probability 2,
    294-313.

    Examples
    --------
    >>> count_rising([[0, 4, 1, 5, 2, 6, 3, 7]]).tolist()
    [2]
    """

    def tally(self, block: Block) -> Tally:
        """Count shuffles by their number of rising sequences."""
        return tally_values(block, block.of_each(count_rising))

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the sum with its law."""
        return judge_sum(tally, population, rising_sequences, PerShuffle.RISING_SEQUENCES)
