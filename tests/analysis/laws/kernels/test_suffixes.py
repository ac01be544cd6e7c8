"""Sorting the suffixes of a text against comparing them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.analysis.laws.entropy.bit_estimates import suffix_order
from labharness.analysis.laws.kernels.entropy import suffixes  # noqa: F401  compiled before the clock of a test runs


def agrees(values, letters):
    order = suffix_order(np.array(values, dtype=np.int32), letters)
    return order.tolist() == sorted(range(len(values)), key=lambda start: values[start:])


@given(st.integers(1, 4).flatmap(lambda letters: st.lists(st.integers(0, letters - 1), max_size=80)))
def test_any_text(values):
    assert agrees(values, 4)


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=7),
    st.integers(1, 25),
    st.lists(st.integers(0, 3), max_size=3),
)
def test_periodic_texts(period, times, end):
    assert agrees(period * times + end, 4)


@pytest.mark.parametrize("letters", [1, 2, 256])
def test_longer_texts(letters):
    random = np.random.default_rng(461)
    assert agrees(random.integers(0, letters, 2000).tolist(), letters)
    assert agrees(np.sort(random.integers(0, letters, 700)).tolist(), letters)
    assert agrees(np.sort(random.integers(0, letters, 700))[::-1].tolist(), letters)


def test_words_of_fibonacci():
    first, second = [0], [0, 1]
    while len(second) < 1500:
        first, second = second, second + first
    assert agrees(second, 2)
