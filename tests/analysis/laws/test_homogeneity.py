"""Groups of one sample are compared exactly, whatever law they share."""

import numpy as np
import pytest
from numpy.random import PCG64, Generator

from labharness.analysis.laws.tails import contingency_test, permutation_test


def labels(*sizes):
    return np.repeat(np.arange(len(sizes)), sizes)


def test_nothing_is_compared_where_nothing_varies_and_a_constant_changes_nothing():
    assert permutation_test(np.ones((8, 2)), labels(4, 4), 99, 461) is None
    assert permutation_test(np.arange(8.0).reshape(8, 1), labels(8), 99, 461) is None
    assert permutation_test(np.empty((0, 0)), labels(), 99, 461) is None
    assert contingency_test(np.array([[5, 5, 5], [0, 0, 0]])) is None
    assert contingency_test(np.array([[50, 0, 0], [60, 0, 0]])) is None
    source = Generator(PCG64(7))
    table = source.normal(size=(40, 2))
    alone = permutation_test(table, labels(20, 20), 199, 461)
    padded = permutation_test(np.column_stack([np.ones(40), table]), labels(20, 20), 199, 461)
    assert (padded.p, padded.column) == (alone.p, alone.column + 1)


def test_false_alarms_have_the_stated_rate_for_an_unfair_device_too():
    source = Generator(PCG64(461))
    array = np.array(
        [permutation_test(source.exponential(size=(30, 4)), labels(10, 20), 99, 461).p for _ in range(1000)]
    )
    for level in (0.05, 0.2):
        assert (array <= level).mean() == pytest.approx(level, abs=4 * (level / 1000) ** 0.5)


def test_the_permutation_test_counts_all_orders_of_a_small_table_and_chi_square_is_pearson_s():
    """Of the 20 ways to divide six numbers in halves, two are as uneven as this one."""
    table = np.array([[1.0], [2.0], [3.0], [7.0], [8.0], [9.0]])
    difference = permutation_test(table, labels(3, 3), 19_999, 461)
    assert difference.p == pytest.approx(0.1, abs=0.01)
    counts = np.array([[30, 40, 50], [45, 35, 40]])
    from scipy.stats import chi2_contingency

    assert contingency_test(counts).p == pytest.approx(chi2_contingency(counts).pvalue, rel=1e-12)


def test_rare_outcomes_are_joined_and_false_alarms_keep_their_rate():
    source, law = Generator(PCG64(461)), [0.3, 0.3, 0.2, 0.19, 0.006, 0.004]
    array = np.array(
        [
            contingency_test(np.stack([source.multinomial(size, law) for size in (300, 900, 60)])).p
            for _ in range(2000)
        ]
    )
    for level in (0.01, 0.05):
        assert (array <= level).mean() == pytest.approx(level, abs=5 * (level / 2000) ** 0.5)


def test_what_differs_most_is_named():
    source = Generator(PCG64(461))
    table = source.normal(size=(80, 5))
    table[40:, 3] += 2
    difference = permutation_test(table, labels(40, 40), 999, 461)
    assert (difference.p, difference.column) == (0.001, 3)
    counts = np.array([[1000, 1000, 1000, 1000], [1000, 1000, 1300, 1000]])
    difference = contingency_test(counts)
    assert difference.column == 2
    assert difference.p < 1e-5
