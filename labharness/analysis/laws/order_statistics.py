"""Statistics of orders relative to their input, one whole number for each row.

Rows are permutations of 0 … N-1: the input place of each card by output place.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.model.cards import Order

WORD = 64
"""Most cards of which each is a bit of one word."""
Numbers = NDArray[np.int64]
Reading = Literal["output", "inverse"]
"""Which order a statistic is taken of: input places along the output, or output places along the input."""
Extremum = Literal["valleys", "peaks"]
Packet = Literal["forward", "reverse"]
Direction = Literal["increasing", "decreasing"]
Strategy = Literal["direction", "next"]


def rows_of(orders: ArrayLike) -> Order:
    """Return orders as the compiled loops take them, shape (units, cards)."""
    return np.ascontiguousarray(orders, dtype=np.uint16)


def read_as(reading: Reading, relative: ArrayLike) -> Order:
    """Return each order itself or its inverse."""
    from labharness.analysis.laws.kernels.cards import permutation_statistics as permutations

    orders = rows_of(relative)
    return orders if reading == "output" else permutations.inverted(orders)


def count_valleys(
    relative: ArrayLike, reading: Reading = "output", extremum: Extremum = "valleys"
) -> Numbers:
    """Count inner places lower than both neighbors, or higher.

    Examples
    --------
    >>> rows = [[3, 2, 0, 1, 5, 4]]
    >>> count_valleys(rows).tolist(), count_valleys(rows, "inverse", "peaks").tolist()
    ([1], [2])
    """
    from labharness.analysis.laws.kernels.cards import neighbors

    orders = read_as(reading, relative)
    top = np.uint16(max(orders.shape[1], 1) - 1)
    return neighbors.valleys(orders if extremum == "valleys" else top - orders)


def count_successions(relative: ArrayLike, lag: int = 1, reading: Reading = "output") -> Numbers:
    """Count cards followed by the one that lay so many places further on.

    Examples
    --------
    >>> count_successions([[1, 2, 0, 3]]).tolist(), count_successions([[1, 2, 0, 3]], -2).tolist()
    ([1], [1])
    """
    from labharness.analysis.laws.kernels.cards import neighbors

    return neighbors.successions(read_as(reading, relative), lag)


def count_kept(relative: ArrayLike) -> Numbers:
    """Count neighbors that were neighbors before, in either direction.

    Examples
    --------
    >>> count_kept([[1, 0, 3, 2]]).tolist()
    [2]
    """
    from labharness.analysis.laws.kernels.cards import neighbors

    return neighbors.kept_neighbours(rows_of(relative))


def packet_length(relative: ArrayLike, direction: Packet = "forward") -> Numbers:
    """Return the longest packet: cards each of which lay just behind the one before, or just before it.

    Examples
    --------
    >>> packet_length([[4, 0, 1, 2, 3]]).tolist(), packet_length([[4, 0, 1, 2, 3]], "reverse").tolist()
    ([4], [1])
    """
    from labharness.analysis.laws.kernels.cards import neighbors

    return neighbors.longest_packet(rows_of(relative), 1 if direction == "forward" else -1)


def count_fixed(relative: ArrayLike, begin: int = 0, end: int | None = None) -> Numbers:
    """Count cards that stayed where they were, from place ``begin`` to before ``end``.

    Examples
    --------
    >>> rows = [[0, 2, 1, 3]]
    >>> count_fixed(rows).tolist(), count_fixed(rows, 0, 1).tolist(), count_fixed(rows, 1).tolist()
    ([2], [1], [1])
    """
    from labharness.analysis.laws.kernels.cards import neighbors

    orders = rows_of(np.asarray(relative)[:, begin:end])
    own = np.arange(begin, begin + orders.shape[1], dtype=np.uint16)[np.newaxis]
    return neighbors.matches(orders, own)


def count_cycles(relative: ArrayLike) -> Numbers:
    """Count cycles.

    Examples
    --------
    >>> count_cycles([[1, 0, 2, 4, 3]]).tolist()
    [3]
    """
    from labharness.analysis.laws.kernels.cards import permutation_statistics as permutations
    from labharness.analysis.laws.kernels.cards import short_orders

    orders = rows_of(relative)
    if orders.shape[1] <= WORD:
        return short_orders.cycles(orders)
    return permutations.cycles(orders)


def count_rising(relative: ArrayLike) -> Numbers:
    """Count rising sequences: one more than the descents of the inverse.

    Examples
    --------
    >>> count_rising([[0, 3, 1, 4, 2]]).tolist()
    [2]
    """
    from labharness.analysis.laws.kernels.cards import permutation_statistics as permutations

    return permutations.rising_sequences(rows_of(relative))


def count_inversions(relative: ArrayLike) -> Numbers:
    """Count pairs of cards in the opposite order.

    Examples
    --------
    >>> count_inversions([[2, 0, 1]]).tolist()
    [2]
    """
    from labharness.analysis.laws.kernels.cards import permutation_statistics as permutations
    from labharness.analysis.laws.kernels.cards import short_orders

    orders = rows_of(relative)
    if orders.shape[1] <= WORD:
        return short_orders.inversions(orders)
    return permutations.inversions(orders)


def longest_rise(relative: ArrayLike, direction: Direction = "increasing") -> Numbers:
    """Return the length of the longest increasing subsequence, or of the longest decreasing one.

    Examples
    --------
    >>> rows = [[4, 0, 3, 1, 2]]
    >>> longest_rise(rows).tolist(), longest_rise(rows, "decreasing").tolist()
    ([3], [3])
    """
    from labharness.analysis.laws.kernels.cards import permutation_statistics as permutations
    from labharness.analysis.laws.kernels.cards import short_orders

    orders = rows_of(relative)
    if orders.shape[1] <= WORD:
        return short_orders.longest_rise(orders, direction == "decreasing")
    return permutations.longest_rise(orders, direction == "decreasing")


def count_guessed(relative: ArrayLike, strategy: Strategy = "direction") -> Numbers:
    """Count cards that a player names who has seen all before, and names a neighbor still inside.

    Parameters
    ----------
    strategy
        Whether that is always the next one, or the one in the direction in which the last two cards lay.

    Examples
    --------
    >>> count_guessed([[2, 1, 0]], "next").tolist(), count_guessed([[2, 1, 0]]).tolist()
    ([1], [2])
    """
    from labharness.analysis.laws.kernels.cards import permutation_statistics as permutations

    return permutations.guessed(rows_of(relative), strategy == "direction")


def quotients_of(relative: ArrayLike, earlier: NDArray[np.int64], later: NDArray[np.int64]) -> Order:
    """Return some rows, each in terms of another one.

    Examples
    --------
    >>> quotients_of([[1, 2, 0], [0, 1, 2]], np.array([0]), np.array([1])).tolist()
    [[2, 0, 1]]
    """
    from labharness.analysis.laws.kernels.cards import permutation_statistics as permutations

    return permutations.quotients_of(rows_of(relative), _indices(earlier), _indices(later))


def count_undone(relative: ArrayLike, earlier: NDArray[np.int64], later: NDArray[np.int64]) -> Numbers:
    """Count the cards that lie again where they lay when a row is applied after another one.

    Examples
    --------
    >>> count_undone([[1, 2, 0], [2, 0, 1]], np.array([0]), np.array([1])).tolist()
    [3]
    """
    from labharness.analysis.laws.kernels.cards import permutation_statistics as permutations

    return permutations.undone(rows_of(relative), _indices(earlier), _indices(later))


def _indices(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.ascontiguousarray(rows, dtype=np.int64)
