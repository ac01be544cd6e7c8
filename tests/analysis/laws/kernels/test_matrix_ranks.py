"""Ranks against elimination on whole numbers."""

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits.shift_registers import ranks

RANDOM = np.random.default_rng(4614)


def plain(matrix) -> int:
    rows, number = [int.from_bytes(matrix[place : place + 4]) for place in range(0, 128, 4)], 0
    while rows:
        pivot = rows.pop()
        if pivot:
            number += 1
            top = pivot.bit_length() - 1
            rows = [row ^ pivot if row >> top & 1 else row for row in rows]
    return number


@pytest.mark.parametrize("number", [0, 1, 15, 16, 17, 50])
def test_ranks_of_random_matrices(number):
    matrices = np.frombuffer(RANDOM.bytes(128 * number), dtype=np.uint8).reshape(number, 128)
    expected = np.bincount([plain(matrix.tobytes()) for matrix in matrices], minlength=33)
    assert ranks(matrices).tolist() == expected.tolist()


def test_ranks_of_dependent_rows():
    base = RANDOM.integers(0, 1 << 32, (33, 33), dtype=np.uint64).astype(">u4")
    matrices = []
    for rank in range(33):
        chosen = RANDOM.integers(0, 2, (32, rank)).astype(bool)
        rows = [np.bitwise_xor.reduce(base[rank, :rank][pick], initial=0) for pick in chosen]
        matrices.append(np.array(rows, dtype=">u4").view(np.uint8))
    packed = np.stack(matrices)
    expected = np.bincount([plain(matrix.tobytes()) for matrix in packed], minlength=33)
    assert ranks(packed).tolist() == expected.tolist()
