import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.model.results import Picture
from labharness.reporting.residuals import CLASSES, EDGES, bars, class_of, classes, residual


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (-9.0, "below −4"), (-4.0, "−4 to −3"), (-1.0, "−1 to +1"), (0.0, "−1 to +1"), (1.0, "−1 to +1"),
        (1.01, "+1 to +2"), (4.0, "+3 to +4"), (4.01, "above +4"), (math.inf, "above +4"),
    ],
)  # fmt: skip
def test_classes_of_residuals(value, name):
    assert CLASSES[class_of(value)] == name


@given(st.floats(allow_nan=False))
def test_classes_mirror_each_other(value):
    assert len(CLASSES) == len(EDGES) + 1
    assert class_of(value) + class_of(-value) == len(EDGES)


def test_a_residual_is_the_deviation_in_roots_of_the_expectation():
    assert residual(120, 100) == 2
    assert residual(0, 0) == 0
    assert residual(1, 0) == math.inf


def test_one_expected_row_holds_for_every_row():
    picture = Picture("heatmap", "", "", "", ("a", "b"), ("1", "2"), ((4.0, 4.0), (9.0, 0.0)), ((4.0, 4.0),))

    assert [[CLASSES[shade] for shade in row] for row in classes(picture)] == [
        ["−1 to +1", "−1 to +1"],
        ["+2 to +3", "−2 to −1"],
    ]


def test_bars_have_binomial_limits():
    picture = Picture("histogram", "", "", "", ("a", "b"), ("",), ((60.0, 40.0),), ((50.0, 50.0),))
    bar = bars(picture)[0]

    assert (round(bar.low, 2), round(bar.high, 2)) == (40.2, 59.8)
    assert round(bar.residual, 4) == 1.4142


def test_empty_ends_are_left_out_and_nothing_that_was_seen_or_expected():
    observed, expected = (0.0, 0.0, 3.0, 0.0, 1.0, 0.0), (1e-9, 0.2, 3.0, 1e-9, 1e-9, 1e-9)
    picture = Picture("histogram", "", "", "", tuple("abcdef"), ("",), (observed,), (expected,))

    assert [bar.label for bar in bars(picture)] == ["b", "c", "d", "e"]
