"""All deals of a game counted with the dealers written from the text: exact odds that share nothing with the rules.

Cards that a dealer cannot tell apart are dealt as one class with its number of cards.  Which those are is said at
each count; everything else is left to the dealer.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, perm

import numpy as np

from tests.support.outcomes import plain_baccarat as baccarat
from tests.support.outcomes import plain_blackjack as blackjack
from tests.support.outcomes import plain_dice as pips
from tests.support.outcomes import plain_poker as poker
from tests.support.outcomes.plain_cards import BLACK, DECK, JOKER, RANKS, RED, SUITS

Kind = tuple[tuple[str, str], ...]
"""Cards that a dealer cannot tell apart."""


def kinds(*groups) -> list[Kind]:
    """Return classes of the cards for which each test holds."""
    return [tuple(card for card in DECK if test(card)) for test in groups]


VALUES = kinds(
    *(lambda card, rank=rank: card[0] == rank for rank in RANKS[:9]),
    lambda card: card[0] in ("10", "J", "Q", "K"),
)
BY_RANK = kinds(*(lambda card, rank=rank: card[0] == rank for rank in RANKS))
BY_CARD: list[Kind] = [(card,) for card in DECK]
ACE_TEN_OTHER = [VALUES[0], VALUES[9], *kinds(lambda card: card[0] in RANKS[1:9])]


def shoe(decks, *, without_tens=False):
    """How many there are of each card."""
    return {card: 0 if without_tens and card[0] == "10" else decks for card in DECK}


def of_classes(classes: list[Kind]):
    """The same classes for every card that is dealt."""
    return lambda _: classes


@cache
def within(earlier, kind):
    """Whether a class holds the cards of one dealt before it: all or none, or the count would not be known."""
    (inside,) = {card in kind for card in earlier}
    return inside


def deals(
    cards: dict,
    classes: Callable[[tuple], list[Kind]],
    dealer: Callable[[list], dict],
    longest: int,
    *,
    fewest: int,
    left: int | None = None,
    either: tuple[int, ...] = (),
):
    """Deal every round, card by card, until the dealer has enough; return ordered deals by rule, reading and outcome.

    ``classes`` are of the next card, from those dealt: each holds an earlier one whole or not at all. The dealer takes
    ``longest`` cards at most and ``fewest`` at least. ``left`` are cards of the whole shoe, where ``cards`` is a part
    of it, and ``either`` places of cards that may change theirs with the one before without any difference to the dealer.
    """
    size = sum(cards.values()) if left is None else left
    result: dict = defaultdict(Counter)
    numbers = cache(lambda kind: sum(cards[card] for card in kind))

    def go(dealt: tuple, weight: int) -> None:
        if len(dealt) >= fewest:
            try:
                deal = dealer([kind[0] for kind in dealt])
            except StopIteration:
                pass
            else:
                ways = weight * perm(size - len(dealt), longest - len(dealt))
                for key, outcome in deal.items():
                    result[key][outcome] += ways
                return
        next_ones, turned = classes(dealt), 1
        if len(dealt) in either:
            next_ones, turned = next_ones[next_ones.index(dealt[-1]) :], 2
        for kind in next_ones:
            number = numbers(kind) - sum(within(earlier, kind) for earlier in dealt)
            if number > 0:
                go((*dealt, kind), weight * number * (1 if turned == 2 and kind == dealt[-1] else turned))

    go((), 1)
    if left is None:  # no deal is left out
        assert {counts.total() for counts in result.values()} == {perm(size, longest)}
    return result


def only(result, *rules):
    """Keep what the classes tell apart."""
    return {key: counts for key, counts in result.items() if key[0] in rules}


def without(result, *rules):
    return {key: counts for key, counts in result.items() if key[0] not in rules}


# Shoes


def alternately(dealer):
    """Deal the two cards of one hand and then those of the other, as the dealer gives each its first and second."""
    return lambda dealt: dealer([dealt[0], dealt[2], dealt[1], dealt[3], *dealt[4:]])


def of_baccarat(decks):
    """Values decide everything but pairs, which need ranks and no third cards."""
    cards, filler = shoe(decks), [("A", "S"), ("A", "S")]
    by_value = deals(cards, of_classes(VALUES), alternately(baccarat.baccarat), 6, fewest=4, either=(1, 3))
    by_rank = deals(cards, of_classes(BY_RANK), lambda dealt: baccarat.baccarat(dealt + filler), 4, fewest=4)
    burned = deals(cards, of_classes(BY_RANK), baccarat.burn, 1, fewest=1)
    return without(by_value, "house-money") | only(by_rank, "house-money") | burned


def of_21_baccarat(decks):
    cards = shoe(decks)
    return (
        deals(cards, of_classes(VALUES), alternately(baccarat.twenty_one), 6, fewest=4, either=(1, 3))
        | deals(cards, of_classes(BY_RANK), baccarat.twenty_one_bonus, 3, fewest=2)
        | deals(cards, of_classes(BY_RANK), baccarat.twenty_one_natural, 2, fewest=2)
    )


def of_dealer(decks, *, without_tens=False):
    """Values decide the hand; a 22 of one suit or color is one drawn from these cards of the shoe alone."""
    cards = shoe(decks, without_tens=without_tens)
    size = sum(cards.values())

    def twenty_twos(suits):
        own = {card: number if card[1] in suits else 0 for card, number in cards.items()}
        classes = [tuple(card for card in kind if card[1] in suits) for kind in VALUES]
        result = deals(own, of_classes(classes), blackjack.dealer, 12, fewest=2, left=size)
        return result["dealer-total", "as written"]["22"]

    result = deals(cards, of_classes(VALUES), blackjack.dealer, 12, fewest=2)
    whole = result["dealer-total", "as written"]
    suited = sum(twenty_twos({suit}) for suit in SUITS)
    colored = twenty_twos(BLACK) + twenty_twos(RED)
    push = {
        "same suit 22": suited,
        "same color 22": colored - suited,
        "other 22": whole["22"] - colored,
        "none": whole.total() - whole["22"],
    }
    return without(result, "push-22") | {("push-22", "as written"): Counter(push)}


def wagers(decks, *, without_tens=False):
    """Player's cards before the dealer's, so that the coarser classes come last."""
    cards = shoe(decks, without_tens=without_tens)

    def four(dealer):
        return lambda dealt: dealer([dealt[0], dealt[2], dealt[1], dealt[3]])

    def own_then_dealers(dealt):
        return BY_CARD if len(dealt) < 2 else ACE_TEN_OTHER

    courts = [(card,) for card in DECK if card[0] in ("K", "Q")]
    rest = kinds(lambda card: card[0] not in ("K", "Q"))
    in_suits_apart = [tuple(card for card in rest[0] if card[1] == suit) for suit in SUITS]

    def courts_apart(dealt):
        return [*courts, *(in_suits_apart if len(dealt) < 2 else rest)]

    def against_the_first(dealt):
        return against(*dealt[0]) if dealt else BY_CARD

    return (
        deals(cards, of_classes(ACE_TEN_OTHER), blackjack.blackjacks, 4, fewest=4)
        | deals(cards, own_then_dealers, four(blackjack.twenties), 4, fewest=4)
        | deals(cards, courts_apart, four(blackjack.royal_match), 4, fewest=4)
        | deals(
            cards,
            against_the_first,
            lambda dealt: blackjack.match([dealt[1], dealt[0], dealt[2]]),
            3,
            fewest=3,
        )
        | deals(cards, of_classes(BY_RANK), blackjack.in_between, 3, fewest=3)
        | deals(cards, of_classes(BY_RANK), blackjack.super_match, 4, fewest=4)
        | deals(cards, of_classes(BY_CARD), blackjack.two_cards, 2, fewest=2)
        | deals(cards, of_classes(BY_CARD), blackjack.determinant, 1, fewest=1)
    )


def against(each):
    """Return the classes of cards that one card is matched with: itself, its rank in another suit, any other rank."""
    return [
        (each,),
        *kinds(lambda card: card[0] == each[0] and card != each, lambda card: card[0] != each[0]),
    ]


def of_three_card_poker(decks):
    return deals(shoe(decks), of_classes(BY_CARD), blackjack.three_card_poker, 3, fewest=3)


def of_bust_it(decks):
    eights = [(card,) for card in DECK if card[0] == "8"]
    others = [kind for kind in BY_RANK if kind[0][0] != "8"]
    return deals(shoe(decks, without_tens=True), of_classes(eights + others), blackjack.bust_it, 3, fewest=2)


def of_magic(decks):
    """Any card of 52 is selected, beside the shoe."""
    result: dict = defaultdict(Counter)
    for chosen in DECK:
        each = deals(
            shoe(decks),
            of_classes(against(chosen)),
            lambda dealt, chosen=chosen: blackjack.magic([chosen, *dealt]),
            2,
            fewest=2,
        )
        for key, counts in each.items():
            result[key] += counts
    return result


def summed(rounds: Iterable[tuple[list, int]], dealer):
    """Count weighted rounds."""
    result: dict = defaultdict(Counter)
    for dealt, weight in rounds:
        for key, outcome in dealer(dealt).items():
            result[key][outcome] += weight
    return result


def of_two_sides():
    return summed(((list(two), 1) for two in product(DECK, repeat=2)), blackjack.double_shoe)


# Dice, numbers and tiles


def of_dice():
    power = summed(((list(two), 1) for two in product(range(1, 7), repeat=2)), pips.two_dice)
    power |= summed(((list(three), 1) for three in product(range(1, 7), repeat=3)), pips.three_dice)
    return power | summed((([number], 1) for number in range(1, 8)), pips.number)


def ten_and_again():
    """Ten dice in any order, and how many of those thrown again show the called face; the rest are not read."""
    for ten in combinations_with_replacement(range(1, 7), 10):
        shown = Counter(ten)
        ways = factorial(10)
        for number in shown.values():
            ways //= factorial(number)
        most = max(shown.values())
        called = next(face for face in (1, 6, 5, 4, 3, 2) if shown[face] == most)
        again, other = 10 - most, 1 + called % 6
        for matching in range(again + 1):
            dice = [*ten, *[called] * matching, *[other] * (18 - 10 - matching)]
            yield dice, ways * comb(again, matching) * 5 ** (again - matching) * 6 ** (8 - again)


def of_ten_dice():
    return summed(ten_and_again(), pips.ten_dice)


def of_tiles():
    two = summed((([*pair, "5-6", "4-6"], 1) for pair in combinations(pips.TILES, 2)), pips.tiles)
    four = summed(((list(some), 1) for some in combinations(pips.TILES, 4)), pips.tiles)
    return only(two, "two-tiles") | only(four, "pair-available")


# Poker


def of_three_cards():
    return summed(((list(three), 1) for three in combinations(DECK, 3)), poker.three)


def in_suits(ranks, suits, last):
    """Give each rank its suits in turn; where all ranks differ, the last card gets one of its own."""
    turns, cards = Counter(), []
    for rank in ranks:
        cards.append((rank, suits[turns[rank]]))
        turns[rank] += 1
    return cards if len(turns) < len(cards) else [*cards[:-1], (ranks[-1], last)]


def of_five_cards():
    """Every five ranks, with suits all alike, of one color, or any others: no wager here sees more of them."""

    def hands():
        for ranks in combinations_with_replacement(RANKS, 5):
            sizes = Counter(ranks).values()
            one_suit = 4 if len(sizes) == 5 else 0
            one_color, any_suits = 2, 1
            for number in sizes:
                one_color *= comb(2, number)
                any_suits *= comb(4, number)
            if any_suits:
                yield [(rank, "S") for rank in ranks], one_suit
                yield in_suits(ranks, "SCSC", "C"), one_color - one_suit
                yield in_suits(ranks, "SDCH", "D"), any_suits - one_color

    some = [(hand, weight) for hand, weight in hands() if weight]
    return summed(some, poker.lunar) | summed(some, poker.line)


SPREAD = np.array([sum(8**rank for rank in range(13) if mask >> rank & 1) for mask in range(1 << 13)])
"""How often each rank is in one suit, three bits for each, so that four suits add up."""
SIZES = np.array([mask.bit_count() for mask in range(1 << 13)])


def by_suits(cards):
    """Yield all hands of so many cards of 52 as four sets of ranks, and how many hands each stands for.

    The suits of these chapters are equal in rank, so only which ranks lie together in one suit can matter.
    """
    groups = [np.flatnonzero(size == SIZES) for size in range(cards + 1)]
    for sizes in combinations_with_replacement(range(cards + 1), 4):
        if sum(sizes) != cards:
            continue
        rows = np.zeros((1, 0), dtype=np.int64)
        for at, size in enumerate(sizes):
            group = groups[size]
            rows = np.hstack((np.repeat(rows, len(group), axis=0), np.tile(group, len(rows))[:, None]))
            if at and sizes[at - 1] == size:
                rows = rows[rows[:, at - 1] <= rows[:, at]]
        ways, alike = np.full(len(rows), 24), np.ones(len(rows), dtype=np.int64)
        for at in range(1, 4):
            alike = np.where(rows[:, at] == rows[:, at - 1], alike + 1, 1)
            ways //= alike
        yield rows, ways


CARD_MASKS = np.array(
    [[(suit == held) << rank for held in range(4)] for suit in range(4) for rank in range(13)]
)
"""Each card of 52 as four sets of ranks."""


def cards_of(masks):
    return [
        (RANKS[rank], suit)
        for suit, mask in zip(SUITS, masks, strict=True)
        for rank in range(13)
        if mask >> rank & 1
    ]


@cache
def standings(royal=poker.ANY, *, three_first=False):
    """Number all standings of five cards, lowest first; the list of a paytable may turn two of them round."""
    there = {poker.of_five(ranks, suited) for ranks in fives(5) for suited in (False, len(set(ranks)) == 5)}
    there |= {
        poker.of_four_and_joker(ranks, suited, royal)
        for ranks in fives(4)
        for suited in (False, len(set(ranks)) == 4)
    }
    turned = {"three of a kind": 4, "straight": 3} if three_first else {}
    order = sorted(there, key=lambda each: (turned.get(poker.LIST[each[0]], each[0]), each[1]))
    return order, {each: number for number, each in enumerate(order)}


def fives(cards):
    """Ranks of so many cards of one deck, each list in one order."""
    return [
        some
        for some in combinations_with_replacement(sorted(RANKS), cards)
        if max(Counter(some).values()) < 5
    ]


class Best:
    """The best five cards of hands that :func:`by_suits` yields, with the joker or without.

    A hand's best five are of one suit or they are not: the first are looked up by the ranks of that suit, the
    others by the ranks of all suits.
    """

    def __init__(self, cards, *, joker, royal=poker.ANY, three_first=False):
        self.order, numbers = standings(royal, three_first=three_first)

        def number(ranks, suited):
            five = [numbers[poker.of_five(some, suited)] for some in combinations(ranks, 5)]
            if joker:
                four = combinations(ranks, 4)
                five += [numbers[poker.of_four_and_joker(some, suited, royal)] for some in four]
            return max(five, default=0)

        lists = fives(cards)
        keys = np.array([sum(8 ** RANKS.index(rank) for rank in ranks) for ranks in lists])
        self.keys = np.sort(keys)
        self.by_ranks = np.array([number(ranks, False) for ranks in lists])[np.argsort(keys)]
        self.by_suit = np.zeros(1 << 13, dtype=np.int64)
        self.counts = np.zeros(len(self.order))
        for mask in np.flatnonzero(((4 if joker else 5) <= SIZES) & (cards >= SIZES)):
            held = sorted(RANKS[rank] for rank in range(13) if mask >> rank & 1)
            self.by_suit[mask] = number(held, True)

    def places(self, rows):
        """Return where hands stand among the lists of ranks: the same for all tables of so many cards."""
        return np.searchsorted(self.keys, SPREAD[rows].sum(axis=1))

    def add(self, rows, ways, places=None):
        """Count weighted hands by the number of their standing, and return these numbers."""
        places = self.places(rows) if places is None else places
        numbers = np.maximum(self.by_ranks[places], self.by_suit[rows].max(axis=1))
        self.counts += np.bincount(numbers, weights=ways, minlength=len(self.order))  # far below 2**53
        return numbers

    def said(self, label):
        """Return how many of the hands counted have each label of a standing."""
        counter = Counter()
        for standing, number in zip(self.order, self.counts.tolist(), strict=True):
            counter[label(standing)] += round(number)
        return counter


def of_six_cards():
    """Six cards of 52, and of 53 with the joker."""
    result: dict = defaultdict(Counter)
    for joker in (False, True):
        tables = {royal: Best(6 - joker, joker=joker, royal=royal) for royal in (poker.ANY, poker.ACE_ONLY)}
        for rows, ways in by_suits(6 - joker):
            for table in tables.values():
                table.add(rows, ways)
            result["fortune-six-joker", "as written"]["joker" if joker else "no joker"] += int(ways.sum())
        plain = tables[poker.ANY]
        result["fortune-six-insurance", "as written"] += plain.said(poker.insured)
        result["fortune-six-dealer", "as written"] += plain.said(poker.dealer_of_six)
        if not joker:
            result["stud-six", "as written"] = +plain.said(
                lambda each: poker.row(each, poker.STUD, "no pair")
            )
        for royal, table in tables.items():
            result["fortune-six", royal] += table.said(lambda each: poker.LIST[each[0]])
    with_it, all_of_them = comb(52, 10), comb(53, 11)
    result["fortune-six-stub", "as written"] = Counter({"joker": with_it, "no joker": all_of_them - with_it})
    return result


ROYAL_RANKS = sum(1 << RANKS.index(rank) for rank in poker.ROYAL)


def of_seven_cards():
    """Seven cards of 53: those near a royal flush or seven of one suit by the dealer, all others by their best five."""
    result: dict = defaultdict(Counter)
    for joker in (False, True):
        tables = {}
        for three_first in (False, True):
            any_ = Best(7 - joker, joker=joker, three_first=three_first)
            strict = (
                Best(7 - joker, joker=joker, royal=poker.ACE_ONLY, three_first=three_first) if joker else any_
            )
            tables |= {(poker.ANY, three_first): any_, (poker.ACE_ONLY, three_first): strict}
        for rows, ways in by_suits(7 - joker):
            near = (SIZES[rows] >= 7 - joker).any(axis=1) | (SIZES[rows & ROYAL_RANKS] >= 5 - joker).any(
                axis=1
            )
            for masks, weight in zip(rows[near].tolist(), ways[near].tolist(), strict=True):
                for key, outcome in poker.seven(cards_of(masks) + [JOKER] * joker).items():
                    result[key][outcome] += weight
            rows, ways = rows[~near], ways[~near]  # noqa: PLW2901
            places = any_.places(rows)
            for table in {id(table): table for table in tables.values()}.values():
                table.add(rows, ways, places)
        for (royal, three_first), table in tables.items():
            for key, label in poker.of_best_of_seven(royal, three_first=three_first).items():
                result[key] += table.said(label)
    return result


# Lines that share cards


def of_shared_cards():
    """Flop Poker and Criss-Cross Poker: three cards that count, and pairs of the 49 others.

    The community cards of Flop Poker give three pairs, of which the best counts: as few as k where all three are.
    Across and Down are two pairs apart from each other.
    """
    table = Best(5, joker=False)
    label = {
        "flop-hand": [poker.row(each, poker.FLOP, "no pair") for each in table.order],
        "criss-cross-middle": [poker.row(each, poker.LINE, "no pair") for each in table.order],
    }
    result: dict = {(rule, "as written"): Counter() for rule in label}
    rows_of = {
        rule: list(dict.fromkeys(names)) for rule, names in label.items()
    }  # lowest first, for standings are
    code_of = {rule: np.array([rows_of[rule].index(name) for name in names]) for rule, names in label.items()}
    each, other = np.triu_indices(49, 1)
    for rows, ways in by_suits(3):
        for masks, weight in zip(rows, ways.tolist(), strict=True):
            rest = CARD_MASKS[~((masks & CARD_MASKS).any(axis=1))]
            numbers = table.add(masks + rest[each] + rest[other], np.ones(len(each)))
            for rule, classes in rows_of.items():
                below = 0
                codes = code_of[rule][numbers]
                for code, name in enumerate(classes):
                    edges = codes <= code
                    count = (triples if rule == "flop-hand" else apart)(each[edges], other[edges])
                    result[rule, "as written"][name] += weight * (count - below)
                    below = count
    return {key: +counts for key, counts in result.items()}


def triples(each, other):
    """How many sets of three have all their pairs among these."""
    linked = np.zeros((49, 49))
    linked[each, other] = linked[other, each] = 1
    return round(((linked @ linked) * linked).sum()) // 6


def apart(each, other):
    """How many ordered couples of these pairs share nothing."""
    degree = np.bincount(each, minlength=49) + np.bincount(other, minlength=49)
    return len(each) ** 2 - int((degree * (degree - 1)).sum()) - len(each)
