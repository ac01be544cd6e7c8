"""Pairs of outcomes that lie a power of two apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labharness.analysis.laws.intervals import root_effect
from labharness.analysis.laws.pair_tables import interaction, interaction_tails, largest_tails
from labharness.analysis.laws.parameters import accept_range
from labharness.analysis.laws.tails import LEAST_EXPECTED
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.outcomes.outcome_groups import outcomes, stretch
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally, count
from labharness.model.counted import Counted
from labharness.model.observations import Kind
from labharness.model.reasons.detail import Details
from labharness.model.reasons.effect import Effects
from labharness.model.reasons.law import Laws
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult

LONGEST = 14
MOST_OUTCOMES = 256


@check(
    name="lagged_pairs",
    title="Pairs at lags 2^k",
    observes=Kind.DRAW,
    unit="outcome",
    look_back=1 << LONGEST,
    reference="Good 1953, Proc. Camb. Phil. Soc. 49, 276-284; Šidák 1967, JASA 62, 626-633",
    hypothesis="An outcome does not depend on the one a power of two before it.",
    null_law="largest of independent chi-squares, Šidák",
    applies_from="5 of each pair expected; d to 256",
)
@dataclass(frozen=True)
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
    >>> tally = Tally({"pairs": np.array([[[20, 30], [30, 20]], [[25, 25], [25, 25]]])})
    >>> result = LaggedPairs(longest=1).judge(tally, Population(Kind.DRAW, low=0, high=1))
    >>> result.statistic["lag"], result.statistic["X2"]
    (1.0, 4.0)
    """

    longest: int = LONGEST

    def __post_init__(self) -> None:
        accept_range("longest", self.longest, 0, LONGEST)

    @property
    def lags(self) -> list[int]:
        """All lags."""
        return [1 << k for k in range(self.longest + 1)]

    def tally(self, block: Block) -> Tally:
        """Count pairs whose second outcome lies in the block, for each lag."""
        from labharness.analysis.laws.kernels.outcomes import draws

        d = outcomes(block.population)
        size = d if d <= MOST_OUTCOMES else 0
        codes = stretch(block, self.lags[-1])
        own = len(codes) - block.units
        tables = np.stack([draws.lagged_pairs(codes, own, lag, size) for lag in self.lags])
        return Tally({"read": count(block.units), "pairs": tables})

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the most deviating lag with the largest of as many by chance."""
        d, read = outcomes(population), tally.number("read")
        tables = tally.sums.get("pairs", np.zeros((0, 0, 0), dtype=np.int64))
        enough = [k for k, table in enumerate(tables) if table.sum() >= max(1, LEAST_EXPECTED * d**2)]
        if not 2 <= d <= MOST_OUTCOMES or not enough:
            return CheckResult(
                read,
                not_applicable=Sample.OUTCOMES_AND_GROUPS(
                    needed=LEAST_EXPECTED * d**2,
                    recorded=read,
                    what=Counted.OUTCOMES,
                    outcomes=d,
                    most=MOST_OUTCOMES,
                ),
            )
        df = (d - 1) ** 2
        x2 = [interaction(tables[k]) for k in enough]
        each = [interaction_tails(tables[k]) for k in enough]
        right = [p["right"] for p in each]
        worst = min(range(len(enough)), key=lambda place: (right[place], -x2[place]))
        lag = self.lags[enough[worst]]
        table = tables[enough[worst]]
        return CheckResult(
            read,
            {"X2": x2[worst], "lag": float(lag), "lags": float(len(enough)), "sum": sum(x2)},
            float(df),
            largest_tails(right, each[worst]["left"] if d == 2 else None),
            Laws.LARGEST_CHI_SQUARE(number=len(enough), df=df),
            root_effect(Effects.CRAMERS_V_AT_LAG(lag=lag), x2[worst], df, int(table.sum()) * (d - 1)),
            details=tuple(
                Details.LAG(lag=self.lags[k], x2=value, p=p)
                for k, value, p in zip(enough, x2, right, strict=True)
            ),
        )
