"""Expected results of finished Blackjack hands while the dealer plays on."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read

Counts = NDArray[np.int64]
_COUNTS = types.int64[::1]


@kernel(types.float64, _COUNTS, types.int64, types.int64, types.boolean, types.int64)
def against_dealer(counts: Counts, cards: int, hard: int, ace: bool, mine: int) -> float:
    """Return the expected result of a total of the player while the dealer draws to 17, hard or soft.

    Parameters
    ----------
    counts
        Cards that are left, of each value from ace to ten, shape (10,).
    cards
        How many these are.
    hard, ace
        The dealer's total with aces as 1, and whether there is one.
    """
    total = hard + 10 if ace and hard <= 11 else hard
    if total > 21:
        return 1.0
    if total >= 17 or cards == 0:
        return 1.0 if mine > total else -1.0 if mine < total else 0.0
    mean = 0.0
    for value in range(10):
        held = counts[value]
        if held:
            counts[value] = held - 1
            drawn = against_dealer(counts, cards - 1, hard + value + 1, ace or value == 0, mine)
            mean += held / cards * drawn
            counts[value] = held
    return mean


@kernel(types.float64[:, ::1], read(types.int64, 2), read(types.int64), types.int64)
def results(left: NDArray[np.int64], totals: NDArray[np.int64], up: int) -> NDArray[np.float64]:
    """Return the expected result of each hand by the dealer's second card, in stakes.

    Parameters
    ----------
    left
        Cards left after the player's last, of each value from ace to ten, shape (hands, 10).
    totals
        Best total of each hand, above 21 where it is lost.
    up
        Value of the dealer's first card, ace 0 to ten 9.

    Returns
    -------
    array
        Shape (hands, 10); 0 where no card of the value is left.
    """
    array = np.zeros((len(left), 10))
    for hand in range(len(left)):
        counts = left[hand].copy()
        cards = counts.sum()
        for hole in range(10):
            if counts[hole] == 0:
                continue
            if totals[hand] > 21:
                array[hand, hole] = -1.0
                continue
            counts[hole] -= 1
            dealt, ace = up + hole + 2, up == 0 or hole == 0
            array[hand, hole] = against_dealer(counts, cards - 1, dealt, ace, totals[hand])
            counts[hole] += 1
    return array
