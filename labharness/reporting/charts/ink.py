"""What figures are drawn with: colors, words, lines and boxes, and whatever a word had no room for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from reportlab.graphics.shapes import Drawing, Group, Line, Polygon, PolyLine, Rect, String
from reportlab.lib.colors import Color, HexColor
from reportlab.platypus import Flowable

from labharness.reporting.rows import Look, TableRows, Words
from labharness.reporting.typography import FRAME_WIDTH, INK, TEXT, style, width
from labharness.reporting.wording import markup, plain

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
        text = [
            Words(f"{number} {markup(name)}", style("caption", spaceAfter=2))
            for name, number in self._full.items()
        ]
        return TableRows(
            [FRAME_WIDTH], (), [[[drawing]], *([[each]] for each in text)], Look(top=0, bottom=2, rules=False)
        )


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
