"""Joint p-values of many sums, and laws of scores, against enumeration."""

from collections import Counter
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from labharness.analysis.laws.joint_minimum import EXACT_SPREAD, SumLaw, joint_tails, smallest
from labharness.analysis.laws.tails import Lattice, drawn_pairs, drawn_sum
from labharness.analysis.sampling.orders.card_groups import PAIRED, CardGroup, classes, pair_codes, scores
from labharness.model.cards import TYPES, CardSet, types

SMALL = CardSet("some", tuple([2, 1, 0, 1, 0, 0, 0, 0, 2, 1, 0, 0, 1] + [1] + [0] * 38 + [1, 0]))
"""Ten cards: two aces of spades, a deuce, a four, two nines, a ten, a king, an ace of diamonds, a joker."""


def test_the_law_of_a_score_is_that_of_all_subsets():
    for group, drawn in product([each for each in CardGroup if each not in PAIRED], [1, 3, 10]):
        each = scores(group)[types(SMALL.new_deck_order())]
        counter = Counter(int(sum(hand)) for hand in combinations(each.tolist(), drawn))
        law = drawn_sum(classes(SMALL, group), drawn)
        assert {
            v: m for v, m in zip(law.values.tolist(), law.mass.tolist(), strict=True) if m
        } == pytest.approx({value: number / comb(10, drawn) for value, number in counter.items()}), (
            group,
            drawn,
        )


def test_the_law_of_pairs_is_that_of_all_subsets():
    for group in sorted(PAIRED):
        each = pair_codes(group)[types(SMALL.new_deck_order())].tolist()
        counter = Counter(sum(a == b for a, b in combinations(hand, 2)) for hand in combinations(each, 4))
        law = drawn_pairs(classes(SMALL, group), 4)
        assert {
            v: m for v, m in zip(law.values.tolist(), law.mass.tolist(), strict=True) if m
        } == pytest.approx({value: number / comb(10, 4) for value, number in counter.items()}), group


def test_groups_have_the_cards_that_the_games_count():
    deck = np.array(CardSet.of_decks("one", 1, jokers=1).counts)
    held = {group: int(scores(group) @ deck) for group in CardGroup if group not in PAIRED}
    suits = (CardGroup.SPADES, CardGroup.DIAMONDS, CardGroup.CLUBS, CardGroup.HEARTS)
    assert held == {**dict.fromkeys(suits, 13), CardGroup.RED: 26, CardGroup.COURT: 12, CardGroup.JOKERS: 1} | {
        CardGroup.ACE: 4, CardGroup.TEN: 16, CardGroup.TEN_OR_ACE: 20, CardGroup.LOW: 20, CardGroup.HI_LO: 0,
        CardGroup.HIGH_POINTS: 8, CardGroup.ZERO_POINTS: 16, CardGroup.POINTS: 4 * 45,
    }  # fmt: skip
    assert len(scores(CardGroup.ACE)) == TYPES


def test_p_values_of_a_sum_are_twice_the_smaller_tail():
    lattice = Lattice(-1, np.array([0.2, 0.5, 0.3]))
    law = SumLaw(lattice, 4)
    chances = Counter()
    for way in product((-1, 0, 1), repeat=4):
        chances[sum(way)] += float(np.prod([lattice.mass[value + 1] for value in way]))
    for total in range(-4, 5):
        below = sum(chance for value, chance in chances.items() if value <= total)
        above = sum(chance for value, chance in chances.items() if value >= total)
        assert law.p(np.array([total]))[0] == pytest.approx(min(1, 2 * min(below, above)))
    assert law.p(np.array([-5, 5])).max() < 1e-40
    for level in (0.001, 0.01, 0.05, 0.5):
        reached = sum(chances[total] for total in range(-4, 5) if law.p(np.array([total]))[0] <= level)
        assert law.attained(level) == pytest.approx(reached)
        assert law.attained(level) <= level


def test_wide_sums_are_normal_and_join_the_exact_law():
    die = Lattice(1, np.full(12, 1 / 12))
    narrow = SumLaw(die, int(EXACT_SPREAD**2 / die.variance))
    wide = SumLaw(die, narrow.units + 1)
    assert (narrow.exact, wide.exact) == (True, False)
    # The exact law counts the whole value that was seen, so its p-value has a half more on either side.
    away = round(3.3 * narrow.spread)
    assert narrow.p(np.array([round(narrow.mean) + away]))[0] == pytest.approx(
        wide.p(np.array([round(wide.mean) + away]))[0], rel=0.02
    )
    assert wide.attained(0.003) == 0.003


def test_the_joint_p_value_is_that_of_simulation_or_booles_bound():
    coin = SumLaw(Lattice(0, np.full(2, 0.5)), 100)
    laws, random = [coin] * 50, np.random.default_rng(5)
    fair = smallest(laws, random.binomial(100, 0.5, (999, 50)))
    for heads in (60, 66, 72, 80):
        least = float(coin.p(np.array([heads]))[0])
        exact = 1 - (1 - coin.attained(least)) ** 50
        result = joint_tails(least, fair, laws)
        assert result["two_sided"] == result["right"]
        # Boole's bound of fifty independent members is nearly exact where it is small.
        assert exact * 0.7 < result["right"] < exact * 1.35 + 1e-30
        assert joint_tails(least, fair, None)["right"] >= 0.001
