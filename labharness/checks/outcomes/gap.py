"""Gaps between outcomes of a part of the range."""

from __future__ import annotations

from math import ceil, log

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

LONGEST = 1000
RARE = 0.01


@kit.check(
    title="Gaps",
    observes=kit.Kind.DRAW,
    unit="hit",
    look_back=LONGEST,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 D",
    hypothesis="Outcomes of a part of the range come back after geometrically distributed gaps.",
    null_law="chi-square of geometric chances",
    applies_from="5 gaps in two cells expected",
)
class Gap:
    """Whether outcomes of a part of the range come back after as long as they should.

    An outcome in the part is a hit.  With p the share of the part, a gap of r other outcomes has chance
    p (1-p)^r, and one of t or more (1-p)^t; t is the first with (1-p)^t ≤ 1%.  Each hit is counted by the
    gap *before* it, for which t outcomes of look-back are enough; the hits among the first t outcomes of
    the sample, or after a gap in the capture, are not counted.  Given all that follows, the gap before a
    hit is geometric: so the counts have exactly the mean and covariance of independent gaps, and nothing
    need restart.  Chi-square, cells of long gaps put together until 5 are expected.

    Parameters
    ----------
    first
        First outcome of the part, counted from 0 at the lowest one.
    width
        Outcomes in the part; 0 takes half of all, rounded down.

    Notes
    -----
    The effect is Cohen's w.  An outcome outside the declared range is no hit.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 D (gap test).

    Examples
    --------
    >>> Gap().law(kit.Population(kit.Kind.DRAW, low=0, high=1)).tolist()
    [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.0078125]
    """

    first: int = kit.at_least(0, 0)
    width: int = kit.at_least(0, 0)

    def law(self, population: kit.Population) -> NDArray[np.float64]:
        """Return the chances of gaps 0, 1, …, t-1, and t or more; empty where the part does not fit."""
        d = kit.outcomes.outcomes(population)
        width = self.width or d // 2
        if not 0 < width < d or self.first + width > d or width * LONGEST < d * -log(RARE):
            return np.empty(0)
        p = width / d
        longest = ceil(log(RARE) / log(1 - p))
        return np.append(p * (1 - p) ** np.arange(longest), (1 - p) ** longest)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count hits by the gap before them."""
        law = self.law(block.population)
        longest = max(len(law) - 1, 0)
        codes = kit.outcomes.stretch(block, longest)
        own = len(codes) - block.units
        width = self.width or kit.outcomes.outcomes(block.population) // 2
        high = self.first + width
        gap = kit.draws.gaps(codes, max(own, longest), self.first, high, longest)[: len(law)]
        outside = (
            0
            if block.spotless
            else block.units - int(kit.outcomes.inside(codes[own:], block.population).sum())
        )
        return kit.Tally(kit.counts(read=block.units, outside=outside, gaps=gap))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the gaps with the geometric law."""
        law, read, outside = self.law(population), tally.number("read"), tally.number("outside")
        kit.refuse_if(not len(law), read, kit.Sample.PART())
        gaps = tally.sums.get("gaps", np.zeros(len(law), dtype=np.int64))
        names = [*map(str, range(len(law) - 1)), f"{len(law) - 1} or more"]
        details = (kit.Details.OUTSIDE_RANGE(outcomes=outside),) if outside else ()
        cells = kit.Cells(kit.Counted.GAPS, kit.Axis.GAP_LENGTH, names, law)
        return cells.judge(gaps, read, details)
