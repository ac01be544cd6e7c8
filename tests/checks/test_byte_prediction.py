"""Generators whose bytes follow from earlier ones, each caught by the check that is made for it."""

from functools import reduce

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits import byte_counts as byte_relations
from labharness.analysis.laws.tails import SMALLEST_P
from labharness.analysis.sampling.check import Tally
from labharness.checks.bits.block_repeats import BlockRepeats
from labharness.checks.bits.byte_lags import ByteLags
from labharness.checks.bits.folds import Folds
from labharness.checks.bits.long_complexity import LongComplexity
from labharness.checks.bits.truncated_congruential import TruncatedCongruential, combinations, concentration
from labharness.language.catalog import say
from labharness.testing.samples import pieces
from tests.support.raw_bytes import block, judged

ALL = (LongComplexity(), TruncatedCongruential(), Folds(), ByteLags(), BlockRepeats())


def fair(number, seed=1):
    return np.frombuffer(np.random.default_rng((13, seed)).bytes(number), dtype=np.uint8).copy()


def congruential(multiplier, increment, bits, number):
    state, result = 12345, []
    for _ in range(number):
        state = (multiplier * state + increment) % (1 << bits)
        result.append(state)
    return result


@pytest.mark.parametrize("order", ["<", ">"])
def test_low_bits_of_a_congruential_generator_are_found_in_either_byte_order(order):
    states = np.array(congruential(6364136223846793005, 1, 64, 4000), dtype=np.uint64)
    assert judged(LongComplexity(), states.astype(f"{order}u8").tobytes()).p["right"] < 1e-9


@pytest.mark.parametrize(
    ("multiplier", "increment", "bits"),
    [(1664525, 1013904223, 32), (65539, 0, 31), (25214903917, 11, 48), (6364136223846793005, 1, 64)],
    ids=["2^32", "RANDU", "drand48", "2^64"],
)
def test_leading_bytes_of_congruential_generators_lie_in_a_lattice(multiplier, increment, bits):
    top = bytes(state >> (bits - 8) for state in congruential(multiplier, increment | 1, bits, 20_000))
    result = judged(TruncatedCongruential(), top)
    assert result.p["right"] < 1e-6
    assert result.effect.value > 0.1
    assert "All bytes" in say(result.details[0])


def test_twisters_and_top_bytes_of_words_are_found():
    """MT19937 of NumPy: 19,937 bits of state in every lane of its words, at the size that the manual states."""
    words = np.random.RandomState(5).randint(0, 1 << 32, 360_000, dtype=np.uint32)
    result = judged(LongComplexity(), words.tobytes())
    assert (result.statistic["L"], result.p["two_sided"] <= SMALLEST_P * 2) == (19_937, True)
    words = np.array(congruential(1664525, 1013904223, 32, 8000), dtype="<u4") & 0xFF000000
    words |= np.random.default_rng(10).integers(0, 1 << 24, 8000).astype("<u4")
    assert "Byte 4 of every" in say(judged(TruncatedCongruential(), words.tobytes()).details[0])


def test_reduced_rows_span_the_same_lattice_and_are_short():
    random = np.random.default_rng(9)
    basis = np.eye(8, dtype=np.int64) * 97
    basis[0] = random.integers(0, 97, 8)
    basis[0, 0] = 1
    before = basis.copy()
    byte_relations.reduce_basis(basis, 0.99)
    change = np.linalg.solve(before.T.astype(float), basis.T.astype(float))
    assert np.abs(change - change.round()).max() < 1e-6
    assert round(abs(np.linalg.det(change))) == 1
    # The first row is at most 2^((n-1)/4) det^(1/n) long (Lenstra, Lenstra and Lovász, 1.9).
    assert np.sqrt((basis[0] ** 2).sum()) <= 2 ** (7 / 4) * 97 ** (7 / 8)


def test_folds_count_ones_at_their_absolute_place_and_find_a_bit_that_sticks():
    data = fair(20_000, 4)
    whole = Folds().tally(block(data))
    assert reduce(Tally.merge, map(Folds().tally, pieces(block(data), (7, 5000)))) == whole
    kept = data[:16_384].reshape(-1, 4096)
    assert np.array_equal(whole.sums["ones"], np.unpackbits(kept, axis=1).sum(axis=0))
    data = fair(1 << 19, 3)
    data[37 :: 64 * 4] |= 0x10
    result = judged(Folds(), data)
    assert (result.effect.name["bit"], result.effect.name["period"]) == (37 * 8 + 4, 256)
    assert result.p["two_sided"] < 1e-9


@pytest.mark.parametrize(("lags", "name"), [((100,), "lag"), ((2, 5), "second")])
def test_copies_and_sums_of_earlier_bytes_are_found(lags, name):
    data = fair(200_000, 5)
    for t in np.flatnonzero(np.random.default_rng(6).random(200_000) < 0.01):
        if t >= 100:
            data[t] = np.bitwise_xor.reduce(data[t - np.array(lags)])
    result = judged(ByteLags(), data)
    assert (result.effect.name[name], result.p["two_sided"] < 1e-9) == (lags[-1], True)


def test_combinations_and_equal_bytes_are_those_of_plain_loops():
    data, h = fair(3000, 2), np.array([3, -1, 2], dtype=np.int64)
    r, windows = concentration(data, h)
    values = [
        sum(int(h[i]) * (int(data[s + i + 1]) - int(data[s + i])) for i in range(3))
        for s in range(0, 3000 - 3, 4)
    ]
    assert windows == len(values)
    assert r == pytest.approx(abs(np.exp(2j * np.pi * np.array(values) / 256).mean()) ** 2 * windows)
    assert len(combinations(data, 8, 16)) == 3
    data = fair(600, 7)
    equal = [int((data[20:] == data[20 - k : 600 - k]).sum()) for k in range(1, 21)]
    assert byte_relations.equal_at_lags(data, 20).tolist() == equal
    sums = [
        int((data[4:] == (data[4 - a : 600 - a] ^ data[4 - b : 600 - b])).sum())
        for a in range(1, 4)
        for b in range(a + 1, 5)
    ]
    assert byte_relations.sums_at_lags(data, 4).tolist() == sums


@pytest.mark.parametrize(("first", "again", "length"), [(8, 9000, 8), (101, 7003, 15), (5, 30_001, 4096)])
def test_stretch_that_comes_again_at_any_place_is_found(first, again, length):
    data = fair(40_000, 8)
    data[again : again + length] = data[first : first + length]
    place, earlier = byte_relations.repeated_anchor(data)
    assert place - earlier == again - first
    assert judged(BlockRepeats(), data).violations == 1


def test_period_of_a_small_generator_is_a_repeat():
    states = np.array(congruential(65_533, 13, 16, 70_000), dtype="<u2")
    assert judged(BlockRepeats(), states.tobytes()).violations == 1
    assert judged(BlockRepeats(), states[:65_536].tobytes()).violations == 0
    assert judged(BlockRepeats(most=1 << 16), states.tobytes()).counted == 1 << 16


@pytest.mark.parametrize("check", ALL, ids=lambda each: type(each).__name__)
def test_bytes_of_a_good_generator_are_not_suspected(check):
    result = judged(check, np.random.Generator(np.random.Philox(13)).bytes(200_000))
    assert not result.violations
    assert result.p.get("two_sided", 1) > 1e-4
    assert all(say(line) for line in (result.law, *result.details))


@pytest.mark.parametrize("check", ALL, ids=lambda each: type(each).__name__)
def test_a_handful_of_bytes_gives_no_number(check):
    assert judged(check, bytes(12)).not_applicable
