"""Elimination over two elements, and the twister as words and as forms."""

import numpy as np
import pytest

from labharness.analysis.identification.generator import families
from labharness.analysis.laws.kernels.identification.elimination import solved
from labharness.analysis.laws.kernels.identification.states import twister_forms, twister_words

(MT,) = [family for family in families() if family.name == "MT19937"]


def parities(rows, solution):
    return (np.bitwise_count(rows & solution).sum(axis=1) & 1).astype(np.uint8)


@pytest.mark.parametrize(("height", "width"), [(70, 1), (200, 3), (700, 10), (3_600, 54)])
def test_full_rank_gives_the_only_solution(height, width):
    rng = np.random.default_rng(height)
    rows, solution = (rng.integers(0, 1 << 64, shape, dtype=np.uint64) for shape in ((height, width), width))
    rank, visible, given = solved(rows.copy(), parities(rows, solution))

    assert rank == visible == 64 * width
    assert (given == solution).all()


def test_what_has_no_solution_or_not_enough_rows_says_so():
    rng = np.random.default_rng(1)
    rows, solution = (rng.integers(0, 1 << 64, shape, dtype=np.uint64) for shape in ((300, 3), 3))
    right = parities(rows, solution)
    right[77] ^= 1
    assert solved(rows, right)[0] == -1
    rng = np.random.default_rng(3)
    rows = rng.integers(0, 1 << 64, (50, 1), dtype=np.uint64)
    right = rng.integers(0, 2, 50).astype(np.uint8)
    rank, visible, given = solved(rows.copy(), right.copy())
    assert (rank, visible) == (50, 64)
    assert (parities(rows, given) == right).all()
    rng = np.random.default_rng(2)
    mask = np.array([0x00FF00000000FFFF, 0, 1], dtype=np.uint64)
    rows, solution = rng.integers(0, 1 << 64, (90, 3), dtype=np.uint64) & mask, mask & np.uint64(0x5555)
    rank, visible, given = solved(rows.copy(), parities(rows, solution))
    assert rank == visible == 25
    assert (given == solution).all()


def test_words_are_those_of_numpy():
    source = np.random.RandomState(4357)
    state = source.get_state()[1].astype(np.uint64)

    assert (twister_words(state, MT.shape, 3_000) == source._bit_generator.random_raw(3_000)).all()


def test_forms_are_the_bits_of_words():
    shape = np.array([32, 7, 0, 0x8EBFD028, 0, 0, 7, 0x2B5B2500, 15, 0xDB8B0000, 16], dtype=np.uint64)
    (register,) = [family for family in families() if family.name == "TT800"]
    state = np.random.default_rng(4).integers(0, 1 << 32, 25, dtype=np.uint64)
    words = twister_words(state, shape, 60)
    places, bits = np.repeat(np.arange(60), 32), np.tile(np.arange(32), 60)
    packed = np.zeros(26, dtype="<u4")
    packed[:25] = state
    unit = np.arange(32, dtype=np.uint64)

    assert (register.shape == shape).all()
    assert (
        parities(register.forms(places, bits), packed.view(np.uint64))
        == (words[places] >> bits.astype(np.uint64) & np.uint64(1))
    ).all()
    masks = np.uint64(1) << unit
    assert twister_forms(25, shape, masks, places[:32], bits[:32]).shape == (32, 13)
