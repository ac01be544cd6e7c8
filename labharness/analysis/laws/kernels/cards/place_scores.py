"""Scores of cards at sets of places, counted by value.

Bets on the next card of an order by what lay at its place in earlier orders.

Expected results of finished Blackjack hands while the dealer plays on.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, written

_ROUNDS = 16
"""Bets between two logarithms: a factor is between 1e-13 and 1e13, so that their product stays in range."""


@kernel(
    types.void,
    read(types.uint16, 2),
    read(types.int64),
    types.int64,
    read(types.float64),
    written(types.float64, 2),
    written(types.float64),
)
def bet_on_places(
    cards: NDArray[np.uint16],
    held: NDArray[np.int64],
    places: int,
    priors: NDArray[np.float64],
    seen: NDArray[np.float64],
    gains: NDArray[np.float64],
) -> None:
    """Bet on each card of each order in turn.

    A card still to come has the weight ``r (A + s)``: r of its type remain, and s compares the orders so far that had
    the type at this place with the part that the set has of it.  The bettor names the weights' shares as chances; the
    fair chance is that of each remaining card.

    Parameters
    ----------
    cards
        Types by unit and place.
    held
        Cards of each type in the set.
    places
        First places that are bet on.
    priors
        Orders that the fair law is worth, A, of each bettor.
    seen
        Orders so far with each type at each place over the part of the set that the type is, shape (places, types);
        brought up to date.
    gains
        Logarithm of what each bettor's capital was multiplied by; added to.
    """
    total = held.sum()
    left = np.empty_like(held)
    factors = np.empty(priors.size, dtype=np.float64)
    for unit in range(cards.shape[0]):
        row = cards[unit]
        left[:] = held
        factors[:] = 1.0
        for place in range(places):
            kind = row[place]
            remaining = total - place
            weight = 0.0
            for other in range(held.size):
                weight += left[other] * seen[place, other]
            for each in range(priors.size):
                prior = priors[each]
                factors[each] *= remaining * (prior + seen[place, kind]) / (prior * remaining + weight)
            left[kind] -= 1
            if place % _ROUNDS == _ROUNDS - 1 or place == places - 1:
                for each in range(priors.size):
                    gains[each] += np.log(factors[each])
                    factors[each] = 1.0
        for place in range(places):
            seen[place, row[place]] += total / held[row[place]]


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


UNCOUNTED = -(1 << 62)


@kernel(
    types.void,
    read(types.uint16, 2),
    read(types.int64, 2),
    read(types.int64),
    read(types.int64),
    read(types.int64, 2),
    written(types.int64),
)
def count_scores(
    cards: NDArray[np.uint16],
    weights: NDArray[np.int64],
    begins: NDArray[np.int64],
    places: NDArray[np.int64],
    cells: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Add to ``counts`` what each group scores at each set of places in each order.

    Parameters
    ----------
    cards
        Types by unit and place.
    weights
        Score of each type, shape (groups, types).
    begins
        Where the places of each set begin in ``places``, and where the last ones end.
    cells
        Cell of the score 0, shape (groups, sets), or :data:`UNCOUNTED`; below 0 where the least score is above 0.
    """
    for unit in range(cards.shape[0]):
        row = cards[unit]
        for group in range(weights.shape[0]):
            weight = weights[group]
            for each in range(begins.size - 1):
                cell = cells[group, each]
                if cell != UNCOUNTED:
                    for place in range(begins[each], begins[each + 1]):
                        cell += weight[row[places[place]]]
                    counts[cell] += 1
