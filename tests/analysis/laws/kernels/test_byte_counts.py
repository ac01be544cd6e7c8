"""Counts and sums of bytes against NumPy and whole numbers of any size."""

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits.byte_counts import (
    histogram,
    inside_circle,
    neighbor_products,
    total,
)

RANDOM = np.random.default_rng(4614)
SAMPLES = {
    "none": b"",
    "one": b"\x07",
    "few": RANDOM.bytes(7),
    "many": RANDOM.bytes(100_003),
    "highest": b"\xff" * 100_003,
    "alternating": b"\x00\xff" * 50_001,
}


@pytest.mark.parametrize("name", SAMPLES)
def test_counts_sums_and_products(name):
    data = np.frombuffer(SAMPLES[name], dtype=np.uint8)
    odd = 2 * data.astype(np.int64) - 255
    assert histogram(data).tolist() == np.bincount(data, minlength=256).tolist()
    assert total(data) == sum(SAMPLES[name])
    assert neighbor_products(data) == int(odd[1:] @ odd[:-1])


def test_points_inside_are_those_of_whole_numbers():
    points = RANDOM.integers(0, 256, (3000, 6)).astype(np.uint8)
    # On the axis, and as far out as can be.
    points[:3] = [[255, 255, 255, 0, 0, 0], [255, 255, 255, 0, 0, 1], [255] * 6]
    parts = [(int.from_bytes(p[:3].tobytes()), int.from_bytes(p[3:].tobytes())) for p in points]
    inside = [x * x + y * y <= (2**24 - 1) ** 2 for x, y in parts]
    assert inside[:3] == [True, False, False]
    assert inside_circle(points) == sum(inside)
