"""Published values of SP 800-22 appendix B for the first million bits of π, e, √2 and √3."""

import hashlib
from functools import cache

import numpy as np
import pytest

from labharness.analysis.bits import patterns
from labharness.analysis.block import Block
from labharness.analysis.laws import chi_square_tails, pearson
from labharness.checks.approximate_entropy import ApproximateEntropy, deficit
from labharness.checks.bit_frequency import BitFrequency
from labharness.checks.bit_runs import BitRuns
from labharness.checks.block_frequency import BlockFrequency
from labharness.checks.longest_run import NIST_ROUNDED, LongestRun, chances
from labharness.checks.matrix_rank import MatrixRank
from labharness.checks.serial_bits import SerialBits
from labharness.model.observations import Kind, RawBytes
from labharness.testing.expansions import e_bits, pi_bits, root_bits
from labharness.testing.samples import POPULATIONS, WITNESSED

POPULATION = POPULATIONS[Kind.BYTES]
MAKERS = {"pi": pi_bits, "e": e_bits, "√2": lambda n: root_bits(2, n), "√3": lambda n: root_bits(3, n)}
DIGESTS = {
    "pi": "e31af8c5229974786fbac6931fb44f8596d4466eaa853f40df458fd352453155",
    "e": "7ae61691f949a9a92d5ed8b65722bfcf0179964064d5f2c7e2a971b32ac97d49",
    "√2": "5de671f07b9fefe7c0ff7d9ca2146944157c17aa6032c3338d1b9c2ae8658a87",
    "√3": "4c75e3c54dd821f70215e1e016744a74bd8cfb76cbd9be35a37964ae57443cf2",
}
COLUMNS = tuple(MAKERS)
PUBLISHED = [
    (BitFrequency(), "two_sided", (0.578211, 0.953749, 0.811881, 0.610051)),
    (BlockFrequency(block=128), "right", (0.380615, 0.211072, 0.833222, 0.473961)),
    (BitRuns(), "two_sided", (0.419268, 0.561917, 0.313427, 0.261123)),
    (MatrixRank(), "right", (0.083553, 0.306156, 0.823810, 0.314498)),
    (ApproximateEntropy(width=10), "right", (0.361595, 0.700073, 0.884740, 0.180481)),
    (SerialBits(width=16), "right", (0.143005, 0.766182, 0.861925, 0.157500)),
]
ROWS = [
    pytest.param(check, tail, number, p, id=f"{type(check).__name__}-{number}")
    for check, tail, values in PUBLISHED
    for number, p in zip(COLUMNS, values, strict=True)
]


@cache
def million(number):
    data = MAKERS[number](1_000_000)
    assert hashlib.sha256(data).hexdigest() == DIGESTS[number]
    return data


def ring(data: bytes):
    """A sequence closed to a ring, as NIST does: its own end comes before it."""
    return Block(POPULATION, 0, (RawBytes(data),), WITNESSED, (RawBytes(data[-2:]),))


def line(data: bytes):
    return Block(POPULATION, 0, (RawBytes(data),), WITNESSED)


@pytest.mark.parametrize(("check", "tail", "number", "p"), ROWS)
def test_million_bits(check, tail, number, p):
    closed = isinstance(check, ApproximateEntropy | SerialBits)
    data = million(number)
    result = check.judge(check.tally(ring(data) if closed else line(data)), POPULATION)
    assert result.p[tail] == pytest.approx(p, abs=5.1e-7)


@pytest.mark.parametrize(
    ("number", "p"), list(zip(COLUMNS, (0.034354, 0.462921, 0.629225, 0.171100), strict=True))
)
def test_serial_second_p_value(number, p):
    result = SerialBits(width=16).judge(SerialBits(width=16).tally(ring(million(number))), POPULATION)
    assert result.statistic["P-value2"] == pytest.approx(p, abs=5.1e-7)


@pytest.mark.parametrize(
    ("number", "p"), list(zip(COLUMNS, (0.024390, 0.718945, 0.012117, 0.446726), strict=True))
)
def test_longest_run_with_the_chances_that_nist_rounds(number, p):
    counts = LongestRun(block=10_000).tally(line(million(number))).sums["classes"]
    value = pearson(counts, 100 * np.array(NIST_ROUNDED))
    assert chi_square_tails(value, 6)["right"] == pytest.approx(p, abs=5.1e-7)


def test_nist_chances_of_longest_runs_are_roundings():
    """§ 2.4.4 prints four digits; the classes of 128 bits are right to the last of them."""
    assert chances(128) == pytest.approx([0.1174, 0.2430, 0.2493, 0.1752, 0.1027, 0.1124], abs=1e-4)
    assert chances(10_000).sum() == pytest.approx(1, abs=1e-12)


def test_rank_of_a_hundred_thousand_bits_of_e():
    """§ 2.5.8: 97 matrices, ranks 32, 31 and less 23, 60 and 14 times."""
    counts = MatrixRank().tally(line(million("e")[:12_500])).sums["ranks"]
    assert counts.tolist() == [14, 60, 23]


def test_patterns_of_two_bits_of_e():
    """§ 2.11.8: 250116, 249855, 249855 and 250174 of a million."""
    assert patterns(ring(million("e")), 2).tolist() == [250116, 249855, 249855, 250174]


def test_approximate_entropy_of_hundred_bits_of_pi():
    """§ 2.12.8: 5.550792 with m = 2, p = 0.235301."""
    bits = f"{int.from_bytes(pi_bits(104)) >> 4:b}"
    codes = [int((bits + bits[:2])[place : place + 3], 2) for place in range(100)]
    value = deficit(np.bincount(codes, minlength=8))
    assert value == pytest.approx(5.550792, abs=5e-7)
    assert chi_square_tails(value, 4)["right"] == pytest.approx(0.235301, abs=5e-7)
