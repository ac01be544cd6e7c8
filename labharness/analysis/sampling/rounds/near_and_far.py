"""Sums over rounds soon after an event and over those long after, and how far the two lie apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import LEVEL
from labharness.analysis.sampling.rounds.round_nulls import ENOUGH_PAIRS, simulated_rounds
from labharness.analysis.sampling.rounds.successive_rounds import deck_of
from labharness.analysis.sampling.tables import Population
from labharness.model.results import Effect
from labharness.reason import Reason


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Sums over near rounds (first) and far ones (second), of one sample or of many.

    Parameters
    ----------
    rounds, pairs
        Rounds, and those that follow one that could be read and was put back; shape (2,).
    types
        Cards by type, shape (…, 2, types).
    in_order
        Neighboring cards that are neighbors in an unopened deck, shape (…, 2).
    repeats
        Score of cards repeated from the round before, shape (…, 2).
    """

    rounds: NDArray[np.int64]
    pairs: NDArray[np.int64]
    types: NDArray[np.int64]
    in_order: NDArray[np.int64]
    repeats: NDArray[np.int64]

    def differences(self) -> NDArray[np.float64]:
        """Return X² of types × near and far, and two differences of means; shape (…, 3).

        The differences are divided by what their spread is in proportion to.
        """
        both = self.types.sum(axis=-2, keepdims=True)
        share = (self.rounds / self.rounds.sum())[:, np.newaxis]
        expected = np.where(both > 0, both * share, 1.0)
        x2 = ((self.types - np.where(both > 0, expected, 0.0)) ** 2 / expected).sum(axis=(-2, -1))
        parts = [
            (sums[..., 0] / n[0] - sums[..., 1] / n[1]) / sqrt(1 / n[0] + 1 / n[1])
            for sums, n in ((self.in_order, self.rounds), (self.repeats, self.pairs))
        ]
        return np.stack((x2, *parts), axis=-1)


def in_order(codes: NDArray[np.intp]) -> NDArray[np.int64]:
    """Return how many neighboring cards of each round lie side by side in an unopened deck.

    Examples
    --------
    >>> in_order(np.array([[4, 5, 6, 9], [2, 1, 1, 3]])).tolist()
    [2, 1]
    """
    return np.asarray((np.abs(np.diff(codes, axis=1)) == 1).sum(axis=1), dtype=np.int64)


@lru_cache(maxsize=8)
def simulated_sums(
    population: Population, near: tuple[int, int], far: tuple[int, int], replicates: int, seed: int
) -> Sums:
    """Return the sums of simulated machines that no event changes.

    Kept for the next sample of that size, however often a plan is tried.

    Parameters
    ----------
    near, far
        Rounds and pairs of each.

    Notes
    -----
    At most 1,000 near and 1,000 far rounds are simulated, which is enough: all of them in a row, near ones
    first.
    """
    deck = deck_of(population, "types")
    rounds, pairs = np.minimum(np.transpose((near, far)), ENOUGH_PAIRS)
    types = np.zeros((replicates, 2, len(deck.weights)), dtype=np.int64)
    ordered, repeats = np.zeros((2, replicates, 2), dtype=np.int64)
    every, wanted = np.arange(replicates)[:, np.newaxis], pairs.copy()
    before: NDArray[np.intp] | None = None
    # One round more begins the first pair.
    spans = np.repeat([0, 1], rounds + np.array([1, 0]))
    dealing = simulated_rounds(
        deck.codes,
        len(spans),
        population.round_cards,
        buffer=population.buffer,
        replicates=replicates,
        seed=seed,
    )
    for place, dealt in enumerate(dealing):
        span = int(spans[place])
        if before is not None:
            np.add.at(types[:, span], (every, dealt), 1)
            ordered[:, span] += in_order(dealt)
            if wanted[span]:
                repeats[:, span] += deck.repeats(before, dealt)
                wanted[span] -= 1
        before = dealt
    return Sums(rounds, pairs, types, ordered, repeats)


def difference(
    name: Reason, n: NDArray[np.int64], sums: NDArray[np.float64], squares: NDArray[np.float64]
) -> Effect:
    """Return the difference of two means with Welch's interval, from numbers, sums and sums of squares.

    References
    ----------
    Welch 1947, Biometrika 34, 28-35.

    Examples
    --------
    >>> two = np.array([2, 2]), np.array([6.0, 2.0]), np.array([20.0, 4.0])
    >>> round(difference(Effects.REPEATS_NEAR_EVENTS(), *two).value, 3)
    2.0
    """
    from scipy.special import stdtrit

    mean = sums / n
    variances = np.maximum(0.0, squares / n - mean**2) / (n - 1)
    total = float(variances.sum())
    away, half = float(mean[0] - mean[1]), 0.0
    if total:
        freedom = total**2 / float((variances**2 / (n - 1)).sum())
        half = float(stdtrit(freedom, (1 + LEVEL) / 2)) * sqrt(total)
    return Effect(name, away, away - half, away + half)


def as_sums(sums: Mapping[str, NDArray[np.int64]]) -> Sums:
    """Return the sums of a tally."""
    return Sums(sums["rounds"], sums["pairs"], sums["types"], sums["in_order"], sums["repeats"])
