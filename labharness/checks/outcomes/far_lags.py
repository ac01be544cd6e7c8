"""Dependence of outcomes at every lag to 2,048."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import clopper_pearson, root_effect
from labharness.analysis.laws.pair_tables import largest_tails
from labharness.analysis.laws.parameters import accept_range
from labharness.analysis.laws.prediction.lags import MOST_TABLED, pair_statistic, pair_statistics
from labharness.analysis.laws.tails import LEAST_EXPECTED
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.outcomes.leading_outcomes import MOST, beyond, codes_of, leading
from labharness.analysis.sampling.outcomes.outcome_groups import outcomes
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.model.counted import Counted
from labharness.model.observations import Kind
from labharness.model.reasons.effect import Effects
from labharness.model.reasons.law import Laws
from labharness.model.reasons.prediction import Predictions
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult, Effect

LONGEST = 1 << 13
FARTHEST = 1 << 17
SHARE = 8
"""A lag is at most this part of the sample, so that most pairs of it exist."""


@check(
    name="far_lags",
    title="Pairs at all lags",
    observes=Kind.DRAW,
    unit="outcome",
    reference="Good 1953, Proc. Camb. Phil. Soc. 49, 276-284; Šidák 1967, JASA 62, 626-633",
    hypothesis="An outcome does not depend on any single earlier one.",
    null_law="largest of independent chi-squares (exact binomials above 16 outcomes), Šidák",
    applies_from="5 of each pair expected (16 outcomes or fewer); 5 equal pairs expected",
    slow=0.1,
)
@dataclass(frozen=True)
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
    >>> result = FarLags(lags=4).judge(Tally(columns={"codes": codes}), Population(Kind.DRAW, low=0, high=1))
    >>> result.statistic["lag"], round(result.statistic["X2"], 6)
    (2.0, 398.0)
    """

    lags: int = 2048
    most: int = MOST

    def __post_init__(self) -> None:
        accept_range("lags", self.lags, 1, LONGEST)
        accept_range("most", self.most, 1, 1 << 24)

    def tally(self, block: Block) -> Tally:
        """Keep the first outcomes."""
        return leading(block, self.most)

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the most deviating lag with the largest of as many by chance."""
        codes, d, read = codes_of(tally), outcomes(population), tally.number("read")
        n = len(codes)
        all_to = min(self.lags, n // SHARE)
        further = [1 << k for k in range(18) if all_to < 1 << k <= min(FARTHEST, n // SHARE)]
        lags = np.array([*range(1, all_to + 1), *further], dtype=np.int64)
        needed = LEAST_EXPECTED * (d**2 if d <= MOST_TABLED else d)
        if d < 2 or not all_to or n - int(lags[-1]) < needed:
            return CheckResult(
                read,
                not_applicable=Sample.RANGE_TOO_SMALL(outcomes=d, least=2)
                if d < 2
                else Sample.TOO_FEW(
                    needed=max(SHARE, needed * SHARE // (SHARE - 1) + 1), recorded=n, what=Counted.OUTCOMES
                ),
            )
        judge = _pairs if d <= MOST_TABLED else _equal
        return judge(codes, d, lags, all_to, tally)


def _pairs(
    codes: NDArray[np.int32], d: int, lags: NDArray[np.int64], all_to: int, tally: Tally
) -> CheckResult:
    """Judge tables of pairs."""
    from scipy.special import chdtrc

    from labharness.analysis.laws.kernels.outcomes import draws

    further = [pair_statistic(draws.lagged_pairs(codes, 0, int(lag), d)) for lag in lags[all_to:]]
    x2 = np.concatenate([pair_statistics(codes, d, all_to), further])
    df, worst = (d - 1) ** 2, int(np.argmax(x2))
    lag, value = int(lags[worst]), float(x2[worst])
    return CheckResult(
        tally.number("read"),
        {"X2": value, "lag": float(lag), "lags": float(len(lags)), "mean": float(x2.mean())},
        float(df),
        largest_tails([float(chdtrc(df, value))] * len(lags)),
        Laws.LARGEST_CHI_SQUARE(number=len(lags), df=df),
        root_effect(Effects.CRAMERS_V_AT_LAG(lag=lag), value, df, (len(codes) - lag) * (d - 1)),
        details=beyond(tally, len(codes)),
    )


def _equal(
    codes: NDArray[np.int32], d: int, lags: NDArray[np.int64], all_to: int, tally: Tally
) -> CheckResult:
    """Judge numbers of equal pairs."""
    from scipy.special import bdtr, bdtrc

    from labharness.analysis.laws.kernels.outcomes import prediction

    further = [int(np.count_nonzero(codes[lag:] == codes[:-lag])) for lag in lags[all_to:]]
    equal = np.concatenate([prediction.equal_at_lags(codes, all_to), np.array(further, dtype=np.int64)])
    pairs = len(codes) - lags
    right = np.where(equal > 0, bdtrc(np.maximum(equal - 1, 0), pairs, 1 / d), 1.0)
    p = np.minimum(1.0, 2 * np.minimum(right, bdtr(equal, pairs, 1 / d)))
    worst = int(np.argmin(p))
    lag, number = int(lags[worst]), int(equal[worst])
    return CheckResult(
        tally.number("read"),
        {"equal": float(number), "lag": float(lag), "lags": float(len(lags))},
        p=largest_tails([float(p[worst])] * len(lags)),
        law=Predictions.LARGEST_BINOMIAL(number=len(lags)),
        effect=Effect(
            Predictions.EQUAL_AT_LAG(lag=lag, fair=1 / d),
            number / int(pairs[worst]),
            *clopper_pearson(number, int(pairs[worst])),
        ),
        details=beyond(tally, len(codes)),
    )
