"""Tables of what lies where, and of what follows what."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Orders = NDArray[np.uint16]
Codes = NDArray[np.uint16]


def place_table(
    cards: Orders, codes: Codes, groups: NDArray[np.int64], rows: int, columns: int
) -> NDArray[np.int64]:
    """Count codes by the group of their place, shape (rows, columns).

    Parameters
    ----------
    codes
        Code of each number that a card's low bits can be, as many as a power of two.
    """
    cells = groups * columns + codes[cards & (codes.size - 1)]
    return np.bincount(cells.ravel(), minlength=rows * columns).reshape(rows, columns)


def follower_table(cards: Orders, codes: Codes, kinds: int) -> NDArray[np.int64]:
    """Count which code follows which, shape (kinds + 1, kinds + 1); the end follows the last and goes before the first.

    Parameters
    ----------
    codes
        As above.
    """
    ends = np.full((len(cards) if cards.shape[1] else 0, 1), kinds)
    row = np.hstack([ends, codes[cards[: len(ends)] & (codes.size - 1)].astype(np.int64), ends])
    cells = row[:, :-1] * (kinds + 1) + row[:, 1:]
    return np.bincount(cells.ravel(), minlength=(kinds + 1) ** 2).reshape(kinds + 1, kinds + 1)


def steps(orders: Orders) -> NDArray[np.int64]:
    """Count differences between neighbors, from -(cards - 1) to cards - 1."""
    least = max(orders.shape[1], 1) - 1
    wide = orders.astype(np.int64)
    return np.bincount((wide[:, 1:] - wide[:, :-1] + least).ravel(), minlength=2 * least + 1)


def moves(orders: Orders) -> NDArray[np.int64]:
    """Count distances between cards and their own places, from 0 to cards - 1."""
    cards = orders.shape[1]
    return np.bincount(np.abs(orders.astype(np.int64) - np.arange(cards)).ravel(), minlength=max(cards, 1))


def round_steps(codes: Orders, kinds: int) -> NDArray[np.int64]:
    """Count differences between neighbors modulo so many kinds."""
    wide = codes.astype(np.int64)
    return np.bincount(((wide[:, 1:] - wide[:, :-1]) % kinds).ravel(), minlength=kinds)


def same_codes(cards: Orders, codes: Codes, pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the units whose cards at two places have one code, for each pair of places.

    Parameters
    ----------
    codes
        Code of each number that a card's low bits can be, as many as a power of two.
    """
    row = codes[cards & (codes.size - 1)]
    return np.asarray(np.count_nonzero(row[:, pairs[:, 0]] == row[:, pairs[:, 1]], axis=0), dtype=np.int64)


def squares(cards: Orders, groups: NDArray[np.int64], parts: int, kinds: int) -> NDArray[np.int64]:
    """Add up, over units, the square of how many cards of a kind lie in a part of the order, shape (kinds, parts).

    Parameters
    ----------
    cards
        Kinds below ``kinds``.
    groups
        Part of each place.
    """
    size = kinds * parts
    cells = cards.astype(np.int64) * parts + groups + size * np.arange(len(cards))[:, np.newaxis]
    counts = np.bincount(cells.ravel(), minlength=len(cards) * size).reshape(len(cards), kinds, parts)
    return np.asarray((counts**2).sum(axis=0))
