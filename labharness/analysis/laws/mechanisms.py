"""Likelihood of shuffling mechanisms whose law is known, against that of a fair shuffle."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial, log

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.null_samples import monte_carlo_tails
from labharness.analysis.laws.permutation_laws import valleys
from labharness.analysis.laws.tails import Lattice, rising_sequences
from labharness.model.reasons.decision import Details, Steps
from labharness.model.reasons.register import Laws
from labharness.model.reasons.run import Effects
from labharness.model.results import CheckResult, Effect

IMPOSSIBLE = -1e9
"""Logarithm that stands for chance 0, so that sums over shuffles stay finite."""

WITHIN = 1.92
"""Log-likelihood below the greatest within which 95% of intervals hold the truth (half of 3.84)."""


@dataclass(frozen=True, eq=False)
class Mechanism:
    """Candidate machines that differ in one number, and the statistic that is sufficient for it.

    Parameters
    ----------
    numbers
        Candidate numbers, ascending: shelves, or riffles.
    log_ratio
        Logarithm of the chance of an order under each candidate over that of a fair shuffle, by the value
        of the statistic from 0 on, shape (candidates, values).
    fair
        Law of the statistic of a fair shuffle.
    what
        What the number counts.
    """

    numbers: NDArray[np.int64]
    log_ratio: NDArray[np.float64]
    fair: Lattice
    what: Steps

    def judge(self, counts: NDArray[np.int64], *, replicates: int, seed: int) -> CheckResult:
        """Find the candidate that explains counted values best, and compare its likelihood with chance.

        The greatest likelihood ratio of fair samples of the same size is simulated: a value of the sufficient
        statistic is all that a shuffle adds.
        """
        units = int(counts.sum())
        ratios = self.log_ratio @ counts[: self.log_ratio.shape[1]]
        best = int(ratios.argmax())
        close = self.numbers[ratios >= ratios[best] - WITHIN].tolist()
        random = np.random.Generator(np.random.PCG64(seed))
        drawn = np.zeros((replicates, self.log_ratio.shape[1]))
        drawn[:, self.fair.values] = random.multinomial(
            units, self.fair.mass / self.fair.mass.sum(), replicates
        )
        null = (drawn @ self.log_ratio.T).max(axis=1)
        greatest = max(0.0, float(ratios.max()))
        others = float(np.exp(ratios - greatest).mean())
        fair = float(np.exp(-greatest) / (np.exp(-greatest) + others))
        number, exponent = int(self.numbers[best]), float(ratios[best]) / log(10)
        return CheckResult(
            units,
            {
                self.what.value: float(number),
                "log10_likelihood_ratio": exponent,
                "fair_share": fair,
                "p_floor": 1 / (replicates + 1),
            },
            p=monte_carlo_tails(float(ratios[best]), null),
            law=Laws.SAMPLES_OF_SHUFFLES(replicates=replicates, seed=seed),
            effect=Effect(MECHANISMS[self.what], float(number), float(close[0]), float(close[-1])),
            details=(
                Details.MECHANISM(
                    number=number, what=self.what, low=close[0], high=close[-1], exponent=exponent, fair=fair
                ),
            ),
        )


MECHANISMS = {Steps.SHELVES: Effects.SHELVES(), Steps.RIFFLES: Effects.RIFFLES()}


@lru_cache(maxsize=4)
def shelves(cards: int, most: int) -> Mechanism:
    """Return machines that put each card on top of or under the pile on one of 2 … ``most`` shelves.

    The chance of an order depends on its number v of valleys alone.

    References
    ----------
    Diaconis, Fulman & Holmes 2013, Annals of Applied Probability 23, § 3.
    """
    fair = valleys(cards)
    numbers, values = np.arange(2, most + 1), np.arange(int(fair.values[-1]) + 1)
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, cards + most + 1)))])

    def choose(n: NDArray[np.int64], k: NDArray[np.int64] | int) -> NDArray[np.float64]:
        possible = (k >= 0) & (n >= k)
        top, below = np.where(possible, n, 0), np.where(possible, k, 0)
        return np.asarray(np.where(possible, logs[top] - logs[below] - logs[top - below], -np.inf))

    shelf = np.arange(most)
    # A shelf a below the chosen one counts for every machine of more than a shelves; v runs down the rows.
    inner = choose(cards - 1 - 2 * values[:, np.newaxis], shelf - values[:, np.newaxis])
    rows = []
    for number in numbers.tolist():
        terms = inner[:, :number] + choose(cards + number - shelf[:number] - 1, cards)
        greatest = terms.max(axis=1, keepdims=True)
        kept = np.where(np.isfinite(greatest), greatest, 0.0)
        with np.errstate(divide="ignore"):
            total = np.log(np.exp(terms - kept).sum(axis=1)) + kept[:, 0]
        rows.append(total + (values + 1) * log(4) - log(2) - cards * log(2 * number) + logs[cards])
    return Mechanism(numbers, np.maximum(np.array(rows), IMPOSSIBLE), fair, Steps.SHELVES)


@lru_cache(maxsize=4)
def riffles(cards: int, most: int) -> Mechanism:
    """Return 1 … ``most`` riffles, by the number of rising sequences.

    References
    ----------
    Bayer & Diaconis 1992, Annals of Applied Probability 2, theorem 1.
    """
    fair = rising_sequences(cards)
    ways, orders = np.full((most, int(fair.values[-1]) + 1), IMPOSSIBLE), factorial(cards)
    for times in range(1, most + 1):
        for rising in fair.values.tolist():
            result = comb(2**times + cards - rising, cards)
            if result:
                ways[times - 1, rising] = log(result) + log(orders) - times * cards * log(2)
    return Mechanism(np.arange(1, most + 1), ways, fair, Steps.RIFFLES)
