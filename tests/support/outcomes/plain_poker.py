"""Dealers of the poker chapters (583, 587, 588, 589, 592, 645a), from the text alone.

A hand of more than five cards is worth its best five.  Every hand has a standing: its place in the chapter's list,
and below that the ranks that tell two hands of one place apart.  "A pair of 8s or better" is a standing.
"""

from collections import Counter
from functools import cache
from itertools import combinations

from tests.support.outcomes.plain_cards import DECK, HIGH_TO_LOW, JOKER, as_written, in_sequence, one_color

LOW_TO_HIGH = list(reversed(HIGH_TO_LOW))
LIST = ("high card", "pair", "two pairs", "three of a kind", "straight", "flush", "full house", "four of a kind",
        "straight flush", "royal flush", "five aces")  # fmt: skip
"""§§ 583.6(b), 587.6(b), 589.6(b), 592.6(b); with a joker §§ 588.6(b), 645a.6(b). Lowest first."""
ANY, ACE_ONLY = "joker as any card of a royal", "joker in a royal as its ace only"
ROYAL = {"10", "J", "Q", "K", "A"}


def standing(name, *ranks):
    """Return the standing of the lowest hand of a name, or of one with these ranks: "or better" is ``>=``."""
    return LIST.index(name), tuple(LOW_TO_HIGH.index(rank) for rank in ranks)


@cache
def of_five(ranks, suited):
    """Standing of exactly five cards, by their ranks in any order and whether all are of one suit."""
    order = sorted(
        Counter(ranks).items(), key=lambda each: (each[1], LOW_TO_HIGH.index(each[0])), reverse=True
    )
    sizes = [size for _, size in order]
    straight = sizes == [1] * 5 and in_sequence(ranks)
    if sizes == [5]:
        name = "five aces"
    elif straight and suited:
        name = "royal flush" if set(ranks) == ROYAL else "straight flush"
    elif sizes[0] == 4:
        name = "four of a kind"
    elif sizes == [3, 2]:
        name = "full house"
    elif suited:
        name = "flush"
    elif straight:
        name = "straight"
    elif sizes[0] == 3:
        name = "three of a kind"
    elif sizes == [2, 2, 1]:
        name = "two pairs"
    else:
        name = "pair" if sizes[0] == 2 else "high card"
    return standing(name, *(rank for rank, _ in order))


@cache
def of_four_and_joker(ranks, suited, royal=ANY):
    """Standing of four cards and the joker: an ace, or any card that completes a straight or a flush (§ 645a.6(a))."""
    result = of_five((*ranks, "A"), False)
    for rank in HIGH_TO_LOW:
        for one_suit in (False, True):
            if one_suit and not (suited and rank not in ranks):
                continue
            there = of_five((*ranks, rank), one_suit)
            if LIST[there[0]] in ("straight", "flush", "straight flush", "royal flush"):
                if LIST[there[0]] == "royal flush" and royal == ACE_ONLY and rank != "A":
                    there = standing("straight flush")
                result = max(result, there)
    return result


def worth(five, royal=ANY):
    """Standing of five cards, one of which may be the joker."""
    natural = [card for card in five if card != JOKER]
    ranks, suited = tuple(sorted(rank for rank, _ in natural)), len({suit for _, suit in natural}) == 1
    return of_five(ranks, suited) if len(natural) == 5 else of_four_and_joker(ranks, suited, royal)


def best(cards, royal=ANY):
    return max(worth(five, royal) for five in combinations(cards, 5))


def row(result, pairs, rest):
    """Name a standing as a paytable does: pairs by the lowest rank of each row, and what is below all pairs."""
    if result >= standing("two pairs"):
        return LIST[result[0]]
    return next((name for rank, name in pairs if result >= standing("pair", rank)), rest)


FLOP = (("J", "pair of jacks or better"), ("2", "pair of 2s to 10s"))
STUD = (("10", "pair of 10s or better"), ("2", "pair below 10s"))
LINE = (
    ("J", "pair of jacks or better"),
    ("10", "pair of 10s"),
    ("6", "pair of 6s to 9s"),
    ("2", "pair of 2s to 5s"),
)
BONUS = (("6", "pair of 6s or better"), ("2", "pair of 2s to 5s"))
PAIR = (("2", "pair"),)


def flop(cards):
    """Three own cards, all of which count, and the best two of three community cards (§ 583.11(d)(2))."""
    result = max(worth([*cards[:3], *two]) for two in combinations(cards[3:], 2))
    return as_written({"flop-hand": row(result, FLOP, "no pair")})


def stud(cards):
    return as_written({"stud-six": row(best(cards), STUD, "no pair")})


def lunar(cards):
    """Five cards; an ace and a king without a pair rank below all pairs (§ 589.6(b)(10))."""
    result = worth(cards)
    hand = row(result, PAIR, "ace-king" if result >= standing("high card", "A", "K") else "nothing")
    qualifies = result >= standing("high card", "A", "K")
    ranks = [rank for rank, _ in cards]
    results = as_written(
        {
            "lunar-hand": hand,
            "lunar-dealer": "qualifies" if qualifies else "does not qualify",
            "lunar-instant": hand if hand in ("royal flush", "straight flush") else "none",
        }
    )
    sizes = sorted(Counter(ranks).values())
    consecutive = len(sizes) == 5 and in_sequence(ranks)
    for reading, pairs in (("ace-king with or without a pair", True), ("ace-king without a pair", False)):
        rows = [  # § 589.6(d), in its order
            ("four of a kind", sizes == [1, 4]),
            ("same-colored straight", consecutive and one_color(cards)),
            ("full house", sizes == [2, 3]),
            ("flush", len({suit for _, suit in cards}) == 1),
            ("straight", consecutive),
            ("three of a kind", sizes == [1, 1, 3]),
            ("ace-king", {"A", "K"} <= set(ranks) and (pairs or len(sizes) == 5)),
            ("same-colored five", one_color(cards)),
            ("none", True),
        ]
        results["lunar-super", reading] = next(name for name, there in rows if there)
    return results


def line(cards):
    result = worth(cards)
    return as_written(
        {"criss-cross-line": row(result, LINE, "no pair"), "criss-cross-bonus": row(result, BONUS, "no pair")}
    )


def cross(cards):
    """Farthest card, three of the row, closest card, then two own cards: the better line (§ 592.11(h)(3), (4))."""
    far, left, center, right, near, *own = cards
    result = max(worth([left, center, right, *own]), worth([far, center, near, *own]))
    return as_written({"criss-cross-middle": row(result, LINE, "no pair")})


def three(cards):
    """Three cards, by the lists of §§ 583.6(d), 587.6(c) and 587.12(e)(1)."""
    ranks, suits = [rank for rank, _ in cards], {suit for _, suit in cards}
    results = {}
    for reading, low_ace in (("A-2-3 is a straight", True), ("A-2-3 is no straight", False)):
        straight, flush = len(set(ranks)) == 3 and in_sequence(ranks, low_ace=low_ace), len(suits) == 1
        top = straight and flush and set(ranks) == {"A", "K", "Q"}
        royal = [("royal", top)]
        spades = [("A-K-Q of spades", top and suits == {"S"}), ("A-K-Q of hearts, diamonds or clubs", top)]
        common = [
            ("straight flush", straight and flush),
            ("three of a kind", len(set(ranks)) == 1),
            ("straight", straight),
        ]
        lower = [("flush", flush), ("pair", len(set(ranks)) == 2)]
        none = [("none", True)]
        for name, rows in (
            ("three-card-bonus", royal + common + lower + none),
            ("pair-plus", common + lower + none),
            ("three-card-progressive", spades + common + none),
        ):
            results[name, reading] = next(each for each, there in rows if there)
    return results


# With a joker

HIGH = dict(
    zip(LOW_TO_HIGH[5:], ["seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"], strict=True)
)


def high_card(result):
    """Name the highest card of a hand without a pair or better, "" of one with more."""
    return "" if result >= standing("pair") else f"{HIGH[LOW_TO_HIGH[result[1][0]]]}-high"


def insured(result):
    """Six-Card Fortune's Insurance Wager (§§ 588.7(e)(3), 588.11(h)(2))."""
    high = high_card(result)
    return "ace-high or better" if high in ("", "ace-high") else high


def dealer_of_six(result):
    """Whether the Double Down Wager is resolved (§ 588.11(g))."""
    return "pair of 8s or better" if result >= standing("pair", "8") else "less"


def six(cards):
    """Six-Card Fortune Pai Gow Poker (§§ 588.6, 588.7(e), 588.11(g))."""
    result = best(cards)
    results = as_written(
        {
            "fortune-six-insurance": insured(result),
            "fortune-six-dealer": dealer_of_six(result),
            "fortune-six-joker": "joker" if JOKER in cards else "no joker",
        }
    )
    for royal in (ANY, ACE_ONLY):
        results["fortune-six", royal] = LIST[best(cards, royal)[0]]
    return results


def stub(cards):
    return as_written({"fortune-six-stub": "joker" if JOKER in cards else "no joker"})


def seven_in_sequence(cards):
    """Whether seven cards are a straight flush, and whether a joker completes it (§ 645a.6(d)(1), (3))."""
    if JOKER not in cards:
        one_suit = len({suit for _, suit in cards}) == 1
        return "seven-card straight flush" if one_suit and in_sequence([rank for rank, _ in cards]) else ""
    natural = [card for card in cards if card != JOKER]
    (suit, *others) = {suit for _, suit in natural}
    ranks = [rank for rank, _ in natural]
    fits = not others and any(
        in_sequence([*ranks, rank]) for rank, kind in DECK if kind == suit and rank not in ranks
    )
    return "seven-card straight flush with joker" if fits else ""


def royal_and_two(cards, royal, two):
    """Whether five of seven cards are a royal flush and the other two are of one suit and among ``two``."""
    for five in combinations(cards, 5):
        if LIST[worth(five, royal)[0]] == "royal flush":
            rest = [card for card in cards if card not in five]
            if two(rest):
                return True
    return False


def match(*pairs, joker=False):
    def fits(rest):
        ranks, suits = {rank for rank, _ in rest}, {suit for _, suit in rest}
        return (len(suits) == 1 and ranks in pairs) or (joker and ranks == {"joker", "K"})

    return fits


def ranking(found_any, three_first):
    """Return standings in the order of the paytable: it may set three of a kind above a straight (§ 645a.13(b))."""
    order = {"three of a kind": 4, "straight": 3} if three_first else {}
    return max(found_any, key=lambda each: (order.get(LIST[each[0]], each[0]), each[1]))


MATCHES = {
    "": ("royal flush and ace king suited", match({"A", "K"})),
    "; no joker in a match": ("royal flush and Royal Match", match({"A", "K"}, {"K", "Q"})),
    "; joker as the ace of a match": (
        "royal flush and Royal Match",
        match({"A", "K"}, {"K", "Q"}, joker=True),
    ),
}
"""Further cards beside a royal flush: Emperor's Treasure (§ 645a.6(e)(2)), and Fortune by two readings (§ 645a.6(d)(2))."""
ORDERS = {False: "straight before three of a kind", True: "three of a kind before straight"}


def of_best_of_seven(royal, *, three_first):
    """Say what each wager makes of the best five cards, where no further ones are part of the hand.

    Parameters
    ----------
    three_first
        Whether the best are those that the paytable pays most, or those that rank highest.
    """

    def paid(result):
        return LIST[result[0]] if result >= standing("three of a kind") else "none"

    bonuses = {
        ("fortune-bonus" if rest else "emperors-treasure", f"{ORDERS[three_first]}; {royal}{rest}"): paid
        for rest in MATCHES
    }
    if three_first:
        return bonuses
    hand = {
        ("pai-gow-poker-hand", royal): lambda result: LIST[result[0]],
        ("pai-gow-progressive", royal): lambda result: (
            paid(result) if result >= standing("full house") else "none"
        ),
    }
    if royal == ACE_ONLY:
        return bonuses | hand
    high = {
        "pai-gow-insurance": lambda result: high_card(result) or "none",
        "pai-gow-envy": lambda result: (
            "four of a kind or better" if result >= standing("four of a kind") else "less"
        ),
    }
    return bonuses | hand | as_written(high)


def seven(cards):
    """Pai Gow Poker's seven cards (§§ 645a.1, 645a.6, 645a.7(e))."""
    results, in_a_row = {}, seven_in_sequence(cards)
    any_ = [worth(five) for five in combinations(cards, 5)]
    strict = [worth(five, ACE_ONLY) for five in combinations(cards, 5)] if JOKER in cards else any_
    for royal, result in ((ANY, any_), (ACE_ONLY, strict)):
        for three_first, order in ORDERS.items():
            top = ranking(result, three_first)
            text = {key: say(top) for key, say in of_best_of_seven(royal, three_first=three_first).items()}
            for rest, (second, two) in MATCHES.items():
                key = ("fortune-bonus" if rest else "emperors-treasure", f"{order}; {royal}{rest}")
                if in_a_row == "seven-card straight flush":
                    text[key] = in_a_row
                elif LIST[top[0]] == "royal flush" and royal_and_two(cards, royal, two):
                    text[key] = second
                elif in_a_row:
                    text[key] = in_a_row
            if in_a_row and not three_first:
                text["pai-gow-progressive", royal] = "seven-card straight flush"
            results |= text
    return results
