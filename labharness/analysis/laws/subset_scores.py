"""Exact law of a score of cards drawn without replacement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb

import numpy as np

from labharness.analysis.laws.tails import Lattice

Classes = tuple[tuple[int, int], ...]
"""Cards of each class, and what a card of it, or a pair of its cards, adds."""


@lru_cache(maxsize=1024)
def drawn_sum(classes: Classes, drawn: int) -> Lattice:
    """Return the law of the sum of the values of drawn cards.

    Parameters
    ----------
    classes
        (cards, value of each) of every class.
    drawn
        Cards drawn.

    Examples
    --------
    >>> drawn_sum(((4, 1), (48, 0)), 1).mass.tolist() == [48 / 52, 4 / 52]
    True
    """
    return _drawn(classes, drawn, lambda cards, value: cards * value)


@lru_cache(maxsize=1024)
def drawn_pairs(classes: Classes, drawn: int) -> Lattice:
    """Return the law of the number of pairs of drawn cards of one class, weighted by the class's value.

    Examples
    --------
    >>> round(float(drawn_pairs(((4, 1),) * 13, 2).mass[1] * 51), 12)
    3.0
    """
    return _drawn(classes, drawn, lambda cards, value: cards * (cards - 1) // 2 * value)


def _drawn(classes: Sequence[tuple[int, int]], drawn: int, score: Callable[[int, int], int]) -> Lattice:
    """Count the hands of each score, class by class: all terms are positive, so that tails keep their precision."""
    ways: dict[int, dict[int, float]] = {0: {0: 1.0}}
    for cards, value in classes:
        further: dict[int, dict[int, float]] = {}
        for have, sums in ways.items():
            for more in range(min(cards, drawn - have) + 1):
                chosen, adds = float(comb(cards, more)), score(more, value)
                into = further.setdefault(have + more, {})
                for total, number in sums.items():
                    into[total + adds] = into.get(total + adds, 0.0) + number * chosen
        ways = further
    way = ways[drawn]
    low, high = min(way), max(way)
    mass = np.array([way.get(total, 0.0) for total in range(low, high + 1)])
    return Lattice(low, mass / mass.sum())
