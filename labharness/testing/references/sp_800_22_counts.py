"""SP 800-22: ones, runs, ranks and overlapping patterns."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.tails import RIGHT, TWO_SIDED, chi_square_tails, pearson
from labharness.analysis.sampling.check import Check, Tally, count
from labharness.analysis.sampling.tables import Block
from labharness.checks.bits.approximate_entropy import ApproximateEntropy, deficit
from labharness.checks.bits.bit_frequency import BitFrequency
from labharness.checks.bits.bit_runs import BitRuns, runs_p
from labharness.checks.bits.block_frequency import BlockFrequency
from labharness.checks.bits.longest_run import NIST_ROUNDED, LongestRun, chances
from labharness.checks.bits.matrix_rank import MatrixRank
from labharness.checks.bits.serial_bits import SerialBits
from labharness.model.observations import Kind, RawBytes
from labharness.model.results import CheckResult
from labharness.testing.samples import POPULATIONS, WITNESSED, Reference, million_bits, pi_bits

NUMBERS = {"pi": "π", "e": "e", "sqrt2": "√2", "sqrt3": "√3"}
APPENDIX = "NIST SP 800-22 rev. 1a, appendix B"
POPULATION = POPULATIONS[Kind.BYTES]

CHECKS: dict[str, tuple[Check, str, bool]] = {
    "frequency": (BitFrequency(), TWO_SIDED, False),
    "block frequency": (BlockFrequency(), RIGHT, False),
    "runs": (BitRuns(), TWO_SIDED, False),
    "rank": (MatrixRank(), RIGHT, False),
    "serial, first": (SerialBits(), RIGHT, True),
}
"""Checks whose p-value is NIST's, by its tail, and whether NIST closes the sequence to a ring."""

PUBLISHED = {
    "frequency": (0.578211, 0.953749, 0.811881, 0.610051),
    "block frequency": (0.380615, 0.211072, 0.833222, 0.473961),
    "runs": (0.419268, 0.561917, 0.313427, 0.261123),
    "rank": (0.083553, 0.306156, 0.823810, 0.314498),
    "approximate entropy": (0.361595, 0.700073, 0.884740, 0.180481),
    "serial, first": (0.143005, 0.766182, 0.861925, 0.157500),
    "serial, second": (0.034354, 0.462921, 0.629225, 0.171100),
    "longest run": (0.024390, 0.718945, 0.012117, 0.446726),
}
"""P-values of π, e, √2 and √3."""


def _result(check: Check, number: str, ring: bool) -> CheckResult:
    """Return the result of a million bits, with their own end before them where NIST closes a ring."""
    data = million_bits(number)
    before = (RawBytes(data[-2:]),) if ring else ()
    return check.judge(check.tally(Block(POPULATION, 0, (RawBytes(data),), WITNESSED, before)), POPULATION)


def _p(name: str, number: str) -> float:
    check, tail, ring = CHECKS[name]
    return _result(check, number, ring).p[tail]


def _second_serial_p(number: str) -> float:
    return _result(SerialBits(), number, ring=True).statistic["P-value2"]


def _entropy_p_of_a_million(number: str) -> float:
    """Return the P-value without the correction that the check makes."""
    return _result(ApproximateEntropy(), number, ring=True).statistic["P-value"]


def _longest_run_p(number: str) -> float:
    """Return the p-value with the chances of 10,000 bits that NIST rounds to four digits."""
    check = LongestRun(block=10_000)
    block = Block(POPULATION, 0, (RawBytes(million_bits(number)),), WITNESSED)
    counts = check.tally(block).sums["classes"]
    return chi_square_tails(pearson(counts, counts.sum() * np.array(NIST_ROUNDED)), len(counts) - 1)[RIGHT]


def _computed(name: str) -> Callable[[str], float]:
    others = {
        "approximate entropy": _entropy_p_of_a_million,
        "serial, second": _second_serial_p,
        "longest run": _longest_run_p,
    }
    return others.get(name, partial(_p, name))


def _hundred_digits_of_pi() -> str:
    return f"{int.from_bytes(pi_bits(104)) >> 4:b}"


def _ring(digits: str, width: int) -> NDArray[np.int64]:
    """Count the overlapping patterns of some digits closed to a ring."""
    closed = digits + digits[: width - 1]
    codes = [int(closed[place : place + width], 2) for place in range(len(digits))]
    return np.bincount(codes, minlength=1 << width)


def _frequency_of_pi() -> float:
    tally = Tally({"bits": count(100), "ones": count(_hundred_digits_of_pi().count("1"))})
    return BitFrequency().judge(tally, POPULATION).p[TWO_SIDED]


def _runs_of_pi() -> float:
    digits = _hundred_digits_of_pi()
    changes = digits.count("01") + digits.count("10")
    tally = Tally(
        {
            "bits": count(100),
            "ones": count(digits.count("1")),
            "changes": count(changes),
            "stretches": count(1),
        }
    )
    return BitRuns().judge(tally, POPULATION).p[TWO_SIDED]


def _entropy(digits: str, width: int) -> float:
    return deficit(_ring(digits, width + 1))


def _entropy_p(digits: str, width: int) -> float:
    return chi_square_tails(_entropy(digits, width), 1 << width)[RIGHT]


def _sixteen_longest_runs() -> float:
    """Return p of § 2.4.8: 4, 9, 3 and 0 of 16 bytes, by classes of exact chances."""
    return chi_square_tails(pearson([4, 9, 3, 0], 16 * chances(8)), 3)[RIGHT]


def _ranks_of_e(rank: int) -> float:
    data = RawBytes(million_bits("e")[:12_500])
    return float(MatrixRank().tally(Block(POPULATION, 0, (data,), WITNESSED)).sums["ranks"][rank])


def _two_bits_of_e(name: str) -> float:
    return _result(SerialBits(width=2), "e", ring=True).statistic[name]


def _example(
    name: str, section: str, published: float, compute: Callable[[], float], **more: float
) -> Reference:
    return Reference(name, f"NIST SP 800-22 rev. 1a, § {section}", published, compute, **more)


REFERENCES = (
    *(
        Reference(f"{name}, {symbol}", APPENDIX, published, partial(_computed(name), number))
        for name, values in PUBLISHED.items()
        for (number, symbol), published in zip(NUMBERS.items(), values, strict=True)
    ),
    _example("frequency, 100 digits of π", "2.1.8", 0.109599, _frequency_of_pi),
    _example("runs, 100 digits of π", "2.3.8", 0.500798, _runs_of_pi),
    _example("runs, 10 digits", "2.3.4", 0.147232, lambda: runs_p(10, 0.6, 6)[0][TWO_SIDED]),
    _example("longest run, 16 bytes", "2.4.8", 0.180609, _sixteen_longest_runs),
    _example("rank ≤30, 100,000 bits of e", "2.5.8", 14, partial(_ranks_of_e, 0), tolerance=0),
    _example("rank 31, 100,000 bits of e", "2.5.8", 60, partial(_ranks_of_e, 1), tolerance=0),
    _example("rank 32, 100,000 bits of e", "2.5.8", 23, partial(_ranks_of_e, 2), tolerance=0),
    _example(
        "serial with m = 2, first difference, e",
        "2.11.8",
        0.339764,
        partial(_two_bits_of_e, "first difference"),
    ),
    _example(
        "serial with m = 2, second difference, e",
        "2.11.8",
        0.336400,
        partial(_two_bits_of_e, "second difference"),
    ),
    _example(
        # Printed as 20 times a difference of six digits.
        "approximate entropy, X², 10 digits",
        "2.12.4",
        10.043860,
        partial(_entropy, "0100110101", 3),
        tolerance=1e-5,
    ),
    _example("approximate entropy, p, 10 digits", "2.12.4", 0.261961, partial(_entropy_p, "0100110101", 3)),
    _example(
        "approximate entropy, X², 100 digits of π",
        "2.12.8",
        5.550792,
        lambda: _entropy(_hundred_digits_of_pi(), 2),
    ),
    _example(
        "approximate entropy, p, 100 digits of π",
        "2.12.8",
        0.235301,
        lambda: _entropy_p(_hundred_digits_of_pi(), 2),
    ),
)
