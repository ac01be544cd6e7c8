"""What every plot has in common: no menus, no zoom by accident, the colors of the theme, few ticks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QColor

from labharness.gui.kit import theme

LIMIT = 4.0
"""Residuals beyond so many standard deviations have the strongest color."""


def heat_colors() -> Any:
    """Return the colors of residuals from ``-LIMIT`` to ``LIMIT``."""
    return pg.ColorMap(np.linspace(0, 1, 5), [QColor(stop).getRgb() for stop in theme.current().heat])


def color_plot(plot: Any, further: Iterable[Any] = ()) -> None:
    """Give a plot, its axes and further axes the colors of the theme."""
    colors = theme.current()
    plot.setBackground(QColor(colors.card))
    for axis in (*map(plot.getAxis, ("bottom", "left")), *further):
        axis.setPen(QColor(colors.border))
        axis.setTextPen(QColor(colors.muted))


def ticks_within(names: Sequence[str], first: float, last: float, most: int) -> list[tuple[float, str]]:
    """Return the ticks of the columns or rows between two places, at most so many.

    Examples
    --------
    >>> ticks_within(("a", "b", "c", "d"), 1.0, 3.0, 5)
    [(1.5, 'b'), (2.5, 'c')]
    """
    low, high = max(0, int(first)), min(len(names), -int(-last // 1))
    stride = max(1, -(-(high - low) // most))
    return [(at + 0.5, names[at]) for at in range(low, high) if (at - low) % stride == 0]
