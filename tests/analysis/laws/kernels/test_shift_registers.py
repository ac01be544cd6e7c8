"""Linear complexities of many blocks at once against Berlekamp and Massey's algorithm, bit by bit."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from labharness.analysis.laws.kernels.bits.shift_registers import complexities, transpose


def plain(bits):
    """The algorithm as Massey 1969 states it."""
    size = len(bits)
    connection, put_aside = [1] + [0] * size, [1] + [0] * size
    length, last = 0, -1
    for n in range(size):
        discrepancy = bits[n]
        for i in range(1, length + 1):
            discrepancy ^= connection[i] & bits[n - i]
        if discrepancy:
            before = connection[:]
            for i in range(size + 1 - (n - last)):
                connection[i + n - last] ^= put_aside[i]
            if 2 * length <= n:
                length, last, put_aside = n + 1 - length, n, before
    return length


def packed(rows):
    """Words of 64 bits, the first one most significant, and one more."""
    data = np.packbits(np.asarray(rows, dtype=np.uint8).ravel()).tobytes()
    return np.frombuffer(data + bytes(-len(data) % 8 + 8), dtype=">u8").astype(np.uint64)


def found(rows):
    return complexities(packed(rows), len(rows), len(rows[0])).tolist()


SIZES = [
    (1, 5), (2, 9), (7, 130), (8, 64), (15, 65), (16, 63), (17, 1), (64, 70), (65, 70), (1000, 3),
]  # fmt: skip


@settings(max_examples=60)
@given(data=st.data())
def test_any_bits(data):
    """Runs, shift registers and lone ones beside fair bits: registers of all lengths in one batch."""
    bits = data.draw(st.integers(1, 90))
    row = st.one_of(
        st.lists(st.integers(0, 1), min_size=bits, max_size=bits),
        st.builds(lambda place: [int(k == place) for k in range(bits)], st.integers(0, bits)),
        st.builds(lambda period: [int(k % period == 0) for k in range(bits)], st.integers(1, 20)),
        st.builds(lambda first: [int(k >= first) for k in range(bits)], st.integers(0, bits)),
    )
    rows = data.draw(st.lists(row, min_size=1, max_size=5))
    assert found(rows) == [plain(row) for row in rows]


def test_the_longest_and_the_shortest_side_by_side():
    lone, fair = [0] * 199 + [1], np.random.default_rng(461).integers(0, 2, (70, 200))
    rows = [lone, [0] * 200, [1] * 200, lone[::-1], *fair.tolist()]
    assert found(rows)[:4] == [200, 0, 1, 1]
    assert found(rows) == [plain(row) for row in rows]


def test_fair_bits_none_and_a_transposed_square():
    for bits, blocks in SIZES:
        rows = np.random.default_rng((461, bits)).integers(0, 2, (blocks, bits))
        assert found(rows) == [plain(row) for row in rows.tolist()], (bits, blocks)
    assert complexities(np.zeros(2, dtype=np.uint64), 0, 500).size == 0
    bits = np.random.default_rng(461).integers(0, 2, (64, 64))
    square = packed(bits)[:64].copy()
    transpose(square)
    assert square.tolist() == packed(bits.T)[:64].tolist()
