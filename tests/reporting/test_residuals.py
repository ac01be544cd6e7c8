import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labharness.model.results import Axis, Picture
from labharness.reporting.residuals import CLASSES, EDGES, band, bars, class_of, classes, fair_cells, residual


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


def test_a_residual_is_the_deviation_of_a_binomial_count_in_its_standard_deviations():
    assert residual(60, 50, 100) == 2
    assert residual(109, 100, 10**12) == pytest.approx(0.9)
    assert residual(0, 0, 100) == 0
    assert residual(1, 0, 100) == math.inf
    assert residual(99, 100, 100) == -math.inf, "every one was expected there"
    assert residual(100, 100, 100) == 0


def test_one_expected_row_holds_for_every_row():
    picture = Picture(
        "heatmap", Axis.CARD, Axis.CARDS, ("a", "b"), ("1", "2"), ((4.0, 4.0), (7.0, 1.0)), ((4.0, 4.0),)
    )

    assert [[CLASSES[shade] for shade in row] for row in classes(picture)] == [
        ["−1 to +1", "−1 to +1"],
        ["+2 to +3", "−3 to −2"],
    ]


def test_bars_have_limits_that_hold_at_once():
    picture = Picture("histogram", Axis.CARD, Axis.CARDS, ("a", "b"), ("",), ((60.0, 40.0),), ((50.0, 50.0),))
    bar = bars(picture)[0]

    # Two bars: quantiles of the binomial law of 100 trials at 1.25% and 98.75%.
    assert (bar.low, bar.high) == (39, 61)
    below = sum(math.comb(100, count) for count in range(39)) / 2**100
    assert below <= 0.0125 < below + math.comb(100, 39) / 2**100
    assert bar.residual == 2


def test_empty_ends_are_left_out_and_nothing_that_was_seen_or_expected():
    observed, expected = (0.0, 0.0, 3.0, 0.0, 1.0, 0.0), (1e-9, 0.2, 3.0, 1e-9, 1e-9, 1e-9)
    picture = Picture("histogram", Axis.CARD, Axis.CARDS, tuple("abcdef"), ("",), (observed,), (expected,))

    assert [bar.label for bar in bars(picture)] == ["b", "c", "d", "e"]


@settings(max_examples=25)
@given(st.lists(st.integers(1, 100), min_size=2, max_size=12))
def test_limits_leave_out_no_more_than_their_share_on_either_side(means):
    total = sum(means)
    picture = Picture("histogram", Axis.CARD, Axis.CARDS, tuple(map(str, means)), ("",), (tuple(map(float, means)),) * 1,
                      (tuple(map(float, means)),))  # fmt: skip
    beyond = 0.05 / (2 * len(means))
    for bar in bars(picture):
        law = [binomial(count, total, bar.expected / total) for count in range(total + 1)]
        assert sum(law[: int(bar.low)]) <= beyond + 1e-12
        assert sum(law[int(bar.high) + 1 :]) <= beyond + 1e-12
        assert sum(law[: int(bar.low) + 1]) >= beyond - 1e-12
        assert not bar.outside


def binomial(count, trials, chance):
    return math.exp(
        math.lgamma(trials + 1) - math.lgamma(count + 1) - math.lgamma(trials - count + 1)
        + count * math.log(chance) + (trials - count) * math.log1p(-chance)
    ) if 0 < chance < 1 else float(count == trials * chance)  # fmt: skip


def test_many_bars_are_added_up_in_groups_of_one_size():
    values = tuple(float(place) for place in range(1, 301))
    picture = Picture(
        "histogram", Axis.CARD, Axis.CARDS, tuple(f"v{i}" for i in range(300)), ("",), (values,), (values,)
    )
    shown = bars(picture)

    assert len(shown) == 100
    assert (shown[0].label, shown[0].observed, shown[-1].label) == ("v0 to v2", 6.0, "v297 to v299")
    assert sum(bar.expected for bar in shown) == sum(values)


@pytest.mark.parametrize(
    ("count", "reach"), [(1, 0.975), (2, 0.84189), (5, 0.56328), (10, 0.40925), (20, 0.29408)]
)
def test_kolmogorovs_band_has_the_tabled_width(count, reach):
    # Miller 1956, Journal of the American Statistical Association 51, table 1: 5% points.
    assert band(count) == pytest.approx(reach, abs=2e-5)


def test_cells_of_a_fair_sample_in_each_class_are_those_of_the_binomial_law():
    row = (1.25, 10.0, 48.75)
    cells = Picture("heatmap", Axis.CARD, Axis.CARDS, tuple("abc"), ("1", "2"), (row, row), (row,))
    seen = [0.0] * len(CLASSES)
    for mean in row:
        for count in range(61):
            seen[class_of(residual(count, mean, 60))] += 2 * binomial(count, 60, mean / 60)

    assert fair_cells(cells) == pytest.approx(seen, abs=1e-9)
    assert sum(fair_cells(cells)) == pytest.approx(6)


def test_many_counts_follow_the_normal_law():
    row = tuple(10_000_000.0 for _ in range(4))
    shares = fair_cells(Picture("heatmap", Axis.CARD, Axis.CARDS, tuple("abcd"), ("1",), (row,), (row,)))
    assert shares[4] / 4 == pytest.approx(0.6826895, abs=1e-3)
