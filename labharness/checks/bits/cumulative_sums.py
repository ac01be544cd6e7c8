"""How far the walk of raw bits goes from where it began."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt, pi, sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

SHORTEST, LONGEST = 104, 1_000_000

FARTHEST = 12
"""Standard deviations √n beyond which no walk goes with a chance above 1e-31."""
IDEAL = sqrt(pi / 2)
MEAN = kit.Effects.WALK_DISTANCE(fair=IDEAL)


@kit.check(
    title="Cumulative sums",
    observes=kit.Kind.BYTES,
    unit="sequence of bits",
    look_back=LONGEST // 8 - 1,
    reference="NIST SP 800-22 rev. 1a, § 2.13; Feller 1968, An Introduction to Probability Theory 1, ch. III",
    hypothesis="The excess of ones over zeros wanders as far as that of fair, independent bits.",
    null_law="exact; gamma of the exact mean and variance for several sequences",
    applies_from="1 sequence (1,000,000 bits)",
)
class CumulativeSums:
    """Whether the excess of ones over zeros stays as near to 0, or goes as far, as chance lets it.

    Each sequence of n bits is a walk, up at each one and down at each zero; z is its largest distance from
    where it began.  By the principle of reflection, with S the excess of n fair bits,

        P(z ≥ a) = 2 Σ (-1)^i [P(S ≥ (2i+1)a) + P(S > (2i+1)a)], i = 0, 1, 2, …

    which is exact.  NIST puts a normal law in place of S, which moves p by less than 0.000001 for a million
    bits; NIST's P-value of one sequence is printed.

    One sequence has P(z ≥ a) as its p.  Several are combined as Fisher does: Σ -ln p of their mid-p-values,
    P(z > a) + P(z = a)/2, against the gamma law that has the exact mean and variance of the sum.

    Parameters
    ----------
    sequence
        Bits of a sequence, a multiple of 8 from 104 to 1,000,000; NIST asks for 100 at least.
    direction
        ``forward`` from the first bit, or ``backward`` from the last.

    Notes
    -----
    Right is too far, left too near.  The effect is the mean of z in √bits with Student's interval; of a single
    sequence, with the limits between which the mean of a walk lies that differs from a fair one in scale.

    References
    ----------
    NIST SP 800-22 rev. 1a, § 2.13 and § 3.13.  Feller 1968, vol. 1, ch. III.  Fisher 1932, Statistical
    Methods for Research Workers, 4th ed., § 21.1.

    Examples
    --------
    § 2.13.4, 1011010111: z = 4 and NIST's P-value is 0.411659.  Of all 1,024 walks 464 go as far.

    >>> round(nist(4, 10), 6)
    0.411659
    >>> round(1024 * float(beyond(10, np.array([4]))[0]), 9)
    464.0
    """

    sequence: int = kit.bit_length(1_000_000, SHORTEST, LONGEST)
    direction: Literal["forward", "backward"] = kit.among("forward", ("forward", "backward"))

    def tally(self, block: kit.Block) -> kit.Tally:
        """Note how far the walk of each sequence goes."""
        rows, read = kit.bits.groups(block, self.sequence // 8)
        highest, lowest, last = kit.bit_walks.extremes(rows).T
        if self.direction == "backward":
            highest, lowest = last - lowest, last - highest
        result = np.sort(np.maximum(highest, -lowest)).astype(np.uint64)
        return read.merge(kit.Tally(ordered={"farthest": result}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:  # noqa: ARG002  the protocol's signature
        """Compare the distances with their exact law."""
        bits, number, n = 8 * tally.number("read"), tally.number("groups"), self.sequence
        kit.refuse(bits, kit.too_few(number, 1, kit.Counted.SEQUENCES, n, kit.Counted.BITS))
        values, times = np.unique(tally.ordered["farthest"].astype(np.int64), return_counts=True)
        largest = int(values[-1])
        right, after = beyond(n, values), beyond(n, values + 1)
        statistic = {"sequences": float(number), "largest z": float(largest)}
        if number == 1:
            statistic["NIST P-value"] = nist(largest, n)
            p = kit.both_tails(_tail(float(right[0])), _tail(float(within(n, values)[0])))
            law = kit.Laws.EXACT_WALK()
        else:
            total = float(times @ score(right, after))
            statistic["sum of -ln p"] = total
            p = _gamma(total, number, *moments(n))
            law = kit.Laws.GAMMA(sequences=number)
        return kit.CheckResult(
            bits,
            statistic,
            None,
            p,
            law,
            _scaled(largest, n) if number == 1 else _mean(values / sqrt(n), times),
            details=kit.bits.remainder(tally, n // 8),
        )


def nist(farthest: int, bits: int) -> float:
    """Return NIST's P-value: the chance of a distance in the limit of many bits, § 2.13.4."""
    from scipy.special import ndtr

    step, most = farthest / sqrt(bits), bits // farthest
    inner = np.arange(int((1 - most) / 4), int((most - 1) / 4) + 1)
    outer = np.arange(int((-3 - most) / 4), int((most - 1) / 4) + 1)
    return float(
        1
        - (ndtr((4 * inner + 1) * step) - ndtr((4 * inner - 1) * step)).sum()
        + (ndtr((4 * outer + 3) * step) - ndtr((4 * outer + 1) * step)).sum()
    )


def beyond(bits: int, distances: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the chances that the walk of so many fair bits goes as far as each distance, or farther."""
    near = distances**2 < bits
    chances = np.empty(len(distances))
    chances[near] = 1 - _kept_within(bits, distances[near])
    chances[~near] = _reflected(bits, distances[~near])
    return chances


def within(bits: int, distances: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the chances that it goes as far as each distance and no farther, or less far."""
    short = distances + 1
    near = short**2 < bits
    chances = np.empty(len(distances))
    chances[near] = _kept_within(bits, short[near])
    chances[~near] = 1 - _reflected(bits, short[~near])
    return chances


def _reflected(bits: int, distances: NDArray[np.int64]) -> NDArray[np.float64]:
    """Add reflections at the distance and at the opposite one: few matter where it is large."""
    total = np.zeros(len(distances))
    for i in range(FARTHEST + 1):
        least = (2 * i + 1) * distances
        total += 2 * (-1) ** i * (_excess(bits, least) + _excess(bits, least + 1))
    return total


def _excess(bits: int, least: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the chances that so many fair bits hold more ones than zeros by at least this."""
    from scipy.special import betainc

    ones = (bits + least + 1) // 2
    return np.where(ones > bits, 0.0, betainc(np.minimum(ones, bits), np.maximum(bits - ones, 0) + 1, 0.5))


def _kept_within(bits: int, distances: NDArray[np.int64]) -> NDArray[np.float64]:
    """Add the modes of a walk that ends at the distance on either side: few matter where it is small.

    Of the modes j and 2a - j, one is written for both; the number of bits is even.
    """
    total, a = np.zeros(len(distances)), distances.astype(np.float64)
    mirrored = np.where(distances % 2, 1.0, -1.0)
    for j in range(1, 2 * FARTHEST, 2):
        angle = j * pi / (4 * a)
        mode = np.cos(2 * angle) ** bits * (1 / np.tan(angle) + mirrored * np.tan(angle)) / a
        total += np.where(j < a, (1 if j % 4 == 1 else -1) * mode, 0.0)
    return np.where(distances == 1, 0.0, total)


def score(right: NDArray[np.float64], after: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return -ln of mid-p-values from P(z ≥ a) and P(z > a)."""
    return np.asarray(-np.log(np.clip((right + after) / 2, kit.SMALLEST_P, 1.0)))


@lru_cache(maxsize=8)
def moments(bits: int) -> tuple[float, float]:
    """Return the mean and the variance of -ln of the mid-p-value of a walk of so many fair bits."""
    chances = beyond(bits, np.arange(1, min(bits, FARTHEST * isqrt(bits)) + 2))
    scores, mass = score(chances[:-1], chances[1:]), chances[:-1] - chances[1:]
    mean = float(mass @ scores)
    return mean, float(mass @ (scores - mean) ** 2)


def _gamma(total: float, number: int, mean: float, variance: float) -> dict[str, float]:
    from scipy.special import gammainc, gammaincc

    shape, value = number * mean**2 / variance, total * mean / variance
    return kit.both_tails(_tail(float(gammaincc(shape, value))), _tail(float(gammainc(shape, value))))


def _tail(chance: float) -> float:
    return min(1.0, max(kit.SMALLEST_P, chance))


def _scaled(largest: int, bits: int) -> kit.Effect:
    """Return the distance of a single sequence, and the mean distances of which it is not too far or near."""
    distances = np.arange(1, 6 * isqrt(bits))
    rarer = beyond(bits, distances)
    near, far = (
        int(distances[np.searchsorted(-rarer, -chance)])
        for chance in ((1 + kit.intervals.LEVEL) / 2, (1 - kit.intervals.LEVEL) / 2)
    )
    return kit.Effect(MEAN, largest / sqrt(bits), largest * IDEAL / far, largest * IDEAL / near)


def _mean(values: NDArray[np.float64], times: NDArray[np.int64]) -> kit.Effect:
    """Return the mean distance of several sequences with Student's interval."""
    from scipy.special import stdtrit

    number = int(times.sum())
    mean = float(times @ values) / number
    error = sqrt(float(times @ (values - mean) ** 2) / (number - 1) / number)
    half = float(stdtrit(number - 1, (1 + kit.intervals.LEVEL) / 2)) * error
    return kit.Effect(MEAN, mean, mean - half, mean + half)
