"""Permutations, further tests, health and restarts: laws and cutoffs."""

import bz2
import itertools

import numpy as np
import pytest
from scipy import stats

from labharness.analysis.laws.entropy import chi_square
from labharness.analysis.laws.entropy.estimates import FALSE_ALARM, cutoff, matrix, standard_cutoff
from labharness.analysis.laws.entropy.health import repetition_cutoff, repetitions
from labharness.analysis.laws.entropy.permutation import ENOUGH, LEVEL, SMALL, Order, compressed, permuted


def test_steps_of_the_sequential_p_value_are_its_chances():
    """The p-value takes the values ENOUGH/l and k/(R + 1), and each step is the chance of the value above it."""
    replicates = 60
    early = [Order(0.0, "", each, ENOUGH, ()).chance for each in range(ENOUGH, replicates + 1)]
    late = [Order(0.0, "", replicates, larger, ()).chance for larger in range(ENOUGH - 1, -1, -1)]
    steps = [*early, *late]
    assert steps[0][0] == 1
    assert steps[-1] == (1 / (replicates + 1), 0)
    assert all(now[1] == pytest.approx(after[0]) for now, after in itertools.pairwise(steps))


@pytest.mark.long
def test_p_values_of_fair_samples_are_uniform():
    random = np.random.default_rng(461)
    within = np.random.default_rng(8).random(150)
    spread = []
    for seed in range(150):
        high, low = permuted(random.integers(0, 4, 1000).astype(np.uint8), 40, (seed,)).chance
        spread.append(low + within[seed] * (high - low))
    assert stats.kstest(spread, "uniform").pvalue > 0.001


@pytest.mark.parametrize("size", [2, 4])
def test_chi_square_laws_hold_where_cells_are_full(size):
    random = np.random.default_rng(461)
    independent = chi_square.bits_independent if size == 2 else chi_square.pairs_independent
    result = {independent: [], chi_square.fit: []}
    for _ in range(300):
        symbols = random.choice(size, 4000, p=np.arange(1, size + 1) / sum(range(1, size + 1))).astype(
            np.uint8
        )
        share = np.bincount(symbols, minlength=size) / len(symbols)
        for test, values in result.items():
            values.append(chi_square.p_value(*test(symbols, share)))
    for values in result.values():
        assert stats.kstest(values, "uniform").pvalue > 0.001


def test_drifts_and_copies_are_out_of_order_and_seen_by_further_tests():
    random = np.random.default_rng(461)
    drift = (random.random(3000) * np.linspace(200, 255, 3000)).astype(np.uint8)
    copied = random.integers(0, 256, 3000).astype(np.uint8)
    copied[1::2] = copied[::2]
    for samples in (drift, copied):
        assert permuted(samples, 199, (1,)).chance[0] == 1 / 200
    assert "periodicity at 1" in permuted(copied, 199, (1,)).open
    assert permuted(np.full(3000, 5, dtype=np.uint8), 199, (1,)) is None
    random = np.random.default_rng(461)
    fair = random.integers(0, 16, 20_000).astype(np.uint8)
    copied = np.repeat(fair[::2], 2)
    drifting = (random.random(20_000) * np.linspace(12, 16, 20_000)).astype(np.uint8)
    again = np.concatenate((fair[:10_000], fair[:10_000]))
    assert min(chi_square.further(fair).independence, chi_square.further(fair).fit) > chi_square.LEVEL
    assert chi_square.further(copied).independence < chi_square.LEVEL
    assert chi_square.further(drifting).fit < chi_square.LEVEL
    assert chi_square.further(again).repeat < chi_square.LEVEL
    assert chi_square.further(fair).repeat > chi_square.LEVEL


def test_repetitions_alarm_once_a_run_and_small_texts_compress_alike_in_small_blocks():
    random = np.random.default_rng(461)
    for size in (1000, SMALL // 4):
        samples = random.integers(0, 256, size).astype(np.uint8)
        text = " ".join(map(str, samples.tolist())).encode()
        assert compressed(samples) == len(bz2.compress(text, LEVEL))
    assert repetition_cutoff(1.0, 20) == 21
    samples = np.array([0] * 25 + [1] * 21 + [0] * 20, dtype=np.uint8)
    assert repetitions(samples, 21).tolist() == [20, 45]


def test_restart_cutoff_holds_its_level_and_the_standards_does_not():
    """The commonest of 256 equally likely bytes in 1,000 comes more often than the standard's cutoff allows."""
    random = np.random.default_rng(461)
    largest, letter = cutoff(8.0, 1000, 8), standard_cutoff(8.0, 1000)
    above = [0, 0]
    for _ in range(20):
        lines = random.integers(0, 256, (2000, 1000)) + 256 * np.arange(2000)[:, np.newaxis]
        most = np.bincount(lines.ravel(), minlength=512_000).max()
        above[0] += most > largest
        above[1] += most > letter
    assert above[0] <= 1
    assert above[1] >= 10
    assert FALSE_ALARM == 0.01


def test_matrix_is_read_by_rows_and_by_columns():
    random = np.random.default_rng(461)
    table = random.integers(0, 256, (60, 60)).astype(np.uint8)
    result, turned = matrix(table.ravel(), 8), matrix(table.T.ravel(), 8)
    assert (result.rows, result.columns) == (turned.columns, turned.rows)
    assert result.most == turned.most < 10
    table[:, 7] = 9
    assert matrix(table.ravel(), 8).most == matrix(table.T.ravel(), 8).most == 60
