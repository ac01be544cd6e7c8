"""What comes next after each outcome."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

MOST_OUTCOMES = 1024
MOST_DRAWN = 64


@kit.check(
    title="Adjacency (next outcome)",
    observes=kit.Kind.DRAW,
    look_back=1,
    reference="Good 1953, Proc. Camb. Phil. Soc. 49, 276-284; Billingsley 1961, Ann. Math. Statist. 32, 12-40",
    hypothesis="What comes next does not depend on the outcome before.",
    null_law="chi-square, (d-1)²",
    applies_from="5 of each pair expected; d to 1,024",
)
class Adjacency:
    """Whether an outcome depends on the one before it.

    Every outcome with its next one is a pair; pairs overlap.  Of their d × d table the part that is
    dependence, deviations less those of their row and column, gives chi-square with (d-1)² degrees of
    freedom, although pairs overlap.  How often outcomes come at all is left to ``frequency``.  The outcome
    after which the next is most uneven is named, with Holm's correction (d rows); that is no verdict.

    Notes
    -----
    The effect is Cramér's V: 0 for independence, 1 where each outcome fixes the next.  ``serial_pairs``
    reads pairs side by side, with how often they come.

    References
    ----------
    Good 1953, Proc. Camb. Phil. Soc. 49, 276-284.  Billingsley 1961, Statistical methods in Markov chains,
    Ann. Math. Statist. 32, 12-40.

    Examples
    --------
    >>> tally = kit.Tally({"pairs": np.array([[20, 30], [30, 20]])})
    >>> Adjacency().judge(tally, kit.Population(kit.Kind.DRAW, low=0, high=1)).statistic["X2"]
    4.0
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count pairs whose second outcome lies in the block."""
        d = kit.outcomes.outcomes(block.population)
        size = d if d <= MOST_OUTCOMES else 0
        pairs = kit.draws.lagged_pairs(kit.outcomes.stretch(block, 1), 1, 1, size)
        return kit.Tally(kit.counts(read=block.units, pairs=pairs))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the dependence with chance."""
        d, read = kit.outcomes.outcomes(population), tally.number("read")
        table = tally.sums.get("pairs", np.zeros((0, 0), dtype=np.int64))
        pairs = int(table.sum())
        needed = kit.LEAST_EXPECTED * d**2
        kit.refuse(read, kit.too_few_for_range(pairs, needed, kit.Counted.PAIRS, d, MOST_OUTCOMES))
        x2, df = kit.pair_tables.interaction(table), (d - 1) ** 2
        names = [str(value) for value in range(population.low, population.high + 1)]
        rows = [
            kit.chi_square_tails(kit.pearson(row, np.full(d, row.sum() / d)), d - 1)["right"]
            if row.any()
            else 1.0
            for row in table
        ]
        worst = int(np.argmin(rows))
        line = kit.Details.AFTER(outcome=population.low + worst, p=min(1.0, d * rows[worst]))
        picture = kit.heatmap(
            table,
            np.full(table.shape, pairs / d**2),
            (kit.Axis.OUTCOME, names),
            (kit.Axis.NEXT_OUTCOME, names),
        )
        return kit.CheckResult(
            read,
            {"X2": x2, "pairs": float(pairs)},
            float(df),
            kit.interaction_tails(table),
            kit.Laws.CHI_SQUARE_OF_INTERACTION(df=df),
            kit.root_effect(kit.Effects.CRAMERS_V(), x2, df, pairs * (d - 1)),
            details=(line,),
            pictures=(picture,) if d <= MOST_DRAWN else (),
        )
