"""Dealers of Chapters 541, 543, 545, 629a (baccarat) and 681a (21 Baccarat), from the text alone."""

from functools import cache

from tests.support.outcomes.plain_cards import RANKS, as_written, in_sequence

POINTS = dict(zip(RANKS, (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
"""§ 629a.6(a)."""
FACE_VALUE = {**POINTS, "10": 10, "J": 10, "Q": 10, "K": 10}
"""§ 629a.5(f): how many cards are burned after the first."""
# § 629a.10, Table 1: the banker's two cards, against the player's third card from 0 to 9; D draws, S stays.
TABLE_1 = {0: "DDDDDDDDDD", 1: "DDDDDDDDDD", 2: "DDDDDDDDDD", 3: "DDDDDDDDSD", 4: "SSDDDDDDSS",
           5: "SSSSDDDDSS", 6: "SSSSSSDDSS", 7: "SSSSSSSSSS"}  # fmt: skip
PLAYER_STAYED = {0: "D", 1: "D", 2: "D", 3: "D", 4: "D", 5: "D", 6: "S", 7: "S"}


def count(hand):
    return sum(POINTS[rank] for rank, _ in hand) % 10


def baccarat(cards):
    """Cards as they leave the shoe: player, banker, player, banker, and then as the third-card rules ask."""
    shoe = iter(cards)
    player, banker = [next(shoe)], [next(shoe)]
    player.append(next(shoe))
    banker.append(next(shoe))
    player_natural, banker_natural = count(player) in (8, 9), count(banker) in (8, 9)
    pairs = [hand[0][0] == hand[1][0] for hand in (player, banker)]
    if not player_natural and not banker_natural:
        first = count(banker)
        if count(player) in (6, 7):
            rule = PLAYER_STAYED[first]
        else:
            player.append(next(shoe))
            rule = TABLE_1[first][POINTS[player[-1][0]]]
        if rule == "D":
            banker.append(next(shoe))
    p, b = count(player), count(banker)
    winner = "banker" if b > p else "player" if p > b else "tie"
    dragon = len(banker) == 3 and b == 7 and p < 7
    panda = len(player) == 3 and p == 8 and b < 8
    naturals = "both" if banker_natural else "player"
    if not player_natural:
        naturals = "banker" if banker_natural else "neither"
    house = {2: "player and banker pair", 1: "player or banker pair", 0: "none"}

    def bonus(mine, other, natural, other_natural):
        if natural and (not other_natural or (mine, other) == (9, 8)):
            return "natural winner"
        if natural and other_natural and mine == other:
            return "natural tie"
        if not natural and mine - other in range(4, 10):
            return f"win by {mine - other}"
        return "none"

    return as_written(
        {
            "baccarat-result": winner,
            "baccarat-natural": naturals,
            "baccarat-cards": str(len(player) + len(banker)),
            "ez-baccarat-result": "dragon 7" if dragon else winner,
            "dragon-7": "dragon 7" if dragon else "none",
            "panda-8": "panda 8" if panda else "none",
            "dragon-bonus-player": bonus(p, b, player_natural, banker_natural),
            "dragon-bonus-banker": bonus(b, p, banker_natural, player_natural),
            "house-money": house[sum(pairs)],
        }
    )


def burn(cards):
    """The first card of the shoe, and as many further ones as its face value."""
    return as_written({"baccarat-burn": f"{1 + FACE_VALUE[cards[0][0]]} cards"})


# 21 Baccarat

VALUE = {**{str(pip): pip for pip in range(2, 11)}, "J": 10, "Q": 10, "K": 10}


def total(hand):
    """Return the total: an ace is 11, or 1 where 11 would take the hand over 21 (§ 681a.3(d))."""
    return _total(tuple([rank for rank, _ in hand]))


@cache
def _total(ranks):
    aces = ranks.count("A")
    others = sum(VALUE[rank] for rank in ranks if rank != "A")
    ways = [others + 11 * high + (aces - high) for high in range(aces + 1)]
    return max([way for way in ways if way <= 21], default=min(ways))


def natural(hand):
    """Two aces, or an ace and a card of value ten (§ 681a.1)."""
    each, other = sorted(hand, key=lambda card: card[0] != "A")
    return each[0] == "A" and (other[0] == "A" or VALUE[other[0]] == 10)


def twenty_one(cards):
    shoe = iter(cards)
    player, banker = [next(shoe)], [next(shoe)]
    player.append(next(shoe))
    banker.append(next(shoe))
    aces = [all(rank == "A" for rank, _ in hand) for hand in (player, banker)]
    if not natural(player) and not natural(banker):  # § 681a.7(f)(1), (g)
        for hand in (player, banker):
            if total(hand) < 17:
                hand.append(next(shoe))
    p, b = total(player), total(banker)
    if p == b:  # § 681a.6(d)(1), over 21 as well
        winner = "tie"
    elif p <= 21 and (b > 21 or p > b):
        winner = "player"
    elif b <= 21:
        winner = "banker"
    else:  # both over 21: the lower wins
        winner = "player" if p < b else "banker"
    highest = "tie" if all(aces) else "player" if aces[0] else "banker" if aces[1] else winner

    def named(who):
        return f"{who} with 17" if who != "tie" and {"player": p, "banker": b}[who] == 17 else who

    return {
        ("21-baccarat-result", "two aces total 12"): named(winner),
        ("21-baccarat-result", "two aces rank highest"): named(highest),
    }


def twenty_one_bonus(cards):
    """One hand: its two cards, and a third where it has less than 17 (§§ 681a.3(e), 681a.7(f)(2), (g))."""
    shoe, results = iter(cards), {}
    two = [next(shoe), next(shoe)]
    aces = all(rank == "A" for rank, _ in two)
    third = [next(shoe)] if total(two) < 17 else []
    for reading, draws in (("two aces take a card", True), ("two aces take none", not aces)):
        hand = two + (third if draws else [])
        ranks = [rank for rank, _ in hand]
        rows = [
            ("three 7s", ranks == ["7", "7", "7"]),
            ("three of a kind", len(hand) == 3 and len(set(ranks)) == 1),
            ("three-card straight", len(hand) == 3 and len(set(ranks)) == 3 and in_sequence(ranks)),
            ("three-card 21", len(hand) == 3 and total(hand) == 21),
            ("one pair", ranks[0] == ranks[1]),
            ("none", True),
        ]
        results["21-baccarat-bonus", reading] = next(row for row, there in rows if there)
    return results


def twenty_one_natural(cards):
    kinds = sum(rank == "A" for rank, _ in cards[:2])
    name = ("ace and ten-value card", "two aces")[kinds - 1] if natural(cards[:2]) else "none"
    return as_written({"21-baccarat-natural": name})
