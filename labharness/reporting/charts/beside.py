"""One number observed beside the number that a random device gives, as two bars."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.language.numbers import number
from labharness.reporting.charts.ink import BLUE, ORANGE, PLAIN, Names, box, canvas, extent, words
from labharness.reporting.typography import FRAME_WIDTH

_BAR, _STEP, _LABEL = 11.0, 16.0, 150.0


def observed_beside(
    what: str,
    observed: float,
    expected: float,
    wide: float = FRAME_WIDTH,
    random: str = "random device, about",
) -> Flowable:
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
    rows = ((what, observed, ORANGE), (random, expected, BLUE))
    room = wide - _LABEL - max(extent(number(round(value))) for _, value, _ in rows) - 16
    for place, (name, value, color) in enumerate(rows):
        y = (1 - place) * _STEP + 2
        drawing.add(words(names.fitted(name, _LABEL - 6, PLAIN), _LABEL - 4, y + 3, PLAIN, "end"))
        drawing.add(box(_LABEL, y, room * value / longest, _BAR, color))
        drawing.add(words(number(round(value)), _LABEL + room * value / longest + 4, y + 3))
    return names.under(drawing)
