"""Statistics in words: a p-value that is only a cut-off is never written as one that was computed."""

import numpy as np
import pytest

from labharness.analysis.laws.joint_minimum import MatchedCount, MatchedGamma, SumLaw
from labharness.analysis.laws.tails import rising_sequences
from labharness.language.record_sentences import statistics
from labharness.model.results import CheckResult


def written(name, value):
    return statistics(CheckResult(units=9, statistic={name: value}))


@pytest.mark.parametrize(
    ("law", "total", "expected"),
    [
        (SumLaw(rising_sequences(52), 400), 400, "smallest p < 10⁻⁴⁰"),
        (MatchedGamma(100, 100.0, 2.0), 500.0, "smallest p < 10⁻⁴⁰"),
        (MatchedCount(100, 1000.0, 30.0), 9000, "smallest p ≤ 10⁻¹⁵"),
        (MatchedCount(100, 1000.0, 30.0), 1050, "smallest p = 0.1"),
    ],
)
def test_a_total_far_beyond_its_law_is_below_a_bound(law, total, expected):
    (p,) = law.p(np.array([total]))
    assert written("smallest_p", float(p)) == expected


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("P-value +1", 0.0, "P value +1 < 10⁻⁴⁰"),
        ("cell_p", 3.2e-12, "cell p = 3.2 × 10⁻¹²"),
        ("limit_p", 0.0, "p by the limiting law < 10⁻⁴⁰"),
        ("log10_p", -51.25, "log10 p = −51.25"),
        ("p_floor", 1e-4, "p floor = 0.0001"),
    ],
)
def test_statistics_that_are_p_values_are_written_as_such(name, value, expected):
    assert written(name, value) == expected
