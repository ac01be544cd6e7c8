"""Pairs of consecutive outcomes of a random number generator."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

MOST_OUTCOMES = 1024
MOST_DRAWN = 64


@kit.check(
    title="Serial pairs",
    observes=kit.Kind.DRAW,
    unit="pair of outcomes",
    look_back=1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 B",
    hypothesis="Every pair of consecutive outcomes is equally likely.",
    null_law="chi-square, d²-1",
    applies_from="5 of each pair expected",
)
class SerialPairs:
    """Whether an outcome says something about the next one.

    Outcomes 2k and 2k+1 of the sample, counted from 0, form pair k: pairs never overlap, so that they are
    independent, and no pair spans a gap in the capture.  Pearson's chi-square with d²-1 degrees of freedom
    for d outcomes; each pair must be expected 5 times.  Pairs with an outcome outside the declared range
    are left out here; the frequency check reports them.

    Notes
    -----
    The effect is Cohen's w, 0 for a fair generator.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 B (serial test).

    Examples
    --------
    >>> tally = kit.Tally({"pairs": np.array([[20, 30], [30, 20]])})
    >>> SerialPairs().judge(tally, kit.Population(kit.Kind.DRAW, low=0, high=1)).statistic["X2"]
    4.0
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count pairs, the first of which may have begun before the block."""
        d = kit.outcomes.outcomes(block.population)
        codes = kit.outcomes.stretch(block, block.index % 2)
        if len(codes) - block.units < block.index % 2:
            codes = codes[1:]
        rows = codes[: len(codes) // 2 * 2].reshape(-1, 2)
        table = kit.pair_tables.pair_tables(rows, [(0, 1)], d if d <= MOST_OUTCOMES else 0)[0]
        whole = rows if block.spotless else rows[kit.outcomes.inside(rows, block.population).all(axis=1)]
        return kit.Tally(kit.counts(pairs=table, left_out=len(rows) - len(whole)))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the pairs with equal chances."""
        d = kit.outcomes.outcomes(population)
        table = tally.sums.get("pairs", np.zeros((0, 0), dtype=np.int64))
        units = int(table.sum())
        kit.refuse(units, kit.out_of_range(d, MOST_OUTCOMES))
        if units < kit.LEAST_EXPECTED * d**2:
            kit.refuse(units, kit.Sample.EXPECTED_COUNTS(items=units, cells=d**2, least=kit.LEAST_EXPECTED))
        expected = np.full(table.shape, units / d**2)
        x2, df = kit.pearson(table, expected), d**2 - 1
        names = [str(value) for value in range(population.low, population.high + 1)]
        drawn = d <= MOST_DRAWN
        return kit.CheckResult(
            units,
            {"X2": x2},
            float(df),
            kit.counted_tails(table.ravel(), expected.ravel()),
            kit.Laws.CHI_SQUARE(df=df),
            kit.root_effect(kit.Effects.COHENS_W(), x2, df, units),
            details=kit.left_out_line(tally.number("left_out"), kit.Irregular.PAIRS),
            pictures=(
                kit.heatmap(
                    table, expected, (kit.Axis.FIRST_OUTCOME, names), (kit.Axis.SECOND_OUTCOME, names)
                ),
            )
            * drawn,
        )
