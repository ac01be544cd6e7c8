"""Ones, changes of bit and longest runs against strings of digits."""

from itertools import pairwise

import numpy as np
import pytest

from labharness.analysis.laws.kernels.bits.bit_counts import changes, run_classes, squared_surplus, total

RANDOM = np.random.default_rng(4614)


def text(data) -> str:
    return "".join(f"{byte:08b}" for byte in data)


def sample(size: int, kind: str):
    result = {
        "fair": RANDOM.bytes(size),
        "zeros": bytes(size),
        "ones": b"\xff" * size,
        "split": b"\x0f" * size,
    }
    return np.frombuffer(result[kind], dtype=np.uint8)


@pytest.mark.parametrize("kind", ["fair", "zeros", "ones", "split"])
@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 16, 61, 200])
def test_totals_and_changes(size, kind):
    data = sample(size, kind)
    bits = text(data)
    assert total(data) == bits.count("1")
    assert changes(data) == sum(each != other for each, other in pairwise(bits))


@pytest.mark.parametrize("kind", ["fair", "zeros", "ones", "split"])
@pytest.mark.parametrize("length", [1, 3, 8, 13, 16, 125])
def test_surplus_and_longest_runs_of_groups(length, kind):
    groups = sample(40 * length, kind).reshape(40, length)
    digits = [text(group) for group in groups]
    assert squared_surplus(groups) == sum((2 * d.count("1") - len(d)) ** 2 for d in digits)
    longest = [max(map(len, d.split("0"))) for d in digits]
    expected = np.bincount(np.clip(longest, 3, 9) - 3, minlength=7)
    assert run_classes(groups, 3, 9).tolist() == expected.tolist()


def test_runs_do_not_reach_into_the_next_group():
    assert run_classes(np.full((5, 2), 0xFF, dtype=np.uint8), 4, 20).tolist() == [0] * 12 + [5] + [0] * 4


def test_no_groups_count_nothing():
    none = np.empty((0, 16), dtype=np.uint8)
    assert squared_surplus(none) == 0
    assert not run_classes(none, 4, 9).any()
