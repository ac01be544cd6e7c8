"""Equal cards a few places apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.analysis.laws.fair_orders import FairOrders
from labharness.analysis.laws.joint_minimum import MatchedCount, smallest
from labharness.analysis.laws.null_shuffles import ENOUGH_SHUFFLES, accept_simulation
from labharness.analysis.laws.parameters import accept_range
from labharness.analysis.laws.segment_moments import equal_at
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.unmarked import kind_counts, kinds_of
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.smallest_p import compare_smallest
from labharness.analysis.sampling.tally import Tally, count, left_out_line
from labharness.model.cards import CardSet
from labharness.model.observations import Kind
from labharness.model.reasons.detail import Irregular
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult
from labharness.reason import Code, note

FARTHEST = 26


class Equals(Code, area="equal_types"):
    """What this check says."""

    APART = note(distance=int)


SENTENCES = {Equals.APART: "Equal cards {distance} {distance:place|places} apart."}


@check(
    name="equal_types",
    title="Equal cards near each other",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Mean and variance derived in the docstring; Westfall & Young 1993, Resampling-Based Multiple Testing",
    hypothesis="Equal cards lie at each small distance as often as in a uniformly random order.",
    null_law="smallest p-value of binomial laws with exact mean and variance; Monte Carlo, beyond it Boole's inequality",
    applies_from="5 equal pairs expected at the largest distance",
)
@dataclass(frozen=True)
class EqualCards:
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

    reach: int = 8
    replicates: int = 999
    seed: int = 1

    def __post_init__(self) -> None:
        accept_simulation(self.replicates, self.seed)
        accept_range("reach", self.reach, 1, FARTHEST)

    def tally(self, block: Block) -> Tally:
        """Count equal cards at each distance."""
        kinds = kinds_of(block)
        return Tally(
            {
                "units": count(len(kinds)),
                "left_out": count(block.units - len(kinds)),
                "equal": count_equal(kinds, self.reach),
            }
        )

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the most deviating count with those of fair samples."""
        cards, units = population.held, tally.number("units")
        each = kind_counts(cards)
        fits = cards.size > 2 * self.reach and len(each) > 1 and max(each) > 1
        laws = _laws(each, units, self.reach) if fits and units else []
        if not laws or min(law.mean for law in laws) < 5:
            lacks = Sample.TYPES(cards=2 * self.reach + 1, types=2, units=units, least=1)
            return CheckResult(units, not_applicable=lacks)
        seen = min(units, ENOUGH_SHUFFLES)
        return compare_smallest(
            units,
            lambda place: Equals.APART(distance=place + 1),
            laws,
            tally.sums["equal"],
            _minima(cards, seen, self.reach, self.replicates, self.seed),
            seen=seen,
            seed=self.seed,
            details=left_out_line(tally.number("left_out"), Irregular.SHUFFLES),
        )


def count_equal(kinds: ArrayLike, reach: int) -> NDArray[np.int64]:
    """Return how many cards equal the one 1, 2, … places behind them, over all rows."""
    rows = np.asarray(kinds)
    return np.array(
        [int((rows[:, far:] == rows[:, :-far]).sum()) for far in range(1, reach + 1)], dtype=np.int64
    )


def _laws(each: tuple[int, ...], units: int, reach: int) -> list[MatchedCount]:
    found = []
    for distance in range(1, reach + 1):
        mean, spread = equal_at(each, distance)
        found.append(MatchedCount(units, units * mean, sqrt(units) * spread))
    return found


@lru_cache(maxsize=16)
def _minima(cards: CardSet, units: int, reach: int, replicates: int, seed: int) -> NDArray[np.float64]:
    fair = FairOrders(np.random.Generator(np.random.PCG64(seed)))
    each = kind_counts(cards)
    deck = np.repeat(np.arange(len(each)), each)
    totals = np.array([count_equal(fair.of(deck, units), reach) for _ in range(replicates)])
    return smallest(_laws(each, units, reach), totals)
