"""Null laws of statistics of whole shuffles, by simulating fair ones."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.fair_orders import FairOrders
from labharness.model.cards import Order
from labharness.model.reasons.law import Laws
from labharness.reason import Reason

ENOUGH_SHUFFLES = 400
"""Shuffles of one replicate at most: the mean of X² is the same for every number n of shuffles, and its
variance is a + b/n with b at most a few times a, so that more shuffles change it by about 1% at most."""


def shuffle_null(
    deck: NDArray[np.intp],
    units: int,
    statistic: Callable[[Order], float],
    *,
    replicates: int,
    seed: int,
) -> NDArray[np.float64]:
    """Return a statistic of simulated samples of fair shuffles.

    Parameters
    ----------
    deck
        Codes of all cards, in any order.
    units
        Shuffles of the sample; a replicate simulates at most :data:`ENOUGH_SHUFFLES`.
    statistic
        What is computed of the orders of one replicate, shape (shuffles, cards).  Its law must not depend
        on the number of shuffles where there are many.
    """
    fair = FairOrders(np.random.Generator(np.random.PCG64(seed)))
    many = min(units, ENOUGH_SHUFFLES)
    return np.array([statistic(fair.of(deck, many)) for _ in range(replicates)])


def simulated_law(units: int, replicates: int, seed: int) -> Reason:
    """Name such a law."""
    law = Laws.SHUFFLES_AT_MOST if units > ENOUGH_SHUFFLES else Laws.SHUFFLES
    return law(replicates=replicates, shuffles=min(units, ENOUGH_SHUFFLES), seed=seed)
