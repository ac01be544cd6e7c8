"""Seeds of orders of cards that loops made which cannot be undone."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read

KEYS, SWAPS, REMAINDERS = range(3)
"""Sorted by a word for each card; exchanges of each place with floor(w N / 2^width), or with w % N."""


Words = NDArray[np.uint64]
Places = NDArray[np.int64]


@kernel(
    types.int64[::1],
    read(types.uint64, 2),
    read(types.uint64),
    types.int64,
    read(types.int64),
    types.int64,
    types.int64,
)
def arranged(  # noqa: C901  one loop in another
    steps: Words, taken: Words, how: int, order: Places, start: int, stop: int
) -> Places:
    """Return the states, from start to below stop, that make an order.

    Parameters
    ----------
    steps
        Multiplier and increment from a state to the word of each place of the order, or of each turn of the exchanges.
    taken
        Mask of a state; shift and width of the bits that a word takes.
    """
    cards, count = len(order), 0
    fits, there = np.empty(64, dtype=np.int64), np.empty(cards, dtype=np.int64)
    mask, shift, width, size = taken[0], taken[1], taken[2], np.uint64(cards)
    word_mask = (np.uint64(1) << width) - np.uint64(1)
    for seed in range(start, stop):
        last, agrees = np.uint64(0), True
        for place in range(cards):
            word = ((np.uint64(seed) * steps[place, 0] + steps[place, 1]) & mask) >> shift & word_mask
            if how == SWAPS:
                there[place] = np.int64((word * size) >> width)
            elif how == REMAINDERS:
                there[place] = np.int64(word % size)
            elif word < last:
                agrees = False
                break
            last = word
        if how != KEYS:  # cards are traced back, the last one first
            for card in range(cards - 1, -1, -1):
                place = card
                for turn in range(cards - 1, -1, -1):
                    if place == turn:
                        place = there[turn]
                    elif place == there[turn]:
                        place = turn
                if place != order[card]:
                    agrees = False
                    break
        if agrees and count < len(fits):
            fits[count] = seed
            count += 1
    return fits[:count].copy()
