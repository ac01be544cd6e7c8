"""One shuffle against those before it, and valleys and peaks in all forms: oracles and known flaws."""

from functools import partial
from itertools import pairwise

import numpy as np
import pytest

from labharness.analysis.power.defects.flawed_shuffles import (
    chained,
    even,
    riffled,
    shelved,
    taken_back,
    uniform,
)
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.orders.successive_orders import OrdersInSuccession, SuccessiveOrders
from labharness.checks.orders.turning_points import TurningPoints, ValleysAndPeaks, counted
from labharness.model.cards import UNREAD, CardSet
from labharness.model.observations import Kind
from labharness.model.reasons.decision import Details
from labharness.model.results import PerShuffle
from labharness.testing.samples import POPULATIONS, WITNESSED
from tests.support.judged import judged, shuffles

SHUFFLE = POPULATIONS[Kind.SHUFFLE]
DECK = SHUFFLE.held.new_deck_order()


def block(places):
    return Block(SHUFFLE, 0, shuffles(DECK, DECK[places]), WITNESSED)


def answer(check, places):
    return judged(check, SHUFFLE, shuffles(DECK, DECK[places]))


def found(result):
    return next(detail["what"] for detail in result.details if detail.code == Details.MEMBER.code)


def fresh(random, units):
    return uniform(random, units, 52)


def two_by_turns(random, units, cards):
    """Two batches, each put through seven riffles of its own last output."""
    orders = riffled(random, units, cards, 7)
    for unit in range(2, units):
        orders[unit] = orders[unit - 2][orders[unit]]
    return orders


@pytest.mark.parametrize(
    ("make", "member"),
    [
        (partial(chained, riffles=7), SuccessiveOrders.QUOTIENT(what=PerShuffle.RISING_SEQUENCES, lag=1)),
        (two_by_turns, SuccessiveOrders.QUOTIENT(what=PerShuffle.RISING_SEQUENCES, lag=2)),
        (taken_back, SuccessiveOrders.UNDONE()),
        (even, SuccessiveOrders.EVEN()),
    ],
)
def test_what_one_shuffle_owes_another_is_found_and_named(make, member):
    result = answer(OrdersInSuccession(), make(np.random.default_rng(2), 260, 52))
    assert result.p["two_sided"] < 1e-6
    assert found(result) == member


def test_quotients_are_what_the_definition_says_and_parted_by_a_shuffle_not_read():
    random = np.random.default_rng(1)
    orders = fresh(random, 5)
    tally = OrdersInSuccession(lags=(1, 3)).tally(block(orders))
    for lag in (1, 3):
        rising = valleys = kept = 0
        for now, past in zip(orders[lag:].tolist(), orders[:-lag].tolist(), strict=True):
            quotient = [past.index(card) for card in now]
            where = [quotient.index(value) for value in range(52)]
            rising += 1 + sum(b < a for a, b in pairwise(where))
            kept += sum(abs(a - b) == 1 for a, b in pairwise(quotient))
            valleys += sum(a > b < c for a, b, c in zip(quotient, quotient[1:], quotient[2:], strict=False))
        assert tally.sums[f"totals_{lag}"].tolist() == [rising, valleys, kept]
        assert tally.number(f"pairs_{lag}") == 5 - lag
    undone = sum(
        past[now[place]] == place
        for now, past in zip(orders[1:].tolist(), orders[:-1].tolist(), strict=True)
        for place in range(52)
    )
    odd = [np.triu(order[:, np.newaxis] > order, 1).sum() % 2 for order in orders]
    assert tally.number("undone") == undone
    assert tally.number("even") == odd.count(0)
    orders = DECK[fresh(np.random.default_rng(5), 6)]
    orders[2, 7] = UNREAD
    tally = OrdersInSuccession().tally(Block(SHUFFLE, 0, shuffles(DECK, orders), WITNESSED))
    assert (tally.number("units"), tally.number("left_out")) == (5, 1)
    assert (tally.number("pairs_1"), tally.number("pairs_2")) == (3, 2)


@pytest.mark.parametrize(("shelves", "least"), [(38, 0.95), (60, 0.6)])
def test_shelves_are_found_as_often_as_the_study_says(shelves, least):
    """At 260 shuffles and the level of a family of twelve: 38 shelves always, 60 shelves 81 %."""
    random, check = np.random.default_rng(7), ValleysAndPeaks()
    share = np.mean(
        [answer(check, shelved(random, 260, 52, shelves)).p["two_sided"] < 8e-4 for _ in range(60)]
    )
    assert share >= least


def test_four_forms_of_turning_points_and_copies_of_a_marked_set_are_read():
    order = [3, 2, 0, 1, 5, 4]
    assert counted([order]).tolist() == [[1, 1, 1, 2]]
    mirrored = [5 - place for place in order]
    assert counted([mirrored])[0, :2].tolist() == [1, 1]
    assert found(answer(ValleysAndPeaks(), shelved(np.random.default_rng(6), 260, 52, 20))).code == (
        TurningPoints.COUNTED.code
    )
    cards = CardSet.of_decks("two", 2)
    population, deck = Population(Kind.SHUFFLE, cards), cards.marked()
    places = chained(np.random.default_rng(8), 60, 52, 7)
    two = np.concatenate([places, places + 52], axis=1)
    assert judged(OrdersInSuccession(), population, shuffles(deck, deck[two])).p["two_sided"] < 1e-6
