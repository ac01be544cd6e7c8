"""Dependence of outcomes at every lag to 2,048."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

LONGEST = 1 << 13
FARTHEST = 1 << 17
SHARE = 8
"""A lag is at most this part of the sample, so that most pairs of it exist."""


@kit.check(
    title="Pairs at all lags",
    observes=kit.Kind.DRAW,
    reference="Good 1953, Proc. Camb. Phil. Soc. 49, 276-284; Šidák 1967, JASA 62, 626-633",
    hypothesis="An outcome does not depend on any single earlier one.",
    null_law="largest of independent chi-squares (exact binomials above 16 outcomes), Šidák",
    applies_from="5 of each pair expected (16 outcomes or fewer); 5 equal pairs expected",
    slow=0.1,
)
class FarLags:
    """Whether an outcome depends on the one any number of places before it, or a power of two further back.

    For a range of 16 outcomes or fewer, X² of the d × d table of pairs at a lag, less its margins, is chi-square
    with (d-1)² degrees of freedom.  For a larger range the equal pairs of a lag are counted: their number is
    binomial with chance 1/d exactly, for each outcome is uniform given all earlier ones.  Statistics of different
    lags are uncorrelated, and p is that of the most deviating lag with Šidák's adjustment.  Lags are 1 to
    ``lags``, then powers of two to 131,072, none longer than an eighth of the sample.

    Parameters
    ----------
    lags
        Longest lag of which all shorter ones are judged too, 1 to 8,192.
    most
        Outcomes read, from the first one on.

    Notes
    -----
    The effect is Cramér's V at the most deviating lag, or the proportion of equal outcomes; its interval is for
    that lag alone.  An outcome that with chance ε is a copy of one at a fixed lag adds n ε² (d-1) to X².

    References
    ----------
    Good 1953, Proc. Camb. Phil. Soc. 49, 276-284.  Šidák 1967, JASA 62, 626-633.

    Examples
    --------
    >>> codes = np.tile(np.array([0, 0, 1, 1], dtype=np.uint16), 100)
    >>> result = FarLags(lags=4).judge(kit.Tally(columns={"codes": codes}), kit.Population(kit.Kind.DRAW, low=0, high=1))
    >>> result.statistic["lag"], round(result.statistic["X2"], 6)
    (2.0, 398.0)
    """

    lags: int = kit.within(2048, 1, LONGEST)
    most: int = kit.within(kit.leading.MOST, 1, 1 << 24)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Keep the first outcomes."""
        return kit.leading.leading(block, self.most)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the most deviating lag with the largest of as many by chance."""
        codes, d, read = kit.leading.codes_of(tally), kit.outcomes.outcomes(population), tally.number("read")
        n = len(codes)
        all_to = min(self.lags, n // SHARE)
        further = [1 << k for k in range(18) if all_to < 1 << k <= min(FARTHEST, n // SHARE)]
        lags = np.array([*range(1, all_to + 1), *further], dtype=np.int64)
        needed = kit.LEAST_EXPECTED * (d**2 if d <= kit.lags.MOST_TABLED else d)
        kit.refuse_if(d < 2, read, kit.Sample.RANGE_TOO_SMALL(outcomes=d, least=2))
        if not all_to or n - int(lags[-1]) < needed:
            needed = max(SHARE, needed * SHARE // (SHARE - 1) + 1)
            kit.refuse(read, kit.Sample.TOO_FEW(needed=needed, recorded=n, what=kit.Counted.OUTCOMES))
        judge = _pairs if d <= kit.lags.MOST_TABLED else _equal
        return judge(codes, d, lags, all_to, tally)


def _pairs(
    codes: NDArray[np.int32], d: int, lags: NDArray[np.int64], all_to: int, tally: kit.Tally
) -> kit.CheckResult:
    """Judge tables of pairs."""
    from scipy.special import chdtrc

    further = [kit.pair_statistic(kit.draws.lagged_pairs(codes, 0, int(lag), d)) for lag in lags[all_to:]]
    x2 = np.concatenate([kit.pair_statistics(codes, d, all_to), further])
    df, worst = (d - 1) ** 2, int(np.argmax(x2))
    lag, value = int(lags[worst]), float(x2[worst])
    return kit.CheckResult(
        tally.number("read"),
        {"X2": value, "lag": float(lag), "lags": float(len(lags)), "mean": float(x2.mean())},
        float(df),
        kit.largest_tails([float(chdtrc(df, value))] * len(lags)),
        kit.Laws.LARGEST_CHI_SQUARE(number=len(lags), df=df),
        kit.root_effect(kit.Effects.CRAMERS_V_AT_LAG(lag=lag), value, df, (len(codes) - lag) * (d - 1)),
        details=kit.leading.beyond(tally, len(codes)),
    )


def _equal(
    codes: NDArray[np.int32], d: int, lags: NDArray[np.int64], all_to: int, tally: kit.Tally
) -> kit.CheckResult:
    """Judge numbers of equal pairs."""
    from scipy.special import bdtr, bdtrc

    further = [int(np.count_nonzero(codes[lag:] == codes[:-lag])) for lag in lags[all_to:]]
    equal = np.concatenate([kit.prediction.equal_at_lags(codes, all_to), np.array(further, dtype=np.int64)])
    pairs = len(codes) - lags
    right = np.where(equal > 0, bdtrc(np.maximum(equal - 1, 0), pairs, 1 / d), 1.0)
    p = np.minimum(1.0, 2 * np.minimum(right, bdtr(equal, pairs, 1 / d)))
    worst = int(np.argmin(p))
    lag, number = int(lags[worst]), int(equal[worst])
    return kit.CheckResult(
        tally.number("read"),
        {"equal": float(number), "lag": float(lag), "lags": float(len(lags))},
        p=kit.largest_tails([float(p[worst])] * len(lags)),
        law=kit.Predictions.LARGEST_BINOMIAL(number=len(lags)),
        effect=kit.Effect(
            kit.Predictions.EQUAL_AT_LAG(lag=lag, fair=1 / d),
            number / int(pairs[worst]),
            *kit.clopper_pearson(number, int(pairs[worst])),
        ),
        details=kit.leading.beyond(tally, len(codes)),
    )
