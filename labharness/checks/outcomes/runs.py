"""Lengths of ascending runs."""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np

from labharness.analysis import kit

LONGEST_RUN = 24


@kit.check(
    title="Runs up",
    observes=kit.Kind.DRAW,
    unit="run",
    look_back=kit.outcomes.LONGEST_UNIT - 1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 G and exercise 14",
    hypothesis="Ascending runs of outcomes have the lengths that independent outcomes give them.",
    null_law="chi-square of exact chances",
    applies_from="5 runs in two cells expected",
)
class AscendingRuns:
    """Whether ascending runs are as long as they should be.

    A run goes on while each outcome is larger than the one before.  The outcome that ends it is thrown
    away and the next one begins a new run, which makes runs independent (Knuth, exercise 14).  r outcomes
    of d ascend with chance C(d, r)/d^r, so that a run has length r with chance C(d, r)/d^r -
    C(d, r+1)/d^(r+1); for large d that is Knuth's 1/r! - 1/(r+1)!.  Reading starts anew at every ``unit``
    outcomes by their place in the sample, and the first m runs of each unit are counted, m so chosen that
    they fit in all but one of 10⁹ fair units.  Chi-square, neighboring cells put together until 5 are
    expected.

    Parameters
    ----------
    unit
        Outcomes from one restart to the next, at most 10,000; 0 takes 1,000.
    down
        Counts descending runs instead.

    Notes
    -----
    The effect is Cohen's w.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 G (run test) and exercise 14.

    Examples
    --------
    >>> np.round(run_law(1_000_000).mass[:4], 5).tolist()
    [0.5, 0.33333, 0.125, 0.03333]
    """

    unit: int = kit.within(0, 0, kit.outcomes.LONGEST_UNIT)
    down: bool = False

    def plan(self, population: kit.Population) -> tuple[int, int]:
        """Return the length of a unit and the number of runs counted in each; 0 where none fits."""
        d = kit.outcomes.outcomes(population)
        if d < 2:
            return 1, 0
        # Each run uses up the outcome that ends it, too.
        law = kit.Lattice(2, run_law(d).mass)
        unit = self.unit or kit.unit_length(law.mean)
        return unit, kit.outcomes.fitting(law, unit)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count the first runs of each unit by their length."""
        unit, runs = self.plan(block.population)
        rows, read = kit.outcomes.groups(block, unit)
        cells = len(run_law(kit.outcomes.outcomes(block.population)).mass)
        lengths = kit.draw_groups.run_lengths(-rows if self.down else rows, runs)
        result = np.bincount(np.minimum(lengths, cells) - 1, minlength=cells)
        # Runs that no fair unit lacks: what has no end in the unit is the longest there is.
        result[-1] += len(rows) * runs - len(lengths)
        return read.merge(kit.Tally({"runs": result.astype(np.int64)}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the lengths with those of independent outcomes."""
        read, (unit, runs) = tally.number("read"), self.plan(population)
        kit.refuse_if(not runs, read, kit.Sample.UNITS_TOO_SHORT(outcomes=kit.outcomes.outcomes(population)))
        law = run_law(kit.outcomes.outcomes(population)).mass
        result = tally.sums.get("runs", np.zeros(len(law), dtype=np.int64))
        names = [str(place + 1) for place in range(len(law))]
        line = kit.Details.FIRST_RUNS(runs=runs, length=unit)
        cells = kit.Cells(kit.Counted.RUNS, kit.Axis.RUN_LENGTH, names, law)
        return cells.judge(result, read, (line, *kit.outcomes.remainder(tally, unit)))


@lru_cache(maxsize=16)
def run_law(d: int) -> kit.Lattice:
    """Return the law of the length of an ascending run; lengths from 24 on, if any, are one value."""
    reach = [comb(d, length) / d**length for length in range(1, min(d, LONGEST_RUN) + 1)]
    return kit.Lattice(1, np.array(reach) - np.array([*reach[1:], 0.0]))
