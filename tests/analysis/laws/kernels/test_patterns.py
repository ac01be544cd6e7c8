"""Patterns of 16 bits against a plain reading, also where counters of one byte come round."""

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits.patterns import overlapping

RANDOM = np.random.default_rng(4614)


def plain(data: bytes, known: int):
    bits = "".join(f"{byte:08b}" for byte in data)
    codes = [int(bits[end - 16 : end], 2) for end in range(max(16, 8 * known + 1), len(bits) + 1)]
    return np.bincount(np.array(codes, dtype=np.intp), minlength=1 << 16)


@pytest.mark.parametrize("known", [0, 1, 2, 3, 7])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 7, 50])
def test_short_stretches(size, known):
    data = RANDOM.bytes(size)
    array = overlapping(np.frombuffer(data, dtype=np.uint8), min(known, size))
    assert array.tolist() == plain(data, min(known, size)).tolist()


@pytest.mark.parametrize(
    "data",
    [bytes(700), b"\xff" * 700, b"\xa5" * 700, b"\x01\x02\x03" * 300, RANDOM.bytes(6000)],
    ids=["zeros", "ones", "one byte", "three bytes", "fair"],
)
def test_repeated_patterns_come_round(data):
    assert overlapping(np.frombuffer(data, dtype=np.uint8), 0).tolist() == plain(data, 0).tolist()
