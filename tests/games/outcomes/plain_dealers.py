"""Dealers written plainly from the text, one round at a time, sharing nothing with the rules they check.

Each takes the cards of a round in the order dealt, as (rank, suit), and says what every rule of its family
must say of them, by the name of the rule and of the reading.
"""

from collections import Counter

from plain_cards import COURT, LINE, RANKS, RED, once

# Baccarat


def baccarat(cards):
    def value(card):
        return 0 if card[0] in COURT else RANKS.index(card[0]) + 1

    shoe = iter(cards)
    player, banker = [next(shoe)], [next(shoe)]
    player.append(next(shoe))
    banker.append(next(shoe))
    pairs = (player[0][0] == player[1][0]) + (banker[0][0] == banker[1][0])

    def total(hand):
        return sum(map(value, hand)) % 10

    naturals = total(player) >= 8, total(banker) >= 8
    first = total(player), total(banker)
    if not any(naturals):
        if total(player) <= 5:
            player.append(next(shoe))
            third, two = value(player[2]), total(banker)
            draws = {
                0: True, 1: True, 2: True, 3: third != 8, 4: 2 <= third <= 7, 5: 4 <= third <= 7,
                6: third in (6, 7), 7: False,
            }[two]  # fmt: skip
        else:
            draws = total(banker) <= 5
        if draws:
            banker.append(next(shoe))
    p, b = total(player), total(banker)
    result = "player" if p > b else "banker" if b > p else "tie"
    dragon = len(banker) == 3 and b == 7 and p < 7

    def bonus(mine, other, natural, against):
        if natural and against and mine == other:
            return "natural tie"
        if natural and mine > other:
            return "natural winner"
        if not natural and not against and mine - other >= 4:
            return f"win by {mine - other}"
        return "none"

    return once(
        {
            "baccarat-result": result,
            "baccarat-natural": {
                (True, True): "both",
                (True, False): "player",
                (False, True): "banker",
                (False, False): "neither",
            }[first[0] >= 8, first[1] >= 8],
            "baccarat-cards": str(len(player) + len(banker)),
            "ez-baccarat-result": "dragon 7" if dragon else result,
            "dragon-7": "dragon 7" if dragon else "none",
            "panda-8": "panda 8" if len(player) == 3 and p == 8 and b < 8 else "none",
            "dragon-bonus-player": bonus(p, b, *naturals),
            "dragon-bonus-banker": bonus(b, p, *reversed(naturals)),
            "baccarat-burn": f"{1 + (10 if cards[0][0] in COURT else value(cards[0]))} cards",
            "house-money": ("none", "player or banker pair", "player and banker pair")[pairs],
        }
    )


# Blackjack and its relatives


def count(hand):
    points = sum(10 if card[0] in COURT else RANKS.index(card[0]) + 1 for card in hand)
    return points + 10 if points <= 11 and any(card[0] == "A" for card in hand) else points


def is_blackjack(hand):
    return len(hand) == 2 and count(hand) == 21


def dealer(cards):
    hand = []
    for card in cards:
        hand.append(card)
        if len(hand) >= 2 and count(hand) >= 17:
            break
    total, size = count(hand), len(hand)
    suits = {suit for _, suit in hand}
    size_name = "8 or more" if size >= 8 else str(size)
    words = {5: "five cards", 6: "six cards", 7: "seven cards"}
    push = "none"
    if total == 22:
        one_colour = suits <= RED or not suits & RED
        push = "same suit 22" if len(suits) == 1 else "same color 22" if one_colour else "other 22"
    return once(
        {
            "dealer-total": "blackjack"
            if is_blackjack(hand)
            else str(total)
            if total <= 22
            else "23 or more",
            "dealer-cards": size_name,
            "dealer-hand": "blackjack"
            if is_blackjack(hand)
            else f"{total if total <= 21 else '22 or more'} in {size_name}",
            "hit-and-run": "blackjack"
            if is_blackjack(hand)
            else words.get(size, "eight or more cards" if size > 7 else "none"),
            "push-22": push,
        }
    )


def wagers(cards):
    """Player 1, dealer up, player 2, dealer hole."""
    mine, dealers = [cards[0], cards[2]], [cards[1], cards[3]]
    up = dealers[0]
    ranks, suits = [card[0] for card in mine], [card[1] for card in mine]
    twenty, identical, suited = count(mine) == 20, mine[0] == mine[1], suits[0] == suits[1]
    beaten = is_blackjack(dealers)
    bj = is_blackjack(mine), beaten
    if mine == [("Q", "H")] * 2:
        ladies = "queen of hearts pair" + (" and dealer Blackjack" if beaten else "")
    elif twenty:
        ladies = "Matched 20" if identical else "Suited 20" if suited else "Any 20"
    else:
        ladies = "none"
    if mine == [("K", "S")] * 2:
        bounty = "king of spades pair" + (" and dealer Blackjack" if beaten else "")
    elif twenty and identical:
        bounty = "suited kings pair" if ranks[0] == "K" else "suited queens, jacks or 10s pair"
    elif twenty and suited:
        bounty = "suited 20"
    else:
        bounty = "pair of kings" if ranks == ["K", "K"] else "any 20" if twenty else "none"
    same = sum(card == up for card in mine)
    other = sum(card[0] == up[0] and card[1] != up[1] for card in mine)
    match = {
        (2, 0): "two of the same suit",
        (1, 1): "one of the same suit, one of another",
        (1, 0): "one of the same suit",
        (0, 2): "two of another suit",
        (0, 1): "one of another suit",
        (0, 0): "none",
    }[same, other]
    royal = [hand[0][1] == hand[1][1] and {hand[0][0], hand[1][0]} == {"K", "Q"} for hand in (mine, dealers)]
    groups = sorted(Counter(card[0] for card in cards[:4]).values())
    results = once(
        {
            "blackjacks": {
                (True, True): "both",
                (True, False): "player",
                (False, True): "dealer",
                (False, False): "neither",
            }[bj],
            "lucky-ladies": ladies,
            "kings-bounty": bounty,
            "match-the-dealer": match,
            "royal-match": "Crown Treasure"
            if all(royal)
            else "Royal Match"
            if royal[0]
            else "Suited Match"
            if suited
            else "none",
            "super-match": {
                (4,): "four of a kind",
                (2, 2): "two pair",
                (1, 3): "three of a kind",
                (1, 1, 2): "pair",
                (1, 1, 1, 1): "none",
            }[tuple(groups)],
            "blackjack-three-card-poker": three(cards[:3]),
        }
    )
    for reading in ("ace high", "ace low"):
        order = [*RANKS[1:], "A"] if reading == "ace high" else RANKS
        low, high = sorted(order.index(rank) for rank in ranks)
        between = order.index(up[0])
        if ranks[0] == ranks[1] == up[0]:
            name = "Triple Match"
        elif low < between < high:
            name = {2: "one-card spread", 3: "two-card spread", 4: "three-card spread"}.get(
                high - low, "all others"
            )
        else:
            name = "none"
        results["in-between", reading] = name
    return results


def three(cards, *, low_ace=True):
    """Straight flush, three of a kind, straight, flush or nothing."""
    ranks = {rank for rank, _ in cards}
    runs = [set(LINE[start : start + 3]) for start in range(0 if low_ace else 1, 12)]
    straight, flush = ranks in runs, len({suit for _, suit in cards}) == 1
    if straight and flush:
        return "straight flush"
    if len(ranks) == 1:
        return "three of a kind"
    return "straight" if straight else "flush" if flush else "none"


def two_cards(cards):
    one, other = cards[:2]
    insured = ("wins" if other[0] in COURT else "loses") if one[0] == "A" else "not offered"
    natural = "two aces" if one[0] == other[0] == "A" else "ace and ten-value card"
    return once(
        {
            "blackjack": "blackjack" if is_blackjack([one, other]) else "other",
            "insurance": insured,
            "bet-the-set": "suited pair" if one == other else "pair" if one[0] == other[0] else "none",
            "determinant-side": "hearts or diamonds" if one[1] in RED else "spades or clubs",
            "21-baccarat-natural": natural if is_blackjack([one, other]) or natural == "two aces" else "none",
        }
    )


def bust_it(cards):
    hand = list(cards[:3])
    if count(hand[:2]) >= 17:
        name = "two cards of 17 or more"
    elif count(hand) <= 21:
        name = "no bust"
    else:
        suits = {suit for _, suit in hand}
        if {rank for rank, _ in hand} == {"8"} and (len(suits) == 1 or suits <= RED or not suits & RED):
            name = "8-8-8 same suit" if len(suits) == 1 else "8-8-8 same color"
        else:
            name = f"third card {hand[2][0] if hand[2][0] in '6789' else 'K, Q or J'}"
    return once({"bust-it": name})


def magic(cards):
    """The selected card, then two of the player's."""
    chosen, *mine = cards
    return {
        ("magic-card", "rank"): "match" if any(card[0] == chosen[0] for card in mine) else "none",
        ("magic-card", "rank and suit"): "match" if chosen in mine else "none",
    }


def double_shoe(cards):
    """The determinant card, and the next card of the side that it was not drawn from."""
    names = {"S": "spades", "D": "diamonds", "C": "clubs", "H": "hearts"}
    drawn, following = (names[card[1]] for card in cards)
    results = {}
    for colour in ("black", "red"):
        itself = (cards[0][1] in RED) == (colour == "red")
        outcome = f"{drawn}, dealt itself" if itself else f"{drawn} segregated, then {following}"
        results["determinant-first-card", f"drawn from the side that {colour} opens"] = outcome
    return results


# 21 Baccarat


def twenty_one(cards):  # noqa: C901, PLR0912  one branch for each clause of the text
    results = {}
    for reading in ("two aces rank highest", "two aces total 12"):
        shoe = iter(cards)
        player, banker = [next(shoe)], [next(shoe)]
        player.append(next(shoe))
        banker.append(next(shoe))
        aces = [[card[0] for card in hand] == ["A", "A"] for hand in (player, banker)]
        if not any(aces) and not is_blackjack(player) and not is_blackjack(banker):
            for hand in (player, banker):
                if count(hand) < 17:
                    hand.append(next(shoe))
        p, b = count(player), count(banker)
        if reading == "two aces rank highest" and any(aces):
            winner = "tie" if all(aces) else "player" if aces[0] else "banker"
        elif p == b:
            winner = "tie"
        elif p <= 21 and b <= 21:
            winner = "player" if p > b else "banker"
        elif p > 21 and b > 21:
            winner = "player" if p < b else "banker"
        else:
            winner = "player" if p <= 21 else "banker"
        if winner != "tie" and {"player": p, "banker": b}[winner] == 17:
            winner += " with 17"
        results["21-baccarat-result", reading] = winner
    for reading in ("two aces take a card", "two aces take none"):
        hand = list(cards[:2])
        pair, aces = hand[0][0] == hand[1][0], hand[0][0] == hand[1][0] == "A"
        if count(hand) < 17 and not (aces and reading == "two aces take none"):
            hand.append(cards[2])
        ranks = {rank for rank, _ in hand}
        name = "one pair" if pair else "none"
        if len(hand) == 3:
            if ranks == {"7"}:
                name = "three 7s"
            elif len(ranks) == 1:
                name = "three of a kind"
            elif ranks in [set(LINE[start : start + 3]) for start in range(12)]:
                name = "three-card straight"
            elif count(hand) == 21:
                name = "three-card 21"
        results["21-baccarat-bonus", reading] = name
    return results


# Three-card hands of one deck


def three_cards(cards):
    results = {}
    for reading in ("A-2-3 is a straight", "A-2-3 is no straight"):
        name = three(cards, low_ace=reading == "A-2-3 is a straight")
        top = {rank for rank, _ in cards} == {"A", "K", "Q"} and name == "straight flush"
        spades = cards[0][1] == "S"
        pair = len({rank for rank, _ in cards}) == 2
        full = "pair" if name == "none" and pair else name
        # A pair can be no flush in one deck.
        results["three-card-bonus", reading] = "royal" if top else full
        results["pair-plus", reading] = full
        if top:
            name = "A-K-Q of spades" if spades else "A-K-Q of hearts, diamonds or clubs"
        results["three-card-progressive", reading] = "none" if name == "flush" else name
    return results
