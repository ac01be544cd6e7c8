"""Counts of outcomes: the left tail of a statistic whose counts go in steps."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from labharness.analysis.sampling.outcomes.outcome_counts import OutcomeTotals
from labharness.model.reasons.register import Laws

HALVES = {"red": Fraction(1, 2), "black": Fraction(1, 2)}


def judged(red, items):
    counts = np.array([red, items - red])
    return OutcomeTotals(HALVES, counts, items).judge(item="hands", chances=Laws.DETERMINANT(), details=())


@pytest.mark.parametrize("off", [0, 1, 3, 10])
def test_the_left_tail_of_two_classes_is_that_of_the_counts(off):
    items = 2_000
    exact = binom.cdf(1_000 + off, items, 0.5) - binom.cdf(1_000 - off - 1, items, 0.5)

    assert judged(1_000 + off, items).p["left"] == pytest.approx(exact, rel=2e-3)


def test_counts_exactly_as_expected_are_no_evidence_also_where_outcomes_of_a_unit_depend():
    result = judged(10_000, 20_000)
    assert result.statistic["X2"] == 0
    assert result.p["right"] == 1
    assert result.p["two_sided"] > 0.01
    covariance = np.array([[5.0, -5.0], [-5.0, 5.0]]) * 0.94  # of 20 outcomes, 6% below independent ones
    result = OutcomeTotals(HALVES, np.array([10_000, 10_000]), 1_000, 20).judge(
        item="hands",
        chances=Laws.DETERMINANT(),
        details=(),
        covariance=covariance,
        simulation=Laws.COVARIANCE_OF_LOADS(seed=1),
    )
    assert result.p["two_sided"] > 0.01
