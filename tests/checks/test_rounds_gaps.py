"""Rounds until a card comes again: ages, their exact conditional law, breaks and buffers."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labharness.analysis.sampling.check import Tally
from labharness.analysis.sampling.rounds.pair_scores import by_age, simulated_excess
from labharness.analysis.sampling.rounds.successive_rounds import LEAST_PAIRS, sequel
from labharness.analysis.sampling.tables import Population
from labharness.checks.rounds.reappearance_gaps import ReappearanceGaps
from labharness.model.cards import CardSet
from labharness.model.observations import Kind
from labharness.model.reasons.decision import Sample
from labharness.model.reasons.register import Laws
from labharness.model.results import Counted
from labharness.testing.samples import fair_block, pieces
from tests.support.judged import as_declared as judge
from tests.support.judged import dealt_rounds as sample
from tests.support.judged import of_rounds

SMALL = Population(Kind.ROUND, CardSet("six cards twice", (2,) * 6 + (0,) * 48), round_cards=4)
DECK = Population(Kind.ROUND, CardSet.of_decks("one deck", 1), round_cards=9)


def counted_one_by_one(block, by, most):
    """Ages by remembering, for each identity, when it was dealt last."""
    each = Counter()
    for kind in block.population.cards.marked():
        each[int(kind) & 0x3F if by == "types" else int(kind)] += 1
    inside, dealt, last, known = [], [], {}, 0
    for place, unit in enumerate(block.observations):
        names = [int(card) & 0x3F if by == "types" else int(card) for card in unit.dealt]
        regular = place in set(block.regular.tolist())
        if regular and known:
            ages = {name: place - seen for name, seen in last.items() if place - seen <= min(known, most)}
            had, origin = [0] * most, [0] * most
            for name, age in ages.items():
                had[age - 1] += each[name]
                origin[age - 1] += names.count(name)
            inside.append(had)
            dealt.append(origin)
        back = regular and sorted(unit.dealt & 0x3F) == sorted(unit.returned & 0x3F)
        known = known + 1 if back else 0
        last = {**last, **dict.fromkeys(names, place)} if back else {}
    return np.array(inside, dtype=int).reshape(-1, most), np.array(dealt, dtype=int).reshape(-1, most)


@pytest.mark.parametrize("by", ["types", "copies"])
@settings(max_examples=30)
@given(st.integers(0, 2**31), st.integers(1, 6), st.lists(st.integers(0, 25), max_size=3))
def test_ages_are_those_counted_one_by_one_whatever_the_cuts(by, seed, most, cuts):
    random = np.random.default_rng(seed)
    units = list(sample(SMALL, seed, 25).observations)
    for place in range(25):
        if random.random() < 0.15:
            way = random.integers(2)
            unit = units[place]
            units[place] = (
                replace(unit, returned=unit.returned[1:]) if way else replace(unit, dealt=unit.dealt[1:])
            )
    block = replace(sample(SMALL, 0, 1), observations=tuple(units))
    inside, dealt = counted_one_by_one(block, by, most)
    check = ReappearanceGaps(by=by, ages=most)
    joined = Tally()
    for piece in pieces(block, cuts):
        joined = joined.merge(check.tally(piece))
    assert joined == check.tally(block)
    assert joined.sums["inside"].tolist() == inside.sum(axis=0).tolist()
    assert joined.sums["dealt"].tolist() == dealt.sum(axis=0).tolist()
    assert joined.sums["products"].tolist() == (inside.T @ inside).tolist()


def test_next_round_has_exactly_the_stated_moments():
    """All rounds of two of five cards, after three known ones: mean and covariance by enumeration."""
    cards = CardSet("five", (1,) * 5 + (0,) * 49)
    population = Population(Kind.ROUND, cards, round_cards=2)
    past = [(0, 1), (1, 2), (2, 4)]
    result = []
    for following in combinations(range(5), 2):
        dealt = np.array([*past, following], dtype=np.uint16)
        block = of_rounds(population, dealt)
        inside, origin = by_age(sequel(block, 3), dealt.astype(np.intp), np.ones(5, dtype=np.int64), 3)
        result.append(origin[-1])
    had = inside[-1]
    assert had.tolist() == [2, 1, 1]
    assert np.mean(result, axis=0) == pytest.approx(2 * had / 5)
    factor = 2 * 3 / 4
    stated = factor * (5 * np.diag(had) - np.outer(had, had)) / 25
    assert np.cov(np.transpose(result), ddof=0) == pytest.approx(stated)


@pytest.mark.parametrize("by", ["types", "copies"])
def test_statistic_has_the_mean_of_its_law(by):
    values = [judge(ReappearanceGaps(by=by, ages=4), sample(DECK, (4614, seed), 60)) for seed in range(200)]
    x2 = [result.statistic["X2"] for result in values]
    assert {result.df for result in values} == {4.0}
    assert np.mean(x2) == pytest.approx(4, abs=4 * np.sqrt(8 / 200))
    covered = np.mean([result.effect.low <= 9 / 52 <= result.effect.high for result in values])
    assert covered == pytest.approx(0.95, abs=0.06)


@pytest.mark.parametrize("by", ["types", "copies"])
def test_buffer_shows_unless_it_is_declared(by):
    block = sample(DECK, 461, 400, buffer=6)
    ideal, own = (judge(ReappearanceGaps(by=by), block, buffer) for buffer in (0, 6))
    assert ideal.p["right"] < 1e-6
    assert own.p["two_sided"] > 0.01
    assert own.law.is_a(Laws.BUFFERED_DEVICES)
    assert own.law["buffer"] == 6
    assert ideal.effect.high < 9 / 52
    assert judge(ReappearanceGaps(by=by), block, 2).p["right"] == 0.001


def test_machine_that_never_repeats_at_once_is_judged_as_declared():
    """Behind a buffer as large as a round no card of age 1 comes, in any sample."""
    block = sample(DECK, 462, 300, buffer=9)
    assert judge(ReappearanceGaps(), block, 9).p["two_sided"] > 0.01
    assert judge(ReappearanceGaps(), sample(DECK, 463, 300, buffer=8), 9).p["right"] == 0.001
    assert judge(ReappearanceGaps(), block, 8).p["right"] == 0.001


def test_simulated_machines_have_the_excess_of_sampled_ones():
    declared = replace(DECK, buffer=6)
    null = simulated_excess(declared, "copies", 3, 200, 400, 461)
    sums = [ReappearanceGaps(by="copies", ages=3).tally(sample(declared, s, 200, 6)).sums for s in range(60)]
    real = np.array([52 * each["dealt"] - 9 * each["inside"] for each in sums])
    error = real.std(axis=0) / np.sqrt(60) + null.std(axis=1) / np.sqrt(400)
    assert (np.abs(real.mean(axis=0) - null.mean(axis=1)) < 5 * error).all()


def test_gaps_of_a_fair_machine_are_geometric_and_those_of_cards_in_turn_show():
    """The number of age a among those inside falls by 1 - b/N with each age."""
    tally = ReappearanceGaps(by="copies", ages=5).tally(sample(DECK, 4614, 4000))
    ratio = tally.sums["inside"][1:] / tally.sums["inside"][:-1]
    assert ratio == pytest.approx([1 - 9 / 52] * 4, abs=0.01)
    # Sixteen cards in a ring, five at a time: every gap is three or four rounds.
    ring = np.resize(np.arange(16), 5 * 60).reshape(60, 5).astype(np.uint16)
    cards = CardSet("sixteen", (1,) * 16 + (0,) * 38)
    result = judge(ReappearanceGaps(), of_rounds(Population(Kind.ROUND, cards, round_cards=5), ring))
    assert result.p["right"] < 1e-9
    assert result.effect.value == 0
    assert result.pictures[0].values[0][:2] == (0, 0)


def test_what_says_nothing_gets_no_number():
    assert judge(ReappearanceGaps(), sample(DECK, 1, 3)).not_applicable.is_a(Sample.EXPECTED_COUNTS)
    alike = fair_block(SMALL, 40, np.random.default_rng(2))
    assert judge(ReappearanceGaps(by="copies"), alike).not_applicable.is_a(Sample.COPIES_UNKNOWN)
    assert not judge(ReappearanceGaps(), alike).not_applicable
    too_large = replace(alike, observations=sample(DECK, 1, 30).observations)
    too_few = judge(ReappearanceGaps(), too_large).not_applicable
    assert too_few == Sample.TOO_FEW(needed=LEAST_PAIRS, recorded=0, what=Counted.ROUND_PAIRS)
