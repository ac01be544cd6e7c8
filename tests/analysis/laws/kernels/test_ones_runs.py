"""Runs of nine ones against a plain reading."""

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits.ones_runs import nines


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 14, 15, 16, 129])
@pytest.mark.parametrize("ones", [0.5, 0.8, 0.97, 1.0])
def test_nines(size, ones):
    bits = np.random.default_rng((4614, size)).random((200, 8 * size)) < ones
    texts = ["".join("01"[int(bit)] for bit in row) for row in bits]
    result = [sum(text.startswith("1" * 9, place) for place in range(len(text))) for text in texts]
    plain = np.bincount(np.minimum(result, 5), minlength=6)
    assert nines(np.packbits(bits, axis=1), 5).tolist() == plain.tolist()


def test_no_rows():
    assert nines(np.zeros((0, 129), dtype=np.uint8), 5).tolist() == [0] * 6
