"""Valleys and peaks of shuffles and of their inverses, all four at once."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

FORMS: tuple[tuple[kit.Reading, kit.Extremum], ...] = tuple(
    product(("output", "inverse"), ("valleys", "peaks"))
)


class TurningPoints(kit.Code, area="turning_points"):
    """What this check says."""

    COUNTED = kit.note(what=kit.PerShuffle)


SENTENCES = {TurningPoints.COUNTED: "{what}."}


@kit.check(
    title="Valleys and peaks, order and inverse",
    observes=kit.Kind.SHUFFLE,
    reference="Diaconis, Fulman & Holmes 2013, Annals of Applied Probability 23, 1692-1720; Westfall & Young 1993",
    hypothesis="The numbers of valleys and peaks, of the order and of its inverse, are those of a uniformly random order.",
    null_law="smallest p-value of four exact laws; Monte Carlo, beyond it Boole's inequality",
    slow=0.1,
)
class ValleysAndPeaks(kit.SimulatedLaw):
    """Whether the output turns round as often as chance does, read in all four ways.

    The chance of an output of a shelf machine depends on its valleys alone.  Which of the four counts shows a machine
    depends on whether it deals from the top or the bottom and on which order is read.  The
    four have one p-value: the smallest, compared with that of simulated fair samples, and where these
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

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up valleys and peaks of all shuffles."""
        totals = [int(block.of_each(kit.count_valleys, *form).sum()) for form in FORMS]
        return kit.Tally(
            kit.counts(
                units=len(block.identified),
                left_out=block.units - len(block.identified),
                totals=np.array(totals, dtype=np.int64),
            )
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the most deviating total with those of fair samples."""
        cards, units = population.held, tally.number("units")
        kit.refuse(units, kit.not_distinct(population, units))
        what = [
            kit.PerShuffle(extremum if reading == "output" else f"{extremum} of the inverse")
            for reading, extremum in FORMS
        ]
        seen = min(units, kit.ENOUGH_SHUFFLES)
        return kit.compare_smallest(
            units,
            lambda place: TurningPoints.COUNTED(what=what[place]),
            _laws(cards.size, units),
            tally.sums["totals"],
            _minima(cards.size, seen, self.replicates, self.seed),
            seen=seen,
            seed=self.seed,
            details=(*kit.identity_line(population), *kit.left_out_line(tally.number("left_out"))),
        )


def counted(relative: kit.Order | list[list[int]]) -> NDArray[np.int64]:
    """Return valleys and peaks of each order, then those of its inverse, shape (units, 4)."""
    return np.column_stack([kit.count_valleys(relative, *form) for form in FORMS])


def _laws(cards: int, units: int) -> list[kit.SumLaw]:
    return [kit.SumLaw(kit.permutation_laws.valleys(cards), units)] * len(FORMS)


@lru_cache(maxsize=16)
def _minima(cards: int, units: int, replicates: int, seed: int) -> NDArray[np.float64]:
    totals = kit.fair_totals(
        cards, units, lambda orders, each: counted(orders).reshape(-1, each, 4).sum(axis=1), replicates, seed
    )
    return kit.joint_minimum.smallest(_laws(cards, units), totals)
