"""Seats and their cards: places by the source text, known flaws, and what cannot be judged."""

from dataclasses import replace

import numpy as np
import pytest

from labharness.analysis.laws.null_samples import FairOrders
from labharness.analysis.power.defects.flawed_shuffles import starved
from labharness.analysis.sampling.orders.card_groups import CardGroup
from labharness.analysis.sampling.orders.contrasts import first_places, parse_served, seating
from labharness.analysis.sampling.tables import CardRows, Population
from labharness.checks.places.seat_contrasts import SeatContrasts, Seats
from labharness.model.cards import CardSet
from labharness.model.observations import Kind, Round, Shuffle
from labharness.model.reasons.decision import Details, Sample
from labharness.model.reasons.wire import Seating
from labharness.testing.samples import LOADS, POPULATIONS, fair_block, fair_units
from tests.support.judged import judged, shuffles

SHUFFLE = POPULATIONS[Kind.SHUFFLE]
DECK = SHUFFLE.held.new_deck_order()
BLACKJACK = ("players 1", "up 1", "players 1", "hole 1")
GROUPS = (CardGroup.ACE, CardGroup.TEN, CardGroup.TEN_OR_ACE, CardGroup.LOW, CardGroup.HI_LO)


def seated(check, places):
    return judged(check, SHUFFLE, shuffles(DECK, DECK[places]))


def power(share, units, check, replicates):
    """How often seat 1 of 3 is found, of whose aces this share is sent elsewhere."""
    random = np.random.default_rng(461)
    samples = (starved(random, units, DECK, share) for _ in range(replicates))
    return np.mean([seated(check, sample).p["two_sided"] < 8e-4 for sample in samples])


def test_places_are_those_of_the_dealing_order_and_a_family_has_each_set_once():
    """58 Pa. Code § 633a.7(e): one card face up to each box from the dealer's left, one up to the dealer, again."""
    assert first_places(parse_served(BLACKJACK), players=3, burns=0) == {
        1: (0, 4),
        2: (1, 5),
        3: (2, 6),
        "up": (3,),
        "hole": (7,),
    }
    # § 545: Player's Hand and Banker's Hand by turns, whoever sits there.
    baccarat = parse_served(["Player's Hand 1", "Banker's Hand 1"] * 2)
    assert first_places(baccarat, players=9, burns=1) == {"Player's Hand": (1, 3), "Banker's Hand": (2, 4)}
    sets = seating(SHUFFLE, parse_served(BLACKJACK), 7, 0)
    assert len({each.places for each in sets}) == len(sets) == 28 + 6 + 16  # seats, all seats, places
    hands = [
        each for each in seating(SHUFFLE, parse_served(["A 1", "B 1"] * 2), 9, 0) if len(each.places) > 1
    ]
    assert [(hand.name, hand.places) for hand in hands] == [
        (Seating.HAND(name="A"), (0, 2)),
        (Seating.HAND(name="B"), (1, 3)),
    ]
    deal = seating(POPULATIONS[Kind.DEAL], (), 7, 0)
    assert [len(each.places) for each in deal] == [7] * 7 + [4]
    assert deal[-1].name == Seating.STUB()
    population = Population(Kind.ROUND, CardSet.of_decks("two", 2), round_cards=8)
    sets = seating(population, parse_served(BLACKJACK), 7, 0)
    assert max(max(each.places) for each in sets) == 7
    assert Seating.SEAT(seat=3, players=3) in [each.name for each in sets]
    assert Seating.SEAT(seat=4, players=4) not in [each.name for each in sets]


def test_seats_that_get_fewer_aces_are_found_as_often_as_the_study_says():
    """Level 8e-4 (a family of twelve): half of seat 1's aces 7 % at 260 and 97 % at 1,000 shuffles."""
    check = SeatContrasts(served=BLACKJACK, groups=GROUPS)
    assert power(1, 260, check, 10) == 1
    assert power(0.5, 1000, check, 20) >= 0.8
    assert power(0, 260, check, 100) <= 0.02


def test_a_seat_without_aces_is_named_whatever_the_input_was():
    orders = starved(np.random.default_rng(1), 260, DECK, 1)
    result = seated(SeatContrasts(served=BLACKJACK, groups=GROUPS), orders)
    assert result.p["two_sided"] < 1e-10
    worst = next(detail for detail in result.details if detail.code == Details.MEMBER.code)
    assert worst["what"] == Seats.CARDS(group=CardGroup.ACE, where=Seating.SEAT(seat=1, players=3))
    assert (worst["total"], worst["expected"]) == (0, pytest.approx(40))
    assert result.effect.value == 0
    orders = DECK[starved(np.random.default_rng(2), 260, DECK, 1)]
    mixed = FairOrders(np.random.default_rng(3)).of(DECK, len(orders))
    result = judged(SeatContrasts(served=BLACKJACK), SHUFFLE, CardRows(Shuffle, mixed, orders))
    assert result.p["two_sided"] < 1e-10


def test_pairs_at_a_stack_are_found():
    population = POPULATIONS[Kind.DEAL]
    random = np.random.default_rng(4)
    fair = fair_block(population, 300, random)
    check = SeatContrasts(groups=(CardGroup.PAIRS,))
    tally = check.tally(fair)
    counted = sum(
        sum(a % 13 == b % 13 and max(a, b) < 52 for k, a in enumerate(stack) for b in stack[:k])
        for deal in fair.observations
        for stack in deal.stacks
    )
    family = check.family(population)
    assert family.totals(dict(tally.sums)).sum() == counted
    more = replace(tally, sums={**tally.sums, "pair": tally.sums["pair"] * 2})
    assert check.judge(tally, population).p["two_sided"] > 0.001
    assert check.judge(more, population).p["two_sided"] < 1e-6


def test_a_machine_that_keeps_cards_ready_is_compared_with_such_a_one_and_others_not_judged():
    population = replace(POPULATIONS[Kind.ROUND], buffer=4)
    fair = fair_units(population, 40, np.random.default_rng(5))
    result = judged(SeatContrasts(replicates=99), population, fair)
    assert result.statistic["p_floor"] == 0.01
    assert result.p["two_sided"] >= 0.01
    check = SeatContrasts()
    few, loads = (
        fair_units(kind, number, np.random.default_rng(6)) for kind, number in ((SHUFFLE, 9), (LOADS, 20))
    )
    assert judged(check, SHUFFLE, few).not_applicable.is_a(Sample.TOO_FEW)
    assert judged(check, LOADS, loads).not_applicable == Sample.DEPENDENT_ROUNDS()
    eights = Population(Kind.ROUND, CardSet("eights", (0,) * 7 + (9,) + (0,) * 46), round_cards=3)
    same = CardRows(Round, np.full((30, 3), 7, dtype=np.uint16), np.full((30, 3), 7, dtype=np.uint16))
    assert judged(check, eights, same).not_applicable == Sample.ONE_VALUE()
