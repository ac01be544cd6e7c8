"""p-values as a distribution: the share at or below each number, against the uniform law of fair samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable

from labharness.language.numbers import amount, number, p_value
from labharness.reporting.charts.ink import (
    BLUE,
    ORANGE,
    PLAIN,
    SMALL,
    Names,
    area,
    canvas,
    dot,
    line,
    path,
    spread,
    upright,
    words,
)
from labharness.reporting.charts.scale import Scale
from labharness.reporting.residuals import band
from labharness.reporting.rows import Words
from labharness.reporting.typography import FRAME_WIDTH, INK, QUIET, RULE, style

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
    _draw_band(drawing, x, y, reach)
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


def _draw_band(drawing: Any, x: Scale, y: Scale, reach: float) -> None:
    lower = [(reach, 0.0), (1.0, 1.0 - reach)]
    upper = [(1.0, 1.0), (1.0 - reach, 1.0), (0.0, reach), (0.0, 0.0)]
    drawing.add(area([(x.at(a), y.at(b)) for a, b in [(0.0, 0.0), *lower, *upper]], _BAND))
    drawing.add(path([(x.at(a), y.at(b)) for a, b in [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]], RULE, 0.5))
    drawing.add(line(x.at(0), y.at(0), x.at(1), y.at(1), INK, 0.6))


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
