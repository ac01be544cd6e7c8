"""Totals of statistics over fair samples of orders of distinct cards."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.fair_orders import FairOrders
from labharness.model.cards import Order

CHUNK = 1 << 22
"""Cards that are simulated at once."""


def fair_totals(
    cards: int,
    units: int,
    totals: Callable[[Order, int], NDArray[np.int64]],
    replicates: int,
    seed: int,
) -> NDArray[np.int64]:
    """Return totals of each of many fair samples, shape (replicates, totals).

    Parameters
    ----------
    cards, units
        Cards of an order, orders of a sample.
    totals
        Gives, of the orders of several samples one after another and the number of each, one row for each sample.
    """
    fair = FairOrders(np.random.Generator(np.random.PCG64(seed)))
    deck, result = np.arange(cards), []
    some = max(1, CHUNK // (units * cards))
    for begin in range(0, replicates, some):
        number = min(some, replicates - begin)
        result.append(totals(fair.of(deck, number * units), units))
    return np.concatenate(result)
