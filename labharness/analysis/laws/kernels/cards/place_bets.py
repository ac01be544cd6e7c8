"""Bets on the next card of an order by what lay at its place in earlier orders."""

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
