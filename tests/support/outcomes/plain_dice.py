"""Dealers of dice, numbers and tiles (Chapters 535, 585, 588, 593, 633a, 645a), from the text alone."""

from collections import Counter
from itertools import combinations

from tests.support.outcomes.plain_cards import as_written

WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
HARDWAYS = {2: "two the hardway", 4: "four the hardway", 6: "six the hardway", 8: "eight the hardway",
            10: "ten the hardway", 12: "twelve the hardway"}  # fmt: skip
"""§ 585.2(d): both dice alike, named by their total."""


def two_dice(dice):
    each, other = min(dice), max(dice)
    total = each + other
    named = HARDWAYS[total] if each == other else f"{WORDS[each]}-{WORDS[other]}"
    field = "none"
    if total in (2, 12):
        field = "2 or 12"
    elif total in (3, 4, 9, 10, 11):
        field = "3, 4, 9, 10 or 11"
    return as_written(
        {
            "two-dice-total": str(total),
            "two-dice-combination": named,
            "field": field,
            "any-craps": "2, 3 or 12" if total in (2, 3, 12) else "none",
            "any-seven": "7" if total == 7 else "none",
            "any-doubles": "doubles" if each == other else "none",
        }
    )


def counted(total, places):
    """Count the places one by one, the dealer as 1, round and round, until the count reaches the total (§ 535.8(c))."""
    place = 1
    for _ in range(total - 1):
        place = 1 if place == places else place + 1
    return str(place)


def three_dice(dice):
    total = sum(dice)
    return as_written(
        {
            "three-dice-total": str(total),
            "starting-position-of-8": counted(total, 8),
            "starting-position-of-7": counted(total, 7),
        }
    )


RANK = [1, 6, 5, 4, 3, 2]
"""§ 593.2(d): the rank of the faces, highest first; it breaks ties."""


def ten_dice(dice):
    """Ten dice, then all that do not show the called face once more (§§ 593.2(e), 593.4(d), (g), (h))."""
    first = Counter(dice[:10])
    most = max(first.values())
    called = min((face for face in first if first[face] == most), key=RANK.index)
    thrown_again = dice[10 : 10 + (10 - most)]
    final = most + Counter(thrown_again)[called]
    return as_written(
        {
            "pip-street": WORDS[called],
            "like-kind": f"{most} of a kind",
            "extra-roll-final": f"{final} of a kind",
            "extra-roll-improved": "not improved" if final == most else f"{final} of a kind",
        }
    )


def number(drawn):
    return as_written({"number-1-to-7": str(drawn[0]), "lucky-player-of-7": str(drawn[0])})


# Tiles by their spots (§ 535.4(f))

TILES = ["6-6", "6-6", "1-1", "1-1", "4-4", "4-4", "1-3", "1-3", "5-5", "5-5", "3-3", "3-3", "2-2", "2-2",
         "5-6", "5-6", "4-6", "4-6", "1-6", "1-6", "1-5", "1-5", "3-6", "4-5", "2-6", "3-5", "2-5", "3-4",
         "2-4", "1-4", "2-3", "1-2"]  # fmt: skip
MATCHED = ["6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6", "4-6", "1-6", "1-5"]
MIXED = {9: "mixed nines", 8: "mixed eights", 7: "mixed sevens", 5: "mixed fives"}
SINGLE = ["3-6", "4-5", "2-6", "3-5", "2-5", "3-4", "1-4", "2-3"]
ORDER = ["Supreme Pair", *(f"pair of {tile}" for tile in MATCHED), *MIXED.values(),
         "6-6 and a nine", "1-1 and a nine", "6-6 and an eight", "1-1 and an eight"]  # fmt: skip
"""§ 535.4(a): the permissible pairs, ranked 1 to 20."""


def spots(tile):
    return sum(int(pips) for pips in tile.split("-"))


def permissible(each, other):
    """Name the pair that two tiles make, "" where they make none."""
    if {each, other} == {"2-4", "1-2"}:
        return "Supreme Pair"
    if each == other:
        return f"pair of {each}"
    if each in SINGLE and other in SINGLE and spots(each) == spots(other):
        return MIXED[spots(each)]
    for tall in ("6-6", "1-1"):
        if tall in (each, other):
            rest = other if each == tall else each
            if spots(rest) in (9, 8):  # the 4-4 is an eight as well
                return f"{tall} and {'a nine' if spots(rest) == 9 else 'an eight'}"
    return ""


def tiles(four):
    each, other = four[:2]
    either = {"1-2": (3, 6), "2-4": (3, 6)}  # § 535.4(d): apart from each other each may count 3 or 6
    value = max(
        (mine + theirs) % 10
        for mine in either.get(each, (spots(each),))
        for theirs in either.get(other, (spots(other),))
    )
    there = {permissible(*two) for two in combinations(four, 2)}
    best = next((name for name in ORDER if name in there), "no pair")
    return as_written({"two-tiles": permissible(each, other) or f"value {value}", "pair-available": best})
