"""Orders of cards: loops of exchanges done and undone, and the seeds of those that cannot be undone."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, written

_TABLE = read(types.int64, 2)
_NEW = types.Array(types.int64, 2, "C")
_SEARCH = (
    read(types.uint64),
    read(types.int64),
    types.int64,
    types.int64,
    read(types.int64),
    written(types.int64),
)
Numbers = NDArray[np.uint64]
Places = NDArray[np.int64]


@kernel(_NEW, _TABLE, types.int64)
def undo(orders: Places, kind: int) -> Places:
    """Return the draws of each order: 0 from the end, 1 from the beginning, 2 growing; shape (decks, cards - 1)."""
    decks, cards = orders.shape
    draws = np.empty((decks, cards - 1), dtype=np.int64)
    row, where = np.empty(cards, dtype=np.int64), np.empty(cards, dtype=np.int64)
    for deck in range(decks):
        for place in range(cards):
            row[place] = orders[deck, place] if kind == 2 else place
        for place in range(cards):
            where[row[place]] = place
        for step in range(cards - 1):
            here = step if kind == 1 else cards - 1 - step
            card = here if kind == 2 else orders[deck, here]
            there = where[card]
            if kind == 2:
                draws[deck, cards - 2 - step] = there
            else:
                draws[deck, step] = there - here if kind == 1 else there
            other = row[here]
            row[here], row[there] = card, other
            where[card], where[other] = here, there
    return draws


@kernel(_NEW, _TABLE)
def redo(draws: Places) -> Places:
    """Return the orders of draws from the end."""
    decks, steps = draws.shape
    orders = np.empty((decks, steps + 1), dtype=np.int64)
    for deck in range(decks):
        for place in range(steps + 1):
            orders[deck, place] = place
        for step in range(steps):
            here, there = steps - step, draws[deck, step]
            card = orders[deck, here]
            orders[deck, here] = orders[deck, there]
            orders[deck, there] = card
    return orders


@kernel(_NEW, _TABLE)
def swaps(places: Places) -> Places:
    """Return the orders of exchanges of each place in turn with any place."""
    decks, cards = places.shape
    orders = np.empty((decks, cards), dtype=np.int64)
    for deck in range(decks):
        for place in range(cards):
            orders[deck, place] = place
        for here in range(cards):
            there = places[deck, here]
            card = orders[deck, here]
            orders[deck, here] = orders[deck, there]
            orders[deck, there] = card
    return orders


@kernel(types.int64, *_SEARCH)
def swapped(numbers: Numbers, taken: Places, start: int, stop: int, order: Places, kept: Places) -> int:
    """Write the states whose exchanges with any place make an order; return how many. Cards are traced back, the last one first."""
    multiplier, increment, mask = numbers[0], numbers[1], numbers[2]
    shift, width = np.uint64(taken[0]), np.uint64(taken[1])
    word_mask, cards, count = (np.uint64(1) << width) - np.uint64(1), len(order), 0
    size, there = np.uint64(cards), np.empty(cards, dtype=np.int64)
    for seed in range(start, stop):
        state = np.uint64(seed)
        for step in range(cards):
            state = (state * multiplier + increment) & mask
            word = (state >> shift) & word_mask
            there[step] = np.int64(word % size) if taken[2] else np.int64((word * size) >> width)
        fits = True
        for last in range(cards - 1, -1, -1):
            place = last
            for step in range(cards - 1, -1, -1):
                if place == step:
                    place = there[step]
                elif place == there[step]:
                    place = step
            if place != order[last]:
                fits = False
                break
        if fits and count < len(kept):
            kept[count] = seed
            count += 1
    return count


@kernel(types.int64, *_SEARCH)
def sorted_by_keys(
    numbers: Numbers, taken: Places, start: int, stop: int, order: Places, kept: Places
) -> int:
    """Write the states whose keys rise in an order of cards; return how many. One jump leads to the key of each card."""
    multiplier, increment, mask = numbers[0], numbers[1], numbers[2]
    shift, width = np.uint64(taken[0]), np.uint64(taken[1])
    word_mask, cards, count = (np.uint64(1) << width) - np.uint64(1), len(order), 0
    factors, constants = np.empty(cards, dtype=np.uint64), np.empty(cards, dtype=np.uint64)
    for place in range(cards):
        factor, constant = np.uint64(1), np.uint64(0)
        for _ in range(order[place] + 1):
            factor = (factor * multiplier) & mask
            constant = (constant * multiplier + increment) & mask
        factors[place], constants[place] = factor, constant
    for seed in range(start, stop):
        last, fits = np.uint64(0), True
        for place in range(cards):
            key = ((np.uint64(seed) * factors[place] + constants[place]) & mask) >> shift & word_mask
            if key < last:
                fits = False
                break
            last = key
        if fits and count < len(kept):
            kept[count] = seed
            count += 1
    return count
