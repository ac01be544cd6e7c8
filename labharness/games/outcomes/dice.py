"""Dice: Props & Hops on two, High Roll Dice on ten, and the totals that find a starting position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.rule import Codes, Deals, Faces, Rule, by, first_of
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


def dice(number: int) -> partial[Rule]:
    """Rules of throws of so few dice."""
    takes = tuple(f"die {place}" for place in range(1, number + 1))
    return partial(Rule, takes=takes, deals=throws(number), any_order=True, pieces="dice")


def numbers(low: int, high: int) -> tuple[str, ...]:
    """Outcomes that are whole numbers."""
    return tuple(str(number) for number in range(low, high + 1))


def _combination(faces: Faces, _: str) -> Codes:
    low, high = faces.min(axis=1), faces.max(axis=1)
    doubles = ((face, face) for face in range(1, 7))
    return first_of(*((low == each) & (high == other) for each, other in (*doubles, *PAIRS)))


def _of_totals(*groups: tuple[int, ...]) -> Callable[[Faces, str], Codes]:
    return by(total, lambda totals: (np.isin(totals, group) for group in groups))


def _shown(faces: Faces) -> NDArray[np.intp]:
    """How often ten dice show each face, in the order of :data:`RANKED`, shape (rounds, 6)."""
    return np.stack([(faces[:, :10] == face).sum(axis=1) for face in RANKED], axis=1)


def _kept(faces: Faces) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Dice of the called face after the first roll, and after all others were rethrown."""
    shown = _shown(faces)
    called = np.array(RANKED, dtype=np.uint8)[shown.argmax(axis=1)]
    first = shown.max(axis=1)
    thrown = np.arange(len(AGAIN)) < 10 - first[:, None]
    return first, first + ((faces[:, 10:] == called[:, None]) & thrown).sum(axis=1)


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
TWO_DICE, TEN_DICE = dice(2), partial(Rule, takes=TEN, deals=_ten, any_order=True, pieces="dice")
EXTRA_ROLL = partial(Rule, takes=(*TEN, *AGAIN), deals=_twice, pieces="dice")

RULES = (
    TWO_DICE("two-dice-total", "§ 585.3(g)", numbers(2, 12), lambda faces, _: total(faces) - 2),
    TWO_DICE("two-dice-combination", "§§ 585.2(d), 585.2(e), 585.4", COMBINATIONS, _combination),
    TWO_DICE(
        "field",
        "§§ 585.2(f)(1), 585.4",
        ("2 or 12", "3, 4, 9, 10 or 11", "none"),
        _of_totals((2, 12), (3, 4, 9, 10, 11)),
    ),
    TWO_DICE("any-craps", "§§ 585.2(f)(2), 585.4", ("2, 3 or 12", "none"), _of_totals((2, 3, 12))),
    TWO_DICE("any-seven", "§§ 585.2(f)(3), 585.3(j), 585.4", ("7", "none"), _of_totals((7,))),
    TWO_DICE(
        "any-doubles",
        "§§ 585.2(f)(4), 585.4",
        ("doubles", "none"),
        lambda faces, _: first_of(faces[:, 0] == faces[:, 1]),
    ),
    TEN_DICE(
        "pip-street",
        "§§ 593.2(d), 593.2(e)(1), 593.4(d), 593.5(a)",
        tuple(WORDS[face - 1] for face in RANKED),
        lambda faces, _: _shown(faces).argmax(axis=1),  # the first of equals, so the higher die rank
    ),
    TEN_DICE(
        "like-kind",
        "§§ 593.2(e)(2), 593.2(e)(4), 593.5(b), 593.5(c)",
        KINDS,
        lambda faces, _: _shown(faces).max(axis=1) - 2,
    ),
    EXTRA_ROLL(
        "extra-roll-final", "§§ 593.2(e)(3), 593.4(g), 593.4(h)", KINDS, lambda faces, _: _kept(faces)[1] - 2
    ),
    EXTRA_ROLL(
        "extra-roll-improved",
        "§§ 593.2(e)(3), 593.4(g), 593.4(h), 593.5(d)",
        (*KINDS[1:], "not improved"),
        _improved,
    ),
)
