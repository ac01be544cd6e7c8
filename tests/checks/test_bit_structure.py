"""Checks of the structure of raw bits: exact laws, flaws that they find, limits, and where samples are cut."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from labharness.analysis.laws.tails import chi_square_tails
from labharness.analysis.sampling.check import Tally
from labharness.checks.bits.linear_complexity import NIST_PROGRAM, LinearComplexity, classes, joined, law
from labharness.checks.bits.non_overlapping_templates import (
    FOURTH_CUMULANTS,
    TEMPLATES,
    WIDTH,
    NonOverlappingTemplates,
    covariance,
    cumulants,
    templates,
)
from labharness.checks.bits.spectral import Spectral
from labharness.model.reasons.decision import Details
from tests.support.raw_bytes import POPULATION, block, fair, judged

SMALL = (LinearComplexity(), Spectral(sequence=8000), NonOverlappingTemplates(sequence=16_000))


@pytest.mark.parametrize("bits", [5, 8, 9])
def test_chances_of_complexities_are_those_of_all_blocks(bits):
    from labharness.analysis.laws.kernels.bits.shift_registers import complexities

    every = np.array(list(product((0, 1), repeat=bits)), dtype=np.uint8)
    data = np.packbits(every.ravel()).tobytes()
    words = np.frombuffer(data + bytes(-len(data) % 8 + 8), dtype=">u8").astype(np.uint64)
    result = np.bincount(complexities(words, 1 << bits, bits), minlength=bits + 1)
    assert result.tolist() == (law(bits) * 2**bits).tolist()


@pytest.mark.parametrize("block", [500, 501, 1000, 4999])
def test_classes_are_those_of_nist(block):
    """T = (-1)^M (L - μ) + 2/9 in the seven classes that -2.5, …, 2.5 separate (§ 2.10.4)."""
    lengths = np.arange(block + 1)
    mean = block / 2 + (9 + (-1) ** (block + 1)) / 36
    t = (-1) ** block * (lengths - mean) + 2 / 9
    place = np.searchsorted([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5], t)
    weights = np.random.default_rng(461).integers(0, 1000, block + 1)
    assert classes(weights).tolist() == np.bincount(place, weights=weights).tolist()
    assert classes(law(block)) == pytest.approx(
        [1 / 96, 1 / 32, 1 / 8, 1 / 2, 1 / 4, 1 / 16, 1 / 48], abs=1e-15
    )


def test_chances_of_nist_are_roundings_but_for_the_first_of_its_program():
    assert NIST_PROGRAM[1:] == pytest.approx(classes(law(500))[1:], abs=5e-7)
    assert NIST_PROGRAM[0] == pytest.approx(1 / 96, abs=1e-4)


@pytest.mark.parametrize("blocks", [60, 80, 200, 480, 2000])
def test_outer_classes_are_joined_until_enough_is_expected(blocks):
    expected = blocks * classes(law(500))
    starts = joined(expected)
    assert np.add.reduceat(expected, starts).min() >= 5
    assert len(starts) >= 4
    assert len(starts) == 7 or blocks < 480


@pytest.mark.parametrize("bits", [33, 500, 1001])
def test_blocks_that_are_not_whole_bytes_follow_each_other(bits):
    check, data = LinearComplexity(bits), fair(8000)
    from labharness.analysis.laws.kernels.bits.shift_registers import complexities

    whole = len(data) // check._group * check._group * 8 // bits
    unpacked = np.unpackbits(np.frombuffer(data, np.uint8))[: whole * bits].reshape(whole, bits)
    alone = np.zeros((whole, -(-bits // 64) * 8 + 8), dtype=np.uint8)
    alone[:, : -(-bits // 8)] = np.packbits(unpacked, axis=1)
    result = [int(complexities(row.view(">u8").astype(np.uint64), 1, bits)[0]) for row in alone]
    counts = check.tally(block(data)).sums["complexities"]
    assert counts.tolist() == np.bincount(result, minlength=bits + 1).tolist()


def test_a_shift_register_is_found_and_bits_outside_whole_groups_are_reported():
    bits = fair(13)[:12]
    state = [byte & 1 for byte in bits] + [1] * 20
    for _ in range(60_000):
        state.append(state[-31] ^ state[-28])
    result = judged(LinearComplexity(), np.packbits(state).tobytes())
    assert result.p["right"] <= 1e-50
    assert result.details[0] == Details.COMPLEXITIES(least=31, most=31, bits=500)
    for check in SMALL:
        assert any(line.is_a(Details.BITS_IN_NO_BLOCK) for line in judged(check, fair(20_003)).details), check


@pytest.mark.parametrize(("width", "bits"), [(2, 6), (3, 10), (4, 11), (5, 9)])
def test_covariances_are_those_of_all_blocks(width, bits):
    words = np.arange(1 << width)
    every = np.arange(1 << bits)
    counts = np.zeros((1 << bits, 1 << width))
    for place in range(bits - width + 1):
        np.add.at(counts, (every, (every >> place) & ((1 << width) - 1)), 1)
    assert covariance(words, width, bits) / 4**width == pytest.approx(np.cov(counts.T, bias=True), abs=1e-12)


def test_fourth_cumulants_follow_from_clusters_of_templates():
    """Differences of the logarithm of the pole, for all pairs at once, a tenth apart."""
    shifts = range(1, WIDTH)
    follows = [(TEMPLATES[:, None] & ((1 << (WIDTH - d)) - 1)) == TEMPLATES >> d for d in shifts]
    apart = 0.1

    def cumulant_function(first, second):
        x, y, z = np.expm1(first), np.expm1(second), np.ones((len(TEMPLATES), len(TEMPLATES)))
        for _ in range(12):
            after = sum(f * (z / 2) ** d for d, f in zip(shifts, follows, strict=True))
            both = x * y * (after + after.T)
            z = 1 - (z / 2) ** WIDTH * (x + y + both) / (1 - x * y * after * after.T)
        return -np.log(z)

    def difference(weights, function):
        middle = len(weights) // 2
        return sum(w * function((k - middle) * apart) for k, w in enumerate(weights))

    second, fourth = (1, -2, 1), (1, -4, 6, -4, 1)
    pairs = difference(second, lambda s: difference(second, lambda t: cumulant_function(s, t)))
    alone = difference(fourth, lambda s: cumulant_function(s, 0.0)).diagonal()
    total = (pairs.sum() - pairs.trace() + alone.sum()) / apart**4
    assert total == pytest.approx(FOURTH_CUMULANTS, rel=3e-4)


@pytest.mark.parametrize(("bits", "blocks"), [(2000, 30_000), (20_000, 16_000)])
def test_cumulants_are_those_of_simulated_blocks(bits, blocks):
    from labharness.analysis.laws.kernels.bits.patterns import patterns_of_nine

    random = np.random.Generator(np.random.PCG64(4614))
    unit, mean, variance, third = cumulants(bits)
    counts = patterns_of_nine(random.integers(0, 256, (blocks, bits // 8), dtype=np.uint8))[:, TEMPLATES]
    sums = ((counts - (bits - WIDTH + 1) / 512) ** 2).sum(axis=1) / unit
    assert mean == 148
    assert sums.mean() == pytest.approx(mean, abs=4 * np.sqrt(variance / blocks))
    assert sums.var() == pytest.approx(variance, rel=4 * np.sqrt(2.4 / blocks))
    ratio = stats.skew(sums) * sums.std() ** 3 / third
    assert 0.8 < ratio < 1.2 + 2 * 512 / bits


def test_templates_are_those_of_nist_of_which_two_are_nearly_one_to_the_law():
    assert [len(templates(width)) for width in range(2, 11)] == [2, 4, *(6, 12, 20, 40, 74, 148, 284)]
    assert (TEMPLATES[0], TEMPLATES[-1]) == (0b000000001, 0b111111110)
    # Ends and beginnings of runs of zeros: their counts differ by one at most, and the law knows.
    covariances = covariance(TEMPLATES, WIDTH, 125_000)
    other = TEMPLATES.tolist().index(0b100000000)
    assert covariances[0, other] / covariances[0, 0] > 0.9999
    assert cumulants(125_000)[2] / (2 * len(TEMPLATES)) > 1.6


@pytest.mark.long
@pytest.mark.parametrize(("size", "sequences"), [(1000, 40_000), (8000, 8000)])
def test_mean_and_variance_of_the_spectrum(size, sequences):
    check = Spectral(sequence=size)
    rows = np.random.Generator(np.random.PCG64(461)).integers(0, 256, (sequences, size // 8), dtype=np.uint8)
    transform = np.fft.rfft(2.0 * np.unpackbits(rows, axis=1) - 1, axis=1)[:, :-1]
    numbers = (transform.real**2 + transform.imag**2 < size * np.log(20)).sum(axis=1)
    tally = Tally({"read": np.array(size // 8), "groups": np.array(1), "below": np.array(0)})
    unit = abs(-0.475 * size / check.judge(tally, POPULATION).statistic["z"])
    assert numbers.mean() == pytest.approx(0.475 * size, abs=4 * unit / np.sqrt(sequences) + 0.02)
    assert numbers.var() == pytest.approx(unit**2, rel=4 * np.sqrt(2 / sequences) + 0.006)
    # NIST's variance would be rejected.
    nist = 0.05 * 0.95 * size / 4
    assert stats.chi2.sf(sequences * numbers.var() / nist, sequences) < 0.01


def test_sequences_are_judged_together_and_a_hum_is_found():
    """Half of the bits follow a square wave of 50 bits."""
    random = np.random.default_rng(6)
    bits = random.integers(0, 2, 800_000)
    wave = (np.arange(len(bits)) // 25) % 2
    humming = np.where(random.random(len(bits)) < 0.5, wave, bits)
    assert judged(Spectral(sequence=100_000), np.packbits(humming).tobytes()).p["two_sided"] < 1e-6
    data = fair(25_000)
    once, twice = (judged(Spectral(sequence=100_000), data[:size]) for size in (12_500, 25_000))
    assert twice.statistic["expected"] == 2 * once.statistic["expected"]
    assert (once.statistic["sequences"], twice.statistic["sequences"]) == (1, 2)


def test_a_favored_template_is_named_and_the_worst_counts_all():
    """In one place out of 300 bits a template is written over fair bits."""
    bits = np.unpackbits(np.frombuffer(fair(60_000), dtype=np.uint8))
    for place in range(0, len(bits) - 9, 300):
        bits[place : place + 9] = [0, 1, 1, 0, 1, 0, 1, 1, 1]
    result = judged(NonOverlappingTemplates(sequence=160_000), np.packbits(bits).tobytes())
    assert result.details[0]["template"] == "011010111"
    assert result.details[0]["templates"] == 148
    assert result.p["right"] < 1e-6
    result = judged(NonOverlappingTemplates(sequence=16_000), fair(2000))
    least = chi_square_tails(result.statistic["largest X2"], 8)
    assert result.details[0]["p"] == pytest.approx(min(1.0, len(TEMPLATES) * least["right"]))
    assert 0 < least["right"] < 1
