"""The value of the first cards: fair samples, known flaws with their price, and what cannot be judged."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.random import PCG64, Generator
from scipy.stats import binomtest

from labharness.analysis.laws.null_samples import FairOrders
from labharness.analysis.power.defects.flawed_shuffles import enriched
from labharness.analysis.sampling.orders.first_cards import SCALE, Wager
from labharness.analysis.sampling.tables import Population
from labharness.checks.places.edge import Edge
from labharness.games.outcomes.baccarat import BaccaratHands, burned, length
from labharness.model.cards import CardSet
from labharness.model.observations import Kind
from labharness.model.reasons.decision import Sample
from labharness.model.results import Gainer, GainUnit
from tests.support.judged import judged, shuffles

ONE = Population(Kind.SHUFFLE, CardSet.of_decks("one deck", 1))
EIGHT = Population(Kind.SHUFFLE, CardSet.of_decks("eight decks", 8))
BACCARAT = Edge(wager=Wager.BACCARAT)


def played(check, population, orders):
    return judged(check, population, shuffles(population.held.new_deck_order(), orders))


def fair(population, units, seed):
    return FairOrders(Generator(PCG64(seed))).of(population.held.new_deck_order(), units)


def test_a_rich_up_card_costs_the_players_what_it_is_worth():
    deck = ONE.held.new_deck_order()
    result = played(Edge(), ONE, deck[enriched(np.random.default_rng(1), 6_000, deck, 0.12)])
    up = Edge().scored(ONE).tables[1][:52] / SCALE
    high = (np.arange(52) % 13 == 0) | (np.arange(52) % 13 >= 9)
    price = 0.12 * (up[high].mean() - up[~high].mean())
    assert result.effect.low < price < result.effect.high
    assert price == pytest.approx(-0.042, abs=0.002)  # exploitability of such a device, played out: -4.25%
    assert result.p["left"] < 1e-6
    dealer = next(bound for bound in result.bounds if bound.gainer is Gainer.SIDE)
    assert dealer.estimate == pytest.approx(-10_000 * result.effect.value)
    assert dealer.unit is GainUnit.WAGERED
    assert dealer.upper > dealer.estimate > 300


def test_bounds_hold_as_often_as_they_say_and_a_night_bounds_three_dollars_of_a_hundred():
    dealer = played(Edge(), ONE, fair(ONE, 260, 3)).bounds[1]
    assert 200 < dealer.upper - dealer.estimate < 320  # 1.645 sd of 0.254 bets, by the root of 260
    held = [0, 0]
    for seed in range(150):
        for column, bound in enumerate(played(Edge(), ONE, fair(ONE, 60, seed)).bounds):
            held[column] += bound.upper >= 0
    assert all(binomtest(each, 150, 0.95, "less").pvalue > 1e-3 for each in held)


def test_hands_of_baccarat_are_scored_as_they_are_dealt():
    """Each hand read one card after another, by the rules in words, against what the check adds up."""
    orders = fair(EIGHT, 40, 5)
    scored = BACCARAT.scored(EIGHT)
    assert scored.hands == 67  # 416 cards less 11 burned, six cards each
    value = np.minimum(orders % 64 % 13 + 1, 10) % 10
    for order, score in zip(value, scored.scores(orders), strict=True):
        at = 1 + (10 if order[0] == 0 else order[0])
        total = np.zeros(2, dtype=np.int64)
        for _ in range(scored.hands):
            cards = order[at : at + 6]
            for wager in (0, 1):
                mine, other = scored.tables[2 * wager : 2 * wager + 2]
                faces = [9 if card == 0 else card - 1 for card in cards[:4]]
                total[wager] += mine[[faces[0], faces[2]]].sum() + other[[faces[1], faces[3]]].sum()
            player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
            at += 4
            if max(player, banker) < 8:
                third = cards[4] if player <= 5 else None
                at += third is not None
                drawn = BaccaratHands.of(np.array([[c - 1 if c else 9 for c in cards]], dtype=np.uint8))
                at += int(drawn.banker_drew[0])
        assert score.tolist() == total.tolist()


def test_a_shoe_that_gives_the_player_the_nines_is_found():
    orders = fair(EIGHT, 60, 7)
    assert played(BACCARAT, EIGHT, orders).p["two_sided"] > 1e-3
    result = played(BACCARAT, EIGHT, with_nines(orders))
    assert result.p["right"] < 1e-3
    wagers = result.bounds[0]
    assert wagers.gainer is Gainer.SEAT
    assert wagers.estimate > 100


def with_nines(orders):
    """Give the Player's first card of every hand, with a chance of one in five, a nine from the end of the shoe."""
    random, orders = np.random.default_rng(9), orders.copy()
    for order in orders:
        at = int(burned((order[:1] % 64).astype(np.uint8)[np.newaxis])[0])
        for _ in range(BACCARAT.scored(EIGHT).hands):
            nine = np.flatnonzero(order[380:] % 64 % 13 == 8) + 380
            if random.random() < 0.2 and len(nine):
                order[[at, nine[0]]] = order[[nine[0], at]]
            at += int(length((order[at : at + 6] % 64).astype(np.uint8)[np.newaxis])[0])
    return orders


def test_as_many_sit_as_a_round_serves_and_what_deals_no_first_round_is_not_judged():
    short = replace(ONE, kind=Kind.ROUND, round_cards=3)
    assert judged(Edge(), short, ()).not_applicable.is_a(Sample.NO_FIRST_ROUND)
    jokers = replace(ONE, cards=CardSet.of_decks("jokers", 1, jokers=2))
    assert Edge().scored(jokers) is None
    buffered = replace(ONE, kind=Kind.ROUND, round_cards=20, buffer=4)
    assert judged(Edge(), buffered, ()).not_applicable.is_a(Sample.DEPENDENT_ROUNDS)
    with pytest.raises(ValueError, match="roulette"):
        Edge(wager="roulette")
    small = replace(ONE, kind=Kind.ROUND, round_cards=12)
    assert Edge().scored(small).columns == 5
    assert Edge(positions=3).scored(small).columns == 3
    result = played(Edge(), ONE, np.repeat(fair(ONE, 1, 11), 40, axis=0))
    assert result.not_applicable == Sample.EQUAL_VALUES(units=40)
    assert result.bounds is None
