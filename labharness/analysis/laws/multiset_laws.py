"""Exact laws of uniformly random orders of cards of which some are alike."""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial

from labharness.analysis.laws.tails import Lattice, counted_law, exactly


@lru_cache(maxsize=16)
def runs(counts: tuple[int, ...]) -> Lattice:
    """Return the law of the number of runs of alike cards.

    Glue j pairs of alike neighbours: N - j blocks remain, b of a kind of m cards, whose sizes are one of
    C(m-1, b-1) compositions.  Inclusion and exclusion over the glued pairs leaves exactly k alike
    neighbours, and N - k runs.

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


@lru_cache(maxsize=16)
def expected_guesses(counts: tuple[int, ...]) -> float:
    """Return the expected number of correct guesses under complete feedback and the best strategy.

    The best guess is a kind of which most cards are left.  With r cards left it is right with chance
    (most of one kind)/r, and the r cards left are a random hand of all; so the answer is the sum over r of
    the expected largest count in a hand of r, divided by r.

    Parameters
    ----------
    counts
        Cards of each kind.

    References
    ----------
    Diaconis & Graham 1981, "The analysis of sequential experiments with feedback to subjects", Annals of
    Statistics 9, 3-23.

    Examples
    --------
    >>> [round(expected_guesses(counts), 4) for counts in ((1,) * 52, (4,) * 13, (26, 26))]
    [4.538, 9.194, 30.0407]
    """
    cards, total = sum(counts), 0.0
    hands = [comb(cards, r) for r in range(cards + 1)]
    for most in range(max(counts, default=0)):
        small = [1]
        for m in counts:
            small = product(small, [comb(m, j) for j in range(min(most, m) + 1)])
        small += [0] * (cards + 1 - len(small))
        total += sum((hands[r] - small[r]) / (hands[r] * r) for r in range(1, cards + 1))
    return total


def product(first: list[int], second: list[int]) -> list[int]:
    """Return the coefficients of the product of two polynomials."""
    result = [0] * (len(first) + len(second) - 1)
    for i, a in enumerate(first):
        if a:
            for j, b in enumerate(second):
                result[i + j] += a * b
    return result
