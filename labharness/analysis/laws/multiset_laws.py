"""Exact laws of uniformly random orders of cards of which some are alike."""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial

from labharness.analysis.laws.tails import Lattice, counted_law, exactly


@lru_cache(maxsize=16)
def runs(counts: tuple[int, ...]) -> Lattice:
    """Return the law of the number of runs of alike cards.

    Glue j pairs of alike neighbors: N - j blocks remain, b of a kind of m cards, whose sizes are one of
    C(m-1, b-1) compositions.  Inclusion and exclusion over the glued pairs leaves exactly k alike
    neighbors, and N - k runs.

    Parameters
    ----------
    counts
        Cards of each kind, none 0.

    References
    ----------
    Barton & David 1957, "Multiple runs", Biometrika 44, 168-178.

    Examples
    --------
    >>> (runs((2, 2)).mass * 6).round().astype(int).tolist()
    [2, 2, 2]
    """
    cards = sum(counts)
    blocks = [1]
    for m in counts:
        own = [0] + [comb(m - 1, b - 1) * (factorial(m) // factorial(b)) for b in range(1, m + 1)]
        blocks = product(blocks, own)
    alike = cards - len(counts)
    at_least = [factorial(cards - j) * blocks[cards - j] for j in range(alike + 1)]
    law = counted_law(0, exactly(at_least), factorial(cards))
    return Lattice(cards - alike, law.mass[::-1])


def product(first: list[int], second: list[int]) -> list[int]:
    """Return the coefficients of the product of two polynomials."""
    result = [0] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        if a:
            for j, b in enumerate(second):
                result[i + j] += a * b
    return result
