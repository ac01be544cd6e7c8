"""Rank correlation of input and output places."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import normal_tails
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.orders.order_checks import identity_line, not_distinct
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally, count, left_out_line
from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.model.results import CheckResult, Effect

LEAST_CARDS = 20


@check(
    name="spearman",
    title="Spearman's rank correlation",
    observes=Kind.SHUFFLE,
    unit="shuffle",
    reference="Spearman 1904, American Journal of Psychology 15, 72-101; Kendall 1948, Rank Correlation Methods",
    hypothesis="Input and output places are uncorrelated, as in a uniformly random order.",
    null_law="normal with the exact mean and variance",
    applies_from="1 shuffle of 20 cards",
)
@dataclass(frozen=True)
class Spearman:
    """Whether cards that went in early tend to come out early, or late.

    The rank correlation of one uniform order has mean 0, variance 1/(N-1), no skewness, and excess kurtosis
    3(25N³ - 38N² - 35N + 72)/(25N(N+1)(N-1)) - 3, which is -0.088 for 52 cards.  The mean over n shuffles is
    compared with the normal law of that mean and variance.  Its tail differs from the exact one by at most
    0.023 |excess kurtosis|/n + 1/N³ or so, 0.002 for one shuffle of 52 cards, and beyond 1.8 standard
    deviations it is the larger of the two: safe.  Sets of fewer than 20 cards are too coarse, and the check
    does not apply.

    Notes
    -----
    The effect is the mean rank correlation with Student's interval, 0 for a fair device.  Sums are exact
    to 10^9 shuffles of a deck, and 15,000 unshuffled shoes of 416 marked cards.

    References
    ----------
    Spearman 1904, "The proof and measurement of association between two things", American Journal of
    Psychology 15, 72-101.  Kendall 1948, Rank Correlation Methods, ch. 5 (moments).

    Examples
    --------
    >>> order = np.arange(52)[np.newaxis]
    >>> correlations(np.concatenate([order, order[:, ::-1]])).tolist() == [52 * (52**2 - 1), -52 * (52**2 - 1)]
    True
    """

    def tally(self, block: Block) -> Tally:
        """Add up correlations, as whole numbers, and their squares."""
        found = correlations(block.relative)
        return Tally(
            {
                "units": count(len(found)),
                "left_out": count(block.units - len(found)),
                "sum": count(int(found.sum())),
                "squares": count(int((found**2).sum())),
            }
        )

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the mean correlation with the normal law."""
        units = tally.number("units")
        reason = not_distinct(population, units, LEAST_CARDS)
        if reason:
            return CheckResult(units, not_applicable=reason)
        cards = population.held.size
        scale = cards * (cards**2 - 1)
        mean = tally.number("sum") / (units * scale)
        return CheckResult(
            units,
            {"mean_correlation": mean, "z": mean * sqrt(units * (cards - 1))},
            p=normal_tails(mean * sqrt(units * (cards - 1))),
            law="normal with the exact mean and variance",
            effect=_effect(mean, tally.number("squares") / scale**2, units, cards),
            details=(*identity_line(population), *left_out_line(tally.number("left_out"))),
        )


def correlations(relative: Order) -> NDArray[np.int64]:
    """Return rank correlation × N(N²-1) of each row, a whole number."""
    cards = relative.shape[1]
    products = relative.astype(np.int64) @ np.arange(cards)
    return np.asarray(12 * products - 3 * cards * (cards - 1) ** 2)


def _effect(mean: float, squares: float, units: int, cards: int) -> Effect:
    """Return the mean with Student's interval; one shuffle takes the variance of a fair device."""
    from scipy.special import ndtri, stdtrit

    if units == 1:
        half = float(ndtri(0.975)) / sqrt(cards - 1)
    else:
        variance = max(0.0, squares - units * mean**2) / (units - 1)
        half = float(stdtrit(units - 1, 0.975)) * sqrt(variance / units)
    return Effect("mean rank correlation (fair: 0)", mean, mean - half, mean + half)
