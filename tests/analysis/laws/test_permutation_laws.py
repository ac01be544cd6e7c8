"""Exact laws against full enumeration, known moments and published figures."""

from collections import Counter
from itertools import permutations, product
from math import comb, sqrt

import numpy as np
import pytest

from labharness.analysis.laws import multiset_laws, permutation_laws
from labharness.analysis.laws.order_statistics import (
    count_cycles,
    count_fixed,
    count_guessed,
    count_inversions,
    count_kept,
    count_rising,
    count_successions,
    count_valleys,
    longest_rise,
    packet_length,
)
from labharness.analysis.laws.tails import EXACT_SPREAD, kept_neighbours, rising_sequences
from labharness.analysis.sampling.orders.faces import face_counts, face_of_types
from labharness.analysis.sampling.orders.order_checks import compare_sum
from labharness.model.cards import CardSet
from labharness.model.reasons.register import Laws
from labharness.model.results import PerShuffle

H52 = sum(1 / k for k in range(1, 53))


def every_order(cards):
    return np.array(list(permutations(range(cards))), dtype=np.intp)


def same(law, values):
    counts, total = Counter(values.tolist()), len(values)
    assert min(counts) >= law.first
    assert max(counts) < law.first + len(law.mass)
    for value, mass in zip(law.values.tolist(), law.mass.tolist(), strict=True):
        assert mass == pytest.approx(counts[value] / total, abs=1e-13)


LAWS = [
    (permutation_laws.valleys, count_valleys),
    (permutation_laws.valleys, lambda rows: count_valleys(rows, "output", "peaks")),
    (permutation_laws.valleys, lambda rows: count_valleys(rows, "inverse")),
    (permutation_laws.cycles, count_cycles),
    (permutation_laws.cycles, lambda rows: count_guessed(rows, "direction")),
    (permutation_laws.cycles, lambda rows: count_guessed(rows, "next")),
    (permutation_laws.inversions, count_inversions),
    (permutation_laws.longest_increasing, longest_rise),
    (permutation_laws.longest_increasing, lambda rows: longest_rise(rows, "decreasing")),
    (permutation_laws.longest_packet, packet_length),
    (lambda cards: permutation_laws.kept_places(cards, cards), count_fixed),
    (lambda cards: permutation_laws.kept_places(cards, 1), lambda rows: (rows[:, 0] == 0).astype(int)),
    (rising_sequences, count_rising),
    (kept_neighbours, count_kept),
]


def test_exact_law_equals_enumeration():
    for (law, value), cards in product(LAWS, range(1, 8)):
        same(law(cards), value(every_order(cards)))


def test_law_of_successions_holds_at_every_lag():
    for lag, reading in product([-5, -2, -1, 1, 2, 3, 4, 5], ["output", "inverse"]):
        rows = every_order(7)
        same(permutation_laws.successions(7, lag), count_successions(rows, lag, reading))


def test_laws_of_a_deck_have_the_known_moments_and_values():
    n = 52
    known = [
        (permutation_laws.valleys(n), (n - 2) / 3, 2 * (n + 1) / 45),
        (permutation_laws.kept_places(n, n), 1, 1),
        (permutation_laws.successions(n, 1), (n - 1) / n, (n * n - n - 1) / n**2),
        (permutation_laws.successions(n, -4), (n - 4) / n, None),
        (permutation_laws.inversions(n), n * (n - 1) / 4, n * (n - 1) * (2 * n + 5) / 72),
        (permutation_laws.cycles(n), H52, H52 - sum(1 / k**2 for k in range(1, n + 1))),
        (permutation_laws.longest_increasing(52), 11.566371, 1.978826),
        (rising_sequences(n), (n + 1) / 2, (n + 1) / 12),
        (kept_neighbours(n), 2 * (n - 1) / n, None),
    ]
    for law, mean, variance in known:
        assert law.mass.sum() == pytest.approx(1, abs=1e-12)
        assert law.mean == pytest.approx(mean, rel=1e-7)
        assert variance is None or law.variance == pytest.approx(variance, rel=1e-6)
    mass = permutation_laws.longest_increasing(52).mass
    known = ".000125 .005020 .049098 .171606 .279614 .256379 .150900 .062367 .019232 .004613 .000887 .000140"
    assert [f"{value:.6f}"[1:] for value in mass[6:18]] == known.split()
    rows = np.random.default_rng(1).permuted(np.tile(np.arange(52), (40_000, 1)), axis=1)
    law, result = permutation_laws.longest_packet(52), packet_length(rows)
    assert result.mean() == pytest.approx(law.mean, abs=4 * sqrt(law.variance / len(rows)))


@pytest.mark.parametrize("counts", [(2, 2), (1, 3), (1, 1, 1, 1), (4, 1, 2), (2, 2, 2), (3, 3), (3, 2, 1, 1)])
def test_laws_of_alike_cards_equal_enumeration(counts):
    deck = np.repeat(np.arange(len(counts)), counts)
    rows = deck[every_order(len(deck))]
    same(multiset_laws.runs(counts), 1 + (np.diff(rows, axis=1) != 0).sum(axis=1))
    follow = ((rows[:, :-1] + 1) % len(counts) == rows[:, 1:]).sum(axis=1)
    same(multiset_laws.type_successions(counts), follow)
    same(multiset_laws.type_matches(counts), (rows == deck).sum(axis=1))


def test_wide_sums_pass_over_to_the_normal_law_and_their_pictures_are_grouped():
    inversions = permutation_laws.inversions(52)
    n = int(EXACT_SPREAD**2 / inversions.variance)
    total = round(n * inversions.mean + 3 * sqrt(n * inversions.variance))
    exact, law = inversions.sum_tails(n, total)
    limit, other = inversions.sum_tails(n + 1, total + round(inversions.mean))
    assert (law, other) == (Laws.EXACT_SUM(units=n), Laws.NORMAL_EXACT())
    assert exact["right"] == pytest.approx(limit["right"], rel=0.02)
    counts = np.bincount([600, 663, 664, 700], minlength=1327)
    (picture,) = compare_sum(counts, 0, inversions, PerShuffle.INVERSIONS).pictures
    assert len(picture.x) <= 60
    assert sum(picture.values[0]) == 4
    assert sum(picture.expected[0]) == pytest.approx(4, abs=0.1)


def test_runs_of_decks_have_the_known_moments_and_faces_of_jokers_their_counts():
    colors, shoe = multiset_laws.runs((26, 26)), multiset_laws.runs((8,) * 52)
    assert (colors.mean, round(colors.variance, 4)) == (pytest.approx(27), 12.7451)
    assert (416 - shoe.mean, round(shoe.variance, 2)) == (pytest.approx(7), 6.88)
    follow = multiset_laws.type_successions((8,) * 52)
    assert (follow.mean, follow.variance) == (pytest.approx(8), pytest.approx(7.92, abs=0.08))
    assert colors.mass[0] == pytest.approx(2 / comb(52, 26), rel=1e-12)
    cards = CardSet.of_decks("one deck and two jokers", 1, jokers=2)
    assert face_counts(cards, "color") == (26, 26, 2)
    assert face_counts(cards, "suit") == (13, 13, 13, 13, 2)
    assert face_counts(cards, "rank") == (4,) * 13 + (2,)
    assert len(set(face_of_types("card").tolist())) == 54
