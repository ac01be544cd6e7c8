"""Frequency of the outcomes of a random number generator."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labharness.analysis.laws.gain_bounds import excess_bounds
from labharness.analysis.laws.intervals import root_effect
from labharness.analysis.laws.tails import LEAST_EXPECTED, equal_chances_tails, pearson
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.outcomes.outcome_groups import inside, outcomes, stretch
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tables import histogram
from labharness.analysis.sampling.tally import EARLIEST, Tally, count
from labharness.analysis.sampling.violations import listed
from labharness.model.axis import Axis
from labharness.model.counted import Counted
from labharness.model.gains import Gainer
from labharness.model.observations import Kind
from labharness.model.reasons.detail import Details
from labharness.model.reasons.effect import Effects
from labharness.model.reasons.gain import Gains
from labharness.model.reasons.law import Laws
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult


@check(
    name="frequency",
    title="Frequency of outcomes",
    observes=Kind.DRAW,
    unit="outcome",
    reference="Knuth, The Art of Computer Programming 2, § 3.3.1 and § 3.3.2 A",
    hypothesis="Every outcome in the declared range is equally likely, and no other occurs.",
    null_law="chi-square, d-1",
    applies_from="5 of each outcome expected",
)
@dataclass(frozen=True)
class Frequency:
    """Whether outcomes come equally often, and only those that may.

    Pearson's chi-square with one degree of freedom fewer than there are outcomes; each must be expected 5
    times.  An outcome outside the declared range is a violation, whatever the p-value of the rest.

    Notes
    -----
    The effect is Cohen's w, 0 for a fair generator.  Bounded is the gain of a guesser who always names one
    outcome, whichever: the largest upper limit of an outcome's chance, above 1/d.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.1 (chi-square test) and § 3.3.2 A.

    Examples
    --------
    >>> tally = Tally({"counts": np.array([5, 8, 9, 8, 10, 20])})
    >>> round(Frequency().judge(tally, Population(Kind.DRAW, low=1, high=6)).statistic["X2"], 6)
    13.4
    """

    def tally(self, block: Block) -> Tally:
        """Count outcomes, and find those outside the range."""
        from labharness.analysis.laws.kernels.outcomes import draws

        low, codes = block.population.low, stretch(block, 0)
        counts = draws.histogram(codes, outcomes(block.population))
        lines = [
            Details.OUTCOME_OUTSIDE(place=block.index + place + 1, outcome=int(codes[place] + low))
            for place in (np.flatnonzero(~inside(codes, block.population)).tolist() if counts[-1] else ())
        ]
        return Tally(
            {"counts": counts[:-1], "outside": count(int(counts[-1]))},
            earliest={"outside": tuple(lines[:EARLIEST])},
        )

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the counts with equal chances."""
        size = outcomes(population)
        counts = tally.sums.get("counts", np.zeros(size, dtype=np.int64))
        counted, outside = int(counts.sum()), tally.number("outside")
        violations, details = outside or None, listed(tally, "outside", outside)
        if size < 2 or counted < LEAST_EXPECTED * size:
            reason = (
                Sample.RANGE_TOO_SMALL(outcomes=size, least=2)
                if size < 2
                else Sample.EXPECTED_COUNTS(items=counted, cells=size, least=LEAST_EXPECTED)
            )
            return CheckResult(
                counted + outside,
                violations=violations,
                details=details,
                not_applicable=None if outside else reason,
            )
        expected = np.full(size, counted / size)
        x2, df = pearson(counts, expected), size - 1
        names = [str(value) for value in range(population.low, population.high + 1)]
        return CheckResult(
            counted + outside,
            {"X2": x2},
            float(df),
            equal_chances_tails(counts),
            Laws.CHI_SQUARE(df=df) if df > 1 else Laws.BINOMIAL(number=counted, what=Counted.OUTCOMES),
            root_effect(Effects.COHENS_W(), x2, df, counted),
            violations,
            details,
            pictures=(histogram(counts, expected, (Axis.OUTCOME, names), Axis.TIMES),),
            bounds=excess_bounds(
                Gainer.GUESSER, Gains.FIXED_OUTCOME(), counts, np.full(size, 1 / size), counted
            ),
        )
