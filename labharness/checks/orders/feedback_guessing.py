"""Guessing distinct cards with complete feedback."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labharness.analysis import kit

LEAST_BOUNDED = 30
"""Shuffles from which Student's law bounds the mean number of correct guesses."""


@kit.check(
    title="Guessing with complete feedback",
    observes=kit.Kind.SHUFFLE,
    reference="Diaconis & Graham 1981, Annals of Statistics 9, 3-23; Diaconis, Fulman & Holmes 2013, § 4",
    hypothesis="Someone who sees every card as it leaves guesses the next one no better than by chance.",
    null_law="exact, convolved",
)
class FeedbackGuessing:
    """Whether a player who knows the input and all cards so far guesses the next ones too often.

    Under a uniform order every card that is still inside is equally likely to come next, whatever came
    before.  So each strategy that guesses a card still inside is right with chances 1/N, 1/(N-1), …, 1,
    independently: mean 1 + 1/2 + … + 1/N, and the law of the number of cycles exactly.  A strategy
    only decides which flaws show.

    Parameters
    ----------
    strategy
        ``direction``: the nearest card still inside in the direction of the last step, which finds the runs
        up and down of a shelf machine.  ``next``: the next card still inside, from the end round to the
        start, which finds compartments that are emptied in order.

    Notes
    -----
    Bounded is the advantage of one guess of this strategy over chance, by Student's one-sided limit of the mean.

    References
    ----------
    Diaconis & Graham 1981, "The analysis of sequential experiments with feedback to subjects", Annals of
    Statistics 9, 3-23.  Diaconis, Fulman & Holmes 2013, "Analysis of casino shelf shuffling machines",
    Annals of Applied Probability 23, 1692-1720.

    Examples
    --------
    >>> kit.count_guessed([[3, 2, 1, 0], [0, 2, 1, 3]]).tolist()
    [3, 2]
    """

    strategy: kit.Strategy = "direction"

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of correct guesses."""
        return kit.tally_values(block, block.of_each(kit.count_guessed, self.strategy))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        result = kit.judge_sum(tally, population, kit.permutation_laws.cycles, kit.PerShuffle.CORRECT_GUESSES)
        if result.units < LEAST_BOUNDED:
            return result
        cards = population.held.size
        counts, guesses = tally.sums["histogram"], np.arange(cards + 1)
        fair = float(kit.permutation_laws.cycles(cards).mean)
        mean, upper = kit.mean_bound(result.units, float(guesses @ counts), float(guesses**2 @ counts))
        gained, most = (100 * (each - fair) / cards for each in (mean, upper))
        covers = kit.Gains.BY_DIRECTION() if self.strategy == "direction" else kit.Gains.BY_NEXT()
        what = kit.Gains.GUESS_IN_DECK()
        upper = kit.at_least_nothing(most)
        bound = kit.GainBound(
            kit.Gainer.GUESSER, what, kit.GainUnit.POINTS, gained, upper, kit.gain_bounds.LEVEL, covers=covers
        )
        return replace(result, bounds=(bound,))
