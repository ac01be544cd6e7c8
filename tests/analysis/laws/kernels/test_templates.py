"""Patterns of nine bits against a plain reading."""

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits.patterns import patterns_of_nine


def plain(row):
    bits = "".join(f"{byte:08b}" for byte in row)
    codes = [int(bits[place : place + 9], 2) for place in range(len(bits) - 8)]
    return np.bincount(np.array(codes, dtype=np.intp), minlength=512).tolist()


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 50, 333])
def test_patterns_are_those_of_a_plain_reading(size):
    rows = np.random.default_rng((461, size)).integers(0, 256, (4, size), dtype=np.uint8)
    assert patterns_of_nine(rows).tolist() == [plain(row) for row in rows]


def test_one_pattern_throughout():
    counts = patterns_of_nine(np.full((2, 100_000), 0xFF, dtype=np.uint8))
    assert counts[:, 511].tolist() == [799_992, 799_992]
    assert counts.sum() == 2 * 799_992
