"""Pairs of outcomes that lie a power of two apart."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

LONGEST = 14
MOST_OUTCOMES = 256


@kit.check(
    title="Pairs at lags 2^k",
    observes=kit.Kind.DRAW,
    look_back=1 << LONGEST,
    reference="Good 1953, Proc. Camb. Phil. Soc. 49, 276-284; Šidák 1967, JASA 62, 626-633",
    hypothesis="An outcome does not depend on the one a power of two before it.",
    null_law="largest of independent chi-squares, Šidák",
    applies_from="5 of each pair expected; d to 256",
)
class LaggedPairs:
    """Whether an outcome depends on the one 1, 2, 4, 8, … before it.

    Linear congruential generators modulo a power of two repeat their low bits after short powers of two,
    and their high bits are bound at those lags long before frequency or neighbors show anything.  For
    each lag the dependence of the d × d table of pairs is chi-square with (d-1)² degrees of freedom, and
    lags are independent in the limit; p is that of the most deviating lag, with Šidák's correction for
    the lags that have 5 pairs expected in each cell.  The left tail is that of no lag deviating as much.

    Parameters
    ----------
    longest
        Largest k, 0 to 14.

    Notes
    -----
    The effect is Cramér's V at the most deviating lag; its interval is for that lag alone.

    References
    ----------
    Good 1953, Proc. Camb. Phil. Soc. 49, 276-284.  Šidák 1967, JASA 62, 626-633.  Why powers of two:
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.2.1.1.

    Examples
    --------
    >>> tally = kit.Tally({"pairs": np.array([[[20, 30], [30, 20]], [[25, 25], [25, 25]]])})
    >>> result = LaggedPairs(longest=1).judge(tally, kit.Population(kit.Kind.DRAW, low=0, high=1))
    >>> result.statistic["lag"], result.statistic["X2"]
    (1.0, 4.0)
    """

    longest: int = kit.within(LONGEST, 0, LONGEST)

    @property
    def lags(self) -> list[int]:
        """All lags."""
        return [1 << k for k in range(self.longest + 1)]

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count pairs whose second outcome lies in the block, for each lag."""
        d = kit.outcomes.outcomes(block.population)
        size = d if d <= MOST_OUTCOMES else 0
        codes = kit.outcomes.stretch(block, self.lags[-1])
        own = len(codes) - block.units
        tables = np.stack([kit.draws.lagged_pairs(codes, own, lag, size) for lag in self.lags])
        return kit.Tally(kit.counts(read=block.units, pairs=tables))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the most deviating lag with the largest of as many by chance."""
        d, read = kit.outcomes.outcomes(population), tally.number("read")
        tables = tally.sums.get("pairs", np.zeros((0, 0, 0), dtype=np.int64))
        needed, of = kit.LEAST_EXPECTED * d**2, kit.Counted.OUTCOMES
        enough = [k for k, table in enumerate(tables) if table.sum() >= max(1, needed)]
        few = kit.Sample.OUTCOMES_AND_GROUPS(
            needed=needed, recorded=read, what=of, outcomes=d, most=MOST_OUTCOMES
        )
        kit.refuse_if(not 2 <= d <= MOST_OUTCOMES or not enough, read, few)
        df = (d - 1) ** 2
        x2 = [kit.pair_tables.interaction(tables[k]) for k in enough]
        each = [kit.interaction_tails(tables[k]) for k in enough]
        right = [p["right"] for p in each]
        worst = min(range(len(enough)), key=lambda place: (right[place], -x2[place]))
        lag = self.lags[enough[worst]]
        table = tables[enough[worst]]
        return kit.CheckResult(
            read,
            {"X2": x2[worst], "lag": float(lag), "lags": float(len(enough)), "sum": sum(x2)},
            float(df),
            kit.largest_tails(right, each[worst]["left"] if d == 2 else None),
            kit.Laws.LARGEST_CHI_SQUARE(number=len(enough), df=df),
            kit.root_effect(kit.Effects.CRAMERS_V_AT_LAG(lag=lag), x2[worst], df, int(table.sum()) * (d - 1)),
            details=tuple(
                kit.Details.LAG(lag=self.lags[k], x2=value, p=p)
                for k, value, p in zip(enough, x2, right, strict=True)
            ),
        )
