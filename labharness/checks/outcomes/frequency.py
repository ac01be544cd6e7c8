"""Frequency of the outcomes of a random number generator."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit


@kit.check(
    title="Frequency of outcomes",
    observes=kit.Kind.DRAW,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.1 and § 3.3.2 A",
    hypothesis="Every outcome in the declared range is equally likely, and no other occurs.",
    null_law="chi-square, d-1",
    applies_from="5 of each outcome expected",
)
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
    >>> tally = kit.Tally({"counts": np.array([5, 8, 9, 8, 10, 20])})
    >>> round(Frequency().judge(tally, kit.Population(kit.Kind.DRAW, low=1, high=6)).statistic["X2"], 6)
    13.4
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count outcomes, and find those outside the range."""
        low, codes = block.population.low, kit.outcomes.stretch(block, 0)
        counts = kit.draws.histogram(codes, kit.outcomes.outcomes(block.population))
        lines = [
            kit.Details.OUTCOME_OUTSIDE(place=block.index + place + 1, outcome=int(codes[place] + low))
            for place in (
                np.flatnonzero(~kit.outcomes.inside(codes, block.population)).tolist() if counts[-1] else ()
            )
        ]
        return kit.Tally(
            kit.counts(counts=counts[:-1], outside=int(counts[-1])),
            earliest={"outside": tuple(lines[: kit.EARLIEST])},
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the counts with equal chances."""
        size = kit.outcomes.outcomes(population)
        counts = tally.sums.get("counts", np.zeros(size, dtype=np.int64))
        counted, outside = int(counts.sum()), tally.number("outside")
        violations, details = outside or None, kit.listed(tally, "outside", outside)
        if size < 2 or counted < kit.LEAST_EXPECTED * size:
            reason = (
                kit.Sample.RANGE_TOO_SMALL(outcomes=size, least=2)
                if size < 2
                else kit.Sample.EXPECTED_COUNTS(items=counted, cells=size, least=kit.LEAST_EXPECTED)
            )
            return kit.CheckResult(
                counted + outside,
                violations=violations,
                details=details,
                not_applicable=None if outside else reason,
            )
        expected = np.full(size, counted / size)
        x2, df = kit.pearson(counts, expected), size - 1
        names = [str(value) for value in range(population.low, population.high + 1)]
        return kit.CheckResult(
            counted + outside,
            {"X2": x2},
            float(df),
            kit.equal_chances_tails(counts),
            kit.Laws.CHI_SQUARE(df=df)
            if df > 1
            else kit.Laws.BINOMIAL(number=counted, what=kit.Counted.OUTCOMES),
            kit.root_effect(kit.Effects.COHENS_W(), x2, df, counted),
            violations,
            details,
            pictures=(kit.histogram(counts, expected, (kit.Axis.OUTCOME, names), kit.Axis.TIMES),),
            bounds=kit.excess_bounds(
                kit.Gainer.GUESSER, kit.Gains.FIXED_OUTCOME(), counts, np.full(size, 1 / size), counted
            ),
        )
