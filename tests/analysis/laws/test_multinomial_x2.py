"""The exact law of X² against a plain listing of all ways, and against chi-square where many items are."""

from itertools import product
from math import factorial, prod

import numpy as np
import pytest

from labharness.analysis.laws.multinomial_x2 import exact_x2_tails
from labharness.analysis.laws.tails import chi_square_tails, pearson

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
