"""How long it takes until every outcome has come."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

MOST_OUTCOMES = 64
RARE = 0.001
NEGLIGIBLE = 1e-80


@kit.check(
    title="Coupon collector",
    observes=kit.Kind.DRAW,
    unit="set",
    look_back=kit.outcomes.LONGEST_UNIT - 1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 F; von Schelling 1954",
    hypothesis="The number of outcomes until every outcome has come follows the coupon collector's law.",
    null_law="chi-square of exact chances",
    applies_from="5 sets in two cells expected; d of 2 to 64",
)
class CouponCollector:
    """Whether complete sets of outcomes take as long as they should.

    Outcomes are read until each of the d has come, and then anew.  A set of r outcomes has the chance
    d! S(r-1, d-1) / d^r.  Reading starts anew at every ``unit`` outcomes by their place in the sample, and
    the first m sets of each unit are counted, m so chosen that they fit in all but one of 10⁹ fair units.
    Sets that do not fit after all count as the longest, so that an outcome that never comes is seen.
    Chi-square, neighboring cells put together until 5 are expected.

    Parameters
    ----------
    unit
        Outcomes from one restart to the next, at most 10,000; 0 takes room for 50 sets where it can.

    Notes
    -----
    The effect is Cohen's w.  At most 64 outcomes.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 F (coupon collector's test).

    Examples
    --------
    A set of two takes r outcomes with chance 2^(1-r):

    >>> set_law(2).mass[:4].tolist()
    [0.5, 0.25, 0.125, 0.0625]
    """

    unit: int = kit.within(0, 0, kit.outcomes.LONGEST_UNIT)

    def plan(self, population: kit.Population) -> tuple[int, int]:
        """Return the length of a unit and the number of sets counted in each; 0 where none fits."""
        d = kit.outcomes.outcomes(population)
        if not 2 <= d <= MOST_OUTCOMES:
            return 1, 0
        unit = self.unit or kit.unit_length(set_law(d).mean)
        return unit, sets_that_fit(d, unit)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count the first sets of each unit by their length."""
        d, (unit, sets) = kit.outcomes.outcomes(block.population), self.plan(block.population)
        rows, read = kit.outcomes.groups(block, unit)
        cells = len(chances(d)) if sets else 0
        lengths = kit.draw_groups.set_lengths(rows, d, sets) if sets else np.empty(0, dtype=np.int64)
        result = np.bincount(np.minimum(lengths - d, cells - 1), minlength=cells)
        if cells:
            result[-1] += len(rows) * sets - len(lengths)
        return read.merge(kit.Tally({"sets": result.astype(np.int64)}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the lengths with the coupon collector's law."""
        d, read, (unit, sets) = kit.outcomes.outcomes(population), tally.number("read"), self.plan(population)
        kit.refuse(read, kit.out_of_range(d, MOST_OUTCOMES))
        kit.refuse_if(not sets, read, kit.Sample.UNITS_TOO_SHORT(outcomes=d))
        law = chances(d)
        result = tally.sums.get("sets", np.zeros(len(law), dtype=np.int64))
        names = [*(str(d + place) for place in range(len(law) - 1)), f"{d + len(law) - 1} or more"]
        line = kit.Details.FIRST_SETS(sets=sets, length=unit)
        cells = kit.Cells(kit.Counted.SETS, kit.Axis.SET_LENGTH, names, law)
        return cells.judge(result, read, (line, *kit.outcomes.remainder(tally, unit)))


@lru_cache(maxsize=16)
def set_law(d: int) -> kit.Lattice:
    """Return the law of the length of a set, until what is left weighs less than 1e-80."""
    have = np.zeros(d)
    have[0] = 1.0
    seen = np.arange(d)
    mass = []
    while have.sum() > NEGLIGIBLE:
        fresh = have * (d - seen) / d
        have = have * seen / d
        have[1:] += fresh[:-1]
        mass.append(float(fresh[-1]))
    return kit.Lattice(d, np.array(mass[d - 1 :]))


@lru_cache(maxsize=16)
def chances(d: int) -> NDArray[np.float64]:
    """Return the chances of d, d+1, … outcomes; the last cell, of about 0.1%, holds all that take longer."""
    mass = set_law(d).mass
    left = mass[::-1].cumsum()[::-1]
    longest = int(np.argmax(left <= RARE))
    return np.append(mass[:longest], left[longest])


@lru_cache(maxsize=16)
def sets_that_fit(d: int, unit: int) -> int:
    """Return how many sets are counted in a unit."""
    return kit.outcomes.fitting(set_law(d), unit)
