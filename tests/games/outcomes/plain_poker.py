"""Plain dealers of poker hands, five cards and more; see the other plain dealers."""

from collections import Counter
from itertools import combinations

from plain_cards import DECK, JOKER, LINE, RANKS, RED, once

WINDOWS = [frozenset(LINE[start : start + 5]) for start in range(10)]
ROYAL = frozenset(LINE[9:])
SEVENS = [frozenset(LINE[start : start + 7]) for start in range(8)]


def holds(cards):  # noqa: C901  one branch for each hand of the text
    """Everything that five or more cards hold, without a joker."""
    found = set()
    ranks, suits = Counter(rank for rank, _ in cards), Counter(suit for _, suit in cards)
    if any(window <= ranks.keys() for window in WINDOWS):
        found.add("straight")
    for suit, size in suits.items():
        if size >= 5 and suit != "":
            found.add("flush")
            own = {rank for rank, kind in cards if kind == suit}
            if any(window <= own for window in WINDOWS):
                found.add("straight flush")
            if own >= ROYAL:
                found.add("royal flush")
    several = sorted((size for size in ranks.values() if size >= 2), reverse=True)
    if several:
        found |= {"pair"} | {("pair", rank) for rank, size in ranks.items() if size >= 2}
        if len(several) >= 2:
            found.add("two pairs")
        if several[0] >= 3:
            found.add("three of a kind")
            if len(several) >= 2:
                found.add("full house")
        if several[0] >= 4:
            found.add("four of a kind")
        if several[0] >= 5:
            found.add("five aces")
    return found


def holds_with_joker(cards):
    """As :func:`holds`; a joker is an ace, or any card that completes a straight or a flush."""
    natural = [card for card in cards if card != JOKER]
    if len(natural) == len(cards):
        found = holds(cards)
        if "royal flush" in found:
            found.add("royal flush, joker as ace")
        if len({suit for _, suit in cards}) == 1 and {rank for rank, _ in cards} in SEVENS:
            found.add("seven")
        return found
    found = holds([*natural, ("A", "")])
    for card in DECK:
        if card not in natural:
            more = holds([*natural, card])
            found |= more & {"straight", "flush", "straight flush", "royal flush"}
            if card[0] == "A" and "royal flush" in more:
                found.add("royal flush, joker as ace")
            full = [*natural, card]
            if len({suit for _, suit in full}) == 1 and {rank for rank, _ in full} in SEVENS:
                found.add("seven with joker")
    return found


UP = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight",
      "three of a kind", "two pairs"]  # fmt: skip


def pair_between(found, low, high, order=(*RANKS[1:], "A")):
    return any(("pair", rank) in found for rank in order[order.index(low) : order.index(high) + 1])


def ranked(found, *pairs, last):
    for name in UP:
        if name in found:
            return name
    for low, high, name in pairs:
        if pair_between(found, low, high):
            return name
    return last


CROSS = (("J", "A", "pair of jacks or better"), ("10", "10", "pair of 10s"), ("6", "9", "pair of 6s to 9s"),
         ("2", "5", "pair of 2s to 5s"))  # fmt: skip


def five(cards):
    found = holds(cards)
    ranks, colours = {rank for rank, _ in cards}, {suit in RED for _, suit in cards}
    big_slick = {"A", "K"} <= ranks
    hand = ranked(found, ("2", "A", "pair"), last="ace-king" if big_slick else "nothing")
    results = once(
        {
            "lunar-hand": hand,
            "lunar-dealer": "does not qualify" if hand == "nothing" else "qualifies",
            "lunar-instant": hand if hand in UP[:2] else "none",
            "criss-cross-line": ranked(found, *CROSS, last="no pair"),
            "criss-cross-bonus": ranked(
                found, ("6", "A", "pair of 6s or better"), ("2", "5", "pair of 2s to 5s"), last="no pair"
            ),
        }
    )
    for reading in ("ace-king with or without a pair", "ace-king without a pair"):
        slick = big_slick and (len(ranks) == 5 or reading == "ace-king with or without a pair")
        order = [
            ("four of a kind", "four of a kind" in found),
            ("same-colored straight", "straight" in found and len(colours) == 1),
            *((name, name in found) for name in ("full house", "flush", "straight", "three of a kind")),
            ("ace-king", slick),
            ("same-colored five", len(colours) == 1),
            ("none", True),
        ]
        results["lunar-super", reading] = next(name for name, there in order if there)
    return results


def stud(cards):
    tens = ("10", "A", "pair of 10s or better"), ("2", "9", "pair below 10s")
    return once({"stud-six": ranked(holds(cards), *tens, last="no pair")})


ROYALS = {"joker as any card of a royal": "royal flush",
          "joker in a royal as its ace only": "royal flush, joker as ace"}  # fmt: skip


def with_five_aces(found, royal):
    if "five aces" in found:
        return "five aces"
    if royal in found:
        return "royal flush"
    return ranked(found - {"royal flush"}, ("2", "A", "pair"), last="high card")


HIGH = {"8": "eight-high", "9": "nine-high", "10": "ten-high", "J": "jack-high", "Q": "queen-high",
        "K": "king-high", "A": "ace-high"}  # fmt: skip


def high_card(cards, found):
    if found & {"pair", "straight", "flush"}:
        return None
    if JOKER in cards:
        return "ace-high"
    return HIGH.get(max((rank for rank, _ in cards), key=[*RANKS[1:], "A"].index))


def six(cards):
    found = holds_with_joker(cards)
    high = high_card(cards, found)
    beats = found & {"straight", "flush", "two pairs"} or pair_between(found, "8", "A")
    results = once(
        {
            "fortune-six-insurance": high if high not in (None, "ace-high") else "ace-high or better",
            "fortune-six-dealer": "pair of 8s or better" if beats else "less",
            "fortune-six-joker": "joker" if JOKER in cards else "no joker",
        }
    )
    for reading, royal in ROYALS.items():
        results["fortune-six", reading] = with_five_aces(found, royal)
    return results


def stub(cards):
    return once({"fortune-six-stub": "joker" if JOKER in cards else "no joker"})


def matches(cards, *, joker_any, king_queen, joker_ace):
    """A royal flush, and an ace and king or king and queen of another suit."""
    hand = set(cards)
    for suit in "SDCH":
        royal = {(rank, suit) for rank in ROYAL}
        missing = royal - hand
        if not missing:
            rest = hand - royal
        elif len(missing) == 1 and JOKER in hand and (joker_any or missing == {("A", suit)}):
            rest = hand - royal - {JOKER}
        else:
            continue
        ranks = {rank for rank, _ in rest}
        if len({kind for _, kind in rest}) == 1 and (
            ranks == {"A", "K"} or (king_queen and ranks == {"K", "Q"})
        ):
            return True
        if joker_ace and ranks == {"joker", "K"}:
            return True
    return False


def seven(cards):
    found = holds_with_joker(cards)
    high = high_card(cards, found)
    results = once(
        {
            "pai-gow-insurance": high or "none",
            "pai-gow-envy": "four of a kind or better"
            if found & {"four of a kind", "straight flush", "five aces"}
            else "less",
        }
    )
    for joker, royal in ROYALS.items():
        best = with_five_aces(found, royal)
        results["pai-gow-poker-hand", joker] = best
        row = "seven-card straight flush" if found & {"seven", "seven with joker"} else best
        results["pai-gow-progressive", joker] = row if row.endswith("straight flush") or best in (
            "five aces", "royal flush", "four of a kind", "full house") else "none"  # fmt: skip
        paid = "none" if best in ("two pairs", "pair", "high card") else best
        for order in ("straight before three of a kind", "three of a kind before straight"):
            name = paid
            if order.startswith("three") and paid == "straight" and "three of a kind" in found:
                name = "three of a kind"
            for match in ("no joker in a match", "joker as the ace of a match", None):
                king_queen = match is not None
                second = "royal flush and Royal Match" if king_queen else "royal flush and ace king suited"
                hit = royal in found and matches(
                    cards,
                    joker_any=joker.startswith("joker as any"),
                    king_queen=king_queen,
                    joker_ace=match == "joker as the ace of a match",
                )
                outcome = name
                if "seven" in found:
                    outcome = "seven-card straight flush"
                elif hit:
                    outcome = second
                elif "seven with joker" in found:
                    outcome = "seven-card straight flush with joker"
                reading = f"{order}; {joker}" + (f"; {match}" if match else "")
                results["fortune-bonus" if match else "emperors-treasure", reading] = outcome
    return results


def flop(cards):
    """Three own cards and the best two of three community cards."""
    order = [*UP, "pair of jacks or better", "pair of 2s to 10s", "no pair"]
    names = [
        ranked(
            holds([*cards[:3], *two]),
            ("J", "A", "pair of jacks or better"),
            ("2", "10", "pair of 2s to 10s"),
            last="no pair",
        )
        for two in combinations(cards[3:], 2)
    ]
    return once({"flop-hand": min(names, key=order.index)})


def cross(cards):
    """Farthest card, three of the row, closest card, then two own cards."""
    far, left, center, right, near, *own = cards
    order = [*UP, *(name for *_, name in CROSS), "no pair"]
    across, down = (
        ranked(holds([*line, *own]), *CROSS, last="no pair")
        for line in ((left, center, right), (far, center, near))
    )
    return once({"criss-cross-middle": min(across, down, key=order.index)})
