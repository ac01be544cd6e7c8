from math import comb, factorial

import numpy as np
import pytest
from scipy import stats

from labharness.analysis.laws.intervals import clopper_pearson, mean_effect, noncentrality, root_effect
from labharness.analysis.laws.null_samples import monte_carlo_tails, round_tables
from labharness.analysis.laws.tails import (
    SMALLEST_P,
    Lattice,
    chi_square_tails,
    counted_tails,
    equal_chances_tails,
    kept_neighbours,
    pearson,
)
from labharness.analysis.sampling.tables import group_names, groups_of, heatmap, place_table
from labharness.model.results import Axis, Tail


def test_sum_law_keeps_moments_and_tails_and_values_outside_have_the_smallest_p():
    each = kept_neighbours(52)
    many = each.times(1000)
    assert many.mean == pytest.approx(1000 * each.mean)
    assert many.variance == pytest.approx(1000 * each.variance)
    assert many.mass.sum() == pytest.approx(1)
    small = each.times(2)
    direct = np.convolve(each.mass, each.mass)
    assert small.tails(9)["right"] == pytest.approx(direct[9:].sum())
    assert small.tails(9)["left"] == pytest.approx(direct[:10].sum())
    law = Lattice(3, np.array([0.5, 0.5]))
    assert law.tails(2) == {"right": 1.0, "left": SMALLEST_P, "two_sided": 2 * SMALLEST_P}
    assert law.tails(9)["right"] == SMALLEST_P
    assert law.tails(3) == {"right": 1.0, "left": 0.5, "two_sided": 1.0}


def test_chi_square_tails_and_the_limits_of_a_share_are_those_of_scipy():
    p = chi_square_tails(2700.0, 2601)
    assert p["right"] == pytest.approx(stats.chi2.sf(2700, 2601))
    assert p["left"] == pytest.approx(1 - p["right"])
    low, high = clopper_pearson(3, 20)
    assert stats.binom.sf(2, 20, low) == pytest.approx(0.025)
    assert stats.binom.cdf(3, 20, high) == pytest.approx(0.025)
    assert clopper_pearson(0, 20)[0] == 0
    assert clopper_pearson(20, 20)[1] == 1
    assert clopper_pearson(0, 20, tail=Tail.RIGHT) == (0.0, pytest.approx(1 - 0.05**0.05))
    with pytest.raises(ValueError, match="successes"):
        clopper_pearson(3, 2)


def test_noncentrality_covers():
    random, inside = np.random.default_rng(3), 0
    for value in stats.ncx2.rvs(51, 30, size=300, random_state=random):
        low, high = noncentrality(float(value), 51)
        inside += low <= 30 <= high
    assert stats.binomtest(inside, 300, 0.95).pvalue > 0.001
    assert noncentrality(10.0, 51) == (0.0, 0.0)
    assert root_effect("w", 10.0, 51, 100).value == 0


def test_simulated_rounds_are_simple_random_samples_without_a_card_twice():
    deck = np.repeat(np.arange(4), 3)
    total = np.zeros((5, 4))

    def add(table):
        total[:] += table
        return float(table[0, 0])

    first = round_tables(deck, 50, 5, 4, add, replicates=400, seed=1)
    assert total.sum() == 50 * 5 * 400
    assert stats.chisquare(total.sum(axis=0)).pvalue > 0.001
    assert stats.chisquare(total[4]).pvalue > 0.001
    variance = 50 * 0.25 * 0.75
    assert np.var(first) == pytest.approx(variance, rel=0.3)
    again = round_tables(deck, 50, 5, 4, lambda table: float(table[0, 0]), replicates=400, seed=1)
    assert np.array_equal(first, again)
    deck = np.arange(6)
    sums = round_tables(deck, 1, 6, 6, lambda t: float(t.sum(axis=0).max()), replicates=50, seed=2)
    assert sums.max() == 1


def test_mean_effects_are_students_and_simulated_p_values_never_zero():
    effect = mean_effect("x", np.array([0, 2, 1]))
    sample = [1, 1, 2]
    low, high = stats.t.interval(0.95, 2, np.mean(sample), stats.sem(sample))
    assert (effect.value, effect.low, effect.high) == pytest.approx((4 / 3, low, high))
    assert mean_effect("x", np.array([0, 1])) is None
    p = monte_carlo_tails(9.0, np.arange(5.0))
    assert (p["right"], p["left"]) == (1 / 6, 1.0)
    assert monte_carlo_tails(4.0, np.arange(5.0))["right"] == 2 / 6


def test_places_are_grouped_evenly_and_keep_their_sum():
    assert group_names(5, 0) == ("1", "2", "3", "4", "5")
    assert group_names(52, 4) == ("1-13", "14-26", "27-39", "40-52")
    assert set(np.bincount(groups_of(53, 4)).tolist()) == {13, 14}
    table = place_table(np.array([[0, 1, 1, 0], [1, 1, 0, 0]]), 2, groups_of(4, 2))
    assert table.tolist() == [[1, 3], [3, 1]]
    table = np.ones((312, 13), dtype=np.int64)
    names = [str(place) for place in range(1, 313)]
    picture = heatmap(table, np.full(13, 0.5), (Axis.PLACE, names), (Axis.CARD, ["x"] * 13))
    assert len(picture.y) == 60
    assert (picture.y[0], picture.y[-1]) == ("1-6", "308-312")
    assert sum(map(sum, picture.values)) == 312 * 13
    assert sum(map(sum, picture.expected)) == 156 * 13


@pytest.mark.parametrize("total", [6, 7, 40])
def test_tails_of_two_equal_chances_are_sums_over_all_counts(total):
    chances = [comb(total, k) / 2**total for k in range(total + 1)]
    for seen in range(total + 1):
        away = abs(2 * seen - total)
        p = equal_chances_tails([seen, total - seen])
        assert p["right"] == pytest.approx(
            sum(c for k, c in enumerate(chances) if abs(2 * k - total) >= away)
        )
        assert p["left"] == pytest.approx(sum(c for k, c in enumerate(chances) if abs(2 * k - total) <= away))


@pytest.mark.parametrize(("total", "cells"), [(30, 3), (24, 4), (45, 3)])
def test_counts_as_expected_have_the_probability_that_they_have(total, cells):
    """Multinomial: n! / ((n/k)!^k k^n); the chi-square law says 0."""
    exact = factorial(total) / factorial(total // cells) ** cells / cells**total
    p = counted_tails([total // cells] * cells, [total / cells] * cells)
    assert p["left"] == pytest.approx(exact, rel=0.06)
    assert p["two_sided"] == pytest.approx(2 * exact, rel=0.06)


def test_equal_counts_are_not_too_regular_and_many_items_have_no_steps():
    """They come once in 490 samples of 150,000 fair coins; the chi-square law would fail each of them."""
    assert equal_chances_tails([75_000, 75_000])["left"] > 0.002
    assert equal_chances_tails([2, 4, 4])["right"] == chi_square_tails(0.8, 2)["right"]
    counts = [21_300, 21_500, 21_420, 21_430, 21_440, 21_450, 21_460]
    value = pearson(counts, np.full(7, sum(counts) / 7))
    assert counted_tails(counts, np.full(7, sum(counts) / 7)) == chi_square_tails(value, 6)
    tail = counted_tails([20, 20, 20], [20] * 3)["left"]
    assert counted_tails([[20, 20, 20]] * 2, [[20] * 3] * 2)["left"] == pytest.approx(tail**2)
