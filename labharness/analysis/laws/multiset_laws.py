"""Exact laws of uniformly random orders of cards of which some are alike.

Exact laws of orders of cards that are alike within a type, against an order of types.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial, prod

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


@lru_cache(maxsize=16)
def type_successions(counts: tuple[int, ...]) -> Lattice:
    """Return the law of the number of cards followed by one of the next type, the first after the last.

    Choose j pairs (card, card of the next type) so that no card is followed, or follows, twice: between
    types of m and m' cards i pairs can be chosen in C(m, i) C(m', i) i! ways.  They can be kept at once
    unless they close a cycle, which takes one card of every type.  Let G be the generating function of all
    choices and H that of those that remain when one card of each type is gone: choices without a cycle
    have G - Π m x^T H, T being the number of types, since signs of two or more cycles through the same
    cards cancel.  Each leaves N - j pieces in any order, and inclusion and exclusion leaves exactly k.

    Parameters
    ----------
    counts
        Cards of each type in order, none 0, at least two types.

    Examples
    --------
    >>> (type_successions((1, 1, 1)).mass * 6).round().astype(int).tolist()
    [3, 0, 3]
    """
    cards, kinds = sum(counts), len(counts)
    assert kinds > 1
    choices = [*_matchings(counts), *[0] * cards][:cards]
    fewer = _matchings(tuple(m - 1 for m in counts))
    for j, ways in enumerate(fewer[: cards - kinds]):
        choices[kinds + j] -= prod(counts) * ways
    at_least = [ways * factorial(cards - j) for j, ways in enumerate(choices)]
    return counted_law(0, exactly(at_least), factorial(cards))


@lru_cache(maxsize=16)
def type_matches(counts: tuple[int, ...]) -> Lattice:
    """Return the law of the number of places that hold the same type before and after.

    Cards and places of a type of m can be matched i at a time in C(m, i)² i! ways; j matches leave N - j
    cards in any order, and inclusion and exclusion leaves exactly k.

    Parameters
    ----------
    counts
        Cards of each type, none 0.

    References
    ----------
    Riordan 1958, An Introduction to Combinatorial Analysis, ch. 7 (card matching).

    Examples
    --------
    >>> (type_matches((2, 2)).mass * 6).round().astype(int).tolist()
    [1, 0, 4, 0, 1]
    """
    cards, ways = sum(counts), [1]
    for m in counts:
        ways = product(ways, [comb(m, i) ** 2 * factorial(i) for i in range(m + 1)])
    at_least = [chosen * factorial(cards - j) for j, chosen in enumerate(ways)]
    return counted_law(0, exactly(at_least), factorial(cards))


def _matchings(counts: tuple[int, ...]) -> list[int]:
    """Return in how many ways j = 0, 1, … pairs of neighboring types can be chosen."""
    total = [1]
    for m, other in zip(counts, (*counts[1:], counts[0]), strict=True):
        total = product(total, [comb(m, i) * comb(other, i) * factorial(i) for i in range(min(m, other) + 1)])
    return total
