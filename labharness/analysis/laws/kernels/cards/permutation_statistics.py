"""What an order is as a permutation, one number or one row for each."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, ones, read

Orders = NDArray[np.uint16]
_ORDERS = read(types.uint16, 2)
_NUMBERS = types.int64[::1]
_ONE, _SIX, _LOW = np.uint64(1), np.uint64(6), np.uint64(63)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@kernel(types.uint16[:, ::1], _ORDERS)
def inverted(orders: Orders) -> Orders:
    """Return the inverse of each order."""
    units, cards = orders.shape
    result = np.empty((units, cards), dtype=np.uint16)
    for unit in range(units):
        row, places = orders[unit], result[unit]
        for place in range(np.uint64(cards)):
            places[np.uint64(row[place])] = place
    return result


@kernel(types.uint16[:, ::1], _ORDERS, read(types.int64), read(types.int64))
def quotients_of(orders: Orders, earlier: NDArray[np.int64], later: NDArray[np.int64]) -> Orders:
    """Return the orders of some rows, each in terms of another row."""
    cards = orders.shape[1]
    answer = np.empty((later.size, cards), dtype=np.uint16)
    where = np.empty(cards, dtype=np.uint16)
    for unit in range(later.size):
        before, row, result = orders[earlier[unit]], orders[later[unit]], answer[unit]
        for place in range(np.uint64(cards)):
            where[np.uint64(before[place])] = place
        for place in range(np.uint64(cards)):
            result[place] = where[np.uint64(row[place])]
    return answer


@kernel(_NUMBERS, _ORDERS, read(types.int64), read(types.int64))
def undone(orders: Orders, earlier: NDArray[np.int64], later: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the cards that an order brings back to where they lay before another row did the same."""
    cards = orders.shape[1]
    array = np.empty(later.size, dtype=np.int64)
    for unit in range(later.size):
        before, row, total = orders[earlier[unit]], orders[later[unit]], np.uint32(0)
        for place in range(np.uint64(cards)):
            total += np.uint32(np.uint64(before[np.uint64(row[place])]) == np.uint64(place))
        array[unit] = total
    return array


@kernel(_NUMBERS, _ORDERS)
def cycles(orders: Orders) -> NDArray[np.int64]:
    """Count cycles, one by one along each, the places that were met marked."""
    units, cards = orders.shape
    array = np.empty(units, dtype=np.int64)
    met = np.zeros(cards, dtype=np.int64)
    for unit in range(units):
        row, mark, total = orders[unit], unit + 1, 0
        for place in range(np.uint64(cards)):
            if met[place] != mark:
                total += 1
                there = np.uint64(place)
                while met[there] != mark:
                    met[there] = mark
                    there = np.uint64(row[there])
        array[unit] = total
    return array


@kernel(_NUMBERS, _ORDERS)
def rising_sequences(orders: Orders) -> NDArray[np.int64]:
    """Count rising sequences: cards, the first too, whose lower neighbor lies behind them."""
    units, cards = orders.shape
    array = np.empty(units, dtype=np.int64)
    places = np.empty(cards, dtype=np.uint16)
    for unit in range(units):
        row, total = orders[unit], np.uint32(1)
        for place in range(np.uint64(cards)):
            places[np.uint64(row[place])] = place
        for card in range(1, cards):
            total += np.uint32(places[card] < places[card - 1])
        array[unit] = total
    return array


@kernel(_NUMBERS, _ORDERS)
def inversions(orders: Orders) -> NDArray[np.int64]:
    """Count pairs in the wrong order: for each card the higher ones before it, a bit for each card."""
    units, cards = orders.shape
    words = np.uint64(cards + 63) >> _SIX
    array = np.empty(units, dtype=np.int64)
    before = np.empty(max(words, _ONE), dtype=np.uint64)
    for unit in range(units):
        row, total = orders[unit], np.uint64(0)
        before[:] = 0
        for place in range(np.uint64(cards)):
            card = np.uint64(row[place])
            word, bit = card >> _SIX, card & _LOW
            total += ones(before[word] >> bit)
            before[word] |= _ONE << bit
            for higher in range(word + _ONE, words):
                total += ones(before[higher])
        array[unit] = total
    return array


@kernel(_NUMBERS, _ORDERS, types.boolean)
def longest_rise(orders: Orders, backwards: bool) -> NDArray[np.int64]:
    """Return the length of the longest increasing subsequence, of the order turned round if asked.

    Patience sorting: the piles show ascending cards, which are kept as bits; a card takes the place of the
    next higher one, and there are as many piles as bits.
    """
    units, cards = orders.shape
    words = np.uint64(cards + 63) >> _SIX
    array = np.empty(units, dtype=np.int64)
    shown = np.empty(max(words, _ONE), dtype=np.uint64)
    for unit in range(units):
        row, total = orders[unit], np.uint64(0)
        shown[:] = 0
        for step in range(np.uint64(cards)):
            card = np.uint64(row[np.uint64(cards - 1) - step if backwards else step])
            word, bit = card >> _SIX, card & _LOW
            above = shown[word] & (_ALL << bit)
            shown[word] ^= (_ONE << bit) | (above & (~above + _ONE))
            while above == 0 and word + _ONE < words:
                word += _ONE
                above = shown[word]
                shown[word] ^= above & (~above + _ONE)
        for pile in range(words):
            total += ones(shown[pile])
        array[unit] = total
    return array


@kernel(_NUMBERS, _ORDERS, types.boolean)
def guessed(orders: Orders, turning: bool) -> NDArray[np.int64]:
    """Count the cards that a player names who sees every card and names the next one still inside.

    Cards still inside form a list, linked both ways between two ends.  A player who watches the direction
    names the next lower one after a card that was lower than the one before, where there is one.
    """
    units, cards = orders.shape
    array = np.empty(units, dtype=np.int64)
    after = np.empty(cards + 2, dtype=np.uint16)
    before = np.empty(cards + 2, dtype=np.uint16)
    for unit in range(units):
        row, total = orders[unit], 0
        for link in range(np.uint64(cards + 2)):
            after[link] = link + _ONE
            before[link] = link - _ONE
        last, guess = np.uint64(0), _ONE
        for place in range(np.uint64(cards)):
            card = np.uint64(row[place]) + _ONE
            total += guess == card
            low, high = np.uint64(before[card]), np.uint64(after[card])
            after[low] = high
            before[high] = low
            inside = high <= np.uint64(cards)
            if turning:
                guess = high if (card > last and inside) or low == 0 else low
            else:
                guess = high if inside else np.uint64(after[0])
            last = card
        array[unit] = total
    return array
