"""Pai Gow tiles: what two tiles make, and the best pair among the four of a position."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.drawing import subsets
from labharness.games.outcomes.rule import Codes, Deals, Faces, Rule
from labharness.model.cards import CardSet

MATCHED = ("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5")
MIXED = (("3-6", "4-5"), ("2-6", "3-5"), ("2-5", "3-4"), ("1-4", "2-3"))
SIX, THREE = "2-4", "1-2"
TILES = (*(tile for tile in MATCHED for _ in range(2)), *(tile for pair in MIXED[:3] for tile in pair),
         SIX, *MIXED[3], THREE)  # fmt: skip
"""The 32 tiles of § 535.4(f) in the order of their ranks; a tile is called by its number here."""

PAIRS = (
    "Supreme Pair",
    *(f"pair of {tile}" for tile in MATCHED),
    "mixed nines",
    "mixed eights",
    "mixed sevens",
    "mixed fives",
    "6-6 and a nine",
    "1-1 and a nine",
    "6-6 and an eight",
    "1-1 and an eight",
)


def _spots(tile: str) -> int:
    return int(tile[0]) + int(tile[2])


def _pair(text: str, other: str) -> int | None:
    """Rank of a permissible pair of § 535.4(a), from 0; None for any other two tiles."""
    both = {text, other}
    if both == {SIX, THREE}:
        return 0
    if len(both) == 1:
        return 1 + MATCHED.index(text)
    for place, mixed in enumerate(MIXED):
        if both == set(mixed):
            return 12 + place
    for place, spots in ((16, 9), (18, 8)):
        for step, high in enumerate(("6-6", "1-1")):
            if high in both and _spots((both - {high}).pop()) == spots:
                return place + step
    return None


def _value(text: str, other: str) -> int:
    """Last digit of the spots, 1-2 and 2-4 as 3 or 6, whichever makes more."""
    ways = [(3, 6) if tile in (SIX, THREE) else (_spots(tile),) for tile in (text, other)]
    return max((first + second) % 10 for first in ways[0] for second in ways[1])


def _table() -> NDArray[np.intp]:
    """Code of every two tiles: pairs by rank, then values 9 to 0."""
    table = np.zeros((32, 32), dtype=np.intp)
    for each, other in combinations(range(32), 2):
        pair = _pair(TILES[each], TILES[other])
        code = len(PAIRS) + 9 - _value(TILES[each], TILES[other]) if pair is None else pair
        table[each, other] = table[other, each] = code
    return table


TABLE = _table()


def _tiles(size: int) -> partial[Rule]:
    def deals(_: CardSet) -> list[Deals]:
        rows = subsets(32, size)
        return [(rows, np.ones(len(rows), dtype=np.int64))]

    takes = tuple(f"tile {place}" for place in range(1, size + 1))
    return partial(Rule, takes=takes, deals=deals, any_order=True, pieces="tiles")


def _best_pair(faces: Faces, _: str) -> Codes:
    best: Codes = np.minimum.reduce(
        [TABLE[faces[:, each], faces[:, other]] for each, other in combinations(range(4), 2)]
    )
    return np.minimum(best, len(PAIRS))


RULES = (
    _tiles(2)(
        "two-tiles",
        "§ 535.4(a)-(d)",
        (*PAIRS, *(f"value {value}" for value in range(9, -1, -1))),
        lambda faces, _: TABLE[faces[:, 0], faces[:, 1]],
    ),
    _tiles(4)("pair-available", "§ 535.4(a)", (*PAIRS, "no pair"), _best_pair),
)
