"""Checks that count events of each shuffle in cells and compare X² with fair shuffles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import root_effect
from labharness.analysis.laws.monte_carlo import monte_carlo_tails
from labharness.analysis.laws.null_shuffles import shuffle_null, simulated_law
from labharness.analysis.laws.tails import pearson
from labharness.analysis.sampling.tables import histogram
from labharness.model.axis import Axis
from labharness.model.cards import Order
from labharness.model.reasons.effect import Effects
from labharness.model.results import CheckResult


@dataclass(frozen=True, eq=False)
class ShuffleCells:
    """What a check counts in a shuffle.

    Parameters
    ----------
    count
        Counts of all cells in orders of shape (shuffles, cards).
    mean
        Exact expectation of each cell for one fair shuffle, none 0.
    label, names
        What the cells are, for pictures.
    """

    count: Callable[[Order], NDArray[np.int64]]
    mean: NDArray[np.float64]
    label: Axis
    names: Sequence[str]

    def judge(
        self, counts: NDArray[np.int64], units: int, deck: NDArray[np.intp], *, replicates: int, seed: int
    ) -> CheckResult:
        """Compare X² of all cells with its simulated law; events of one shuffle depend on each other.

        Parameters
        ----------
        counts, units
            What was counted, and in how many shuffles.
        deck
            Codes of all cards of a shuffle.
        """
        null = shuffle_null(
            deck,
            units,
            lambda orders: pearson(self.count(orders), len(orders) * self.mean),
            replicates=replicates,
            seed=seed,
        )
        expected, df, fair = units * self.mean, len(self.mean) - 1, float(null.mean())
        result = pearson(counts, expected)
        return CheckResult(
            units,
            {"X2": result, "fair_X2": fair, "p_floor": 1 / (replicates + 1)},
            float(df),
            monte_carlo_tails(result, null),
            simulated_law(units, replicates, seed),
            root_effect(Effects.COHENS_W(), result * df / fair, df, float(expected.sum())),
            pictures=(histogram(counts, expected, (self.label, self.names), Axis.TIMES),),
        )
