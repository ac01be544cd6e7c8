"""Fault models against exact laws; seeds are fixed, bounds are five standard errors or more."""

from itertools import pairwise, product

import numpy as np
import pytest

from labharness.analysis.power.defects import flawed_rounds as rounds
from labharness.analysis.power.defects import flawed_shuffles as orders
from labharness.analysis.power.defects.named import FAIR, defect, usual_defects
from labharness.analysis.power.detection import observed
from labharness.model.cards import types
from labharness.model.observations import InputKnown, Kind, units
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.wire import Simulations
from labharness.testing.samples import POPULATIONS

EVERY = [defect.name for defect in usual_defects(frozenset(Kind))]


def source(seed=1):
    return np.random.Generator(np.random.PCG64(seed))


def test_every_defect_makes_units_of_every_kind():
    for name, kind in product(EVERY, list(Kind)):
        population = POPULATIONS[kind]
        result = observed(defect(name).make(source(), population, 30), population)
        assert sum(map(units, result)) == 30, (name, kind)
        if kind in (Kind.SHUFFLE, Kind.DEAL):
            for unit in result:
                cards = np.concatenate([*unit.stacks, unit.stub]) if kind is Kind.DEAL else unit.output
                assert not population.cards.difference(cards)
        if kind is Kind.ROUND:
            assert {len(unit.dealt) for unit in result} == {population.round_cards}
        if kind is Kind.DRAW:
            assert set(result[0].values.tolist()) <= set(range(1, 8))


def test_a_seed_gives_the_same_units():
    for name in EVERY:
        each = defect(name)
        for kind in each.kinds:
            first, second, other = (each.make(source(seed), POPULATIONS[kind], 60) for seed in (1, 1, 2))
            assert np.array_equal(np.asarray(first), np.asarray(second))
            assert not np.array_equal(np.asarray(first), np.asarray(other))


def test_chained_shuffles_begin_where_the_last_one_ended():
    places = orders.riffled(source(), 20, 52, 3)
    chain = observed(places, POPULATIONS[Kind.SHUFFLE], InputKnown.CHAINED)
    fresh = observed(places, POPULATIONS[Kind.SHUFFLE], InputKnown.RESET)
    for place in range(1, 20):
        assert np.array_equal(chain[place].input, chain[place - 1].output)
    where = [np.argsort(unit.input)[unit.output] for unit in chain]
    assert np.array_equal(where, [np.argsort(unit.input)[unit.output] for unit in fresh])
    assert np.array_equal(where, places)


def test_small_models_have_their_exact_laws():
    swapped, cyclic = (model(source(), 27_000, 3) for model in (orders.swapped_naively, orders.single_cycle))
    codes, counts = np.unique(swapped @ [9, 3, 1], return_counts=True)
    # Of 27 paths 5 lead to three of the orders and 4 to the other three.
    assert len(codes) == 6
    assert sorted(counts) == pytest.approx([4000] * 3 + [5000] * 3, abs=5 * 65)
    assert {tuple(row) for row in cyclic.tolist()} == {(1, 2, 0), (2, 0, 1)}


def test_a_packet_stays_together_compartments_keep_their_order_and_few_seeds_repeat():
    places = orders.packed(source(), 20_000, 52, 5)
    kept = (np.diff(places, axis=1) == 1).sum(axis=1)
    assert kept.min() >= 4
    # 48 free pieces keep 47/48 chance successions on average, but for those beside the packet's ends nearly so.
    assert kept.mean() == pytest.approx(4 + 47 / 48, abs=0.05)
    places = orders.queued(source(), 200, 52, 4)
    assert (np.diff(places, axis=1) < 0).sum(axis=1).max() <= 3
    places = orders.reseeded(source(), 200, 52, 4)
    assert len(np.unique(places, axis=0)) <= 16


def test_rates_and_weights_are_what_they_say():
    deck = np.arange(52)
    same = (orders.returned(source(), 20_000, 52, 0.1) == deck).all(axis=1).mean()
    top = (orders.stuck_on_top(source(), 20_000, 52, 0.1)[:, 0] == 0).mean()
    assert same == pytest.approx(0.1, abs=0.011)
    assert top == pytest.approx(0.1 + 0.9 / 52, abs=0.012)
    fixed, times = np.unique(orders.repeated(source(), 2000, 52, 0.2), axis=0, return_counts=True)
    assert times.max() == pytest.approx(400, abs=90)
    assert len(fixed) == 2001 - times.max()
    deck = np.arange(52, dtype=np.uint16)
    dealt = rounds.favored(source(), deck, 40_000, 1, 9.0)
    assert (types(dealt) == 0).mean() == pytest.approx(10 / 61, abs=0.01)


def test_a_buffer_forgets_nothing_and_keeps_returned_cards_away():
    deck = np.arange(40, dtype=np.uint16)
    dealt = rounds.buffered(source(), deck, 300, 8, 8)
    assert all(len(set(hand.tolist())) == 8 for hand in dealt)
    assert not any(set(a.tolist()) & set(b.tolist()) for a, b in pairwise(dealt))
    ideal = rounds.buffered(source(), deck, 4000, 8, 0)
    met = [len(np.intersect1d(a, b)) for a, b in pairwise(ideal)]
    assert np.mean(met) == pytest.approx(8 * 8 / 40, abs=5 * 1.03 / 4000**0.5)


def test_outcomes_and_bits_have_the_chances_of_their_flaw():
    n = 70_000
    assert (rounds.stuck(source(), n, 1, 7, 0.5) == 1).mean() == pytest.approx(0.5 + 0.5 / 7, abs=0.01)
    drawn = rounds.repeated(source(), n, 1, 7, 0.5)
    assert (drawn[1:] == drawn[:-1]).mean() == pytest.approx(0.5 + 0.5 / 7, abs=0.01)
    counts = np.bincount(rounds.remainder(source(), n, 1, 7, 3), minlength=8)[1:]
    assert counts[0] / n == pytest.approx(2 / 8, abs=0.01)
    states = rounds.congruential(source(), 1 << 16, 0, (1 << 16) - 1)
    assert len(np.unique(states)) == 1 << 16
    assert np.array_equal(
        rounds.congruential(source(), (1 << 16) + 9, 1, 7)[-9:], rounds.congruential(source(), 9, 1, 7)
    )
    ones = np.unpackbits(np.frombuffer(rounds.unbalanced(source(), 10_000, 0.1), dtype=np.uint8))
    assert ones.mean() == pytest.approx(0.6, abs=0.009)
    bits = np.unpackbits(np.frombuffer(rounds.persistent(source(), 10_000, 0.1), dtype=np.uint8))
    assert (bits[1:] == bits[:-1]).mean() == pytest.approx(0.6, abs=0.009)
    assert all(byte & 8 for byte in rounds.stuck_bit(source(), 100, 3))


def test_defects_are_found_by_name_and_impossible_ones_are_refused(refusal):
    assert defect("fair") is FAIR
    assert defect("riffles").name == "riffles:7"
    assert defect("riffles:9").title == "9 riffles"
    usual = ["fair", "buffer:5", "buffer:16", "unmixed:3", "favored:0.2"]
    assert [each.name for each in usual_defects(frozenset({Kind.ROUND}))] == usual
    for code, texts in {
        Inputs.UNKNOWN: ("", "no-such", "fair:1"),
        Simulations.NOT_A_WHOLE_STRENGTH: ("shelves:", "shelves:0", "shelves:2.5"),
        Simulations.NOT_A_STRENGTH: ("returned:2", "returned:nan"),
        Simulations.NO_STRENGTH: ("lcg-16:3",),
    }.items():
        for text in texts:
            assert refusal(defect, text).is_a(code), text


def shuffles_of(name, units=20_000):
    return defect(name).make(source(), POPULATIONS[Kind.SHUFFLE], units)


def test_cards_of_seats_come_and_stay_away_as_often_as_said():
    aces = shuffles_of("starved-seat") % 13 == 0
    assert aces[:, [0, 4]].sum() == 0
    assert aces.sum(axis=1).tolist() == [4] * 20_000
    assert np.delete(aces.mean(axis=0), [0, 4]) == pytest.approx(np.full(50, 4 / 50), abs=0.011)
    rank = shuffles_of("rich-up-card") % 13
    good = (rank == 0) | (rank >= 9)
    assert good[:, 7].mean() == pytest.approx(20 / 52 + 0.12, abs=0.018)
    assert good.sum(axis=1).tolist() == [20] * 20_000


def test_orders_that_are_taken_back_even_or_chained_are_so():
    shuffles = shuffles_of("taken-back", 9)
    for place in (1, 3, 5, 7):
        assert np.array_equal(shuffles[place - 1][shuffles[place]], np.arange(52))
    shuffles = shuffles_of("even-orders", 200)
    assert not any(np.triu(each[:, np.newaxis] > each, 1).sum() % 2 for each in shuffles)
    shuffles = shuffles_of("misread-chain:1", 12)
    step = [np.argsort(each)[other] for each, other in pairwise(shuffles)]
    rising = [1 + int((np.diff(np.argsort(each)) < 0).sum()) for each in step]
    assert max(rising) <= 2


def test_parts_that_are_never_mixed_keep_their_cards():
    places = orders.apart(source(), 300, 52, 2)
    assert (np.sort(places[:, :26], axis=1) == np.arange(26)).all()
    assert (np.sort(places[:, 26:], axis=1) == np.arange(26, 52)).all()
    assert len(np.unique(places, axis=0)) == 300
