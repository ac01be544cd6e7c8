"""Cards that still follow each other at a fixed distance."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.analysis.laws.order_statistics import Reading, count_successions
from labharness.analysis.laws.permutation_laws import successions
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.order_checks import judge_sum, tally_values
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.errors import InputError
from labharness.model.counted import PerShuffle
from labharness.model.observations import Kind
from labharness.model.reasons.parameter import Parameters
from labharness.model.results import CheckResult

FARTHEST = 20


@check(
    name="successions",
    title="Successions",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Roselle 1968, Proceedings of the American Mathematical Society 19, 8-16",
    hypothesis="Cards that follow each other lay at this distance in the input as often as chance has it.",
    null_law="exact, convolved, lags ±1 … ±20",
    applies_from="1 shuffle",
)
@dataclass(frozen=True)
class Successions:
    """Whether the next card of the output lay ``lag`` places further on in the input.

    Packets that stay together show at lag 1, packets that were turned over at -1, strict interleaving of
    g packets at lag g of the inverse.  A uniform order of N cards has (N-|lag|)/N on average.  The law is
    exact for every lag: the pairs at that distance form chains, so that any j of them can be kept at once,
    C(N-|lag|, j) (N-j)! ways in all, and inclusion and exclusion leaves exactly k.

    Parameters
    ----------
    lag
        Distance in the input, from -20 to 20 without 0.
    reading
        ``output``: distance in the input of neighbors in the output; ``inverse``: distance in the output
        of neighbors in the input.

    References
    ----------
    Roselle 1968, "Permutations by number of rises and successions", Proceedings of the American
    Mathematical Society 19, 8-16.

    Examples
    --------
    >>> count_successions([[3, 2, 0, 1, 5, 4]], 1).tolist()
    [1]
    """

    lag: int = 1
    reading: Reading = "output"

    def __post_init__(self) -> None:
        if not 1 <= abs(self.lag) <= FARTHEST:
            raise InputError(Parameters.NOT_A_DISTANCE(name="lag", most=FARTHEST, got=self.lag))

    def tally(self, block: Block) -> Tally:
        """Count shuffles by their number of successions."""
        return tally_values(block, block.of_each(count_successions, self.lag, self.reading))

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the sum with its law."""
        what = PerShuffle.SUCCESSIONS if self.reading == "output" else PerShuffle.SUCCESSIONS_OF_INVERSE
        least = max(3, abs(self.lag) + 1)
        return judge_sum(tally, population, lambda cards: successions(cards, self.lag), what, least)
