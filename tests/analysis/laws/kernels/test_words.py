"""Words as they are read, wherever they begin."""

import numpy as np
from numba import types

from labharness.analysis.laws.kernels.bits.words import ones, word
from labharness.analysis.laws.kernels.compiled import kernel, read

DATA = np.random.default_rng(461).bytes(40)


@kernel(types.uint64, read(types.uint8), types.uint64)
def read_at(data, place):
    return word(data, place)


@kernel(types.uint64, types.uint64)
def count_of(bits):
    return ones(bits)


def test_words_begin_at_any_byte_and_their_first_bit_weighs_most():
    data = np.frombuffer(DATA, dtype=np.uint8)
    for place in range(33):
        assert read_at(data, place) == int.from_bytes(DATA[place : place + 8])
        assert read_at(data[place:], 0) == int.from_bytes(DATA[place : place + 8])


def test_ones_are_counted():
    for bits in (0, 1, 1 << 63, 2**64 - 1, 0x0123456789ABCDEF):
        assert count_of(np.uint64(bits)) == bits.bit_count()
