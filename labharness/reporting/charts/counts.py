"""Observed against expected counts: bars above, and below them how far each is from its expectation.

Heat map of standardized residuals: a table of counts seen as one picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil, copysign, isfinite
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable

from labharness.language.catalog import label
from labharness.language.numbers import number
from labharness.model.results import Picture
from labharness.reporting.charts.ink import (
    BLUE,
    DIVERGING,
    ORANGE,
    PALE,
    PLAIN,
    SMALL,
    Names,
    Scale,
    area,
    box,
    canvas,
    dot,
    extent,
    line,
    longest,
    path,
    step_of,
    upright,
    words,
)
from labharness.reporting.residuals import CLASSES, LEVEL, Bar, classes, fair_cells
from labharness.reporting.rows import Words
from labharness.reporting.typography import FRAME_WIDTH, INK, QUIET, RULE, WHITE, style

_COUNTS, _BETWEEN, _RESIDUALS, _TOP, _KEY = 108.0, 8.0, 62.0, 16.0, 28.0
_LIMITS = HexColor(0xE3E7EB)
_NAME = 70.0
"""Most room for the names of bars."""
_BARE = 4.0
"""Bars narrower than this are drawn as steps."""
_WIDEST = 46.0
_LEAST_REACH, _SHOWN_FROM = 4.0, 1.0
_TIP = 3.2
"""Half the width of the triangle in place of a residual that is cut."""
"""The lower part reaches so far at least; bars that expect less than one unit do not stretch it."""


def observed_and_expected(bars: Sequence[Bar], x_label: str, y_label: str) -> Flowable:
    """Draw counts over what was expected of them, and their standardized residuals within their limits."""
    if not bars:
        return Words("No count to draw.", style("body"))
    names = Names()
    labels = [names.fitted(bar.label, _NAME) for bar in bars]
    tallest = max(1.0, *(max(bar.observed, bar.expected) for bar in bars))
    step = step_of(tallest, 6)
    marks = [number(step * place) for place in range(ceil(tallest / step - 1e-9) + 1)]
    left = max(30.0, longest(marks) + 8 + PLAIN + 6)
    pitch = min((FRAME_WIDTH - left - SMALL / 2) / len(bars), _WIDEST)
    wide = pitch * len(bars)
    along = max(map(extent, labels)) <= pitch - 3
    bottom = _KEY + (SMALL + 4 if along else longest(labels) + 6)
    base = bottom + _RESIDUALS + _BETWEEN
    drawing = canvas(base + _COUNTS + _TOP)
    counts = Scale(0.0, step * (len(marks) - 1), base, base + _COUNTS)
    for place, mark in enumerate(marks):
        y = counts.at(step * place)
        drawing.add(line(left, y, left + wide, y, RULE, 0.4))
        drawing.add(words(mark, left - 4, y - SMALL / 3, SMALL, "end"))
    xs = [left + (place + 0.5) * pitch for place in range(len(bars))]
    _draw_counts(drawing, bars, xs, pitch, counts)
    _draw_residuals(drawing, bars, xs, pitch, bottom)
    _draw_labels(drawing, labels, xs, pitch, bottom, along=along)
    title = names.fitted(y_label or "count", FRAME_WIDTH - left, PLAIN)
    drawing.add(words(title, left, base + _COUNTS + 6))
    drawing.add(upright("residual", PLAIN, bottom + _RESIDUALS / 2, PLAIN, "middle"))
    _draw_key(drawing, left, names.fitted(x_label, FRAME_WIDTH - 312 - left, PLAIN))
    return names.under(drawing)


def _draw_counts(drawing: Any, bars: Sequence[Bar], xs: Sequence[float], pitch: float, scale: Scale) -> None:
    zero = scale.at(0)
    if pitch < _BARE:
        outline = [(xs[0] - pitch / 2, zero)]
        for x, bar in zip(xs, bars, strict=True):
            y = scale.at(bar.observed)
            outline += [(x - pitch / 2, y), (x + pitch / 2, y)]
        drawing.add(area([*outline, (xs[-1] + pitch / 2, zero)], PALE))
    else:
        for x, bar in zip(xs, bars, strict=True):
            wide = pitch * 0.7
            drawing.add(box(x - wide / 2, zero, wide, scale.at(bar.observed) - zero, PALE))
    drawing.add(line(xs[0] - pitch / 2, zero, xs[-1] + pitch / 2, zero, INK, 0.6))
    if pitch < _BARE:
        expected = [
            (x + side * pitch / 2, scale.at(bar.expected))
            for x, bar in zip(xs, bars, strict=True)
            for side in (-1, 1)
        ]
        drawing.add(path(expected, INK, 0.9))
        return
    half = min(pitch * 0.45, 14.0)
    for x, bar in zip(xs, bars, strict=True):
        y = scale.at(bar.expected)
        drawing.add(line(x - half, y, x + half, y, INK, 1.3))


def _draw_residuals(
    drawing: Any, bars: Sequence[Bar], xs: Sequence[float], pitch: float, bottom: float
) -> None:
    """Draw a stick for each bar over the range that its limits leave it."""
    # What was hardly expected would flatten all the others; it is drawn at the edge, as a triangle.
    sticking = [abs(bar.residual) for bar in bars if bar.expected >= _SHOWN_FROM and isfinite(bar.residual)]
    limits = [
        abs(_share(bar, edge)) for bar in bars if bar.expected >= _SHOWN_FROM for edge in (bar.low, bar.high)
    ]
    reach = 1.08 * max([_LEAST_REACH, *sticking, *filter(isfinite, limits)])
    scale = Scale(-reach, reach, bottom, bottom + _RESIDUALS)
    first, last = xs[0] - pitch / 2, xs[-1] + pitch / 2
    drawing.add(box(first, bottom, last - first, _RESIDUALS, None, RULE))
    for x, bar in zip(xs, bars, strict=True):
        low, high = scale.at(_share(bar, bar.low)), scale.at(_share(bar, bar.high))
        drawing.add(box(x - pitch / 2, low, pitch, high - low, _LIMITS))
    for mark in scale.ticks(5):
        y = scale.at(mark)
        if mark:
            drawing.add(line(first - 2, y, first, y, RULE))
        text = f"{number(mark)}" if mark <= 0 else f"+{number(mark)}"
        drawing.add(words(text, first - 4, y - SMALL / 3, SMALL, "end"))
    zero = scale.at(0)
    drawing.add(line(first, zero, last, zero, INK, 0.6))
    for x, bar in zip(xs, bars, strict=True):
        color = ORANGE if bar.outside else BLUE
        y = scale.at(bar.residual)
        drawing.add(line(x, zero, x, y, color, max(0.5, min(1.6, pitch / 3))))
        if abs(bar.residual) > reach:
            tip = copysign(_TIP, bar.residual)
            drawing.add(area(((x - _TIP, y - tip), (x, y), (x + _TIP, y - tip)), color))
        elif bar.outside or pitch >= _BARE:
            drawing.add(dot(x, y, color, 2.6 if bar.outside else 1.8))


def _share(bar: Bar, count: float) -> float:
    """Return a count as a residual of its bar; where nothing was expected there is no room for any."""
    return bar.standardized(count) if bar.expected > 0 else 0.0


def _draw_labels(
    drawing: Any, labels: Sequence[str], xs: Sequence[float], pitch: float, bottom: float, *, along: bool
) -> None:
    every = 1 if along else max(1, ceil((SMALL + 1.4) / pitch))
    for place in range(0, len(labels), every):
        x = xs[place]
        drawing.add(line(x, bottom - 2, x, bottom, RULE))
        if along:
            drawing.add(words(labels[place], x, bottom - SMALL - 3, SMALL, "middle"))
        else:
            drawing.add(upright(labels[place], x + SMALL / 3, bottom - 4, SMALL, "end"))


def _draw_key(drawing: Any, left: float, x_label: str) -> None:
    drawing.add(words(x_label, left, 6))
    x = FRAME_WIDTH - 304
    drawing.add(box(x, 5, 10, 7, PALE))
    drawing.add(words("observed", x + 14, 6))
    drawing.add(line(x + 60, 8.5, x + 72, 8.5, INK, 1.3))
    drawing.add(words("expected", x + 76, 6))
    drawing.add(box(x + 120, 5, 10, 7, _LIMITS))
    drawing.add(words(f"limits that hold all bars at once, {LEVEL:.0%}", x + 134, 6))


_MIDDLE = len(DIVERGING) // 2
_PITCH = SMALL + 1.0
_AXIS = 16.0
_ROW_NAME, _COLUMN_NAME = 110.0, 70.0
"""Most room for the names of rows and columns."""
_APART = 2.0
"""Names of columns stand upright unless so much is left between any two."""
_TALLEST = 380.0
"""Headings of a section have their room above the largest map."""
_LEGEND = 56.0
_RARE = 0.005
"""Fewer cells than these are expected as none."""


def heat_map(picture: Picture) -> Flowable:
    """Draw standardized residuals of a table of counts, with the legend and the cells in each class.

    Cells beyond ±3 also carry a sign, so that both ends of the scale keep apart in gray.
    """
    result, columns, names = classes(picture), len(picture.x), Names()
    rows = len(result)
    if not rows or not columns:
        return Words("No cell to draw.", style("body"))
    across = [names.fitted(name, _COLUMN_NAME) for name in picture.x]
    down = [names.fitted(name, _ROW_NAME) for name in picture.y]
    left = _AXIS + longest(down) + 6
    pitch_x = (FRAME_WIDTH - left - SMALL / 2) / columns
    pitch_y = min(max(pitch_x, _PITCH if rows < 60 else 0), 22.0, _TALLEST / rows)
    pitch_x = min(pitch_x, 3 * pitch_y)
    flat = longest(across) <= pitch_x - _APART
    top = (SMALL if flat else longest(across)) + 5 + _AXIS
    wide, high = pitch_x * columns, pitch_y * rows
    drawing = canvas(high + top + _LEGEND)
    for index, row in enumerate(result):
        y = _LEGEND + high - (index + 1) * pitch_y
        for shade, first, count in _runs(row):
            if shade != _MIDDLE:
                drawing.add(box(left + first * pitch_x, y, count * pitch_x, pitch_y, DIVERGING[shade]))
            _signs(drawing, shade, (left + first * pitch_x, y), (pitch_x, pitch_y), count)
    drawing.add(box(left, _LEGEND, wide, high, None, RULE))
    for index, name in _spaced(across, pitch_x):
        x = left + (index + 0.5) * pitch_x
        drawing.add(line(x, _LEGEND + high, x, _LEGEND + high + 2, RULE))
        if flat:
            drawing.add(words(name, x, _LEGEND + high + 4, SMALL, "middle"))
        else:
            drawing.add(upright(name, x + SMALL / 3, _LEGEND + high + 4))
    for index, name in _spaced(down, pitch_y):
        y = _LEGEND + high - (index + 0.5) * pitch_y
        drawing.add(line(left - 2, y, left, y, RULE))
        drawing.add(words(name, left - 4, y - SMALL / 3, SMALL, "end"))
    title = names.fitted(label(picture.x_label), FRAME_WIDTH - left, PLAIN)
    drawing.add(words(title, left, _LEGEND + high + top - 8))
    side = names.fitted(label(picture.y_label), high + top, PLAIN)
    if extent(side) <= high:
        drawing.add(upright(side, 8, _LEGEND + high / 2, PLAIN, "middle"))
    else:
        drawing.add(upright(side, 8, _LEGEND + high + top, PLAIN, "end"))
    _draw_legend(drawing, result, fair_cells(picture))
    return names.under(drawing)


def _draw_legend(drawing: Any, result: Sequence[Sequence[int]], expected: Sequence[float]) -> None:
    """Draw the classes with the cells seen in each, beside those of a fair sample."""
    lead = 62.0
    wide = (FRAME_WIDTH - lead) / len(DIVERGING)
    for shade in range(len(DIVERGING)):
        x = lead + shade * wide
        drawing.add(box(x + 1, 36, wide - 2, 9, DIVERGING[shade], RULE))
        _signs(drawing, shade, (x + wide / 2 - 4.5, 36), (9, 9), 1)
    seen = [sum(row.count(shade) for row in result) for shade in range(len(DIVERGING))]
    fair = [float(f"{cells:.3g}") if cells >= _RARE else 0.0 for cells in expected]
    lines = (
        ("residual", CLASSES, 27.0, INK),
        ("cells seen", tuple(map(number, seen)), 17.0, INK),
        ("expected", tuple(map(number, fair)), 7.0, QUIET),
    )
    for title, texts, y, color in lines:
        drawing.add(words(title, lead - 6, y, SMALL, "end", color))
        for shade, text in enumerate(texts):
            drawing.add(words(text, lead + (shade + 0.5) * wide, y, SMALL, "middle", color))


def _signs(
    drawing: Any, shade: int, corner: tuple[float, float], pitch: tuple[float, float], count: int
) -> None:
    """Mark cells of the outer classes with a minus or a plus, where they are large enough for one."""
    size = min(*pitch) * 0.26
    if abs(shade - _MIDDLE) < 3 or size < 0.7:
        return
    color = WHITE if abs(shade - _MIDDLE) == 4 else INK
    thick = max(0.4, size / 3)
    for place in range(count):
        x, y = corner[0] + (place + 0.5) * pitch[0], corner[1] + pitch[1] / 2
        drawing.add(line(x - size, y, x + size, y, color, thick))
        if shade > _MIDDLE:
            drawing.add(line(x, y - size, x, y + size, color, thick))


def _runs(row: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    place = 0
    for shade, group in groupby(row):
        count = len(list(group))
        yield shade, place, count
        place += count


def _spaced(names: Sequence[str], pitch: float) -> Iterator[tuple[int, str]]:
    """Yield every name that has room, the first always."""
    every = max(1, ceil(_PITCH / pitch))
    yield from ((index, name) for index, name in enumerate(names) if index % every == 0)
