"""Heat maps and histograms as vector drawings: sharp on paper, and their words can be searched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil, floor, log10
from typing import Any

from reportlab.graphics.shapes import Drawing, Group, Line, Rect, String
from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable

from labharness.model.results import Picture
from labharness.reporting.residuals import CLASSES, bars, classes
from labharness.reporting.typography import FRAME_WIDTH, INK, QUIET, RULE, TEXT, width
from labharness.reporting.wording import number, plain

_SCALE = tuple(
    HexColor(colour)
    for colour in (0x053061, 0x2F79B5, 0x8BBFDB, 0xD5E5F0, 0xFFFFFF, 0xFCE3CF, 0xF6B27A, 0xD9731A, 0x8A3B00)
)
"""Blue – white – orange, told apart by people of every colour vision and in grey."""
_MIDDLE = 4
_LABEL, _LABEL_PITCH = 5.6, 6.6
_TALLEST = 440.0
_AXIS = 16.0


def heat_map(picture: Picture) -> Flowable:
    """Draw standardized residuals of a table of counts, with the legend and the cells in each class."""
    found, columns = classes(picture), len(picture.x)
    rows = len(found)
    size = min(_LABEL, _LABEL * FRAME_WIDTH / (3 * max(1.0, _longest(picture.y))))
    left = _AXIS + _longest(picture.y) * size / _LABEL + 4
    top = _longest(picture.x) + 4 + _AXIS
    pitch_x = (FRAME_WIDTH - left) / columns
    pitch_y = min(max(pitch_x, _LABEL_PITCH if rows < 60 else 0), 22.0, _TALLEST / rows)
    pitch_x = min(pitch_x, 3 * pitch_y)
    grid_width, grid_height, legend = pitch_x * columns, pitch_y * rows, 44.0
    drawing = _drawing(FRAME_WIDTH, grid_height + top + legend)
    for index, row in enumerate(found):
        y = legend + grid_height - (index + 1) * pitch_y
        for shade, first, count in _runs(row):
            if shade != _MIDDLE:
                drawing.add(_box(left + first * pitch_x, y, count * pitch_x, pitch_y, _SCALE[shade]))
    drawing.add(_box(left, legend, grid_width, grid_height, None, RULE))
    for index, name in _spaced(picture.x, pitch_x):
        drawing.add(_upright(name, left + (index + 0.5) * pitch_x + 2, legend + grid_height + 3))
    for index, name in _spaced(picture.y, pitch_y):
        y = legend + grid_height - (index + 0.5) * pitch_y - 2
        drawing.add(_words(name, left - 3, y, size, anchor="end"))
    drawing.add(_words(picture.x_label, left, legend + grid_height + top - 9, 7.5))
    drawing.add(_upright(picture.y_label, 8, legend + grid_height / 2, 7.5, "middle"))
    cells = [sum(row.count(shade) for row in found) for shade in range(len(_SCALE))]
    _draw_legend(drawing, cells)
    return drawing


def histogram(picture: Picture) -> Flowable:
    """Draw observed counts as bars, and what was expected as a mark with its 95 % limits."""
    shown = bars(picture)
    labels = [bar.label for bar in shown]
    top, bottom, left, height = 16.0, 34.0 + _longest(labels), 52.0, 150.0
    drawing = _drawing(FRAME_WIDTH, height + top + bottom)
    tallest = max([1.0, *(max(bar.observed, bar.high) for bar in shown)])
    step = _step(tallest)
    ceiling = ceil(tallest / step) * step
    pitch = min((FRAME_WIDTH - left) / len(shown), 60.0)
    for level in range(int(ceiling / step) + 1):
        y = bottom + height * level * step / ceiling
        drawing.add(Line(left, y, left + pitch * len(shown), y, strokeColor=RULE, strokeWidth=0.4))
        drawing.add(_words(number(level * step), left - 4, y - 2.4, 7, anchor="end"))
    for index, bar in enumerate(shown):
        x, wide = left + (index + 0.5) * pitch, pitch * 0.62
        rise = height * bar.observed / ceiling
        drawing.add(_box(x - wide / 2, bottom, wide, rise, _SCALE[2]))
        low, mean, high = (bottom + height * v / ceiling for v in (bar.low, bar.expected, bar.high))
        drawing.add(Line(x, low, x, high, strokeColor=INK, strokeWidth=0.9))
        half = min(pitch * 0.42, 9.0)
        drawing.add(Line(x - half, mean, x + half, mean, strokeColor=_SCALE[7], strokeWidth=1.6))
        for end in (low, high):
            drawing.add(Line(x - half / 2, end, x + half / 2, end, strokeColor=INK, strokeWidth=0.9))
    long = _longest(labels) > pitch - 2
    for index, name in _spaced(labels, pitch if long else _LABEL_PITCH):
        x = left + (index + 0.5) * pitch
        label = (
            _upright(name, x + 2, bottom - 4, anchor="end")
            if long
            else _words(name, x, bottom - 10, 7, "middle")
        )
        drawing.add(label)
    drawing.add(_words(picture.x_label, left, 12, 7.5))
    drawing.add(_words(picture.y_label, left, height + bottom + 6, 7.5))
    key = FRAME_WIDTH - 222
    drawing.add(_box(key, 11, 9, 7, _SCALE[2]))
    drawing.add(_words("observed", key + 13, 12, 7.5))
    drawing.add(Line(key + 62, 14.5, key + 76, 14.5, strokeColor=_SCALE[7], strokeWidth=1.6))
    drawing.add(Line(key + 69, 10, key + 69, 19, strokeColor=INK, strokeWidth=0.9))
    drawing.add(_words("expected, with 95 % limits of one count", key + 81, 12, 7.5))
    return drawing


def _draw_legend(drawing: Any, cells: Sequence[int]) -> None:
    wide = FRAME_WIDTH / len(_SCALE)
    for shade, (name, count) in enumerate(zip(CLASSES, cells, strict=True)):
        x = shade * wide
        drawing.add(_box(x + 1, 24, wide - 2, 8, _SCALE[shade], RULE))
        drawing.add(_words(name, x + wide / 2, 14, 6.8, "middle"))
        drawing.add(_words(f"{number(count)} cells", x + wide / 2, 5, 6.8, "middle", QUIET))


def _runs(row: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    place = 0
    for shade, group in groupby(row):
        count = len(list(group))
        yield shade, place, count
        place += count


def _spaced(names: Sequence[str], pitch: float) -> Iterator[tuple[int, str]]:
    """Yield every name that has room, the first always."""
    every = max(1, ceil(_LABEL_PITCH / pitch))
    yield from ((index, name) for index, name in enumerate(names) if index % every == 0)


def _step(tallest: float) -> float:
    """Return a round distance of grid lines, four to eight of them."""
    unit = 10.0 ** floor(log10(tallest / 4))
    return float(next(unit * factor for factor in (1, 2, 5, 10) if tallest / (unit * factor) <= 8))


def _longest(names: Sequence[str]) -> float:
    return max((width(plain(name), TEXT, _LABEL) for name in names), default=0.0)


def _drawing(wide: float, high: float) -> Any:
    return Drawing(wide, high, initialFontName=TEXT, initialFontSize=7)


def _box(x: float, y: float, wide: float, high: float, fill: Any, stroke: Any = None) -> Any:
    return Rect(x, y, wide, high, fillColor=fill, strokeColor=stroke, strokeWidth=0.5 if stroke else 0)


def _words(text: str, x: float, y: float, size: float, anchor: str = "start", colour: Any = INK) -> Any:
    return String(x, y, plain(text), fontName=TEXT, fontSize=size, textAnchor=anchor, fillColor=colour)


def _upright(text: str, x: float, y: float, size: float = _LABEL, anchor: str = "start") -> Any:
    return Group(_words(text, 0, 0, size, anchor), transform=(0, 1, -1, 0, x, y))
