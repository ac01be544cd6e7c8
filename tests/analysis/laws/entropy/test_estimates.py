"""What the estimates make of sources whose entropy is known, and where they are silent."""

from math import exp, log2

import numpy as np
import pytest

from labharness.analysis.laws.entropy import bit_estimates
from labharness.analysis.laws.entropy.bit_estimates import no_longer_run, prediction, upper
from labharness.analysis.laws.entropy.estimates import assess, bit_string, estimates

RANDOM = np.random.default_rng(4614)


@pytest.mark.parametrize("share", [0.5, 0.6, 0.8, 0.95])
def test_independent_bits_are_assessed_at_no_more_than_they_have_and_no_less_than_half(share):
    bits = (RANDOM.random(200_000) < share).astype(np.uint8)
    true = -log2(max(share, 1 - share))
    entropy = assess(bits, 1).entropy
    assert 0.5 * true <= entropy <= true


def test_constant_counter_and_period_have_no_entropy_and_short_samples_leave_out_what_needs_more():
    assert assess(np.full(20_000, 3, dtype=np.uint8), 8).entropy == 0
    counter = np.resize(np.arange(256, dtype=np.uint8), 20_000)
    assert assess(counter, 8).entropy < 0.05
    period = np.resize(RANDOM.integers(0, 2, 96).astype(np.uint8), 20_000)
    assert assess(period, 1).entropy < 0.05
    bits = RANDOM.integers(0, 2, 1000).astype(np.uint8)
    assert {"compression", "MultiMCW"}.isdisjoint(estimates(bits, 2))
    assert "t-tuple" not in estimates(RANDOM.permutation(256).astype(np.uint8), 256)


def test_bits_of_samples_come_highest_first_and_two_values_are_read_as_bits_whatever_they_are():
    samples = np.array([0b110, 0b001], dtype=np.uint8)
    assert bit_string(samples, 3).tolist() == [1, 1, 0, 0, 0, 1]
    assert bit_string(samples, 8).tolist() == np.unpackbits(samples).tolist()
    bits = RANDOM.integers(0, 2, 10_000).astype(np.uint8)
    as_bytes = np.where(bits, 200, 17).astype(np.uint8)
    assert assess(as_bytes, 8).original == assess(bits, 1).original
    assert not assess(as_bytes, 8).bitstring


@pytest.mark.parametrize(("chance", "run", "trials"), [(0.5, 3, 12), (0.3, 2, 30), (0.9, 20, 60)])
def test_chance_of_no_longer_run_against_a_chain_of_states(chance, run, trials):
    states = np.zeros(run)
    states[0] = 1
    for _ in range(trials):
        states = np.concatenate(([(1 - chance) * states.sum()], chance * states[:-1]))
    # Feller's formula is asymptotic, and within a thousandth at these few trials.
    assert exp(no_longer_run(chance, run, trials)) == pytest.approx(states.sum(), rel=2e-3)


def test_predictions_bound_by_share_by_run_and_by_chance():
    assert prediction(500_000, 19, 1_000_000, 2) == pytest.approx(-log2(upper(0.5, 1_000_000)))
    assert prediction(500_000, 400, 1_000_000, 2) < 0.1
    assert prediction(0, 0, 1000, 2) == 1
    assert prediction(0, 0, 1000, 256) == pytest.approx(-log2(1 - 0.01 ** (1 / 1000)))
    assert prediction(1000, 1000, 1000, 2) == 0


def test_distance_is_the_sum_of_the_standard():
    """§ 6.3.4 step 7 as printed, two sums over t and u."""
    chance, known, blocks = 0.03, 10, 80

    def weight(t, u):
        inner = chance**2 * (1 - chance) ** (u - 1)
        return inner if u < t else chance * (1 - chance) ** (t - 1)

    printed = sum(log2(u) * weight(t, u) for t in range(known + 1, blocks + 1) for u in range(1, t + 1))
    distance = bit_estimates.distance(chance, known, np.log2(np.arange(1, blocks + 1)))
    assert distance == pytest.approx(printed / (blocks - known), rel=1e-12)
