"""What the first cards are worth: against hands played out one by one, and against published figures."""

from functools import cache
from itertools import permutations

import numpy as np
import pytest

from labharness.analysis.laws import baccarat_stakes, blackjack_stakes
from labharness.model.cards import CardSet

ONE_DECK = (4,) * 9 + (16,)
# Player's move by the dealer's card 2 to 10, then ace; S stands, H hits, D doubles.  Baldwin, Cantey, Maisel and
# McDermott 1956, table 5, without pairs; written out by hand from the strategy card.
HARD = {
    8: "HHHHHHHHHH", 9: "HDDDDHHHHH", 10: "DDDDDDDDHH", 11: "DDDDDDDDDH", 12: "HHSSSHHHHH",
    13: "SSSSSHHHHH", 14: "SSSSSHHHHH", 15: "SSSSSHHHHH", 16: "SSSSSHHHHH", 17: "SSSSSSSSSS",
}  # fmt: skip
SOFT = {
    12: "HHHHHHHHHH", 13: "HHHDDHHHHH", 14: "HHHDDHHHHH", 15: "HHDDDHHHHH", 16: "HHDDDHHHHH", 17: "HDDDDHHHHH",
    18: "SDDDDSSHHH", 19: "SSSSSSSSSS",
}  # fmt: skip


def best(hand):
    total = sum(hand)
    return total + 10 if 1 in hand and total <= 11 else total


def moved(hand, up):
    total = best(hand)
    row = (SOFT if total != sum(hand) else HARD)[max(min(total, 19 if total != sum(hand) else 17), 8)]
    result = row[9 if up == 1 else up - 2]
    if result == "D" and len(hand) > 2:
        return "S" if total == 18 else "H"
    return result


def played(order):
    """Payoff of one player from an order of values, ace 1: own, up, own, hole, then as the cards fall."""
    mine, dealer, rest = [order[0], order[2]], [order[1], order[3]], iter(order[4:])
    if best(dealer) == 21:
        return 0.0 if best(mine) == 21 else -1.0
    if best(mine) == 21:
        return 1.5
    stake = 1.0
    while best(mine) < 21 and (move := moved(mine, dealer[0])) != "S":
        mine.append(next(rest))
        if move == "D":
            stake = 2.0
            break
    if best(mine) > 21:
        return -stake
    while best(dealer) < 17:
        dealer.append(next(rest))
    return stake * (1.0 if best(dealer) > 21 else np.sign(best(mine) - best(dealer)))


@cache
def deals():
    """Every order of nine cards, each of another value but two tens, with what the player is paid."""
    cards = (1, 3, 5, 6, 7, 8, 9, 10, 10)
    return [(order, played(order)) for order in set(permutations(cards))]


def test_worth_of_a_small_set_is_that_of_all_its_deals_and_of_one_deck_that_of_hands_dealt_at_random():
    orders, paid = zip(*deals(), strict=True)
    orders, paid = np.array(orders), np.array(paid)
    result = blackjack_stakes.worth((1, 0, 1, 0, 1, 1, 1, 1, 1, 2))
    assert result.edge == pytest.approx(paid.mean(), abs=1e-12)
    for worth, places in ((result.own, (0, 2)), (result.up, (1,)), (result.hole, (3,))):
        for place in places:
            for value in (1, 3, 5, 6, 7, 8, 9, 10):
                given = paid[orders[:, place] == value].mean() - paid.mean()
                assert worth[value - 1] == pytest.approx(given, abs=1e-12)
    random = np.random.default_rng(461)
    deck = np.repeat(np.arange(1, 11), ONE_DECK)
    orders = random.permuted(np.tile(deck, (8_000, 1)), axis=1)[:, :30]
    paid = np.array([played(order) for order in orders.tolist()])
    result = blackjack_stakes.worth(ONE_DECK)
    assert result.edge == pytest.approx(paid.mean(), abs=4 * paid.std() / np.sqrt(8_000))
    for worth, place in ((result.own, 0), (result.up, 1), (result.hole, 3)):
        for value in range(1, 11):
            given = paid[orders[:, place] == value]
            close = 4.5 * given.std() / np.sqrt(len(given))
            assert worth[value - 1] == pytest.approx(given.mean() - result.edge, abs=close)


@pytest.mark.long
@pytest.mark.parametrize("decks", [1, 8])
def test_a_fair_set_owes_nothing(decks):
    counts = np.array(ONE_DECK) * decks
    result = blackjack_stakes.worth(tuple(counts.tolist()))
    for worth in (result.own, result.up, result.hole):
        assert worth @ counts == pytest.approx(0, abs=1e-10)
    cards = CardSet.of_decks("decks", decks)
    by_points = np.concatenate((counts[9:], counts[:9]))
    for each in baccarat_stakes.worth(cards):
        assert each.player @ by_points == pytest.approx(0, abs=1e-10)
        assert each.banker @ by_points == pytest.approx(0, abs=1e-10)


def test_house_edge_of_baccarat_is_the_published_one():
    # Thorp & Walden 1966, "A favorable side bet in Nevada Baccarat", J. Amer. Statist. Assoc. 61, 313-328: eight decks,
    # -1.2351% for the Player's Hand, -1.0579% for the Banker's with 5%.
    player, banker = baccarat_stakes.worth(CardSet.of_decks("eight decks", 8))
    assert 100 * player.edge == pytest.approx(-1.2351, abs=5e-5)
    assert 100 * banker.edge == pytest.approx(-1.0579, abs=5e-5)
