"""Sets and ranges of which a check can learn little or nothing: it says so, and never fails a fair sample."""

import numpy as np
import pytest

from labharness.analysis.sampling.tables import Population
from labharness.app.plug_ins.discovery import discover
from labharness.checks.orders.segment_composition import PartsOfTheShoe, Segments, parts_of
from labharness.model.cards import TYPES, CardSet
from labharness.model.observations import Kind, Round
from labharness.model.reasons.decision import Details, Sample
from tests.support.judged import drawn, judged, shuffles

HELD = {
    "one suit": dict.fromkeys(range(13), 1),
    "one suit twice": dict.fromkeys(range(13), 2),
    "five cards": dict.fromkeys(range(5), 1),
    "two aces and three others": dict.fromkeys((0, 13, 1, 2, 3), 1),
    "one card": {0: 1},
    "two cards": {0: 1, 1: 1},
    "one type": {0: 20},
    "two types": {0: 10, 1: 10},
    "51 alike and another": {0: 51, 1: 1},
    "four aces": dict.fromkeys((0, 13, 26, 39), 1),
}
CHECKS = discover().checks
OF_ORDERS = [name for name in sorted(CHECKS) if Kind.SHUFFLE in discover().check_info(name).observes]


def population(held):
    return Population(Kind.SHUFFLE, CardSet(held, tuple(HELD[held].get(place, 0) for place in range(TYPES))))


def of(check, held, shuffled):
    cards = population(held)
    deck = np.repeat(np.arange(TYPES, dtype=np.uint16), cards.held.counts)
    dealt = np.array([np.random.default_rng(place).permutation(deck) for place in range(shuffled)])
    return judged(check, cards, shuffles(deck, dealt))


@pytest.mark.parametrize("name", OF_ORDERS)
def test_a_check_of_orders_takes_any_set(name):
    for held in HELD:
        result = of(CHECKS[name](), held, 3)
        assert all(0 <= p <= 1 for p in result.p.values()), held
        assert result.p or result.law or result.not_applicable, held


@pytest.mark.parametrize("size", [30, 50, 80])
def test_a_negative_difference_of_two_sums_has_a_p_value(size):
    """Two outcomes, so few that groups of three are hardly counted."""
    values = np.random.default_rng(size).integers(0, 2, (40, size))
    coins = Population(Kind.DRAW, low=0, high=1)
    seen = [judged(CHECKS["overlaps"](), coins, drawn(row)) for row in values]
    lines = [line for result in seen for line in result.details if line.is_a(Details.GROUPS)]
    assert any(line["x2"] < 0 for line in lines)
    assert all(0 <= line["p"] <= 1 for line in lines)


def test_sets_without_a_difference_are_not_compared():
    for held in ("one suit", "five cards", "51 alike and another"):
        assert not parts_of(population(held).held)
        assert of(PartsOfTheShoe(), held, 3).not_applicable.is_a(Segments.CONSTANT)
    assert of(PartsOfTheShoe(), "two aces and three others", 3).p
    result = of(CHECKS["unshuffled_deck"](), "one type", 3)
    assert result.not_applicable is not None
    assert not result.violations
    rounds = Population(Kind.ROUND, CardSet.of_decks("deck", 1), round_cards=52, buffer=1)
    deck = np.arange(52, dtype=np.uint16)
    dealt = [
        Round(row, row) for row in (np.random.default_rng(place).permutation(deck) for place in range(40))
    ]
    assert judged(CHECKS["seat_contrasts"](), rounds, dealt).not_applicable.is_a(Sample.DEVICE_TOO_SMALL)


CASES = [
    ("frequency", 3, 60), ("gap", 3, 60), ("gap", 5, 60), ("interplay_correlation", 2, 60),
    ("permutation", 2, 200), ("poker", 2, 60), ("order_statistic", 2, 60), ("runs", 2, 60),
    ("serial_pairs", 2, 40), ("adjacency", 2, 60), ("lagged_pairs", 2, 60), ("game_positions", 2, 60),
    ("faces_by_die", 2, 60), ("overlaps", 2, 30), ("overlaps", 2, 90), ("overlaps", 3, 60),
]  # fmt: skip


@pytest.mark.parametrize(("name", "outcomes", "draws"), CASES)
def test_no_fair_sample_of_few_outcomes_is_impossible(name, outcomes, draws):
    """Two-sided p-values below 1e-6 fail a device outright; of these samples 1 in 15 to 300 was as even."""
    population, check = Population(Kind.DRAW, low=1, high=outcomes), CHECKS[name]()
    random = np.random.default_rng(461)
    seen = [judged(check, population, drawn(random.integers(1, outcomes + 1, draws))) for _ in range(400)]
    answer = [1.0 if result.not_applicable else 2 * result.p["left"] for result in seen]
    assert min(answer) > 1e-6
    assert np.mean(np.array(answer) < 0.01) < 0.04  # 0.01 and 6 standard errors


def test_groups_that_come_equally_often_are_too_regular():
    cycle = [0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1]  # each group of four once (de Bruijn 1946)
    coins = Population(Kind.DRAW, low=0, high=1)
    assert judged(CHECKS["overlaps"](), coins, drawn(np.array(cycle * 500))).p["two_sided"] < 1e-9
