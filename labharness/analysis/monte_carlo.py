"""Null tables by simulation, where no exact law is known and the sample is too small for a limit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws import both_tails
from labharness.analysis.tables import place_table


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

    One deck for each round is kept, cards along the first axis, and the first places are filled by a
    Fisher-Yates pass.  Any arrangement may start the next replicate, so that no deck is ever set back.

    Parameters
    ----------
    deck
        Codes of all cards in the device, each below ``columns``.
    rounds, round_cards
        Rounds of one replicate, cards of one round.
    statistic
        What is computed of each table of shape (round_cards, columns).
    """
    random = np.random.Generator(np.random.PCG64(seed))
    size = len(deck)
    decks = np.repeat(deck.astype(np.uint8)[:, np.newaxis], rounds, axis=1)
    every = np.arange(rounds)
    found = np.empty(replicates)
    for replicate in range(replicates):
        for place in range(round_cards):
            chosen = random.integers(place, size, size=rounds)
            drawn = decks[chosen, every]
            decks[chosen, every] = decks[place]
            decks[place] = drawn
        found[replicate] = statistic(place_table(decks[:round_cards].T.astype(np.intp), columns))
    return found


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
