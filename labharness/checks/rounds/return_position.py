"""Where in a round the cards lie that were just put back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit


@kit.check(
    title="Position of cards just put back",
    observes=kit.Kind.ROUND,
    unit="pair of successive rounds",
    look_back=1,
    reference="Hájek & Šidák 1967, Theory of Rank Tests, ch. II (linear rank statistics)",
    hypothesis="Cards that were just put back lie anywhere in the next round alike.",
    null_law="Monte Carlo",
    applies_from="2 pairs of rounds",
)
class ReturnPosition(kit.SimulatedLaw):
    """Whether cards come late, or early, in the round after they were put back.

    Every card of a round counts its distance from the middle of the round, times the chance a_t/m_t that
    it is one of the a_t cards of its type just put back, of m_t in the set.  A fair round is as likely as
    itself turned round, so that the mean is 0; the law of the sum is simulated.  Cards that lie ready push
    those put back toward the end of the round: where a buffer is declared the machine is compared with its
    like.

    Parameters
    ----------
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    The effect is the sum of the distances in a round, in places.

    References
    ----------
    Hájek & Šidák 1967, Theory of Rank Tests, Academic Press, ch. II.

    Examples
    --------
    >>> deck = kit.Deck(np.array([0, 1, 2, 3]), np.array([1, 1, 1, 1]), 1)
    >>> late(deck)(np.array([[0, 1, 2]]), np.array([[3, 0, 1]])).tolist()
    [2]
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up distances over pairs."""
        return kit.tally_scores(block, "types", late)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        machine = kit.ScoredMachine(population.buffer, self.replicates, self.seed)
        unit = 2.0 * kit.successive_rounds.deck_of(population, "types").unit
        return machine.judge(tally, population, late, kit.Effects.PLACES_OF_REPEATS(), unit)


def late(deck: kit.Deck) -> kit.Score:
    """Return the score: twice the places by which repeats lie behind the middle."""

    def score(earlier: NDArray[np.intp], later: NDArray[np.intp]) -> NDArray[np.int64]:
        size = later.shape[1]
        return np.asarray(deck.matches(earlier, later) @ (2 * np.arange(size) - (size - 1)))

    return score
