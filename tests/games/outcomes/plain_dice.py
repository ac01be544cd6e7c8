"""Plain dealers of dice, numbers and tiles; see the other plain dealers."""

from collections import Counter
from itertools import combinations

from plain_cards import once


def two_dice(dice):
    one, other = sorted(dice)
    total = one + other
    words = ["one", "two", "three", "four", "five", "six"]
    hard = {2: "two", 4: "four", 6: "six", 8: "eight", 10: "ten", 12: "twelve"}
    field = "2 or 12" if total in (2, 12) else "3, 4, 9, 10 or 11" if total in (3, 4, 9, 10, 11) else "none"
    return once(
        {
            "two-dice-total": str(total),
            "two-dice-combination": f"{hard[total]} the hardway"
            if one == other
            else f"{words[one - 1]}-{words[other - 1]}",
            "field": field,
            "any-craps": "2, 3 or 12" if total in (2, 3, 12) else "none",
            "any-seven": "7" if total == 7 else "none",
            "any-doubles": "doubles" if one == other else "none",
        }
    )


def three_dice(dice):
    """Count positions one by one, the dealer first, until the count reaches the total."""

    def count_to(total, places):
        place = 0
        for _ in range(total):
            place = place % places + 1
        return str(place)

    total = sum(dice)
    return once(
        {
            "three-dice-total": str(total),
            "starting-position-of-8": count_to(total, 8),
            "starting-position-of-7": count_to(total, 7),
        }
    )


def ten_dice(dice):
    """Ten dice, then as many more as were not of the called face."""
    shown, again = Counter(dice[:10]), iter(dice[10:])
    most = max(shown.values())
    called = next(face for face in (1, 6, 5, 4, 3, 2) if shown[face] == most)
    final = most + sum(next(again) == called for _ in range(10 - most))
    words = ["one", "two", "three", "four", "five", "six"]
    return once(
        {
            "pip-street": words[called - 1],
            "like-kind": f"{most} of a kind",
            "extra-roll-final": f"{final} of a kind",
            "extra-roll-improved": f"{final} of a kind" if final > most else "not improved",
        }
    )


def number(drawn):
    return once({"number-1-to-7": str(drawn[0]), "lucky-player-of-7": str(drawn[0])})


# Tiles, by their names

TILES = ["6-6", "6-6", "1-1", "1-1", "4-4", "4-4", "1-3", "1-3", "5-5", "5-5", "3-3", "3-3", "2-2", "2-2",
         "5-6", "5-6", "4-6", "4-6", "1-6", "1-6", "1-5", "1-5", "3-6", "4-5", "2-6", "3-5", "2-5", "3-4",
         "2-4", "1-4", "2-3", "1-2"]  # fmt: skip
NINES, EIGHTS = ["3-6", "4-5"], ["4-4", "2-6", "3-5"]
PERMISSIBLE = [
    ("Supreme Pair", [("2-4", "1-2")]),
    *((f"pair of {tile}", [(tile, tile)]) for tile in TILES[:22:2]),
    ("mixed nines", [("3-6", "4-5")]),
    ("mixed eights", [("2-6", "3-5")]),
    ("mixed sevens", [("2-5", "3-4")]),
    ("mixed fives", [("1-4", "2-3")]),
    ("6-6 and a nine", [("6-6", nine) for nine in NINES]),
    ("1-1 and a nine", [("1-1", nine) for nine in NINES]),
    ("6-6 and an eight", [("6-6", eight) for eight in EIGHTS]),
    ("1-1 and an eight", [("1-1", eight) for eight in EIGHTS]),
]


def tiles(four):
    def makes(one, other):
        for name, ways in PERMISSIBLE:
            if (one, other) in ways or (other, one) in ways:
                return name
        return None

    def spots(tile):
        return {3, 6} if tile in ("1-2", "2-4") else {int(tile[0]) + int(tile[2])}

    one, other = four[:2]
    value = max((a + b) % 10 for a in spots(one) for b in spots(other))
    pairs = {makes(a, b) for a, b in combinations(four, 2)}
    best = next((name for name, _ in PERMISSIBLE if name in pairs), "no pair")
    return once({"two-tiles": makes(one, other) or f"value {value}", "pair-available": best})
