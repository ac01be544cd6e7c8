"""Tails of weighted sums of squares against known laws."""

import numpy as np
import pytest
from scipy import stats

from labharness.analysis.quadratic_forms import weighted_chi_square_tails


@pytest.mark.parametrize("df", [8, 80, 10_000])
@pytest.mark.parametrize("p", [1e-15, 1e-6, 0.01, 0.3, 0.43, 0.5, 0.9, 0.999])
def test_equal_weights_give_chi_square(df, p):
    value = stats.chi2.isf(p, df)
    tails = weighted_chi_square_tails(3 * value, np.array([3.0, 0.0]), df)
    assert tails["right"] == pytest.approx(p, rel=0.01)
    assert tails["left"] == pytest.approx(stats.chi2.cdf(value, df), rel=0.01)


def test_unequal_weights_give_what_a_simulation_finds():
    weights = np.array([3.8, 2.0, 1.0, 0.5, 0.1, 1e-6])
    sums = np.random.default_rng(461).chisquare(2, (400_000, 6)) @ weights
    for p in (0.001, 0.05, 0.5, 0.95, 0.999):
        value = float(np.quantile(sums, 1 - p))
        assert weighted_chi_square_tails(value, weights, 2)["right"] == pytest.approx(p, rel=0.03, abs=2e-4)


def test_tails_are_smooth_through_the_mean():
    weights = np.array([3.8, 2.0, 1.0, 0.5])
    values = weights.sum() * 8 + np.array([-0.1, -1e-2, -3e-3, -1e-3, -1e-5, 0, 1e-5, 1e-3, 3e-3, 1e-2, 0.1])
    right = [weighted_chi_square_tails(float(value), weights, 8)["right"] for value in values]
    slope = (right[-1] - right[0]) / (values[-1] - values[0])
    assert (np.diff(right) < 0).all()
    assert right == pytest.approx((right[5] + slope * (values - values[5])).tolist(), abs=1e-5)


def test_extremes():
    weights = np.array([1.0, 2.0])
    assert weighted_chi_square_tails(0.0, weights, 8)["left"] == 0
    assert weighted_chi_square_tails(1e-9, weights, 8)["right"] == 1
    assert weighted_chi_square_tails(1e9, weights, 8) == {"right": 0.0, "left": 1.0, "two_sided": 0.0}
