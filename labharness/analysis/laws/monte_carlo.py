"""Null tables by simulation, where no exact law is known and the sample is too small for a limit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.fair_orders import FairOrders
from labharness.analysis.laws.tails import both_tails


def round_tables(
    deck: NDArray[np.intp],
    rounds: int,
    round_cards: int,
    columns: int,
    statistic: Callable[[NDArray[np.int64]], float],
    *,
    replicates: int,
    seed: int,
) -> NDArray[np.float64]:
    """Return a statistic of simulated place × type tables of simple random samples.

    One deck is kept, whose first places a Fisher-Yates pass fills for each round.  Any arrangement may start
    the next one, so that the deck is never set back.

    Parameters
    ----------
    deck
        Codes of all cards in the device, each below ``columns``.
    rounds, round_cards
        Rounds of one replicate, cards of one round.
    statistic
        What is computed of each table of shape (round_cards, columns).
    """
    fair = FairOrders(np.random.Generator(np.random.PCG64(seed)))
    mixed = deck.astype(np.uint16)
    return np.array(
        [statistic(fair.place_table(mixed, rounds, round_cards, columns)) for _ in range(replicates)]
    )


def monte_carlo_tails(observed: float, simulated: NDArray[np.float64]) -> dict[str, float]:
    """Return p-values ``(1 + as extreme) / (1 + replicates)``, valid for any number of replicates.

    References
    ----------
    Davison & Hinkley 1997, Bootstrap Methods and their Application, § 4.2.
    """
    # Statistics of equal tables may differ in their last bits: count them as ties.
    slack = 1e-9 * max(1.0, abs(observed))
    above = 1 + int((simulated >= observed - slack).sum())
    below = 1 + int((simulated <= observed + slack).sum())
    return both_tails(above / (1 + len(simulated)), below / (1 + len(simulated)))
