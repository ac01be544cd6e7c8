"""Checks of raw bits: counts against a plain reading bit by bit, flaws that they find, gaps and limits."""

from functools import reduce

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits.bit_counts import run_classes
from labharness.analysis.laws.kernels.bits.shift_registers import ranks
from labharness.analysis.laws.multinomial_x2 import exact_x2_tails
from labharness.analysis.laws.tails import chi_square_tails
from labharness.analysis.sampling.bits.bits import groups, patterns, remainder
from labharness.analysis.sampling.check import Tally
from labharness.checks.bits.approximate_entropy import ApproximateEntropy
from labharness.checks.bits.bit_frequency import BitFrequency
from labharness.checks.bits.block_frequency import BlockFrequency
from labharness.checks.bits.fips_140_2 import Fips1402
from labharness.checks.bits.longest_run import CLASSES, LongestRun, chances
from labharness.checks.bits.matrix_rank import MOST_EXACT, MatrixRank, chance
from labharness.checks.bits.serial_bits import SerialBits
from labharness.checks.bytes.byte_frequency import ByteFrequency
from labharness.checks.bytes.byte_mean import ByteMean
from labharness.checks.bytes.byte_pi import BytePi
from labharness.checks.bytes.byte_serial_correlation import ByteSerialCorrelation
from labharness.errors import InputError
from labharness.model.reasons.decision import Details, Sample
from labharness.testing.samples import pieces
from tests.support.raw_bytes import block, fair, judged

ALL = (
    BitFrequency(),
    BlockFrequency(),
    LongestRun(),
    MatrixRank(),
    SerialBits(),
    ApproximateEntropy(),
    ByteFrequency(),
    ByteMean(),
    BytePi(),
    ByteSerialCorrelation(),
    Fips1402(),
)


def text(data: bytes) -> str:
    return "".join(f"{byte:08b}" for byte in data)


@pytest.mark.parametrize("width", [1, 2, 3, 7, 8, 9, 11, 16])
@pytest.mark.parametrize("units", [0, 1, 2, 3, 40])
@pytest.mark.parametrize("before", [0, 1, 2, 5])
def test_patterns_are_those_of_a_plain_reading(width, units, before):
    past, data = fair(before, 4), fair(units)
    bits, first = text(past[-2:] + data), 8 * min(2, before)
    ends = range(max(first, width - 1), len(bits))
    codes = [int(bits[end - width + 1 : end + 1], 2) for end in ends]
    plain = np.bincount(np.array(codes, dtype=np.intp), minlength=1 << width)
    assert patterns(block(data, before, past), width).tolist() == plain.tolist()


def test_longest_runs_are_those_of_a_plain_reading():
    rows = np.frombuffer(fair(16 * 300), dtype=np.uint8).reshape(300, 16)
    longest = [max(map(len, text(row.tobytes()).split("0"))) for row in rows]
    first, last = CLASSES[128]
    plain = np.bincount(np.clip(longest, first, last) - first, minlength=last - first + 1)
    assert run_classes(rows, first, last).tolist() == plain.tolist()


def test_chances_of_bytes_are_those_of_all_bytes():
    every = np.arange(256, dtype=np.uint8).reshape(256, 1)
    assert run_classes(every, *CLASSES[8]).tolist() == (256 * chances(8)).tolist()


def test_ranks_of_known_matrices():
    rows = {
        32: np.uint32(1) << np.arange(32, dtype=np.uint32),
        31: np.uint32(3) << np.arange(32, dtype=np.uint32) & np.uint32(0x7FFFFFFF),
        1: np.full(32, 7, dtype=np.uint32),
        0: np.zeros(32, dtype=np.uint32),
    }
    packed = np.stack([matrix.astype(">u4").view(np.uint8) for matrix in rows.values()])
    assert ranks(packed).nonzero()[0].tolist() == sorted(rows)


def test_exact_law_of_ranks_meets_chi_square_where_it_ends():
    shares = np.array([1 - chance(31) - chance(32), chance(31), chance(32)])
    for value in (0.5, 2.0, 6.0, 14.0):
        exact, law = exact_x2_tails(value, MOST_EXACT, shares), chi_square_tails(value, 2)
        assert exact["right"] == pytest.approx(law["right"], abs=0.005)
        assert exact["right"] + exact["left"] == pytest.approx(1, abs=0.01)


def test_groups_that_a_gap_cuts_are_left_out_and_reported():
    early, late = groups(block(fair(40)), 16), groups(block(fair(40), index=40), 16)
    assert (len(early[0]), len(late[0])) == (2, 2)
    assert remainder(early[1].merge(late[1]), 16) == (Details.BITS_IN_NO_BLOCK(bits=128, length=128),)


@pytest.mark.parametrize("check", ALL, ids=lambda check: type(check).__name__)
def test_large_samples_cut_anywhere_count_the_same(check):
    whole = block(fair(3000), index=13)
    parts = [check.tally(part) for part in pieces(whole, [1, 2, 130, 131, 2047, 2999])]
    assert reduce(Tally.merge, parts) == check.tally(whole)


@pytest.mark.parametrize("check", ALL, ids=lambda check: type(check).__name__)
def test_constant_stream_is_found(check):
    assert judged(check, bytes(20_000)).p["two_sided"] < 1e-6


@pytest.mark.parametrize("check", ALL, ids=lambda check: type(check).__name__)
def test_too_few_bits_give_no_number(check):
    result = judged(check, b"\xa5\x0f")
    assert result.not_applicable.is_a(Sample.TOO_FEW, Sample.TOO_FEW_OF_SIZE)
    assert not result.p


def test_bias_shows_in_the_share_of_ones():
    biased = np.packbits(np.random.default_rng(5).random(400_000) < 0.505).tobytes()
    assert judged(BitFrequency(), biased).p["right"] < 1e-6


def test_slow_drift_shows_in_blocks_and_not_in_the_share():
    wave = 0.5 + 0.1 * np.sin(np.arange(400_000) * 2 * np.pi / 4000)
    drifting = np.packbits(np.random.default_rng(6).random(400_000) < wave).tobytes()
    assert judged(BlockFrequency(), drifting).p["right"] < 1e-6
    assert judged(BitFrequency(), drifting).p["two_sided"] > 1e-3


def test_linear_dependence_shows_in_ranks():
    """Each word of 32 bits is the exclusive or of the one before and the one eight before."""
    words = np.frombuffer(fair(4 * 8), dtype=np.uint32).tolist()
    for _ in range(20_000):
        words.append(words[-1] ^ words[-8])
    data = np.array(words, dtype=np.uint32).tobytes()
    assert judged(MatrixRank(), data).p["right"] < 1e-6


def test_sticky_bits_show_in_patterns_and_entropy():
    random = np.random.default_rng(7)
    sticky = np.packbits(np.cumsum(random.random(400_000) < 0.49) % 2 == 1).tobytes()
    assert judged(SerialBits(width=4), sticky).p["right"] < 1e-6
    assert judged(ApproximateEntropy(width=3), sticky).p["right"] < 1e-6


def test_missing_byte_value_shows():
    values = np.random.default_rng(8).integers(0, 255, 100_000).astype(np.uint8)
    assert judged(ByteFrequency(), values.tobytes()).p["right"] < 1e-6


@pytest.mark.parametrize(
    "build",
    [
        lambda: BlockFrequency(block=100),
        lambda: BlockFrequency(block=16),
        lambda: LongestRun(block=64),
        lambda: SerialBits(width=17),
        lambda: ApproximateEntropy(width=16),
    ],
)
def test_impossible_parameters_are_refused(build):
    with pytest.raises(InputError):
        build()
