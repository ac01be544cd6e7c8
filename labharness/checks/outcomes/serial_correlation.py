"""Correlation of outcomes with earlier ones."""

from __future__ import annotations

from math import sqrt

import numpy as np

from labharness.analysis import kit

LONGEST = 14
LEAST_PAIRS = 100


@kit.check(
    title="Serial correlation, potency and degree",
    observes=kit.Kind.DRAW,
    look_back=1 << LONGEST,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 K; Box & Pierce 1970, JASA 65, 1509-1526",
    hypothesis="Outcomes are not correlated with earlier ones at any lag that is looked at.",
    null_law="largest of independent normal values, Šidák",
    applies_from="100 pairs",
)
class SerialCorrelation:
    """Whether outcomes rise or fall with those a few, or a power of two, before them.

    With y the outcome less the known mean (d+1)/2 and σ² = (d²-1)/12, r(lag) = Σ y(i) y(i-lag) / (n σ²)
    over the n pairs of that lag.  Its terms are uncorrelated with mean 0 and variance 1 exactly, within a
    lag and between lags, so that √n r is standard normal in the limit, and lags are independent.  We call
    the lag the *degree* and r the *potency*.  p is that of the largest |√n r|, with Šidák's correction for
    all lags; the left tail is that of no lag deviating as much.

    Parameters
    ----------
    near
        Lags 1, 2, … up to this one, 1 to 64.
    longest
        Lags 2^k besides, up to this k, 0 to 14.

    Notes
    -----
    The effect is the potency at the degree that deviates most; its interval holds for all lags together.
    Lags with fewer than 100 pairs are left out.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 K (serial correlation test).
    Box & Pierce 1970, JASA 65, 1509-1526 (independence of lags).

    Examples
    --------
    >>> check = SerialCorrelation(near=2, longest=0)
    >>> tally = kit.Tally({"products": np.array([-200, 0]), "pairs": np.array([400, 400])})
    >>> result = check.judge(tally, kit.Population(kit.Kind.DRAW, low=0, high=1))
    >>> result.statistic["degree"], result.statistic["potency"], round(result.statistic["z"], 9)
    (1.0, -0.5, -10.0)
    """

    near: int = kit.within(16, 1, 64)
    longest: int = kit.within(LONGEST, 0, LONGEST)

    @property
    def lags(self) -> list[int]:
        """All lags."""
        return sorted({*range(1, self.near + 1), *(1 << k for k in range(self.longest + 1))})

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up products of outcomes at each lag, twice their distances from the mean so as to be whole."""
        codes = kit.outcomes.stretch(block, self.lags[-1])
        own, d = len(codes) - block.units, kit.outcomes.outcomes(block.population)
        known = np.ones(len(codes), dtype=np.int32)
        if not block.spotless:
            known[~kit.outcomes.inside(codes, block.population)] = 0
        twice = (2 * codes - (d - 1)) * known
        products = [kit.draws.lagged_product(twice, own, lag) for lag in self.lags]
        pairs = [
            max(0, len(codes) - max(own, lag))
            if block.spotless
            else kit.draws.lagged_product(known, own, lag)
            for lag in self.lags
        ]
        return kit.Tally(
            kit.counts(
                read=block.units,
                products=np.array(products, dtype=np.int64),
                pairs=np.array(pairs, dtype=np.int64),
            )
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the largest correlation with the largest of as many by chance."""
        d, read, lags = kit.outcomes.outcomes(population), tally.number("read"), np.array(self.lags)
        none = np.zeros(len(lags), dtype=np.int64)
        products, pairs = tally.sums.get("products", none), tally.sums.get("pairs", none)
        enough = pairs >= LEAST_PAIRS
        kit.refuse_if(d < 2, read, kit.Sample.RANGE_TOO_SMALL(outcomes=d, least=2))
        kit.refuse(read, kit.too_few(int(pairs.max(initial=0)), LEAST_PAIRS, kit.Counted.PAIRS))
        from scipy.special import ndtri

        lags, number = lags[enough], pairs[enough]
        potency = products[enough] / (number * (d**2 - 1) / 3)
        z = potency * np.sqrt(number)
        worst = int(np.argmax(np.abs(z)))
        half = float(-ndtri((1 - kit.intervals.LEVEL ** (1 / len(z))) / 2)) / sqrt(float(number[worst]))
        degree, result = int(lags[worst]), float(potency[worst])
        return kit.CheckResult(
            read,
            {"degree": float(degree), "potency": result, "z": float(z[worst]), "Q": float(z @ z)},
            p=kit.largest_tails([kit.normal_tails(float(value))["two_sided"] for value in z]),
            law=kit.Laws.LARGEST_NORMAL(number=len(z)),
            effect=kit.Effect(kit.Effects.POTENCY(degree=degree), result, result - half, result + half),
            details=tuple(
                kit.Details.DEGREE(degree=lag, potency=r, deviations=value)
                for lag, r, value in zip(lags.tolist(), potency.tolist(), z.tolist(), strict=True)
            ),
        )
