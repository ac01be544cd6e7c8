"""Equal cards a few places apart."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.analysis import kit

FARTHEST = 26


class Equals(kit.Code, area="equal_types"):
    """What this check says."""

    APART = kit.note(distance=int)


SENTENCES = {Equals.APART: "Equal cards {distance} {distance:place|places} apart."}


@kit.check(
    title="Equal cards near each other",
    observes=kit.Kind.SHUFFLE,
    reference="Mean and variance derived in the docstring; Westfall & Young 1993, Resampling-Based Multiple Testing",
    hypothesis="Equal cards lie at each small distance as often as in a uniformly random order.",
    null_law="smallest p-value of binomial laws with exact mean and variance; Monte Carlo, beyond it Boole's inequality",
    applies_from="5 equal pairs expected at the largest distance",
)
class EqualCards(kit.SimulatedLaw):
    """Whether equal cards of a shoe lie together, or keep away from each other.

    In a shoe of several decks put in one behind another, equal cards lie a deck apart.  A single pass through shelves
    leaves traces of that at small distances, which the copies that nobody tells apart do not hide.  The number of
    cards that equal the one k places behind has mean M q with M = N - k and q = Σ m(m-1) / N(N-1); its variance adds
    the chances that two pairs of places are both equal, with a place in common and without.  The count is compared
    with the binomial law of that mean and variance (negative binomial where the variance is the larger), the most
    deviating of all distances with those of fair samples.  Kinds are card types, or ranks where each type comes once.

    Parameters
    ----------
    reach
        Largest distance.
    replicates
        Simulated samples.
    seed
        Seed of the simulation, printed in the law.

    References
    ----------
    Westfall & Young 1993, Resampling-Based Multiple Testing, Wiley, § 2.3.

    Examples
    --------
    >>> count_equal(np.array([[0, 1, 0, 0]]), 3).tolist()
    [1, 1, 1]
    """

    reach: int = kit.within(8, 1, FARTHEST)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count equal cards at each distance."""
        kinds = kit.unmarked.kinds_of(block)
        return kit.Tally(
            kit.counts(
                units=len(kinds), left_out=block.units - len(kinds), equal=count_equal(kinds, self.reach)
            )
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the most deviating count with those of fair samples."""
        cards, units = population.held, tally.number("units")
        each = kit.kind_counts(cards)
        fits = cards.size > 2 * self.reach and len(each) > 1 and max(each) > 1
        laws = _laws(each, units, self.reach) if fits and units else []
        if not laws or min(law.mean for law in laws) < 5:
            kit.refuse(units, kit.Sample.TYPES(cards=2 * self.reach + 1, types=2, units=units, least=1))
        seen = min(units, kit.ENOUGH_SHUFFLES)
        return kit.compare_smallest(
            units,
            lambda place: Equals.APART(distance=place + 1),
            laws,
            tally.sums["equal"],
            _minima(cards, seen, self.reach, self.replicates, self.seed),
            seen=seen,
            seed=self.seed,
            details=kit.left_out_line(tally.number("left_out"), kit.Irregular.SHUFFLES),
        )


def count_equal(kinds: ArrayLike, reach: int) -> NDArray[np.int64]:
    """Return how many cards equal the one 1, 2, … places behind them, over all rows."""
    rows = np.asarray(kinds)
    return np.array(
        [int((rows[:, far:] == rows[:, :-far]).sum()) for far in range(1, reach + 1)], dtype=np.int64
    )


def _laws(each: tuple[int, ...], units: int, reach: int) -> list[kit.MatchedCount]:
    counts = []
    for distance in range(1, reach + 1):
        mean, spread = kit.segment_moments.equal_at(each, distance)
        counts.append(kit.MatchedCount(units, units * mean, sqrt(units) * spread))
    return counts


@lru_cache(maxsize=16)
def _minima(cards: kit.CardSet, units: int, reach: int, replicates: int, seed: int) -> NDArray[np.float64]:
    fair = kit.FairOrders(np.random.Generator(np.random.PCG64(seed)))
    each = kit.kind_counts(cards)
    deck = np.repeat(np.arange(len(each)), each)
    totals = np.array([count_equal(fair.of(deck, units), reach) for _ in range(replicates)])
    return kit.joint_minimum.smallest(_laws(each, units, reach), totals)
