"""What figures are drawn with: colors, words, lines and boxes, and whatever a word had no room for.

Scales: where a number lies on an axis, and at which round numbers its ticks stand.

p-values as a distribution: the share at or below each number, against the uniform law of fair samples.

One number observed beside the number that a random device gives, as two bars.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

from reportlab.graphics.shapes import Drawing, Group, Line, Polygon, PolyLine, Rect, String
from reportlab.lib.colors import Color, HexColor
from reportlab.platypus import Flowable

from labharness.language.numbers import amount, number, p_value
from labharness.reporting.residuals import band
from labharness.reporting.rows import Look, TableRows, Words
from labharness.reporting.typography import FRAME_WIDTH, INK, QUIET, RULE, TEXT, markup, plain, style, width

DIVERGING = tuple(
    HexColor(color)
    for color in (0x053061, 0x2F79B5, 0x8BBFDB, 0xD5E5F0, 0xFFFFFF, 0xFCE3CF, 0xF6B27A, 0xD9731A, 0x8A3B00)
)
"""Blue – white – orange, told apart by people of every color vision; in gray, by depth and by the signs drawn."""
BLUE, PALE, ORANGE = HexColor(0x2F79B5), HexColor(0xC6D9E8), HexColor(0xC25A0A)
SMALL, PLAIN = 6.2, 7.4
"""Sizes of the names of ticks and of everything else."""


def canvas(height: float, wide: float = FRAME_WIDTH) -> Any:
    """Return an empty drawing."""
    return Drawing(wide, height, initialFontName=TEXT, initialFontSize=7)


def box(x: float, y: float, wide: float, high: float, fill: Color | None, stroke: Color | None = None) -> Any:
    """Return a rectangle from its lower left corner."""
    return Rect(x, y, wide, high, fillColor=fill, strokeColor=stroke, strokeWidth=0.5 if stroke else 0)


def line(x1: float, y1: float, x2: float, y2: float, color: Color = INK, thick: float = 0.5) -> Any:
    """Return a straight line."""
    return Line(x1, y1, x2, y2, strokeColor=color, strokeWidth=thick)


def path(points: Iterable[tuple[float, float]], color: Color, thick: float) -> Any:
    """Return a line through points."""
    flat = [number for point in points for number in point]
    return PolyLine(flat, strokeColor=color, strokeWidth=thick, strokeLineJoin=1)


def area(points: Iterable[tuple[float, float]], fill: Color) -> Any:
    """Return a filled area."""
    flat = [number for point in points for number in point]
    return Polygon(flat, fillColor=fill, strokeColor=None, strokeWidth=0)


def dot(x: float, y: float, fill: Color, radius: float = 2.2) -> Any:
    """Return a point: a small square on its tip, which prints at any size."""
    corners = ((x - radius, y), (x, y + radius), (x + radius, y), (x, y - radius))
    return area(corners, fill)


def words(
    text: str, x: float, y: float, size: float = PLAIN, anchor: str = "start", color: Color = INK
) -> Any:
    """Return a line of our own words, or of others' as :class:`Names` or ``plain`` made them."""
    return String(x, y, text, fontName=TEXT, fontSize=size, textAnchor=anchor, fillColor=color)


def upright(
    text: str, x: float, y: float, size: float = SMALL, anchor: str = "start", color: Color = INK
) -> Any:
    """Return a line of text that reads upwards."""
    return Group(words(text, 0, 0, size, anchor, color), transform=(0, 1, -1, 0, x, y))


def extent(text: str, size: float = PLAIN) -> float:
    """Return the length of a line of text as it is shown."""
    return width(text, TEXT, size)


def longest(texts: Iterable[str], size: float = SMALL) -> float:
    """Return the length of the longest of some lines."""
    return max((extent(text, size) for text in texts), default=0.0)


class Names:
    """Names that fit their room; those that do not are shown by their beginning, and in full below."""

    def __init__(self) -> None:
        self._full: dict[str, str] = {}

    def fitted(self, text: str, room: float, size: float = SMALL) -> str:
        """Return a name as it is shown where there is so much room, made harmless."""
        words = plain(text)
        if width(words, TEXT, size) <= room:
            return words
        number = f"({len(self._full) + 1})"
        number = self._full.setdefault(text, number)
        left = max(0.0, room - width(f"… {number}", TEXT, size))
        shown = min(len(words), int(left / (0.2 * size)) + 1)
        while shown and width(words[:shown], TEXT, size) > left:
            shown -= 1
        return f"{words[:shown]}… {number}"

    def under(self, drawing: Any) -> Flowable:
        """Return the drawing, with the full names below it where any was too long."""
        if not self._full:
            return drawing
        look = style("caption", spaceAfter=2)
        text = [Words(f"{number} {markup(name)}", look) for name, number in self._full.items()]
        rows = [[[each]] for each in (drawing, *text)]
        return TableRows([FRAME_WIDTH], (), rows, Look(top=0, bottom=2, rules=False))


def spread(wanted: Sequence[float], pitch: float, low: float, high: float) -> list[float]:
    """Move places apart, as little as it takes, so that neighbors are a pitch apart and all lie inside.

    Places come in any order and are returned in it.

    Examples
    --------
    >>> spread([5.0, 5.0, 20.0], 4.0, 0.0, 20.0)
    [5.0, 9.0, 20.0]
    """
    order = sorted(range(len(wanted)), key=lambda place: (wanted[place], place))
    values = list(wanted)
    floor = low
    for place in order:
        values[place] = floor = max(values[place], floor)
        floor += pitch
    ceiling = high
    for place in reversed(order):
        values[place] = ceiling = min(values[place], ceiling)
        ceiling -= pitch
    return values


@dataclass(frozen=True, slots=True)
class Scale:
    """A straight or a logarithmic axis.

    Parameters
    ----------
    low, high
        Numbers at its ends.
    start, end
        Places of its ends, in points.
    """

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def at(self, value: float) -> float:
        """Return the place of a number; numbers beyond an end lie at that end."""
        low, high, value = self._bent(self.low), self._bent(self.high), self._bent(self._within(value))
        share = (value - low) / (high - low) if high > low else 0.5
        return self.start + (self.end - self.start) * share

    def ticks(self, most: int = 8) -> list[float]:
        """Return round numbers between the ends, so many at most, two at least where a range has two."""
        return (_decades if self.logarithmic else round_numbers)(self.low, self.high, most)

    def _within(self, value: float) -> float:
        return min(max(value, self.low), self.high)

    def _bent(self, value: float) -> float:
        return log10(value) if self.logarithmic else value


def step_of(reach: float, most: int) -> float:
    """Return the smallest of 1, 2 and 5 with any number of noughts that divides a reach into so many steps.

    Examples
    --------
    >>> step_of(730, 8)
    100.0
    """
    unit = 10.0 ** floor(log10(max(reach, 1e-300) / most))
    return float(next(unit * factor for factor in (1, 2, 5, 10, 20) if reach / (unit * factor) <= most))


def round_numbers(low: float, high: float, most: int) -> list[float]:
    """Return the multiples of a round step within a range.

    Examples
    --------
    >>> round_numbers(0.0, 1.0, 5)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    if high <= low:
        return [low]
    step = step_of(high - low, most)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [float(f"{place * step:.12g}") for place in range(first, last + 1)]


def _decades(low: float, high: float, most: int) -> list[float]:
    for factors in ((1, 2, 5), (1, 3), (1,)):
        result = [
            factor * 10.0**power
            for power in range(floor(log10(low)), ceil(log10(high)) + 1)
            for factor in factors
            if low * (1 - 1e-9) <= factor * 10.0**power <= high * (1 + 1e-9)
        ]
        if len(result) <= most:
            return result if len(result) >= 2 else [low, high] if high > low else [low]
    every = ceil(len(result) / most)
    return result[::every]


_SIDE, _LEFT, _BOTTOM, _TOP = 208.0, 40.0, 34.0, 10.0
_NAMED = 18
"""So many p-values are named beside the figure, the smallest first."""
_BAND = HexColor(0xE3E7EB)


def p_value_distribution(p_values: Sequence[tuple[str, float]], x_label: str = "p-value") -> Flowable:
    """Draw the share of p-values at or below each number, with Kolmogorov's band around the uniform law.

    Parameters
    ----------
    p_values
        Names and p-values, in any order.
    """
    if not p_values:
        return Words("No p-value to draw.", style("body"))
    names, ordered = Names(), sorted(p_values, key=lambda each: (each[1], each[0]))
    count, reach = len(ordered), band(len(ordered))
    x = Scale(0.0, 1.0, _LEFT, _LEFT + _SIDE)
    y = Scale(0.0, 1.0, _BOTTOM, _BOTTOM + _SIDE)
    drawing = canvas(_BOTTOM + _SIDE + _TOP)
    lower = [(reach, 0.0), (1.0, 1.0 - reach)]
    upper = [(1.0, 1.0), (1.0 - reach, 1.0), (0.0, reach), (0.0, 0.0)]
    drawing.add(area([(x.at(a), y.at(b)) for a, b in [(0.0, 0.0), *lower, *upper]], _BAND))
    drawing.add(path([(x.at(a), y.at(b)) for a, b in [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]], RULE, 0.5))
    drawing.add(line(x.at(0), y.at(0), x.at(1), y.at(1), INK, 0.6))
    for mark in x.ticks(5):
        drawing.add(line(x.at(mark), _BOTTOM - 2, x.at(mark), _BOTTOM, RULE))
        drawing.add(words(number(mark), x.at(mark), _BOTTOM - 10, SMALL, "middle"))
        drawing.add(line(_LEFT - 2, y.at(mark), _LEFT, y.at(mark), RULE))
        drawing.add(words(number(mark), _LEFT - 4, y.at(mark) - SMALL / 3, SMALL, "end"))
    steps = [(x.at(0), y.at(0))]
    for place, (_, p) in enumerate(ordered):
        steps += [(x.at(p), y.at(place / count)), (x.at(p), y.at((place + 1) / count))]
    drawing.add(path([*steps, (x.at(1), y.at(1))], BLUE, 1.2))
    drawing.add(words(names.fitted(x_label, _SIDE, PLAIN), _LEFT, 8))
    drawing.add(upright("share at or below", PLAIN, _BOTTOM + _SIDE / 2, PLAIN, "middle"))
    _draw_names(drawing, ordered, x, y, names)
    return names.under(drawing)


def _draw_names(drawing: Any, ordered: Sequence[tuple[str, float]], x: Scale, y: Scale, names: Names) -> None:
    """Name the smallest p-values at the right, each joined to its step."""
    count, edge = len(ordered), _LEFT + _SIDE
    shown = ordered[:_NAMED]
    pitch = PLAIN + 2.6
    wanted = [y.at((place + 0.5) / count) for place in range(len(shown))]
    top = _BOTTOM + _SIDE - (pitch if len(ordered) > len(shown) else 0)
    for (name, p), own, at in zip(shown, wanted, spread(wanted, pitch, _BOTTOM, top), strict=True):
        color = ORANGE if p <= 0.05 else BLUE
        drawing.add(path([(x.at(p), own), (edge + 4, own), (edge + 18, at)], RULE, 0.4))
        drawing.add(dot(x.at(p), own, color, 2.0))
        text = p_value(p)
        drawing.add(words(text, edge + 22, at - PLAIN / 3, PLAIN, color=INK))
        room = FRAME_WIDTH - edge - 88
        drawing.add(words(names.fitted(name, room, PLAIN), edge + 88, at - PLAIN / 3, PLAIN))
    if rest := len(ordered) - len(shown):
        sentence = f"and {amount(rest, 'larger one')} not named"
        drawing.add(words(sentence, edge + 22, _BOTTOM + _SIDE - PLAIN / 2, PLAIN, color=QUIET))


_BAR, _STEP, _LABEL = 11.0, 16.0, 150.0


def observed_beside(what: str, observed: float, expected: float, wide: float) -> Flowable:
    """Draw what was observed above what is expected, to one scale from zero.

    Parameters
    ----------
    what
        Names the upper bar.
    wide
        Width in points.
    """
    names, drawing = Names(), canvas(2 * _STEP, wide)
    longest = max(observed, expected, 1.0)
    rows = ((what, observed, ORANGE), ("random device, about", expected, BLUE))
    room = wide - _LABEL - max(extent(number(round(value))) for _, value, _ in rows) - 16
    for place, (name, value, color) in enumerate(rows):
        y = (1 - place) * _STEP + 2
        drawing.add(words(names.fitted(name, _LABEL - 6, PLAIN), _LABEL - 4, y + 3, PLAIN, "end"))
        drawing.add(box(_LABEL, y, room * value / longest, _BAR, color))
        drawing.add(words(number(round(value)), _LABEL + room * value / longest + 4, y + 3))
    return names.under(drawing)
