"""Chances that checks of bytes hold as constants, computed again from their definitions."""

from fractions import Fraction
from math import comb, exp, lgamma, log, pi

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits.fips import MONOBIT, POKER, RUNS
from labharness.analysis.sampling.check import Tally, count
from labharness.analysis.sampling.tables import Population
from labharness.checks.bits.fips_140_2 import FAILING, SHARES, Fips1402
from labharness.checks.bytes.byte_frequency import ByteFrequency
from labharness.checks.bytes.byte_mean import ByteMean
from labharness.checks.bytes.byte_pi import INSIDE, BytePi
from labharness.checks.bytes.byte_serial_correlation import ByteSerialCorrelation
from labharness.model.observations import Kind
from labharness.model.reasons.decision import Details
from labharness.model.stages import FipsTest
from tests.support.raw_bytes import judged

BITS = 20_000


def fair(units: int) -> bytes:
    return np.random.default_rng(461).bytes(units)


def monobit() -> float:
    below = sum(comb(BITS, ones) for ones in range(MONOBIT[0]))
    assert MONOBIT[0] + MONOBIT[1] == BITS
    return float(Fraction(2 * below, 1 << BITS))


def long_run() -> float:
    """25 of 19,999 bits in a row equal the bit before them: those equalities are fair bits too."""
    result = [0.0] * 25 + [0.5**25]
    for bits in range(26, BITS):
        result.append(result[-1] + (1 - result[bits - 26]) * 0.5**26)
    return result[-1]


def poker() -> float:
    """Chance beyond the limits of Σ f² over 5,000 nibbles in 16 cells.

    Cells of independent Poisson counts, given that they add up to 5,000.  With f = 312 + d a cell adds the
    triangle number d(d - 1)/2 to T, and Σ f² = 2T + 1,562,504; deviations that add up to the right sum are
    picked out by a Fourier sum, to which those of up to 1,024 alias nothing.
    """
    most, aliases, size = (POKER[1] - 1_562_504) // 2, 1024, 1 << 14
    deviations = np.arange(-125, 126)
    triangles = deviations * (deviations - 1) // 2
    kept = triangles <= most
    deviations, triangles = deviations[kept], triangles[kept]
    counts = 312 + deviations
    mass = np.array([exp(f * log(312.5) - 312.5 - lgamma(f + 1)) for f in counts])
    law = np.zeros(most + 1)
    for turn in range(aliases // 2 + 1):
        cell = np.zeros(size, dtype=complex)
        np.add.at(cell, triangles, mass * np.exp(2j * np.pi * turn * deviations / aliases))
        for _ in range(4):
            cell = np.fft.ifft(np.fft.fft(cell) ** 2)
            cell[most + 1 :] = 0
        weight = 1 if turn in (0, aliases // 2) else 2
        law += weight * (cell[: most + 1] * np.exp(-2j * np.pi * turn * 8 / aliases)).real
    law /= aliases * exp(5000 * log(5000) - 5000 - lgamma(5001))
    return 1 - law[(POKER[0] - 1_562_504 + 1) // 2 :].sum()


def runs_beyond(length: int, limits: tuple[int, int]) -> float:
    """Chance that the runs of ones of this length, or of 6 and more, are beyond their limits."""
    open_ended, most = length == 6, limits[1] + 1
    running = np.zeros((length + 2, most + 2))
    running[0, 0] = 1
    for _ in range(BITS):
        after = np.zeros_like(running)
        half = running / 2
        after[1:] += half[:-1]
        after[-1] += half[-1]
        after[0] += half.sum(axis=0)
        if open_ended:
            after[length, 1:], after[length, 0] = after[length, :-1].copy(), 0
        else:
            after[0] -= half[length]
            after[0, 1:] += half[length, :-1]
        running = after
    if not open_ended:
        running[length, 1:], running[length, 0] = running[length, :-1].copy(), 0
    # What left the table at its upper end is beyond the limits as well.
    return 1 - running[:, limits[0] : limits[1] + 1].sum()


@pytest.mark.slow
def test_exact_shares_of_failing_blocks():
    assert (monobit(), long_run()) == pytest.approx((SHARES[0], SHARES[3]), rel=1e-6)


@pytest.mark.slow
def test_exact_share_of_poker():
    assert poker() == pytest.approx(SHARES[1], rel=1e-6)


@pytest.mark.slow
def test_share_of_runs_and_of_any_test_without_those_that_fail_twice():
    runs = 2 * sum(runs_beyond(place + 1, limits) for place, limits in enumerate(RUNS))
    assert runs == pytest.approx(2.995654e-4, rel=1e-6)
    assert SHARES[2] == pytest.approx(runs - 7e-7, abs=1e-8)
    assert SHARES[0] + SHARES[1] + SHARES[3] + runs - 5.2e-6 == pytest.approx(FAILING, abs=5e-8)


def test_points_inside_the_circle_are_counted_column_by_column():
    radius, result = (1 << 24) - 1, 0
    for start in range(0, 1 << 24, 1 << 20):
        x = np.arange(start, start + (1 << 20), dtype=np.uint64)
        room = np.uint64(radius**2) - x * x
        y = np.sqrt(room.astype(float)).astype(np.uint64)
        y -= y * y > room
        y += (y + np.uint64(1)) ** 2 <= room
        result += int(y.sum()) + len(x)
    assert result == INSIDE
    assert abs(4 * INSIDE / 2**48 - pi) < 2e-7


def test_failing_blocks_are_too_many_or_too_few():
    good, bad = fair(2500), bytes(2500)
    assert judged(Fips1402(), good + good).p["two_sided"] == 1
    assert judged(Fips1402(), good + bad).p["right"] == pytest.approx(2 * FAILING, rel=1e-3)
    assert judged(Fips1402(), bad).details == tuple(
        Details.FIPS_TEST(test=test, failing=1, blocks=1, expected=share)
        for test, share in zip(FipsTest, SHARES, strict=True)
    )
    tally = Tally({"read": count(0), "groups": count(100_000), "failing": np.array([100_000] + [0] * 15)})
    assert Fips1402().judge(tally, Population(Kind.BYTES)).p["left"] < 1e-30


def test_flaws_of_bytes_are_found_and_their_entropy_is_printed():
    values = np.frombuffer(fair(60_000), dtype=np.uint8)
    assert judged(ByteMean(), np.maximum(values, 30).tobytes()).p["right"] < 1e-3
    assert judged(ByteMean(), np.minimum(values, 225).tobytes()).p["left"] < 1e-3
    walk = (np.cumsum(values // 4) % 256).astype(np.uint8).tobytes()
    assert judged(ByteSerialCorrelation(), walk).p["right"] < 1e-6
    diagonal = np.repeat(values[:20_000].reshape(-1, 1), 6, axis=1).tobytes()
    assert judged(BytePi(), diagonal).p["left"] < 1e-6
    even = bytes(range(256)) * 8
    assert judged(ByteFrequency(), even).statistic["entropy (bits per byte)"] == pytest.approx(8)
    assert judged(ByteFrequency(), bytes(5000)).statistic["entropy (bits per byte)"] == 0
