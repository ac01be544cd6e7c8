"""Checks that walk through sequences of bits: exact laws against plain counting, flaws that they find, limits."""

import numpy as np
import pytest
from scipy import stats

from labharness.analysis.laws.kernels.bits.bit_walks import cycles
from labharness.checks.bits import cumulative_sums, overlapping_templates, random_excursions, universal
from labharness.checks.bits.cumulative_sums import CumulativeSums
from labharness.checks.bits.overlapping_templates import OverlappingTemplates
from labharness.checks.bits.random_excursions import RandomExcursions
from labharness.checks.bits.random_excursions_variant import RandomExcursionsVariant
from labharness.checks.bits.universal import Universal
from labharness.model.reasons.decision import Sample
from tests.support.raw_bytes import fair, judged

EVERY_BYTE = np.arange(256, dtype=np.uint8).reshape(256, 1)


def bits(ones) -> bytes:
    return np.packbits(ones).tobytes()


def counted_walks(n):
    """Chances to go as far as 1, …, n + 1, by following all walks of n steps that have not yet."""
    chances = []
    for distance in range(1, n + 2):
        inside = np.zeros(2 * distance + 1)
        inside[distance] = 1
        for _ in range(n):
            inside = (np.append(inside[1:], 0) + np.append(0, inside[:-1])) / 2
            inside[[0, -1]] = 0
        chances.append(1 - inside.sum())
    return np.array(chances)


@pytest.mark.parametrize("n", [8, 104, 200])
def test_law_of_the_farthest_distance_is_exact(n):
    plain = counted_walks(n)
    distances = np.arange(1, n + 1)
    assert cumulative_sums.beyond(n, distances) == pytest.approx(plain[:-1], rel=1e-9, abs=1e-14)
    assert cumulative_sums.within(n, distances) == pytest.approx(1 - plain[1:], rel=1e-9, abs=1e-14)


def test_both_forms_of_the_law_agree_where_they_meet_and_with_nist_for_a_million_bits():
    n = 1_000_000
    edge = np.array([999, 1000, 1001])
    steps = np.diff(cumulative_sums.beyond(n, edge))
    assert steps[0] == pytest.approx(steps[1], rel=1e-3)
    assert cumulative_sums.beyond(n, edge) + cumulative_sums.within(n, edge - 1) == pytest.approx(
        np.ones(3), abs=1e-12
    )
    distances = np.array([300, 700, 1000, 1300, 2500, 4000])
    exact = cumulative_sums.beyond(1_000_000, distances)
    assert [cumulative_sums.nist(farthest, 1_000_000) for farthest in distances.tolist()] == pytest.approx(
        exact.tolist(), abs=1e-6
    )


def test_backward_is_forward_in_reverse_and_combined_distances_have_uniform_p():
    sequence = fair(125)
    turned = bits(np.unpackbits(np.frombuffer(sequence, dtype=np.uint8))[::-1])
    forward, backward = CumulativeSums(1000), CumulativeSums(1000, "backward")
    assert judged(backward, sequence).p == judged(forward, turned).p
    assert judged(backward, sequence).p != judged(forward, sequence).p
    # Mid-p-values of a lattice are not uniform; the gamma law with their moments stands in for their sum.
    check, result = CumulativeSums(sequence=104), []
    for seed in range(300):
        result.append(judged(check, fair(13 * 6, seed)).p["right"])
    assert stats.kstest(result, "uniform").pvalue > 1e-3


def test_drift_takes_the_walk_too_far_and_balanced_stretches_keep_it_too_near():
    drifting = bits(np.random.default_rng(5).random(400_000) < 0.51)
    assert judged(CumulativeSums(sequence=40_000), drifting).p["right"] < 1e-6
    random = np.random.default_rng(6)
    balanced = bits(random.permuted(np.tile(np.arange(16) % 2, (20_000, 1)), axis=1))
    assert judged(CumulativeSums(sequence=8_000), balanced).p["left"] < 1e-6


def walks_of_a_byte():
    """What cycles() finds in each of the 256 walks of eight steps."""
    return [cycles(row.reshape(1, 1)) for row in EVERY_BYTE]


def test_completed_classes_have_exact_mean_and_spread():
    """Over all walks, completed classes average their chances times the cycles, and Q its 40 less what is lost."""
    chances = np.stack([random_excursions.chances(level) for level in random_excursions.LEVELS.tolist()])
    total, cut_total, q, number = np.zeros((8, 6)), np.zeros((8, 6, 6), dtype=np.int64), 0.0, 0
    for _, _, classes, cut in walks_of_a_byte():
        count = int(classes[0].sum())
        spread, _ = random_excursions.completed(classes, cut)
        total, cut_total, number = total + spread, cut_total + cut, number + count
        q += float(((spread - count * chances) ** 2 / chances).sum())
    assert total == pytest.approx(number * chances, rel=1e-12)
    _, lost = random_excursions.completed(np.zeros((8, 6), dtype=np.int64), cut_total)
    assert q == pytest.approx(40 * number - lost, rel=1e-12)


def test_law_of_a_cycle_has_the_chances_of_each_level_and_as_many_weights_as_classes_are_free():
    law = random_excursions.side_law()
    assert law.sum() == pytest.approx(1, abs=1e-14)
    for axis in range(4):
        alone = law.sum(axis=tuple(other for other in range(4) if other != axis))
        assert alone[1:] / 2 == pytest.approx(random_excursions.chances(axis + 1)[1:], rel=1e-12)
    # 0, 1, 0 is a cycle, and so is 0, 1, 2, 1, 0.
    assert law[1, 0, 0, 0] == pytest.approx(1 / 2)
    assert law[2, 1, 0, 0] == pytest.approx(1 / 8)
    assert law[2, 2, 1, 0] == pytest.approx(1 / 32)
    assert law[1, 1:].sum() == 0
    # Of 40 free classes, 2 is visited just when 1 is more than once, on either side, and +1 when -1 is
    # not.
    weights = random_excursions.spectrum()
    assert len(weights) == 37
    assert weights.sum() == pytest.approx(40)


@pytest.mark.long
def test_weights_are_those_of_simulated_cycles():
    """Q of 50 walks, 600 times: mean 40, and the variance that the weights give."""
    answer = []
    random = np.random.default_rng(4614)
    for _ in range(600):
        result = judged(RandomExcursions(walk=2000), random.bytes(250 * 50))
        answer.append(result.statistic["Q"])
    weights = random_excursions.spectrum()
    variance = 2 * (weights**2).sum()
    assert np.mean(answer) == pytest.approx(40, abs=4 * (variance / len(answer)) ** 0.5)
    assert np.var(answer) == pytest.approx(variance, rel=0.25)


def test_bits_that_pull_back_to_zero_are_found_and_a_walk_of_few_cycles_gives_no_number():
    random, level, ones = np.random.default_rng(7), 0, []
    for chance in random.random(200_000):
        each = chance < 0.5 - 0.05 * np.sign(level)
        ones.append(each)
        level += 1 if each else -1
    data = bits(np.array(ones))
    for check in (RandomExcursions(20_000), RandomExcursionsVariant(20_000)):
        assert judged(check, data).p["right"] < 1e-6
    few = bits(np.random.default_rng(8).random(8_000) < 0.7)
    for check in (RandomExcursions(8_000), RandomExcursionsVariant(8_000)):
        assert judged(check, few).not_applicable.is_a(Sample.TOO_FEW)


@pytest.mark.parametrize(
    ("sequence", "width"), [(8080, 2), (24_232, 2), (24_240, 3), (387_832, 5), (387_840, 6), (904_960, 7)]
)
def test_width_follows_the_table(sequence, width):
    check = Universal(sequence)
    assert check.width == width
    assert check.counted >= 1000 * 2**width


def plain_moments(width, first, counted):
    """Mean and variance of the sum over all sequences of so many blocks."""
    codes = np.indices((1 << width,) * (first + counted)).reshape(first + counted, -1)
    total = np.zeros(codes.shape[1])
    for block_ in range(first, first + counted):
        distance = np.full(codes.shape[1], block_ + 1)
        for back in range(block_, 0, -1):
            distance[codes[block_ - back] == codes[block_]] = back
        total += np.log2(distance)
    return total.mean() / counted, total.var()


@pytest.mark.parametrize(("width", "first", "counted"), [(1, 3, 5), (2, 2, 5), (3, 1, 4)])
def test_expectation_is_exact(width, first, counted):
    assert universal.expectation(width, first, counted) == pytest.approx(
        plain_moments(width, first, counted)[0]
    )


@pytest.mark.parametrize("counted", [1, 2, 5])
def test_variance_is_that_of_blocks_far_from_the_start(counted):
    """With 14 blocks of one bit before them, a block is missed with chance 1/16,384."""
    assert universal.variance_of_sum(1, counted) == pytest.approx(plain_moments(1, 14, counted)[1], rel=2e-3)


def test_chances_of_overlapping_runs_are_those_of_all_short_blocks_and_not_nists(monkeypatch):
    difference = np.abs(overlapping_templates.limit() - overlapping_templates.chances())
    assert 5e-4 < difference.max() < 5e-3
    monkeypatch.setattr(overlapping_templates, "BLOCK", 16)
    overlapping_templates.chances.cache_clear()
    try:
        texts = [f"{number:016b}" for number in range(65_536)]
        result = [sum(text.startswith("1" * 9, place) for place in range(8)) for text in texts]
        plain = np.bincount(np.minimum(result, 5), minlength=6) / 65_536
        assert overlapping_templates.chances().tolist() == plain.tolist()
    finally:
        overlapping_templates.chances.cache_clear()


def test_bits_that_stick_come_again_too_soon_and_have_too_many_runs():
    sticky = bits(np.cumsum(np.random.default_rng(9).random(400_000) < 0.45) % 2 == 1)
    assert judged(Universal(sequence=24_240), sticky).p["left"] < 1e-6
    sticky = bits(np.cumsum(np.random.default_rng(9).random(800_000) < 0.48) % 2 == 1)
    assert judged(OverlappingTemplates(), sticky).p["right"] < 1e-6
