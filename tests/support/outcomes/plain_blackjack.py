"""Dealers of Chapters 551, 581, 590, 591 and 633a (Blackjack and its relatives), from the text alone."""

from collections import Counter

from tests.support.outcomes.plain_baccarat import VALUE, total
from tests.support.outcomes.plain_cards import (
    BLACK,
    HIGH_TO_LOW,
    RANKS,
    RED,
    as_written,
    in_sequence,
    one_color,
)


def blackjack(hand):
    """An ace and a card of value ten as the first two cards."""
    aces = [rank for rank, _ in hand if rank == "A"]
    tens = [rank for rank, _ in hand if VALUE.get(rank) == 10]
    return len(hand) == 2 and len(aces) == 1 and len(tens) == 1


def dealer(cards):
    """The dealer's hand, drawn to a hard or soft total of 17 or more (§§ 551.13(b), 581.7(n), 590.7(n)(1), 633a.7(m))."""
    shoe = iter(cards)
    hand = [next(shoe), next(shoe)]
    while total(hand) < 17:
        hand.append(next(shoe))
    points, size = total(hand), len(hand)
    number = "8 or more" if size >= 8 else str(size)
    if points != 22:
        push = "none"
    elif len({suit for _, suit in hand}) == 1:
        push = "same suit 22"
    else:
        push = "same color 22" if one_color(hand) else "other 22"
    if blackjack(hand):
        run = "blackjack"
    else:
        names = {2: "none", 3: "none", 4: "none", 5: "five cards", 6: "six cards", 7: "seven cards"}
        run = names.get(size, "eight or more cards")
    return as_written(
        {
            "dealer-total": "blackjack" if blackjack(hand) else str(points) if points <= 22 else "23 or more",
            "dealer-cards": number,
            "dealer-hand": "blackjack"
            if blackjack(hand)
            else f"{'22 or more' if points > 21 else points} in {number}",
            "hit-and-run": run,
            "push-22": push,
        }
    )


def blackjacks(cards):
    """Player, dealer up, player, dealer hole."""
    mine, dealers = blackjack([cards[0], cards[2]]), blackjack([cards[1], cards[3]])
    names = ("both" if dealers else "player") if mine else ("dealer" if dealers else "neither")
    return as_written({"blackjacks": names})


def twenties(cards):
    """Lucky Ladies and King's Bounty: two cards that total 20, an ace being 11 (§ 633a.1, § 633a.13(c), (h))."""
    mine, beaten = [cards[0], cards[2]], blackjack([cards[1], cards[3]])
    (rank, suit), (other_rank, other_suit) = mine
    twenty = sum(11 if each == "A" else VALUE[each] for each in (rank, other_rank)) == 20
    pair, suited = rank == other_rank, suit == other_suit
    ladies = [
        ("queen of hearts pair and dealer Blackjack", mine == [("Q", "H"), ("Q", "H")] and beaten),
        ("queen of hearts pair", mine == [("Q", "H"), ("Q", "H")]),
        ("Matched 20", pair and suited),
        ("Suited 20", suited),
        ("Any 20", True),
    ]
    bounty = [
        ("king of spades pair and dealer Blackjack", mine == [("K", "S"), ("K", "S")] and beaten),
        ("king of spades pair", mine == [("K", "S"), ("K", "S")]),
        ("suited kings pair", pair and suited and rank == "K"),
        ("suited queens, jacks or 10s pair", pair and suited and rank in ("Q", "J", "10")),
        ("suited 20", suited),
        ("pair of kings", pair and rank == "K"),
        ("any 20", True),
    ]
    return as_written(
        {
            name: next(row for row, there in rows if there) if twenty else "none"
            for name, rows in (("lucky-ladies", ladies), ("kings-bounty", bounty))
        }
    )


def match(cards):
    """Each of the player's first two cards against the dealer's up card, by rank (§ 633a.6(e)(2))."""
    each, up, other = cards[:3]
    same = sum(card == up for card in (each, other))
    of_rank = sum(card[0] == up[0] for card in (each, other))
    names = {
        (2, 2): "two of the same suit",
        (1, 2): "one of the same suit, one of another",
        (1, 1): "one of the same suit",
        (0, 2): "two of another suit",
        (0, 1): "one of another suit",
        (0, 0): "none",
    }
    return as_written({"match-the-dealer": names[same, of_rank]})


def in_between(cards):
    """The up card strictly between the player's two, or all three of one rank (§ 633a.6(e)(3))."""
    each, up, other = (rank for rank, _ in cards[:3])
    results = {}
    for reading, line in (("ace high", list(reversed(HIGH_TO_LOW))), ("ace low", RANKS)):
        low, high = sorted((line.index(each), line.index(other)))
        inside = line[low + 1 : high]
        name = "none"
        if each == up == other:
            name = "Triple Match"
        elif up in inside:
            spreads = {1: "one-card spread", 2: "two-card spread", 3: "three-card spread"}
            name = spreads.get(len(inside), "all others")
        results["in-between", reading] = name
    return results


def royal_match(cards):
    """Suited king and queen, or any other two of one suit (§ 633a.6(e)(4))."""

    def royal(each, other):
        return each[1] == other[1] and {each[0], other[0]} == {"K", "Q"}

    mine, dealers = royal(cards[0], cards[2]), royal(cards[1], cards[3])
    suited = cards[0][1] == cards[2][1]
    name = "Suited Match" if suited else "none"
    if mine:
        name = "Crown Treasure" if dealers else "Royal Match"
    return as_written({"royal-match": name})


def super_match(cards):
    """The player's first four cards by rank (§ 633a.6(e)(7))."""
    sizes = sorted(Counter(rank for rank, _ in cards[:4]).values(), reverse=True)
    name = "none"
    if sizes[0] == 4:
        name = "four of a kind"
    elif sizes[0] == 3:
        name = "three of a kind"
    elif sizes[0] == 2:
        name = "two pair" if sizes[1] == 2 else "pair"
    return as_written({"super-match": name})


def three_card_poker(cards):
    """The player's two cards and the dealer's up card; three of a kind may be suited (§ 633a.6(e)(9))."""
    ranks, suits = [rank for rank, _ in cards[:3]], {suit for _, suit in cards[:3]}
    straight, flush = len(set(ranks)) == 3 and in_sequence(ranks), len(suits) == 1
    name = "none"
    if straight and flush:
        name = "straight flush"
    elif len(set(ranks)) == 1:
        name = "three of a kind"
    elif straight:
        name = "straight"
    elif flush:
        name = "flush"
    return as_written({"blackjack-three-card-poker": name})


def two_cards(cards):
    """Two cards: of a hand, or the dealer's up card and hole card."""
    each, other = cards[:2]
    wins = "wins" if VALUE.get(other[0]) == 10 else "loses"
    pair = "suited pair" if each[1] == other[1] else "pair"
    return as_written(
        {
            "blackjack": "blackjack" if blackjack([each, other]) else "other",
            "insurance": wins if each[0] == "A" else "not offered",
            "bet-the-set": pair if each[0] == other[0] else "none",
        }
    )


def bust_it(cards):
    """Up card, hole card, and a third where these two are under 17 (§ 581.7(m), § 581.12(c))."""
    shoe = iter(cards)
    hand = [next(shoe), next(shoe)]
    if total(hand) >= 17:
        return as_written({"bust-it": "two cards of 17 or more"})
    hand.append(next(shoe))
    if total(hand) <= 21:
        return as_written({"bust-it": "no bust"})
    third = hand[2][0]
    name = f"third card {third}" if third in ("6", "7", "8", "9") else "third card K, Q or J"
    if [rank for rank, _ in hand] == ["8", "8", "8"] and one_color(hand):
        name = "8-8-8 same suit" if len({suit for _, suit in hand}) == 1 else "8-8-8 same color"
    return as_written({"bust-it": name})


def magic(cards):
    """The selected card, then two of the player's (§ 633a.13(j)(1))."""
    chosen, each, other = cards
    return {
        ("magic-card", "rank"): "match" if chosen[0] in (each[0], other[0]) else "none",
        ("magic-card", "rank and suit"): "match" if chosen in (each, other) else "none",
    }


NAMES = {"S": "spades", "D": "diamonds", "C": "clubs", "H": "hearts"}


def determinant(cards):
    return as_written({"determinant-side": "hearts or diamonds" if cards[0][1] in RED else "spades or clubs"})


def double_shoe(cards):
    """The determinant card, drawn from one side, and the next card of the other side (§ 633a.7(d)(1), (2)).

    Its color says which side deals.  Of that side itself it is the first card dealt; else it is segregated.
    """
    drawn, following = NAMES[cards[0][1]], NAMES[cards[1][1]]
    results = {}
    for color, suits in (("black", BLACK), ("red", RED)):
        itself = cards[0][1] in suits
        outcome = f"{drawn}, dealt itself" if itself else f"{drawn} segregated, then {following}"
        results["determinant-first-card", f"drawn from the side that {color} opens"] = outcome
    return results
