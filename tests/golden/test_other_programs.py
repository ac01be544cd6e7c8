"""What other programs print of the same bytes: ENT (Debian 1.2debian-3) and rngtest (rng-tools-debian 2.3)."""

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits.fips import failures
from labharness.analysis.sampling.tables import Block
from labharness.checks.bytes.byte_frequency import ByteFrequency
from labharness.checks.bytes.byte_mean import ByteMean
from labharness.checks.bytes.byte_pi import BytePi
from labharness.checks.bytes.byte_serial_correlation import ByteSerialCorrelation
from labharness.model.observations import Kind, RawBytes
from labharness.testing.samples import POPULATIONS, WITNESSED, million_bits

POPULATION = POPULATIONS[Kind.BYTES]
ENT = {
    "pi": (7.998562, 249.470464, 127.148664, 3.140978, 0.005807),
    "e": (7.998260, 301.587968, 127.523864, 3.145010, -0.004634),
    "sqrt2": (7.998587, 245.222912, 127.587360, 3.142706, 0.000806),
    "sqrt3": (7.998648, 233.594368, 127.583976, 3.147314, -0.003225),
}
"""Entropy, chi-square, mean, π and serial correlation that ``ent -t`` prints for the first million bits."""

FAILING = [1, 1, 2, 2]
"""Blocks that fail monobit, poker, runs and long run of rngtest, of 4,000; it reads four bytes before the first."""


@pytest.mark.parametrize(
    "number", ["sqrt2", *(pytest.param(each, marks=pytest.mark.long) for each in ("pi", "e", "sqrt3"))]
)
def test_ent(number):
    block = Block(POPULATION, 0, (RawBytes(million_bits(number)),), WITNESSED)
    checks = (ByteFrequency(), ByteMean(), BytePi(), ByteSerialCorrelation())
    values, mean, points, neighbors = (check.judge(check.tally(block), POPULATION) for check in checks)
    entropy, square, average, pi, correlation = ENT[number]
    assert values.statistic["entropy (bits per byte)"] == pytest.approx(entropy, abs=5.1e-7)
    assert values.statistic["X2"] == pytest.approx(square, abs=5.1e-7)
    assert mean.effect.value == pytest.approx(average, abs=5.1e-7)
    assert points.effect.value == pytest.approx(pi, abs=5.1e-7)
    # ENT puts the mean and the variance of the file in place of those of fair bytes.
    assert neighbors.effect.value == pytest.approx(correlation, abs=1e-4)


def test_rngtest():
    data = np.random.Generator(np.random.Philox(4614)).bytes(4 + 2500 * 4000)
    table = failures(np.frombuffer(data, dtype=np.uint8)[4:].reshape(4000, 2500))
    assert [table[np.arange(16) >> test & 1 == 1].sum() for test in range(4)] == FAILING
    assert table[0] == 3994
