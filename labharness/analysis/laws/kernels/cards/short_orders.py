"""Orders of at most 64 cards as permutations: a word holds a bit for each card, and many rows go side by side.

What a row's next step needs is ready only after the step before; other rows fill the time between.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, ones, read

Orders = NDArray[np.uint16]
_ORDERS = read(types.uint16, 2)
_NUMBERS = types.int64[::1]
_ONE, _LAST = np.uint64(1), np.uint64(63)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
LANES = 64
"""Rows that go side by side."""


@kernel(_NUMBERS, _ORDERS)
def inversions(orders: Orders) -> NDArray[np.int64]:
    """Count pairs in the wrong order: for each card the higher ones before it."""
    units, cards = orders.shape
    array = np.zeros(units, dtype=np.int64)
    before = np.empty(LANES, dtype=np.uint64)
    for first in range(0, units, LANES):
        before[:] = 0
        for place in range(cards):
            for lane in range(min(LANES, units - first)):
                card = np.uint64(orders[first + lane, place])
                array[first + lane] += np.int64(ones(before[lane] >> card))
                before[lane] |= _ONE << card
    return array


@kernel(_NUMBERS, _ORDERS, types.boolean)
def longest_rise(orders: Orders, backwards: bool) -> NDArray[np.int64]:
    """Return the length of the longest increasing subsequence, of the order turned round if asked.

    Patience sorting: the piles show ascending cards; a card takes the place of the next higher one shown.
    """
    units, cards = orders.shape
    array = np.empty(units, dtype=np.int64)
    shown = np.empty(LANES, dtype=np.uint64)
    for first in range(0, units, LANES):
        lanes = min(LANES, units - first)
        shown[:] = 0
        for step in range(cards):
            place = cards - 1 - step if backwards else step
            for lane in range(lanes):
                card = np.uint64(orders[first + lane, place])
                above = shown[lane] & (_ALL << card)
                shown[lane] ^= (_ONE << card) | (above & (~above + _ONE))
        for lane in range(lanes):
            array[first + lane] = ones(shown[lane])
    return array


@kernel(_NUMBERS, _ORDERS)
def cycles(orders: Orders) -> NDArray[np.int64]:
    """Count cycles: each step goes on to the card that lies where the one before belongs, or begins anew."""
    units, cards = orders.shape
    array = np.zeros(units, dtype=np.int64)
    left = np.empty(LANES, dtype=np.uint64)
    place = np.empty(LANES, dtype=np.uint64)
    for first in range(0, units, LANES):
        left[:] = _ALL >> (_LAST - np.uint64(cards - 1))
        place[:] = 0
        for _step in range(cards):
            for lane in range(min(LANES, units - first)):
                remaining = left[lane] ^ (_ONE << place[lane])
                ahead = np.uint64(orders[np.uint64(first + lane), place[lane]])
                closed = (remaining >> ahead) & _ONE == 0
                lowest = remaining & (~remaining + _ONE)
                place[lane] = ones(lowest - _ONE) & _LAST if closed else ahead
                array[first + lane] += closed
                left[lane] = remaining
    return array
