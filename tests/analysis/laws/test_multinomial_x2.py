"""The exact law of X² against a plain listing of all ways, and weighted sums of squares against laws known exactly."""

from itertools import product
from math import factorial, prod

import numpy as np
import pytest

from labharness.analysis.laws.multinomial_x2 import exact_x2_tails, weighted_chi_square_tails
from labharness.analysis.laws.tails import SMALLEST_P, chi_square_tails, pearson
from labharness.checks.bits.random_excursions import spectrum

SHARES = ([0.3, 0.7], [0.5, 0.25, 0.25], [0.1, 0.2, 0.3, 0.4], [0.2] * 5, [0.05, 0.1, 0.15, 0.2, 0.2, 0.3])


def listed(items, shares):
    """X² of every way to sort the items, and its chance."""
    result = []
    for counts in product(range(items + 1), repeat=len(shares)):
        if sum(counts) == items:
            ways = factorial(items) // prod(map(factorial, counts))
            chance = ways * prod(share**held for share, held in zip(shares, counts, strict=True))
            result.append((pearson(counts, items * np.array(shares)), chance))
    return np.array(result).T


def test_every_tail_is_that_of_all_ways_listed():
    for shares, items in product(SHARES, [1, 2, 5]):
        values, chances = listed(items, shares)
        for value in np.unique(values.round(9)):
            tails = exact_x2_tails(value, items, np.array(shares))
            assert tails["right"] == pytest.approx(chances[values > value - 1e-6].sum(), rel=1e-12)
            assert tails["left"] == pytest.approx(chances[values < value + 1e-6].sum(), rel=1e-12)


def test_tails_of_many_items_are_those_of_chi_square_and_keep_their_digits():
    shares = np.array([0.2, 0.15, 0.15, 0.2, 0.3])
    for value in (1.0, 4.0, 9.0, 15.0):
        exact, limit = exact_x2_tails(value, 150, shares), chi_square_tails(value, 4)
        assert exact["right"] == pytest.approx(limit["right"], abs=0.005)
    # All 500 items in the rarer of two cells: 0.1^500 is below what is reported, 0.1^40 is not.
    assert exact_x2_tails(360.0, 40, np.array([0.1, 0.9]))["right"] == pytest.approx(1e-40, rel=1e-9)
    assert exact_x2_tails(4500.0, 500, np.array([0.1, 0.9]))["right"] == 1e-50


def test_equal_weights_are_a_chi_square_law():
    for df, share in product([1, 2, 10, 37, 300], [0.1, 0.2, 0.5, 0.99, 1.0, 1.001, 1.5, 3.0, 6.0]):
        result = weighted_chi_square_tails(7 * share * df, np.full(df, 7.0))
        exact = chi_square_tails(share * df, df)
        assert result == pytest.approx(exact, rel=1e-9, abs=1e-15), (df, share)
        assert result["two_sided"] == pytest.approx(exact["two_sided"], rel=1e-9), (df, share)


def test_pairs_of_weights_are_a_sum_of_exponential_variables():
    for value in [4.0, 10.0, 18.0, 19.99, 20.0, 20.01, 30.0, 60.0, 200.0, 900.0]:
        single = np.array([4.7, 2.4, 1.4, 1.0, 0.5])
        others = [np.delete(single, place) for place in range(len(single))]
        right = sum(
            np.exp(-value / (2 * weight)) * np.prod(weight / (weight - rest))
            for weight, rest in zip(single, others, strict=True)
        )
        result = weighted_chi_square_tails(value, np.repeat(single, 2))
        assert result["right"] == pytest.approx(right, rel=1e-7), value
        assert result["left"] == pytest.approx(1 - right, rel=1e-7), value


def test_tails_fall_evenly_from_one_to_the_smallest():
    weights = spectrum()
    result = [weighted_chi_square_tails(value, weights) for value in np.geomspace(0.01, 1e6, 300)]
    assert all(p["right"] + p["left"] == pytest.approx(1) for p in result)
    right, left = [p["right"] for p in result], [p["left"] for p in result]
    assert right == sorted(right, reverse=True)
    assert left == sorted(left)
    assert (right[-1], left[0]) == (SMALLEST_P, SMALLEST_P)
