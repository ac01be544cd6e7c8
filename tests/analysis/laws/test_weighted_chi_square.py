"""Weighted sums of squares against laws that are known exactly."""

from itertools import product

import numpy as np
import pytest

from labharness.analysis.laws.multinomial_x2 import weighted_chi_square_tails
from labharness.analysis.laws.tails import SMALLEST_P, chi_square_tails
from labharness.checks.bits.random_excursions import spectrum


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
