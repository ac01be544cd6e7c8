"""Detection: how often a defect is found, by defect and by its strength or the size of the sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.platypus import Flowable

from labharness.language.numbers import number
from labharness.reporting.charts.ink import (
    BLUE,
    ORANGE,
    PLAIN,
    SMALL,
    Names,
    Scale,
    canvas,
    dot,
    line,
    path,
    spread,
    words,
)
from labharness.reporting.rows import Look, TableRows, Words
from labharness.reporting.typography import ACCENT, FRAME_WIDTH, INK, QUIET, RULE, markup, style

_HEIGHT, _BOTTOM, _LEFT, _NAMES, _TOP = 132.0, 34.0, 34.0, 120.0, 14.0
_STRIP, _SPAN = 10.0, 190.0
_COLORS = (BLUE, ORANGE, ACCENT, INK)
_DASHES: tuple[list[float] | None, ...] = (None, [5, 2], [1.5, 1.5], [7, 2, 1.5, 2])
"""Lines differ in color and in how they are broken, so that they keep apart in gray."""


@dataclass(frozen=True, slots=True)
class Point:
    """A share with its limits at one strength or size."""

    x: float
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A named line of points, in order."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """A named share with its limits."""

    name: str
    share: float
    low: float
    high: float


def power_curves(
    curves: Sequence[Curve], x_label: str, y_label: str, level: float | None = None, level_name: str = ""
) -> Flowable:
    """Draw shares against strength or sample size, each curve named at its end.

    Parameters
    ----------
    level
        Share that a fair device reaches, drawn as a line across.
    """
    curves = [curve for curve in curves if curve.points]
    if not curves:
        return Words("No detection rate to draw.", style("body"))
    names, xs = Names(), sorted({point.x for curve in curves for point in curve.points})
    right = FRAME_WIDTH - _NAMES
    bent = xs[0] > 0 and xs[-1] / xs[0] > 12
    pad = (xs[-1] - xs[0]) * 0.04 or 1.0
    low, high = (xs[0] / 1.1, xs[-1] * 1.1) if bent else (xs[0] - pad, xs[-1] + pad)
    x, y = Scale(low, high, _LEFT, right, bent), Scale(0.0, 1.0, _BOTTOM, _BOTTOM + _HEIGHT)
    drawing = canvas(_BOTTOM + _HEIGHT + _TOP)
    for mark in y.ticks(5):
        drawing.add(line(_LEFT, y.at(mark), right, y.at(mark), RULE, 0.4))
        drawing.add(words(f"{100 * mark:.0f}%", _LEFT - 4, y.at(mark) - SMALL / 3, SMALL, "end"))
    _draw_x(drawing, xs, x)
    labels = [(curve.name, curve.points[-1].share) for curve in curves]
    if level is not None:
        drawing.add(_dotted(_LEFT, y.at(level), right, y.at(level)))
        labels.append((level_name or f"level {number(level)}", level))
    for place, curve in enumerate(curves):
        color, dash = _COLORS[place % len(_COLORS)], _DASHES[place // len(_COLORS) % len(_DASHES)]
        shown = [(x.at(point.x), y.at(point.share)) for point in curve.points]
        drawing.add(_broken(path(shown, color, 1.1), dash))
        for point in curve.points:
            limits = (y.at(point.low), y.at(point.high))
            _draw_point(drawing, (x.at(point.x), y.at(point.share)), limits, color)
    pitch = PLAIN + 1.6
    room = _HEIGHT + _TOP - PLAIN
    wanted = [y.at(share) for _, share in labels]
    placed = spread(wanted, min(pitch, room / max(1, len(labels) - 1)), _BOTTOM - 4, _BOTTOM + room)
    for place, ((name, _), own, at) in enumerate(zip(labels, wanted, placed, strict=True)):
        color = _COLORS[place % len(_COLORS)] if place < len(curves) else QUIET
        drawing.add(path([(right + 1, own), (right + 10, at)], RULE, 0.4))
        drawing.add(words(names.fitted(name, _NAMES - 14, PLAIN), right + 13, at - PLAIN / 3, color=color))
    drawing.add(words(names.fitted(x_label, right - _LEFT, PLAIN), _LEFT, 8))
    drawing.add(words(names.fitted(y_label, right, PLAIN), 0, _BOTTOM + _HEIGHT + 6))
    return names.under(drawing)


def power_strips(strips: Sequence[Strip], title: str, level: float | None = None) -> Flowable:
    """Draw one share with its limits for each named defect, the most often found first."""
    if not strips:
        return Words("No detection rate to draw.", style("body"))
    x = Scale(0.0, 1.0, 4.0, _SPAN - 4.0)
    top = canvas(_STRIP + 2, _SPAN)
    for mark in x.ticks(5):
        top.add(words(f"{100 * mark:.0f}%", x.at(mark), 3, SMALL, _anchor(mark)))
    rows: list[list[list[Any]]] = []
    small = {"fontSize": PLAIN, "leading": 9.5}
    for entry in sorted(strips, key=lambda each: -each.share):
        strip = canvas(_STRIP, _SPAN)
        for mark in x.ticks(5):
            strip.add(line(x.at(mark), -6, x.at(mark), _STRIP + 3, RULE, 0.3))
        if level is not None:
            strip.add(_dotted(x.at(level), -6, x.at(level), _STRIP + 3))
        strip.add(line(x.at(entry.low), 5, x.at(entry.high), 5, BLUE, 2.2))
        strip.add(dot(x.at(entry.share), 5, INK, 3.0))
        figures = f"{100 * entry.share:.1f} ({100 * entry.low:.1f} to {100 * entry.high:.1f}) %"
        name = Words(markup(entry.name), style("cell", **small))
        rows.append([[name], [strip], [Words(figures, style("number", **small))]])
    head = [[Words(markup(title), style("head"))], [top], [Words("", style("number-head"))]]
    rest = FRAME_WIDTH - _SPAN - 108
    return TableRows([rest, _SPAN + 12, 96], head, rows, Look(top=1.5, bottom=1.5))


def _anchor(mark: float) -> str:
    return "start" if mark <= 0 else "end" if mark >= 1 else "middle"


def _draw_x(drawing: Any, xs: Sequence[float], x: Scale) -> None:
    """Mark the strengths themselves where they have room, else round numbers."""
    half = [len(number(each)) * SMALL * 0.32 for each in xs]
    places = [x.at(each) for each in xs]
    fits = all(places[i + 1] - places[i] > half[i] + half[i + 1] + 3 for i in range(len(xs) - 1))
    marks = list(xs) if fits else x.ticks(7)
    edge = -1e9
    for mark in marks:
        wide = len(number(mark)) * SMALL * 0.62
        drawing.add(line(x.at(mark), _BOTTOM - 2, x.at(mark), _BOTTOM, RULE))
        if x.at(mark) - wide / 2 > edge + 2:
            drawing.add(words(number(mark), x.at(mark), _BOTTOM - 10, SMALL, "middle"))
            edge = x.at(mark) + wide / 2


def _draw_point(drawing: Any, at: tuple[float, float], limits: tuple[float, float], color: Any) -> None:
    drawing.add(line(at[0], limits[0], at[0], limits[1], color, 0.8))
    for end in limits:
        drawing.add(line(at[0] - 2, end, at[0] + 2, end, color, 0.8))
    drawing.add(dot(*at, color, 2.4))


def _dotted(x1: float, y1: float, x2: float, y2: float) -> Any:
    drawn = _broken(line(x1, y1, x2, y2, INK, 1.1), [0.01, 2.4])
    drawn.strokeLineCap = 1
    return drawn


def _broken(drawn: Any, dash: list[float] | None) -> Any:
    drawn.strokeDashArray = dash
    return drawn
