"""SP 800-22: cumulative sums, random excursions, the universal test, and runs of ones that overlap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from labharness.analysis.laws.tails import RIGHT, chi_square_tails, pearson
from labharness.analysis.sampling.check import Check, Tally
from labharness.analysis.sampling.tables import Block
from labharness.checks.bits.cumulative_sums import CumulativeSums
from labharness.checks.bits.cumulative_sums import nist as cumulative_p
from labharness.checks.bits.overlapping_templates import OverlappingTemplates, limit
from labharness.checks.bits.random_excursions import RandomExcursions
from labharness.checks.bits.random_excursions_variant import RandomExcursionsVariant
from labharness.checks.bits.random_excursions_variant import nist as variant_p
from labharness.checks.bits.universal import TAIL, Universal, expectation, mean_log, variance_of_sum
from labharness.model.observations import Kind, RawBytes
from labharness.testing.samples import POPULATIONS, WITNESSED, Reference, million_bits

NUMBERS = {"pi": "π", "e": "e", "sqrt2": "√2", "sqrt3": "√3"}
APPENDIX = "NIST SP 800-22 rev. 1a, appendix B"
POPULATION = POPULATIONS[Kind.BYTES]

PRINTED: dict[str, tuple[Check, str, tuple[float, ...]]] = {
    "cumulative sums, forward": (CumulativeSums(), "NIST P-value", (0.628308, 0.669886, 0.879009, 0.917121)),
    "cumulative sums, backward": (
        CumulativeSums(direction="backward"),
        "NIST P-value",
        (0.663369, 0.724265, 0.957206, 0.689519),
    ),
    "random excursions, +1": (RandomExcursions(), "P-value +1", (0.844143, 0.786868, 0.216235, 0.783283)),
    "random excursions variant, -1": (
        RandomExcursionsVariant(),
        "P-value -1",
        (0.760966, 0.826009, 0.566118, 0.155066),
    ),
    "universal": (Universal(), "NIST P-value", (0.669012, 0.282568, 0.130805, 0.165981)),
}
"""Checks that print NIST's P-value, under what name, and those of π, e, √2 and √3.

For e, forward, the appendix prints 0.669887; NIST's program says 0.669886.
"""

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


def _tally(check: Check, number: str) -> Tally:
    return check.tally(Block(POPULATION, 0, (RawBytes(million_bits(number)),), WITNESSED))


def _printed(check: Check, number: str, name: str) -> float:
    return check.judge(_tally(check, number), POPULATION).statistic[name]


def _overlapping(number: str) -> float:
    """Return X² with the chances of NIST's program."""
    counts = _tally(OverlappingTemplates(), number).sums["classes"]
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


def _of_numbers(
    name: str, values: tuple[float, ...], compute: Callable[[str], float]
) -> tuple[Reference, ...]:
    return tuple(
        Reference(f"{name}, {title}", APPENDIX, value, partial(compute, number))
        for (number, title), value in zip(NUMBERS.items(), values, strict=True)
    )


def _p_of(check: Check, statistic: str) -> Callable[[str], float]:
    return lambda number: _printed(check, number, statistic)


REFERENCES: tuple[Reference, ...] = (
    *(
        reference
        for name, (check, statistic, values) in PRINTED.items()
        for reference in _of_numbers(name, values, _p_of(check, statistic))
    ),
    *_of_numbers("overlapping templates", (0.296897, 0.110434, 0.791982, 0.082716), _overlapping_p),
    *(
        Reference(
            f"random excursions of e, {level:+d}",
            "NIST SP 800-22 rev. 1a, § 2.14.8, as the program prints it; the text differs for +1 to +4",
            value,
            partial(_printed, RandomExcursions(), "e", f"P-value {level:+d}"),
        )
        for level, value in EXCURSIONS_OF_E.items()
    ),
    Reference(
        "overlapping templates of e, X²",
        "NIST SP 800-22 rev. 1a, § 2.8.8",
        8.965859,
        partial(_overlapping, "e"),
    ),
    Reference(
        "cumulative sums of 1011010111",
        "NIST SP 800-22 rev. 1a, § 2.13.4",
        0.4116588,
        partial(cumulative_p, 4, 10),
    ),
    Reference(
        "cumulative sums of 100 bits of π, forward",
        "NIST SP 800-22 rev. 1a, § 2.13.8",
        0.219194,
        partial(cumulative_p, 16, 100),
    ),
    Reference(
        "cumulative sums of 100 bits of π, backward",
        "NIST SP 800-22 rev. 1a, § 2.13.8",
        0.114866,
        partial(cumulative_p, 19, 100),
    ),
    Reference(
        "random excursions of 0110110101, X²", "NIST SP 800-22 rev. 1a, § 2.14.4", 4.333033, _short_excursions
    ),
    Reference(
        "random excursions of 0110110101, P-value",
        "NIST SP 800-22 rev. 1a, § 2.14.4",
        0.502529,
        lambda: chi_square_tails(_short_excursions(), 5)[RIGHT],
    ),
    Reference(
        "random excursions variant of 0110110101",
        "NIST SP 800-22 rev. 1a, § 2.15.4",
        0.683091,
        partial(variant_p, 4, 3, 1),
    ),
    Reference(
        "universal, 01011010011101010111",
        "NIST SP 800-22 rev. 1a, § 2.9.4",
        1.1949875,
        lambda: mean_log(np.bincount([3, 6, 2, 1, 1, 4])),
        5.1e-8,
    ),
    Reference(
        "universal, expectation for L = 7",
        "NIST SP 800-22 rev. 1a, § 2.9.4",
        6.1962507,
        partial(expectation, 7, TAIL << 7, 1),
        5.1e-8,
    ),
    Reference(
        "universal, variance of one distance for L = 7",
        "NIST SP 800-22 rev. 1a, § 2.9.4",
        3.125,
        partial(variance_of_sum, 7, 1),
        5.1e-4,
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
