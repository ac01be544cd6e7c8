"""Counts of bits and bytes against strings of digits, plain loops and whole numbers of any size."""

from itertools import pairwise, product

import numpy as np
from numba import types

from labharness.analysis.laws.kernels.bits import byte_counts
from labharness.analysis.laws.kernels.bits.bit_counts import (
    changes,
    nines,
    run_classes,
    squared_surplus,
    total,
)
from labharness.analysis.laws.kernels.bits.patterns import distances, overlapping, patterns_of_nine
from labharness.analysis.laws.kernels.bits.shift_registers import ranks
from labharness.analysis.laws.kernels.compiled import kernel, ones, read, word

RANDOM = np.random.default_rng(4614)
DATA = np.random.default_rng(461).bytes(40)
KINDS = {
    "fair": RANDOM.bytes,
    "zeros": bytes,
    "ones": lambda size: b"\xff" * size,
    "split": lambda size: b"\x0f" * size,
}


def text(data) -> str:
    return "".join(f"{byte:08b}" for byte in data)


def array(data):
    return np.frombuffer(data, dtype=np.uint8)


def rows_of(seed, rows, size):
    return np.random.default_rng(seed).integers(0, 256, (rows, size), dtype=np.uint8)


def counted(codes, cells):
    return np.bincount(np.array(codes, dtype=np.intp), minlength=cells).tolist()


def test_totals_and_changes():
    for kind, size in product(KINDS, (0, 1, 7, 8, 9, 16, 61, 200)):
        data = array(KINDS[kind](size))
        bits = text(data)
        assert total(data) == bits.count("1"), (kind, size)
        assert changes(data) == sum(each != other for each, other in pairwise(bits)), (kind, size)


def test_surplus_and_longest_runs_of_groups_of_which_none_reaches_into_the_next():
    for kind, length in product(KINDS, (1, 3, 8, 13, 16, 125)):
        groups = array(KINDS[kind](40 * length)).reshape(40, length)
        digits = [text(group) for group in groups]
        assert squared_surplus(groups) == sum((2 * d.count("1") - len(d)) ** 2 for d in digits), (
            kind,
            length,
        )
        longest = [max(map(len, d.split("0"))) for d in digits]
        expected = counted(np.clip(longest, 3, 9) - 3, 7)
        assert run_classes(groups, 3, 9).tolist() == expected, (kind, length)
    assert run_classes(np.full((5, 2), 0xFF, dtype=np.uint8), 4, 20).tolist() == [0] * 12 + [5] + [0] * 4
    none = np.empty((0, 16), dtype=np.uint8)
    assert squared_surplus(none) == 0
    assert not run_classes(none, 4, 9).any()
    assert nines(np.zeros((0, 129), dtype=np.uint8), 5).tolist() == [0] * 6


def plain_distances(data, width, first):
    counts = np.zeros(data.shape[1] * 8 // width + 1, dtype=int)
    for row in data:
        digits, seen = text(row), {}
        for block in range(1, len(digits) // width + 1):
            code = digits[(block - 1) * width : block * width]
            if block > first:
                counts[block - seen.get(code, 0)] += 1
            seen[code] = block
    return counts.tolist()


def test_distances_of_equal_blocks_and_of_those_that_never_came_before():
    for width, size in product(range(2, 9), (40, 41, 47, 1000)):
        data = rows_of((461, width, size), 3, size)
        result = distances(data, width, 24)
        assert result.tolist() == plain_distances(data, width, 24), (width, size)
        assert result.sum() == 3 * (size * 8 // width - 24)
    data = np.zeros((1, 100), dtype=np.uint8)
    data[0, 90] = 0xFF
    assert distances(data, 8, 8).tolist() == plain_distances(data, 8, 8)
    assert distances(data, 8, 8)[91] == 1
    assert distances(data[:0], 8, 8).sum() == 0


def test_runs_of_nine_ones():
    for size, share in product((1, 2, 3, 7, 8, 9, 14, 15, 16, 129), (0.5, 0.8, 0.97, 1.0)):
        bits = np.random.default_rng((4614, size)).random((60, 8 * size)) < share
        texts = ["".join("01"[int(bit)] for bit in row) for row in bits]
        result = [sum(each.startswith("1" * 9, place) for place in range(len(each))) for each in texts]
        assert nines(np.packbits(bits, axis=1), 5).tolist() == counted(np.minimum(result, 5), 6), (
            size,
            share,
        )


def plain_patterns(data, known=0):
    bits = text(data)
    return counted(
        [int(bits[end - 16 : end], 2) for end in range(max(16, 8 * known + 1), len(bits) + 1)], 1 << 16
    )


def test_patterns_of_nine_and_sixteen_bits_also_where_counters_of_one_byte_come_round():
    for known, size in product((0, 1, 2, 3, 7), (0, 1, 2, 3, 4, 7, 50)):
        data = array(RANDOM.bytes(size))
        assert overlapping(data, min(known, size)).tolist() == plain_patterns(data, min(known, size))
    for data in (bytes(700), b"\xff" * 700, b"\xa5" * 700, b"\x01\x02\x03" * 300, RANDOM.bytes(6000)):
        assert overlapping(array(data), 0).tolist() == plain_patterns(data), data[:9]
    for size in (0, 1, 2, 3, 4, 50, 333):
        rows = rows_of((461, size), 4, size)
        codes = [
            [int(bits[place : place + 9], 2) for place in range(8 * size - 8)] for bits in map(text, rows)
        ]
        assert patterns_of_nine(rows).tolist() == [counted(row, 512) for row in codes], size
    counts = patterns_of_nine(np.full((2, 100_000), 0xFF, dtype=np.uint8))
    assert counts[:, 511].tolist() == [799_992, 799_992]
    assert counts.sum() == 2 * 799_992


def plain_rank(matrix) -> int:
    rows, number = [int.from_bytes(matrix[place : place + 4]) for place in range(0, 128, 4)], 0
    while rows:
        pivot = rows.pop()
        if pivot:
            number += 1
            top = pivot.bit_length() - 1
            rows = [row ^ pivot if row >> top & 1 else row for row in rows]
    return number


def test_ranks_of_random_and_of_dependent_rows():
    base = RANDOM.integers(0, 1 << 32, (33, 33), dtype=np.uint64).astype(">u4")
    dependent = []
    for rank in range(33):
        chosen = RANDOM.integers(0, 2, (32, rank)).astype(bool)
        rows = [np.bitwise_xor.reduce(base[rank, :rank][pick], initial=0) for pick in chosen]
        dependent.append(np.array(rows, dtype=">u4").view(np.uint8))
    samples = [array(RANDOM.bytes(128 * number)).reshape(number, 128) for number in (0, 1, 15, 16, 17, 50)]
    for matrices in (np.stack(dependent), *samples):
        expected = counted([plain_rank(matrix.tobytes()) for matrix in matrices], 33)
        assert ranks(matrices).tolist() == expected, len(matrices)


@kernel(types.uint64, read(types.uint8), types.uint64)
def read_at(data, place):
    return word(data, place)


@kernel(types.uint64, types.uint64)
def count_of(bits):
    return ones(bits)


def test_words_begin_at_any_byte_and_their_first_bit_weighs_most():
    data = array(DATA)
    for place in range(33):
        assert read_at(data, place) == int.from_bytes(DATA[place : place + 8])
        assert read_at(data[place:], 0) == int.from_bytes(DATA[place : place + 8])
    for bits in (0, 1, 1 << 63, 2**64 - 1, 0x0123456789ABCDEF):
        assert count_of(np.uint64(bits)) == bits.bit_count()


def test_counts_sums_products_and_points_of_bytes():
    many = RANDOM.bytes(100_003)
    for sample in (b"", b"\x07", RANDOM.bytes(7), many, b"\xff" * 100_003, b"\x00\xff" * 50_001):
        data = array(sample)
        odd = 2 * data.astype(np.int64) - 255
        assert byte_counts.histogram(data).tolist() == counted(data, 256)
        assert byte_counts.total(data) == sum(sample)
        assert byte_counts.neighbor_products(data) == int(odd[1:] @ odd[:-1])
    points = RANDOM.integers(0, 256, (3000, 6)).astype(np.uint8)
    # On the axis, and as far out as can be.
    points[:3] = [[255, 255, 255, 0, 0, 0], [255, 255, 255, 0, 0, 1], [255] * 6]
    parts = [(int.from_bytes(p[:3].tobytes()), int.from_bytes(p[3:].tobytes())) for p in points]
    inside = [x * x + y * y <= (2**24 - 1) ** 2 for x, y in parts]
    assert inside[:3] == [True, False, False]
    assert byte_counts.inside_circle(points) == sum(inside)
