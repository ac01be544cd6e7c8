"""SP 800-22: ones, runs, ranks and patterns; linear complexity, Fourier spectrum and templates; sums, excursions and the universal test."""

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
from labharness.checks.bits.cumulative_sums import CumulativeSums
from labharness.checks.bits.cumulative_sums import nist as cumulative_p
from labharness.checks.bits.linear_complexity import NIST_PROGRAM, LinearComplexity, classes
from labharness.checks.bits.longest_run import NIST_ROUNDED, LongestRun, chances
from labharness.checks.bits.matrix_rank import MatrixRank
from labharness.checks.bits.non_overlapping_templates import BLOCKS, WIDTH, x2
from labharness.checks.bits.overlapping_templates import OverlappingTemplates, limit
from labharness.checks.bits.random_excursions import RandomExcursions
from labharness.checks.bits.random_excursions_variant import RandomExcursionsVariant
from labharness.checks.bits.random_excursions_variant import nist as variant_p
from labharness.checks.bits.serial_bits import SerialBits
from labharness.checks.bits.spectral import Spectral
from labharness.checks.bits.universal import TAIL, Universal, expectation, mean_log, variance_of_sum
from labharness.model.observations import Kind, RawBytes
from labharness.testing.samples import POPULATIONS, WITNESSED, Reference, million_bits, pi_bits

NUMBERS = {"pi": "π", "e": "e", "sqrt2": "√2", "sqrt3": "√3"}
APPENDIX = "NIST SP 800-22 rev. 1a, appendix B"
POPULATION = POPULATIONS[Kind.BYTES]


def _sequence(number: str, *, ring: bool = False) -> Block:
    """Return a million bits, with their own end before them where NIST closes a ring."""
    data = million_bits(number)
    before = (RawBytes(data[-2:]),) if ring else ()
    return Block(POPULATION, 0, (RawBytes(data),), WITNESSED, before)


def _value(check: Check, name: str, number: str, *, ring: bool = False) -> float:
    """Return what a check says of a million bits: the p-value of a tail, or a statistic by its name."""
    result = check.judge(check.tally(_sequence(number, ring=ring)), POPULATION)
    return {**result.statistic, **result.p}[name]


def _of_numbers(
    name: str, values: tuple[float, ...], compute: Callable[[str], float]
) -> tuple[Reference, ...]:
    """Return the p-values of π, e, √2 and √3."""
    return tuple(
        Reference(f"{name}, {title}", APPENDIX, value, partial(compute, number))
        for (number, title), value in zip(NUMBERS.items(), values, strict=True)
    )


def _example(
    name: str, section: str, published: float, compute: Callable[[], float], **more: float
) -> Reference:
    return Reference(name, f"NIST SP 800-22 rev. 1a, § {section}", published, compute, **more)


def _longest_run_p(number: str) -> float:
    """Return the p-value with the chances of 10,000 bits that NIST rounds to four digits."""
    counts = LongestRun(block=10_000).tally(_sequence(number)).sums["classes"]
    return chi_square_tails(pearson(counts, counts.sum() * np.array(NIST_ROUNDED)), len(counts) - 1)[RIGHT]


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


_COUNTS: tuple[Reference, ...] = (
    *_of_numbers(
        "frequency", (0.578211, 0.953749, 0.811881, 0.610051), partial(_value, BitFrequency(), TWO_SIDED)
    ),
    *_of_numbers(
        "block frequency", (0.380615, 0.211072, 0.833222, 0.473961), partial(_value, BlockFrequency(), RIGHT)
    ),
    *_of_numbers("runs", (0.419268, 0.561917, 0.313427, 0.261123), partial(_value, BitRuns(), TWO_SIDED)),
    *_of_numbers("rank", (0.083553, 0.306156, 0.823810, 0.314498), partial(_value, MatrixRank(), RIGHT)),
    *_of_numbers(  # without the correction that the check makes
        "approximate entropy",
        (0.361595, 0.700073, 0.884740, 0.180481),
        partial(_value, ApproximateEntropy(), "P-value", ring=True),
    ),
    *_of_numbers(
        "serial, first",
        (0.143005, 0.766182, 0.861925, 0.157500),
        partial(_value, SerialBits(), RIGHT, ring=True),
    ),
    *_of_numbers(
        "serial, second",
        (0.034354, 0.462921, 0.629225, 0.171100),
        partial(_value, SerialBits(), "P-value2", ring=True),
    ),
    *_of_numbers("longest run", (0.024390, 0.718945, 0.012117, 0.446726), _longest_run_p),
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
        partial(_value, SerialBits(width=2), "first difference", "e", ring=True),
    ),
    _example(
        "serial with m = 2, second difference, e",
        "2.11.8",
        0.336400,
        partial(_value, SerialBits(width=2), "second difference", "e", ring=True),
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


def _complexity(number: str, block: int) -> float:
    """Return NIST's X² of linear complexities, with the chances of its program."""
    check = LinearComplexity(block)
    counts = classes(check.tally(_sequence(number)).sums["complexities"])
    return pearson(counts, counts.sum() * np.array(NIST_PROGRAM))


def _complexity_p(number: str, block: int) -> float:
    return chi_square_tails(_complexity(number, block), len(NIST_PROGRAM) - 1)[RIGHT]


def _template_p(number: str) -> float:
    """Return NIST's p-value of the template 000000001."""
    from labharness.analysis.laws.kernels.bits.patterns import patterns_of_nine

    data = np.frombuffer(million_bits(number), dtype=np.uint8)
    counts = patterns_of_nine(data.reshape(BLOCKS, -1))[:, 1]
    return chi_square_tails(x2(counts, WIDTH, data.size * 8 // BLOCKS), BLOCKS)[RIGHT]


def _short_template() -> float:
    """Return X² of 001 in two blocks of ten bits."""
    bits = "10100100101110010110"
    counts = np.array([block.count("001") for block in (bits[:10], bits[10:])])
    return x2(counts, 3, 10)


_STRUCTURE: tuple[Reference, ...] = (
    *_of_numbers(
        "linear complexity, M = 500",
        (0.255475, 0.826335, 0.317127, 0.346469),
        partial(_complexity_p, block=500),
    ),
    _example("linear complexity, M = 1000, e, X²", "2.10.8", 2.700348, partial(_complexity, "e", 1000)),
    _example("linear complexity, M = 1000, e", "2.10.8", 0.845406, partial(_complexity_p, "e", 1000)),
    *_of_numbers(
        "Fourier transform", (0.010186, 0.847187, 0.581909, 0.776046), partial(_value, Spectral(), "P-value")
    ),
    *_of_numbers("template 000000001", (0.165757, 0.078790, 0.569461, 0.532235), _template_p),
    _example("template 001, X²", "2.7.8", 2.133333, _short_template),
    _example("template 001", "2.7.8", 0.344154, lambda: chi_square_tails(_short_template(), 2)[RIGHT]),
)


EXCURSIONS_OF_E = {
    -4: 0.573306,
    -3: 0.197996,
    -2: 0.164011,
    -1: 0.007779,
    1: 0.786868,
    2: 0.440912,
    3: 0.797854,
    4: 0.778186,
}

CORRELATED_DISTANCES = {
    3: (0.2732725, 0.4890883),
    4: (0.3045101, 0.4435381),
    5: (0.3296587, 0.4137196),
    6: (0.3489769, 0.3941338),
    7: (0.3631815, 0.3813210),
    8: (0.3732189, 0.3730195),
}
"""Coron & Naccache's d and e: the variance of the mean is (d + e·2^L/K) / K times that of one distance."""

LARGE = 1_000_000


def _overlapping(number: str) -> float:
    """Return X² with the chances of NIST's program."""
    counts = OverlappingTemplates().tally(_sequence(number)).sums["classes"]
    return pearson(counts, counts.sum() * limit())


def _overlapping_p(number: str) -> float:
    return chi_square_tails(_overlapping(number), 5)[RIGHT]


def _short_excursions() -> float:
    """Return X² of level 1 of 0110110101, with 1/32 rounded to 0.0312."""
    return pearson([1, 1, 0, 1, 0, 0], 3 * np.array([0.5, 0.25, 0.125, 0.0625, 0.0312, 0.0312]))


def _factor(width: int, large: bool) -> float:
    """Return the factor d, or e, from the variances of the sums of two numbers of blocks."""
    each, share = variance_of_sum(width, 1), 2.0**width
    near, far = (variance_of_sum(width, blocks) / blocks / each for blocks in (LARGE, 2 * LARGE))
    e = (near - far) / (share / (2 * LARGE))
    return near - e * share / LARGE if large else e


_WALKS: tuple[Reference, ...] = (
    *_of_numbers(  # for e, the appendix prints 0.669887; NIST's program says 0.669886
        "cumulative sums, forward",
        (0.628308, 0.669886, 0.879009, 0.917121),
        partial(_value, CumulativeSums(), "NIST P-value"),
    ),
    *_of_numbers(
        "cumulative sums, backward",
        (0.663369, 0.724265, 0.957206, 0.689519),
        partial(_value, CumulativeSums(direction="backward"), "NIST P-value"),
    ),
    *_of_numbers(
        "random excursions, +1",
        (0.844143, 0.786868, 0.216235, 0.783283),
        partial(_value, RandomExcursions(), "P-value +1"),
    ),
    *_of_numbers(
        "random excursions variant, -1",
        (0.760966, 0.826009, 0.566118, 0.155066),
        partial(_value, RandomExcursionsVariant(), "P-value -1"),
    ),
    *_of_numbers(
        "universal", (0.669012, 0.282568, 0.130805, 0.165981), partial(_value, Universal(), "NIST P-value")
    ),
    *_of_numbers("overlapping templates", (0.296897, 0.110434, 0.791982, 0.082716), _overlapping_p),
    *(
        Reference(
            f"random excursions of e, {level:+d}",
            "NIST SP 800-22 rev. 1a, § 2.14.8, as the program prints it; the text differs for +1 to +4",
            value,
            partial(_value, RandomExcursions(), f"P-value {level:+d}", "e"),
        )
        for level, value in EXCURSIONS_OF_E.items()
    ),
    _example("overlapping templates of e, X²", "2.8.8", 8.965859, partial(_overlapping, "e")),
    _example("cumulative sums of 1011010111", "2.13.4", 0.4116588, partial(cumulative_p, 4, 10)),
    _example("cumulative sums of 100 bits of π, forward", "2.13.8", 0.219194, partial(cumulative_p, 16, 100)),
    _example(
        "cumulative sums of 100 bits of π, backward", "2.13.8", 0.114866, partial(cumulative_p, 19, 100)
    ),
    _example("random excursions of 0110110101, X²", "2.14.4", 4.333033, _short_excursions),
    _example(
        "random excursions of 0110110101, P-value",
        "2.14.4",
        0.502529,
        lambda: chi_square_tails(_short_excursions(), 5)[RIGHT],
    ),
    _example("random excursions variant of 0110110101", "2.15.4", 0.683091, partial(variant_p, 4, 3, 1)),
    _example(
        "universal, 01011010011101010111",
        "2.9.4",
        1.1949875,
        lambda: mean_log(np.bincount([3, 6, 2, 1, 1, 4])),
        tolerance=5.1e-8,
    ),
    _example(
        "universal, expectation for L = 7",
        "2.9.4",
        6.1962507,
        partial(expectation, 7, TAIL << 7, 1),
        tolerance=5.1e-8,
    ),
    _example(
        "universal, variance of one distance for L = 7",
        "2.9.4",
        3.125,
        partial(variance_of_sum, 7, 1),
        tolerance=5.1e-4,
    ),
    *(
        Reference(
            f"universal, {'d' if large else 'e'} for L = {width}",
            "Coron & Naccache 1998, An accurate evaluation of Maurer's universal test",
            values[0 if large else 1],
            partial(_factor, width, large),
            5.1e-8 if large else 5.1e-7,
        )
        for width, values in CORRELATED_DISTANCES.items()
        for large in (True, False)
    ),
)
"""Published values of the checks that walk through sequences of bits."""

REFERENCES = (*_COUNTS, *_STRUCTURE, *_WALKS)
