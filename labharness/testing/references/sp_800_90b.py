"""SP 800-90B: the worked examples of the estimates and permutation statistics, and cutoffs of health tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.entropy import bit_estimates, estimates
from labharness.analysis.laws.entropy.bit_estimates import repeats
from labharness.analysis.laws.entropy.health import WINDOW, WINDOW_OF_BITS, proportion_cutoff
from labharness.analysis.laws.entropy.permutation import STATISTICS, compressed, statistics
from labharness.testing.samples import Reference

SOURCE = "NIST SP 800-90B (2018), § "
THREE_DIGITS = 5.1e-4
"""Half a unit of the third digit, and a little."""

EARLY = 1.5e-4
"""Where the example takes the logarithm of a chance rounded to four digits, and rounds again."""


def symbols(text: str) -> NDArray[np.uint8]:
    """Return digits as symbols."""
    return np.frombuffer(text.encode(), dtype=np.uint8) - np.uint8(ord("0"))


BITS = symbols("1000111001010101110011000111001010101110")
LONGER = symbols("100011100101010111001100011100101010111011100011")
TUPLES = symbols("220102012120121001000")


ESTIMATES: tuple[tuple[str, float, Callable[[], float | None], float], ...] = (
    (
        "6.3.1, most common value",
        0.5363,
        lambda: estimates.most_common(symbols("01120122010110221021")),
        EARLY,
    ),
    ("6.3.2, collision", 0.4483, lambda: bit_estimates.collision(BITS), EARLY),
    ("6.3.3, Markov", 0.761, lambda: bit_estimates.markov(BITS), THREE_DIGITS),
    ("6.3.4, compression", 0.1345, lambda: bit_estimates.compression(LONGER, 4), EARLY),
    ("6.3.5, t-tuple", 0.273, lambda: repeats(TUPLES, 2).t_tuple(3), THREE_DIGITS),
    ("6.3.6, longest repeat", 0.6146, lambda: repeats(TUPLES, 2).longest_repeat(3), EARLY),
    ("6.3.7, MultiMCW", 0.3908, lambda: estimates.multi_mcw(symbols("121021122000"), 3, (3, 5, 7, 9)), EARLY),
    ("6.3.8, lag", 0.735, lambda: estimates.lag(symbols("2132131312"), 3, 3), THREE_DIGITS),
    ("6.3.9, MultiMMC", 0.0755, lambda: estimates.multi_mmc(symbols("213213131"), 3, 3), EARLY),
    ("6.3.10, LZ78Y", 0.0191, lambda: estimates.lz78y(symbols("2132131312132"), 3, 4), EARLY),
)

ORDERS: tuple[tuple[str, str, tuple[int, ...], float], ...] = (
    ("5.1.1", "excursion", (2, 15, 4, 10, 9), 6),
    ("5.1.2", "number of directional runs", (2, 2, 2, 5, 7, 7, 9, 3, 1, 4, 4), 3),
    ("5.1.3", "length of directional runs", (2, 2, 2, 5, 7, 7, 9, 3, 1, 4, 4), 6),
    ("5.1.4", "increases and decreases", (2, 2, 2, 5, 7, 7, 9, 3, 1, 4, 4), 8),
    ("5.1.5", "number of runs about the median", (5, 15, 12, 1, 13, 9, 4), 5),
    ("5.1.6", "length of runs about the median", (5, 15, 12, 1, 13, 9, 4), 2),
    ("5.1.7", "average collision", (2, 1, 1, 2, 0, 1, 0, 1, 1, 2), 3),
    ("5.1.8", "maximum collision", (2, 1, 1, 2, 0, 1, 0, 1, 1, 2), 4),
    ("5.1.9", "periodicity at 2", (2, 1, 2, 1, 0, 1, 0, 1, 1, 2), 5),
    ("5.1.10", "covariance at 2", (5, 2, 6, 10, 12, 3, 1), 164),
)


def order_statistic(name: str, samples: tuple[int, ...]) -> float:
    """Return one statistic of a permutation test; the excursion is kept times the number of samples."""
    values = statistics(np.array(samples, dtype=np.uint8), float(np.median(samples)), binary=False)
    result = float(values[STATISTICS.index(name)])
    return result / len(samples) if name == "excursion" else result


PROPORTIONS = (
    *(
        (WINDOW_OF_BITS, claim, cutoff)
        for claim, cutoff in ((0.2, 941), (0.4, 840), (0.6, 748), (0.8, 664), (1, 589))
    ),
    *((WINDOW, claim, cutoff) for claim, cutoff in ((0.5, 410), (1, 311), (2, 177), (4, 62), (8, 13))),
)
"""Window, bits a sample and cutoff of the adaptive proportion test at a false-alarm chance of 2^-20."""


def estimate(compute: Callable[[], float | None]) -> float:
    """Return an estimate, NaN where there is none."""
    result = compute()
    return float("nan") if result is None else result


REFERENCES: tuple[Reference, ...] = (
    *(
        Reference(
            f"estimate {name}",
            f"{SOURCE}{name.split(',')[0]}, example",
            published,
            partial(estimate, compute),
            tolerance,
        )
        for name, published, compute, tolerance in ESTIMATES
    ),
    *(
        Reference(
            name, f"{SOURCE}{section}, example", published, partial(order_statistic, name, samples), 1e-9
        )
        for section, name, samples, published in ORDERS
    ),
    Reference(
        "compression of a text",
        f"{SOURCE}5.1.11, example",
        49,
        lambda: float(compressed(np.array([144, 21, 139, 0, 0, 15], dtype=np.uint8))),
        0.0,
    ),
    *(
        Reference(
            f"adaptive proportion, {window} samples of {claim:g} bits",
            f"{SOURCE}4.4.2, table 2",
            cutoff,
            partial(proportion_cutoff, claim, 20, window),
            0.0,
        )
        for window, claim, cutoff in PROPORTIONS
    ),
)
