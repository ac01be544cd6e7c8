"""Figures: whatever the data, no label lies on another or leaves the drawing, and no number is out of place.

Figures in their sections: what they show comes from the records, and their captions say what is drawn.
"""

import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from reportlab.graphics.shapes import Drawing, Group, String

from labharness.assessment.runs.subject import (
    Mark,
    RunSpan,
    Span,
    Subject,
    TimelineLane,
    lanes,
    run_span,
    stretches,
)
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.model.results import Axis, Outcome, Picture, standing_of
from labharness.reason import quoted
from labharness.reporting.charts.counts import heat_map, observed_and_expected
from labharness.reporting.charts.ink import Scale, p_value_distribution, round_numbers
from labharness.reporting.charts.power import Curve, Point, Strip, power_curves, power_strips
from labharness.reporting.charts.timeline import night, runs
from labharness.reporting.residuals import CLASSES, EDGES, band, bars, class_of, classes, fair_cells, residual
from labharness.reporting.rows import TableRows, Words
from labharness.reporting.typography import FRAME_WIDTH, TEXT, width
from tests.support.run_factory import write_run

START = datetime(2026, 11, 20, 21, 40, tzinfo=UTC)
NAMES = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["x" * 10_000, "a b " * 50, "\u202e\U0001f600\x00", "<b>&amp;", "52", ""]),
)
FEW = settings(max_examples=25, deadline=None)


def drawings(flowable):
    """Return every drawing of a figure."""
    if isinstance(flowable, Drawing):
        return [flowable]
    if isinstance(flowable, TableRows):
        rows = [*([flowable._head] if flowable._head else []), *flowable._rows]
        return [each for row in rows for cell in row.cells for entry in cell for each in drawings(entry)]
    return []


def labels(shapes, x=0.0, y=0.0, upright=False):
    """Return the text and the box of each label: left, bottom, right, top."""
    result = []
    for shape in shapes:
        if isinstance(shape, Group):
            a, b, _, _, dx, dy = shape.transform
            result += labels(shape.contents, x + dx, y + dy, (a, b) == (0, 1))
        elif isinstance(shape, String) and shape.text:
            long = width(shape.text, TEXT, shape.fontSize)
            start = {"start": 0, "middle": -long / 2, "end": -long}[shape.textAnchor]
            low, high = -0.18 * shape.fontSize, 0.72 * shape.fontSize
            left, base = shape.x + start, shape.y
            if upright:
                box = (x - base - high, y + left, x - base - low, y + left + long)
            else:
                box = (x + left, y + base + low, x + left + long, y + base + high)
            result.append((shape.text, box))
    return result


def hold(flowable):
    """Check that every label lies inside its drawing and on no other; return the texts."""
    result = []
    for drawing in drawings(flowable):
        shown = labels(drawing.contents)
        for text, (left, bottom, right, top) in shown:
            assert left >= -0.5, text
            assert bottom >= -1, text
            assert right <= drawing.width + 0.5, text
            assert top <= drawing.height + 0.5, text
        assert drawing.width <= FRAME_WIDTH
        for (each, a), (two, b) in combinations(shown, 2):
            apart = a[2] <= b[0] + 0.4 or b[2] <= a[0] + 0.4 or a[3] <= b[1] + 0.4 or b[3] <= a[1] + 0.4
            assert apart, (each, two, a, b)
        result += [text for text, _ in shown]
    wide, high = flowable.wrap(FRAME_WIDTH, 10_000)
    assert wide <= FRAME_WIDTH + 1e-6
    assert high > 0
    return result


def histogram(observed, expected, names=None, x_label="lag", y_label="pairs"):
    shown = tuple(names or map(str, range(len(observed))))
    return Picture(
        "histogram", quoted(x_label), quoted(y_label), shown, ("",), (tuple(observed),), (tuple(expected),)
    )


def drawn(picture):
    return observed_and_expected(bars(picture), picture.x_label, picture.y_label)


COUNTS = st.one_of(st.integers(0, 50), st.integers(0, 10**15)).map(float)


@FEW
@example([(0.0, 0.0, "1")], "lag", "pairs")
@given(st.lists(st.tuples(COUNTS, st.floats(0, 1e15), NAMES), min_size=1, max_size=20), NAMES, NAMES)
def test_labels_of_counts_keep_apart(rows, x_label, y_label):
    picture = histogram(*zip(*rows, strict=True), x_label=x_label, y_label=y_label)
    hold(drawn(picture))


@pytest.mark.parametrize("count", [1, 2, 52, 120, 121, 2000])
@pytest.mark.parametrize("size", [1.0, 1e3, 1e13])
def test_any_number_of_bars_is_drawn(count, size):
    expected = [size] * count
    shown = bars(histogram(expected, expected))
    assert len(shown) <= 120
    assert sum(bar.observed for bar in shown) == pytest.approx(size * count)
    hold(observed_and_expected(shown, "lag", "pairs"))


@settings(max_examples=10, deadline=None)
@example(312, 52, ["a name that is far longer than any axis was meant for " * 3, "y"])
@given(st.integers(1, 70), st.integers(1, 70), st.lists(NAMES, min_size=2, max_size=6))
def test_labels_of_heat_maps_keep_apart(rows, columns, names):
    across = tuple(f"{names[i % len(names)]}{i}" for i in range(columns))
    down = tuple(f"{i}{names[i % len(names)]}" for i in range(rows))
    values = tuple(tuple(float((i * 7 + j * 13) % 40) for j in range(columns)) for i in range(rows))
    mean = ((19.5,) * columns,)
    hold(heat_map(Picture("heatmap", quoted(names[0]), quoted(names[1]), across, down, values, mean)))


def test_cells_far_off_carry_a_sign_and_the_legend_counts_every_cell():
    values, expected = ((4.0, 100.0), (0.0, 4.0)), ((4.0, 40.0),)
    texts = hold(heat_map(map_of(values, *expected)))
    for name, count in {"−1 to +1": "1", "above +4": "1", "−2 to −1": "1", "below −4": "1"}.items():
        assert name in texts
        assert count in texts


@FEW
@given(st.lists(st.tuples(NAMES, st.floats(0, 1)), min_size=1, max_size=70))
def test_labels_of_p_values_keep_apart(p_values):
    hold(p_value_distribution(p_values))


def test_the_smallest_p_values_are_named_and_the_rest_counted():
    texts = hold(p_value_distribution([(f"check {i}", i / 40) for i in range(1, 41)]))
    assert "check 1" in texts
    assert "check 18" in texts
    assert "check 19" not in texts
    assert "and 22 larger ones not named" in texts


@st.composite
def curves(draw):
    result = []
    for name in draw(st.lists(NAMES, min_size=1, max_size=8)):
        xs = sorted(set(draw(st.lists(st.floats(0.001, 1e9), min_size=1, max_size=8))))
        shares = [draw(st.floats(0, 1)) for _ in xs]
        points = [Point(x, s, max(0, s - 0.1), min(1, s + 0.1)) for x, s in zip(xs, shares, strict=True)]
        result.append(Curve(name, tuple(points)))
    return result


@FEW
@given(curves(), NAMES, st.none() | st.floats(0, 1))
def test_labels_of_power_curves_keep_apart(shown, name, level):
    hold(power_curves(shown, name, name, level, "fair device"))


@FEW
@given(st.lists(st.tuples(NAMES, st.floats(0, 1)), min_size=1, max_size=20))
def test_strips_name_every_share(shares):
    strips = [Strip(name, share, share / 2, (1 + share) / 2) for name, share in shares]
    hold(power_strips(strips, "Device", 0.05))


MOMENTS = st.integers(0, 40 * 24 * 3600).map(lambda seconds: START + timedelta(seconds=seconds))


@st.composite
def courses(draw):
    result = []
    for name in draw(st.lists(NAMES, min_size=1, max_size=6)):
        ends = sorted(draw(st.lists(MOMENTS, min_size=2, max_size=12)))
        spans = tuple(Span(a, b, "1") for a, b in zip(ends[::2], ends[1::2], strict=False))
        marks = tuple(Mark(at) for at in draw(st.lists(MOMENTS, max_size=5)))
        kind = draw(st.sampled_from(["session", "stage", "waiting", "interruption", "event"]))
        result.append(TimelineLane(name, kind, spans, marks))
    return result


@FEW
@given(courses())
def test_labels_of_nights_keep_apart_and_nothing_is_left_out(lanes):
    shown = stretches(lanes)
    assert all(a[1] < b[0] for a, b in pairwise(shown))
    for start, end in shown:
        hold(night(lanes, start, end))
    for lane in lanes:
        for mark in lane.marks:
            assert any(start <= mark.at <= end for start, end in shown)
        for span in lane.spans:
            held = any(start <= span.start and span.end <= end for start, end in shown)
            assert held or lane.kind == "session"


@FEW
@given(st.lists(st.tuples(NAMES, MOMENTS, MOMENTS), min_size=1, max_size=12))
def test_labels_of_runs_keep_apart(spans):
    shown = [RunSpan(name, min(a, b), max(a, b), standing_of(Outcome.FAIL), name) for name, a, b in spans]
    hold(runs(shown))


@pytest.mark.parametrize(
    "empty",
    [
        observed_and_expected([], "x", "y"),
        heat_map(Picture("heatmap", quoted("x"), quoted("y"), (), (), (), ())),
        p_value_distribution([]),
        power_curves([], "x", "y"),
        power_strips([], "x"),
        night([], START, START),
        runs([]),
    ],
)
def test_where_there_is_nothing_a_sentence_says_so(empty):
    assert isinstance(empty, Words)
    assert empty.text.endswith(".")


@given(st.floats(-1e9, 1e9), st.floats(1e-6, 1e9), st.integers(2, 10))
def test_ticks_are_round_inside_and_not_too_many(low, reach, most):
    ticks = round_numbers(low, low + reach, most)
    assert len(ticks) <= most + 1
    slack = reach * 1e-6 + abs(low) * 1e-9
    assert all(low - slack <= tick <= low + reach + slack for tick in ticks)


@given(st.floats(1e-6, 1e6), st.floats(1.5, 1e9))
def test_logarithmic_scales_keep_their_order(low, factor):
    scale = Scale(low, low * factor, 10, 300, logarithmic=True)
    places = [scale.at(low * factor**share) for share in (0, 0.25, 0.5, 1)]
    assert places == sorted(places)
    assert places[2] == pytest.approx(155)
    assert all(math.isfinite(scale.at(tick)) for tick in scale.ticks())


def moved(folder, minutes):
    """Return a subject whose records are so many minutes apart."""
    subject = Subject.of(folder)
    begun = datetime.fromisoformat(subject.summary.started)
    history = RunHistory().read(
        replace(record, utc=(begun + timedelta(minutes=minutes * place)).isoformat())
        for place, record in enumerate(folder.records())
    )
    return replace(subject, history=history)


EVENTS = [
    (RecordType.PROMPT, {"prompt": 5, "action": "load", "asks": ["Load."], "data": {}, "timeout_s": 60}),
    (RecordType.COMMAND, {"command": "jam", "who": "device"}),
    (RecordType.COMMAND, {"command": "refill", "who": "Engineer A"}),
    (RecordType.COMMAND, {"command": "refill", "who": "Engineer A"}),
    (RecordType.COMMAND, {"command": "pause", "who": "Engineer A"}),
    (RecordType.RESUMED, {"after_seq": 3, "gap_s": 90.0, "orphan_frames": {}, "planned": False}),
    (RecordType.COMMAND, {"command": "stop", "who": "Engineer A"}),
]


def test_the_course_of_a_run_is_that_of_its_records(tmp_path):
    subject = moved(write_run(tmp_path / "run", extra=EVENTS), 2)
    result = {lane.name: lane for lane in lanes(subject)}
    text = {record.type: record for record in subject.log.kept}

    assert [span.name for span in result["Sessions"].spans] == ["1"]
    stages = ("identify", "authenticate", "validate", "shuffles")
    assert [len(result[name].spans) for name in stages] == [1, 1, 1, 1]
    back = datetime.fromisoformat(text[RecordType.RESUMED].utc)
    (cut,) = result["Interrupted"].spans
    assert (cut.start, cut.end) == (back - timedelta(seconds=90), back)
    # Asked and not answered when the runner was gone: it waited until then.
    assert [span.end for span in result["Prompts waiting"].spans][-1] == cut.start
    assert result["Paused"].spans[-1].end == cut.start
    assert [len(result[name].marks) for name in ("Jam", "Refill", "Read rejected")] == [1, 2, 1]
    assert len(stretches(lanes(subject))) == 1


def test_a_long_pause_begins_a_new_drawing(tmp_path):
    subject = moved(write_run(tmp_path / "run", extra=EVENTS), 9 * 60)
    shown = stretches(lanes(subject))
    assert len(shown) > 3
    assert all(later[0] - earlier[1] >= timedelta(hours=8) for earlier, later in pairwise(shown))


def test_a_run_in_one_line_says_what_it_came_to(tmp_path):
    run = Subject.of(write_run(tmp_path / "run", ending="DEVICE_LOST"))
    span = run_span(run, "not completed", run.concluded)
    assert (span.name, span.standing.verdict, span.remark) == ("run", Outcome.INCONCLUSIVE, "not completed")


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


def map_of(rows, mean):
    names = tuple("abcd"[: len(mean)])
    return Picture("heatmap", Axis.CARD, Axis.CARDS, names, tuple("12"[: len(rows)]), rows, (mean,))


def counts_of(observed, expected):
    return histogram(
        observed,
        expected,
        "abcdef"[: len(observed)] if len(observed) < 7 else [f"v{at}" for at in range(len(observed))],
    )


def test_one_expected_row_holds_for_every_row():
    picture = map_of(((4.0, 4.0), (7.0, 1.0)), (4.0, 4.0))

    assert [[CLASSES[shade] for shade in row] for row in classes(picture)] == [
        ["−1 to +1", "−1 to +1"],
        ["+2 to +3", "−3 to −2"],
    ]


def test_bars_have_limits_that_hold_at_once():
    bar = bars(counts_of((60.0, 40.0), (50.0, 50.0)))[0]

    # Two bars: quantiles of the binomial law of 100 trials at 1.25% and 98.75%.
    assert (bar.low, bar.high, bar.residual) == (39, 61, 2)
    below = sum(math.comb(100, count) for count in range(39)) / 2**100
    assert below <= 0.0125 < below + math.comb(100, 39) / 2**100


def test_empty_ends_are_left_out_and_nothing_that_was_seen_or_expected():
    picture = counts_of((0.0, 0.0, 3.0, 0.0, 1.0, 0.0), (1e-9, 0.2, 3.0, 1e-9, 1e-9, 1e-9))
    assert [bar.label for bar in bars(picture)] == ["b", "c", "d", "e"]


@settings(max_examples=25)
@given(st.lists(st.integers(1, 100), min_size=2, max_size=12))
def test_limits_leave_out_no_more_than_their_share_on_either_side(means):
    total, beyond = sum(means), 0.05 / (2 * len(means))
    counts = tuple(map(float, means))
    for bar in bars(counts_of(counts, counts)):
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
    shown = bars(counts_of(values, values))

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
    cells = map_of((row, row), row)
    seen = [0.0] * len(CLASSES)
    for mean in row:
        for count in range(61):
            seen[class_of(residual(count, mean, 60))] += 2 * binomial(count, 60, mean / 60)

    assert fair_cells(cells) == pytest.approx(seen, abs=1e-9)
    assert sum(fair_cells(cells)) == pytest.approx(6)


def test_many_counts_follow_the_normal_law():
    row = tuple(10_000_000.0 for _ in range(4))
    shares = fair_cells(map_of((row,), row))
    assert shares[4] / 4 == pytest.approx(0.6826895, abs=1e-3)
