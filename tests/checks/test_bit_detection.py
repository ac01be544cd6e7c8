"""Checks of raw bits: counts against a plain reading bit by bit, flaws that they find, gaps and limits."""

from functools import reduce
from itertools import product

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits.bit_counts import run_classes
from labharness.analysis.laws.multinomial_x2 import exact_x2_tails
from labharness.analysis.laws.tails import chi_square_tails
from labharness.analysis.sampling.bits import groups, patterns, remainder
from labharness.analysis.sampling.check import Tally
from labharness.checks.bits.approximate_entropy import ApproximateEntropy
from labharness.checks.bits.bit_frequency import BitFrequency
from labharness.checks.bits.block_frequency import BlockFrequency
from labharness.checks.bits.cumulative_sums import CumulativeSums
from labharness.checks.bits.fips_140_2 import Fips1402
from labharness.checks.bits.linear_complexity import LinearComplexity
from labharness.checks.bits.longest_run import CLASSES, LongestRun, chances
from labharness.checks.bits.matrix_rank import MOST_EXACT, MatrixRank, chance
from labharness.checks.bits.non_overlapping_templates import NonOverlappingTemplates
from labharness.checks.bits.overlapping_templates import OverlappingTemplates
from labharness.checks.bits.random_excursions import RandomExcursions
from labharness.checks.bits.random_excursions_variant import RandomExcursionsVariant
from labharness.checks.bits.serial_bits import SerialBits
from labharness.checks.bits.spectral import Spectral
from labharness.checks.bits.universal import Universal
from labharness.checks.bytes.byte_frequency import ByteFrequency
from labharness.checks.bytes.byte_mean import ByteMean
from labharness.checks.bytes.byte_pi import BytePi
from labharness.checks.bytes.byte_serial_correlation import ByteSerialCorrelation
from labharness.model.reasons.decision import Details, Sample
from labharness.testing.samples import pieces
from tests.support.raw_bytes import block, fair, judged

LEVELING = (RandomExcursions(walk=1000), RandomExcursionsVariant(walk=1000))
"""A constant stream never comes back to where it began: it has nothing to count."""
ALL = (
    *(BitFrequency(), BlockFrequency(), LongestRun(), MatrixRank(), SerialBits(), ApproximateEntropy()),
    *(ByteFrequency(), ByteMean(), BytePi(), ByteSerialCorrelation(), Fips1402(), OverlappingTemplates()),
    *(LinearComplexity(), Spectral(sequence=8000), NonOverlappingTemplates(sequence=16_000)),
    *(CumulativeSums(1000), CumulativeSums(1000, "backward"), Universal(sequence=8080), *LEVELING),
)


def text(data: bytes) -> str:
    return "".join(f"{byte:08b}" for byte in data)


def test_patterns_are_those_of_a_plain_reading():
    for width, units, before in product((1, 2, 3, 7, 8, 9, 11, 16), (0, 1, 2, 3, 40), (0, 1, 2, 5)):
        past, data = fair(before, 4), fair(units)
        bits, first = text(past[-2:] + data), 8 * min(2, before)
        ends = range(max(first, width - 1), len(bits))
        codes = [int(bits[end - width + 1 : end + 1], 2) for end in ends]
        plain = np.bincount(np.array(codes, dtype=np.intp), minlength=1 << width)
        assert patterns(block(data, before, past), width).tolist() == plain.tolist(), (width, units, before)


def test_exact_laws_of_ranks_and_bytes_meet_enumeration_and_chi_square():
    every = np.arange(256, dtype=np.uint8).reshape(256, 1)
    assert run_classes(every, *CLASSES[8]).tolist() == (256 * chances(8)).tolist()
    shares = np.array([1 - chance(31) - chance(32), chance(31), chance(32)])
    for value in (0.5, 2.0, 6.0, 14.0):
        exact, law = exact_x2_tails(value, MOST_EXACT, shares), chi_square_tails(value, 2)
        assert exact["right"] == pytest.approx(law["right"], abs=0.005)
        assert exact["right"] + exact["left"] == pytest.approx(1, abs=0.01)


def test_groups_that_a_gap_cuts_are_left_out_and_reported():
    early, late = groups(block(fair(40)), 16), groups(block(fair(40), index=40), 16)
    assert (len(early[0]), len(late[0])) == (2, 2)
    assert remainder(early[1].merge(late[1]), 16) == (Details.BITS_IN_NO_BLOCK(bits=128, length=128),)


def test_large_samples_cut_anywhere_count_the_same():
    whole = block(fair(9000), index=13)
    parts = list(pieces(whole, [1, 2, 130, 131, 1000, 2047, 2048, 4100, 8999]))
    for check in ALL:
        assert reduce(Tally.merge, map(check.tally, parts)) == check.tally(whole), check


def test_streams_of_equal_and_of_alternating_bits_are_found():
    for check in ALL:
        stream = b"\x55" if check in LEVELING else b"\xff" if type(check) is OverlappingTemplates else b"\x00"
        assert judged(check, stream * 20_000).p["two_sided"] < 1e-6, check


def test_too_few_bits_give_no_number():
    for check in (*ALL, LinearComplexity(), Spectral(), NonOverlappingTemplates()):
        result = judged(check, b"\xa5\x0f")
        few = (Sample.TOO_FEW, Sample.TOO_FEW_OF_SIZE, Sample.EXPECTED_COUNTS)
        assert result.not_applicable.is_a(*few), check
        assert not result.p


def test_bias_shows_in_the_share_of_ones_and_slow_drift_only_in_blocks():
    biased = np.packbits(np.random.default_rng(5).random(400_000) < 0.505).tobytes()
    assert judged(BitFrequency(), biased).p["right"] < 1e-6
    wave = 0.5 + 0.1 * np.sin(np.arange(400_000) * 2 * np.pi / 4000)
    drifting = np.packbits(np.random.default_rng(6).random(400_000) < wave).tobytes()
    assert judged(BlockFrequency(), drifting).p["right"] < 1e-6
    assert judged(BitFrequency(), drifting).p["two_sided"] > 1e-3


def test_dependent_words_sticky_bits_and_a_missing_byte_show():
    """Each word of 32 bits is the exclusive or of the one before and the one eight before."""
    words = np.frombuffer(fair(4 * 8), dtype=np.uint32).tolist()
    for _ in range(20_000):
        words.append(words[-1] ^ words[-8])
    data = np.array(words, dtype=np.uint32).tobytes()
    assert judged(MatrixRank(), data).p["right"] < 1e-6
    random = np.random.default_rng(7)
    sticky = np.packbits(np.cumsum(random.random(400_000) < 0.49) % 2 == 1).tobytes()
    assert judged(SerialBits(width=4), sticky).p["right"] < 1e-6
    assert judged(ApproximateEntropy(width=3), sticky).p["right"] < 1e-6
    values = np.random.default_rng(8).integers(0, 255, 100_000).astype(np.uint8)
    assert judged(ByteFrequency(), values.tobytes()).p["right"] < 1e-6
