"""Scores of cards at sets of places, counted by value."""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from labharness.analysis.laws.kernels.compiled import kernel, read, written

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
