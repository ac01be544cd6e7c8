"""Dice: Props & Hops on two, High Roll Dice on ten, and the totals that find a starting position."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.rule import Codes, Deals, Faces, Rule, first_of
from labharness.model.cards import CardSet

TEN = tuple(f"die {place}" for place in range(1, 11))
AGAIN = tuple(f"rethrown die {place}" for place in range(1, 9))
RANKED = (1, 6, 5, 4, 3, 2)
"""Faces of § 593.2(d), high to low."""
WORDS = ("one", "two", "three", "four", "five", "six")
DOUBLES = tuple(f"{name} the hardway" for name in ("two", "four", "six", "eight", "ten", "twelve"))
PAIRS = tuple((low, high) for low in range(1, 7) for high in range(low + 1, 7))
COMBINATIONS = (*DOUBLES, *(f"{WORDS[low - 1]}-{WORDS[high - 1]}" for low, high in PAIRS))


def throws(dice: int) -> Callable[[CardSet], list[Deals]]:
    """All throws of so few dice, each once."""

    def deals(_: CardSet) -> list[Deals]:
        faces = np.array(list(product(range(1, 7), repeat=dice)), dtype=np.uint8)
        return [(faces, np.ones(len(faces), dtype=np.int64))]

    return deals


def total(faces: Faces) -> NDArray[np.intp]:
    """Total of each throw."""
    array: NDArray[np.intp] = faces.sum(axis=1, dtype=np.intp)
    return array


def _combination(faces: Faces, _: str) -> Codes:
    low, high = faces.min(axis=1), faces.max(axis=1)
    pairs = ((low == each) & (high == other) for each, other in PAIRS)
    return first_of(*((low == face) & (high == face) for face in range(1, 7)), *pairs)


def _of_totals(*groups: tuple[int, ...]) -> Callable[[Faces, str], Codes]:
    return lambda faces, _: first_of(*(np.isin(total(faces), group) for group in groups))


def _doubles(faces: Faces, _: str) -> Codes:
    return first_of(faces[:, 0] == faces[:, 1])


def _shown(faces: Faces) -> NDArray[np.intp]:
    """How often ten dice show each face, in the order of :data:`RANKED`, shape (rounds, 6)."""
    return np.stack([(faces[:, :10] == face).sum(axis=1) for face in RANKED], axis=1)


def _street(faces: Faces, _: str) -> Codes:
    called: Codes = _shown(faces).argmax(axis=1)  # the first of equals, so the higher die rank
    return called


def _like(faces: Faces, _: str) -> Codes:
    codes: Codes = _shown(faces).max(axis=1) - 2
    return codes


def _kept(faces: Faces) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Dice of the called face after the first roll, and after all others were rethrown."""
    shown = _shown(faces)
    called = np.array(RANKED, dtype=np.uint8)[shown.argmax(axis=1)]
    first = shown.max(axis=1)
    thrown = np.arange(len(AGAIN)) < 10 - first[:, None]
    return first, first + ((faces[:, 10:] == called[:, None]) & thrown).sum(axis=1)


def _final(faces: Faces, _: str) -> Codes:
    return _kept(faces)[1] - 2


def _improved(faces: Faces, _: str) -> Codes:
    first, final = _kept(faces)
    return np.where(final > first, final - 3, 8)


def _ten(_: CardSet) -> list[Deals]:
    """Ten dice without their order."""
    rows = list(combinations_with_replacement(range(1, 7), 10))
    ways = [factorial(10) // prod(factorial(row.count(face)) for face in set(row)) for row in rows]
    return [(np.array(rows, dtype=np.uint8), np.array(ways, dtype=np.int64))]


def _twice(_: CardSet) -> list[Deals]:
    """Ten dice without their order, then eight by how many match; those not rethrown are not read."""
    ((first, ways),) = _ten(_)
    kept, _unused = _kept(np.hstack((first, np.zeros((len(first), 8), dtype=np.uint8))))
    called = np.array(RANKED, dtype=np.uint8)[_shown(first).argmax(axis=1)]
    faces, weights = [], []
    for row, number, held, face in zip(first, ways.tolist(), kept.tolist(), called.tolist(), strict=True):
        thrown = 10 - held
        for matches in range(thrown + 1):
            other = face % 6 + 1
            again = [face] * matches + [other] * (8 - matches)
            faces.append([*row.tolist(), *again])
            weights.append(number * comb(thrown, matches) * 5 ** (thrown - matches) * 6 ** (8 - thrown))
    return [(np.array(faces, dtype=np.uint8), np.array(weights, dtype=np.int64))]


KINDS = tuple(f"{count} of a kind" for count in range(2, 11))
TWO = ("die 1", "die 2")

RULES = (
    Rule(
        name="two-dice-total",
        citation="§ 585.3(g)",
        takes=TWO,
        outcomes=tuple(str(number) for number in range(2, 13)),
        codes=lambda faces, _: total(faces) - 2,
        deals=throws(2),
        any_order=True,
        pieces="dice",
    ),
    Rule(
        name="two-dice-combination",
        citation="§§ 585.2(d), 585.2(e), 585.4",
        takes=TWO,
        outcomes=COMBINATIONS,
        codes=_combination,
        deals=throws(2),
        any_order=True,
        pieces="dice",
    ),
    Rule(
        name="field",
        citation="§§ 585.2(f)(1), 585.4",
        takes=TWO,
        outcomes=("2 or 12", "3, 4, 9, 10 or 11", "none"),
        codes=_of_totals((2, 12), (3, 4, 9, 10, 11)),
        deals=throws(2),
        any_order=True,
        pieces="dice",
    ),
    Rule(
        name="any-craps",
        citation="§§ 585.2(f)(2), 585.4",
        takes=TWO,
        outcomes=("2, 3 or 12", "none"),
        codes=_of_totals((2, 3, 12)),
        deals=throws(2),
        any_order=True,
        pieces="dice",
    ),
    Rule(
        name="any-seven",
        citation="§§ 585.2(f)(3), 585.3(j), 585.4",
        takes=TWO,
        outcomes=("7", "none"),
        codes=_of_totals((7,)),
        deals=throws(2),
        any_order=True,
        pieces="dice",
    ),
    Rule(
        name="any-doubles",
        citation="§§ 585.2(f)(4), 585.4",
        takes=TWO,
        outcomes=("doubles", "none"),
        codes=_doubles,
        deals=throws(2),
        any_order=True,
        pieces="dice",
    ),
    Rule(
        name="pip-street",
        citation="§§ 593.2(d), 593.2(e)(1), 593.4(d), 593.5(a)",
        takes=TEN,
        outcomes=tuple(WORDS[face - 1] for face in RANKED),
        codes=_street,
        deals=_ten,
        any_order=True,
        pieces="dice",
    ),
    Rule(
        name="like-kind",
        citation="§§ 593.2(e)(2), 593.2(e)(4), 593.5(b), 593.5(c)",
        takes=TEN,
        outcomes=KINDS,
        codes=_like,
        deals=_ten,
        any_order=True,
        pieces="dice",
    ),
    Rule(
        name="extra-roll-final",
        citation="§§ 593.2(e)(3), 593.4(g), 593.4(h)",
        takes=(*TEN, *AGAIN),
        outcomes=KINDS,
        codes=_final,
        deals=_twice,
        pieces="dice",
    ),
    Rule(
        name="extra-roll-improved",
        citation="§§ 593.2(e)(3), 593.4(g), 593.4(h), 593.5(d)",
        takes=(*TEN, *AGAIN),
        outcomes=(*KINDS[1:], "not improved"),
        codes=_improved,
        deals=_twice,
        pieces="dice",
    ),
)
