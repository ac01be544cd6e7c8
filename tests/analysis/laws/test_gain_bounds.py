"""Bounds on gains hold as often as they say, whatever the device does."""

import numpy as np
import pytest
from numpy.random import PCG64, Generator
from scipy.stats import binomtest, t

from labharness.analysis.laws.gain_bounds import (
    LEVEL,
    excess_bounds,
    largest_departure,
    mean_bound,
    predicted_bound,
)
from labharness.model.reasons.game import Gains
from labharness.model.results import Gainer, GainUnit


def largest_excess(counts, chances, trials, inflation=1.0):
    """Return the largest excess of a chance: estimate and simultaneous bound, as shares."""
    points = excess_bounds(Gainer.SIDE, Gains.OUTCOME_OF_GAME(), counts, chances, trials, inflation)[0]
    return points.estimate / 100, points.upper / 100


def test_each_limit_is_clopper_and_pearson_s_at_the_shared_level():
    estimate, upper = largest_excess([30, 50, 40], [1 / 3] * 3, 120)
    exact = binomtest(50, 120, alternative="less").proportion_ci(1 - 0.05 / 3).high
    assert estimate == pytest.approx(50 / 120 - 1 / 3)
    assert upper == pytest.approx(exact - 1 / 3, rel=1e-9)
    assert largest_excess([0, 9], [0.5, 0.5], 9)[1] == 0.5


@pytest.mark.parametrize(
    "chances", [[1 / 7] * 7, [0.2, *[0.8 / 6] * 6], [0.4586, 0.4462, 0.0952], [0.01, 0.99]]
)
def test_the_largest_excess_is_covered_at_the_stated_level(chances):
    source, fair = Generator(PCG64(461)), np.full(len(chances), 1 / len(chances))
    true = float((np.array(chances) - fair).max())
    samples = source.multinomial(500, chances, size=2000)
    covered = np.mean([largest_excess(each, fair, 500)[1] >= true for each in samples])
    assert covered >= LEVEL - 3 * (LEVEL * (1 - LEVEL) / 2000) ** 0.5


def test_dependent_trials_count_as_fewer():
    """Units of four equal outcomes have four times the variance of independent ones."""
    source, fair = Generator(PCG64(461)), np.array([0.5, 0.5])
    covered = {1.0: 0, 4.0: 0}
    for hits in source.binomial(100, 0.5, size=2000).tolist():
        for inflation in covered:
            counts = [4 * hits, 400 - 4 * hits]
            covered[inflation] += largest_excess(counts, fair, 400, inflation)[1] >= 0
    assert covered[4.0] / 2000 >= LEVEL
    assert largest_excess([220, 180], fair, 400, 4.0)[1] > largest_excess([220, 180], fair, 400)[1]


def test_money_is_bounded_by_the_outcome_that_is_worth_most():
    points, cents = excess_bounds(
        Gainer.SIDE, Gains.OUTCOME_OF_GAME(), [480, 450, 70], [0.46, 0.45, 0.09], 1000
    )
    assert (points.unit, cents.unit, points.cells) == (GainUnit.POINTS, GainUnit.CENTS, 3)
    assert points.estimate == pytest.approx(2.0)
    assert cents.estimate == pytest.approx(10_000 * (0.48 / 0.46 - 1))
    tie = binomtest(70, 1000, alternative="less").proportion_ci(1 - 0.05 / 3).high
    assert cents.upper == pytest.approx(max(cents.upper, 10_000 * (tie / 0.09 - 1)))


def test_means_and_departures_have_the_limits_of_student_and_of_clopper_and_pearson():
    values = Generator(PCG64(461)).normal(size=40)
    mean, upper = mean_bound(40, values.sum(), (values**2).sum())
    assert mean == pytest.approx(values.mean())
    assert upper == pytest.approx(values.mean() + t.ppf(0.95, 39) * values.std(ddof=1) / 40**0.5)
    estimate, most = largest_departure([2, 30], [4 / 52, 4 / 52], 260, 8)
    few, many = (binomtest(seen, 260).proportion_ci(1 - 0.05 / 8) for seen in (2, 30))
    assert estimate == pytest.approx(4 / 52 - 2 / 260)
    assert most == pytest.approx(max(4 / 52 - few.low, many.high - 4 / 52), rel=1e-9)
    assert largest_departure([0], [0.25], 20, 1)[1] >= 0.25


@pytest.mark.parametrize("chances", [[4 / 52] * 16, [0.0, *[4 / 52] * 15], [0.05, *[0.1] * 15]])
def test_the_largest_departure_is_covered_at_the_stated_level(chances):
    source, fair = Generator(PCG64(461)), np.full(16, 4 / 52)
    true = float(np.abs(np.array(chances) - fair).max())
    samples = source.binomial(260, chances, size=(2000, 16))
    covered = np.mean([largest_departure(each, fair, 260, 16)[1] >= true for each in samples])
    assert covered >= LEVEL - 3 * (LEVEL * (1 - LEVEL) / 2000) ** 0.5


@pytest.mark.parametrize("gain", [0.0, 0.05, 0.5])
def test_the_chance_of_guesses_that_learn_is_covered(gain):
    """A hit makes the next hit likelier, so that the mean chance depends on the sample itself."""
    source, trials = Generator(PCG64(461)), 400
    hits, chances, last = np.zeros(2000), np.zeros(2000), np.zeros(2000)
    for _ in range(trials):
        chance = 1 / 7 + gain * last
        last = (source.random(2000) < chance).astype(float)
        hits += last
        chances += chance
    covered = np.mean(
        [
            predicted_bound(int(seen), trials, 1 / 7) >= true / trials
            for seen, true in zip(hits, chances, strict=True)
        ]
    )
    assert covered >= LEVEL


def test_a_bound_on_guesses_that_learn_is_wider_than_one_on_independent_trials():
    independent = binomtest(21_429, 150_000, alternative="less").proportion_ci(LEVEL).high
    assert independent < predicted_bound(21_429, 150_000, 1 / 7) < 1 / 7 + 0.0025
    assert predicted_bound(100, 100, 1 / 7) == 1.0
    assert predicted_bound(0, 100, 1 / 7) > 0
