"""Valleys and peaks of shuffles and of their inverses, all four at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.joint_minimum import SumLaw, smallest
from labharness.analysis.laws.null_shuffles import ENOUGH_SHUFFLES, accept_simulation
from labharness.analysis.laws.order_statistics import Extremum, Reading, count_valleys
from labharness.analysis.laws.permutation_laws import valleys
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.fair_statistics import fair_totals
from labharness.analysis.sampling.orders.order_checks import identity_line, not_distinct
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.smallest_p import compare_smallest
from labharness.analysis.sampling.tally import Tally, count, left_out_line
from labharness.model.cards import Order
from labharness.model.counted import PerShuffle
from labharness.model.observations import Kind
from labharness.model.results import CheckResult
from labharness.reason import Code, note

FORMS: tuple[tuple[Reading, Extremum], ...] = tuple(product(("output", "inverse"), ("valleys", "peaks")))


class TurningPoints(Code, area="turning_points"):
    """What this check says."""

    COUNTED = note(what=PerShuffle)


SENTENCES = {TurningPoints.COUNTED: "{what}."}


@check(
    name="turning_points",
    title="Valleys and peaks, order and inverse",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Diaconis, Fulman & Holmes 2013, Annals of Applied Probability 23, 1692-1720; Westfall & Young 1993",
    hypothesis="The numbers of valleys and peaks, of the order and of its inverse, are those of a uniformly random order.",
    null_law="smallest p-value of four exact laws; Monte Carlo, beyond it Boole's inequality",
    applies_from="1 shuffle",
    slow=0.1,
)
@dataclass(frozen=True)
class ValleysAndPeaks:
    """Whether the output turns round as often as chance does, read in all four ways.

    The chance of an output of a shelf machine depends on its valleys alone.  Which of the four counts shows a machine
    depends on whether it deals from the top or the bottom and on which order is read; :doc:`valleys` judges one of
    them.  Here the four have one p-value: the smallest, compared with that of simulated fair samples, and where these
    do not resolve it with Boole's bound.

    Parameters
    ----------
    replicates
        Simulated samples.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    A replicate simulates at most 400 shuffles: the smallest p-value has nearly the same law for more.

    References
    ----------
    Diaconis, Fulman & Holmes 2013, "Analysis of casino shelf shuffling machines", Annals of Applied
    Probability 23, 1692-1720.  Westfall & Young 1993, Resampling-Based Multiple Testing, § 2.3.

    Examples
    --------
    >>> counted([[3, 2, 0, 1, 5, 4]]).tolist()
    [[1, 1, 1, 2]]
    """

    replicates: int = 999
    seed: int = 1

    def __post_init__(self) -> None:
        accept_simulation(self.replicates, self.seed)

    def tally(self, block: Block) -> Tally:
        """Add up valleys and peaks of all shuffles."""
        totals = [int(block.of_each(count_valleys, *form).sum()) for form in FORMS]
        return Tally(
            {
                "units": count(len(block.identified)),
                "left_out": count(block.units - len(block.identified)),
                "totals": np.array(totals, dtype=np.int64),
            }
        )

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the most deviating total with those of fair samples."""
        cards, units = population.held, tally.number("units")
        reason = not_distinct(population, units)
        if reason:
            return CheckResult(units, not_applicable=reason)
        what = [
            PerShuffle(extremum if reading == "output" else f"{extremum} of the inverse")
            for reading, extremum in FORMS
        ]
        seen = min(units, ENOUGH_SHUFFLES)
        return compare_smallest(
            units,
            lambda place: TurningPoints.COUNTED(what=what[place]),
            _laws(cards.size, units),
            tally.sums["totals"],
            _minima(cards.size, seen, self.replicates, self.seed),
            seen=seen,
            seed=self.seed,
            details=(*identity_line(population), *left_out_line(tally.number("left_out"))),
        )


def counted(relative: Order | list[list[int]]) -> NDArray[np.int64]:
    """Return valleys and peaks of each order, then those of its inverse, shape (units, 4)."""
    return np.column_stack([count_valleys(relative, *form) for form in FORMS])


def _laws(cards: int, units: int) -> list[SumLaw]:
    return [SumLaw(valleys(cards), units)] * len(FORMS)


@lru_cache(maxsize=16)
def _minima(cards: int, units: int, replicates: int, seed: int) -> NDArray[np.float64]:
    totals = fair_totals(
        cards, units, lambda orders, each: counted(orders).reshape(-1, each, 4).sum(axis=1), replicates, seed
    )
    return smallest(_laws(cards, units), totals)
