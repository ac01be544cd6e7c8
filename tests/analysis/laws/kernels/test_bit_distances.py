"""Distances of equal blocks against a plain reading."""

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits.bit_distances import distances


def plain(data, width, first):
    counts = np.zeros(data.shape[1] * 8 // width + 1, dtype=int)
    for row in data:
        text, seen = "".join(f"{byte:08b}" for byte in row), {}
        for block in range(1, len(text) // width + 1):
            code = text[(block - 1) * width : block * width]
            if block > first:
                counts[block - seen.get(code, 0)] += 1
            seen[code] = block
    return counts


@pytest.mark.parametrize("width", range(2, 9))
@pytest.mark.parametrize("size", [40, 41, 47, 1000])
def test_distances(width, size):
    data = np.frombuffer(np.random.default_rng((461, width, size)).bytes(3 * size), dtype=np.uint8).reshape(
        3, size
    )
    result = distances(data, width, 24)
    assert result.tolist() == plain(data, width, 24).tolist()
    assert result.sum() == 3 * (size * 8 // width - 24)


def test_blocks_that_never_came_before():
    data = np.zeros((1, 100), dtype=np.uint8)
    data[0, 90] = 0xFF
    assert distances(data, 8, 8).tolist() == plain(data, 8, 8).tolist()
    assert distances(data, 8, 8)[91] == 1
    assert distances(data[:0], 8, 8).sum() == 0
