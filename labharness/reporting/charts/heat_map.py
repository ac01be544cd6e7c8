"""Heat map of standardized residuals: a table of counts seen as one picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import Any

from reportlab.platypus import Flowable

from labharness.language.catalog import label
from labharness.language.numbers import number
from labharness.model.results import Picture
from labharness.reporting.charts.ink import (
    DIVERGING,
    PLAIN,
    SMALL,
    Names,
    box,
    canvas,
    extent,
    line,
    longest,
    upright,
    words,
)
from labharness.reporting.residuals import CLASSES, classes, fair_cells
from labharness.reporting.rows import Words
from labharness.reporting.typography import FRAME_WIDTH, INK, QUIET, RULE, WHITE, style

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
