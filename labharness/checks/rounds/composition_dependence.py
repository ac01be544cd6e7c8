"""Whether the value of a round follows from that of the cards just put back."""

from __future__ import annotations

from math import gcd
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

Value = Literal["high_low", "rank"]

HIGH_LOW = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1)
"""Count of a card by rank, ace first."""


@kit.check(
    title="Dependence on the cards just put back",
    observes=kit.Kind.ROUND,
    unit="pair of successive rounds",
    look_back=1,
    reference="Griffin 1999, The Theory of Blackjack, ch. 4 (point counts); Cochran 1977, Sampling Techniques, § 2.5",
    hypothesis="The sum of card values of a round is uncorrelated with that of the cards just put back.",
    null_law="Monte Carlo",
    applies_from="2 pairs of rounds; cards of two values",
)
class CompositionDependence(kit.SimulatedLaw):
    """Whether high cards follow high cards, or low ones.

    The value of a round is the sum over its cards of a value less its mean in the set.  A fair round has
    mean 0 whatever the one before, and the variance b (N-b)/(N-1) σ², σ² being that of a card's value.  The
    sum over pairs of the product of both values is compared with simulated machines: ideal ones, or ones with
    the buffer declared, where it is negative.

    Parameters
    ----------
    value
        ``high_low``: 2 to 6 count +1, tens, faces and aces -1, others 0; ``rank``: 1 for an ace to 13 for
        a king.  Jokers have the mean value.
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    The effect is the covariance of the values of successive rounds, in variances of an ideal one: their
    correlation, unless rounds are so uneven that it passes 1.

    References
    ----------
    Griffin 1999, The Theory of Blackjack, 6th edition, Huntington Press, ch. 4.  Cochran 1977, Sampling
    Techniques, 3rd edition, Wiley, § 2.5.

    Examples
    --------
    >>> values_of(kit.CardSet.of_decks("six decks", 6), "rank")[:13].tolist()
    [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6]
    """

    value: Value = kit.among("high_low", ("high_low", "rank"))

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up products over pairs."""
        return kit.tally_scores(block, "types", self._scored(block.population))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        cards, drawn = population.held, population.round_cards
        each, values = np.array(cards.counts)[cards.present], values_of(cards, self.value)
        kit.refuse_if(not values.any(), tally.number("pairs"), kit.Sample.ONE_VALUE())
        spread = drawn * (cards.size - drawn) / max(1, cards.size - 1) * float(each @ values**2) / cards.size
        machine = kit.ScoredMachine(population.buffer, self.replicates, self.seed)
        return machine.judge(
            tally, population, self._scored(population), kit.Effects.ROUND_COVARIANCE(), spread
        )

    def _scored(self, population: kit.Population) -> kit.Scored:
        cards = population.held
        values = values_of(cards, self.value)

        def scored(_: kit.Deck) -> kit.Score:
            def product(earlier: NDArray[np.intp], later: NDArray[np.intp]) -> NDArray[np.int64]:
                return np.asarray(values[earlier].sum(axis=1) * values[later].sum(axis=1))

            return product

        return scored


def values_of(cards: kit.CardSet, value: Value) -> NDArray[np.int64]:
    """Return the value of each type of the set less the mean, as the smallest whole numbers in proportion."""
    kinds, each = cards.present, np.array(cards.counts)[cards.present]
    of_rank = np.array(HIGH_LOW if value == "high_low" else range(1, len(kit.RANKS) + 1))
    ranked = kinds < kit.JOKER
    raw = np.where(ranked, of_rank[kinds % len(kit.RANKS)], 0)
    size = int(each[ranked].sum())
    centred = np.where(ranked, size * raw - int(each @ raw), 0)
    return np.asarray(centred // max(1, gcd(*centred.tolist())), dtype=np.int64)
