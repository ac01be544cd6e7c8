"""A picture of a check as a chart; its numbers are the record's."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from threading import Thread
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QColor

from labharness.gui.kit import theme
from labharness.gui.kit.charts.chart_frame import LIMIT, ChartFrame, color_plot, heat_colors, ticks_within
from labharness.gui.kit.words import tr
from labharness.language.catalog import label
from labharness.language.numbers import decimal, number
from labharness.language.record_sentences import bare
from labharness.model.results import Picture
from labharness.reporting.residuals import Bar, bars, residual

MOST_TICKS = 14
MOST_BARS = 60
FEW = 5.0
"""Expected count below which a cell is too small to judge by eye."""
CALM = 1.0
"""Residual whose color is the strongest that such a cell has; one card more than none is no finding."""
TOO_FEW = tr("Too few to judge by eye.")
FLAT, ENOUGH_BARS = 0.5, 6
"""Bars whose expected counts are alike, and so many, are drawn from their expected counts: 1% is invisible from zero."""


class Chart(ChartFrame):
    """Draws one :class:`~labharness.model.results.Picture` with a cursor that keys and pointer move.

    A histogram without expected counts is drawn as bars alone.
    """

    def __init__(self) -> None:
        super().__init__(tr("Chart"))
        self._image: Any = pg.ImageItem(axisOrder="row-major")
        self._band: Any = pg.BarGraphItem(x=[0], y0=0, y1=0, width=0.92)
        self._bars: Any = pg.BarGraphItem(x=[0], height=[0], width=0.55)
        self._fair: Any = pg.ScatterPlotItem(symbol="d", size=9)
        self._zero: Any = pg.InfiniteLine(0, angle=0)
        self._cursor: Any = pg.PlotCurveItem()
        for item in (self._image, self._band, self._bars, self._fair, self._zero, self._cursor):
            self.plot.addItem(item)
        self._picture: Picture | None = None
        self._shown: list[Bar] = []
        self._from_expected = self._lawless = False
        self._at = (0, 0)
        _load_laws()
        self.paint()

    def show_picture(self, picture: Picture | None, title: str = "", *, goes_on: bool = False) -> None:
        """Draw a picture; None leaves the frame empty.

        Parameters
        ----------
        title
            A sentence, such as what was decided; what is drawn where left out.
        goes_on
            Whether it is the same picture with newer counts: the cursor and what is zoomed to stay.
        """
        if picture is self._picture and picture is not None:
            return
        self._picture = picture
        shown = self.view.viewRect() if goes_on and self.zoomed else None
        self.show_axes(picture is not None)
        if picture is None:
            self.heading.setText(tr("This check drew no picture."))
            self.readout.setText("")
            return
        heat = picture.form == "heatmap"
        self._image.setVisible(heat)
        self._lawless = not picture.expected
        self._bars.setVisible(not heat)
        for item in (self._band, self._fair):
            item.setVisible(not heat and not self._lawless)
        across, up = label(picture.x_label), label(picture.y_label)
        text = title or _title(picture, across, up)
        self.heading.setText(f"{text.rstrip('.')}. {TOO_FEW}" if heat and is_small(picture) else text)
        (self._draw_heat if heat else self._draw_bars)(picture)
        self.plot.setLabel("bottom", across)
        self.plot.setLabel("left", tr("{up}, less expected", up=up) if self._from_expected else up)
        if shown is not None:
            self.view.setRange(shown, padding=0)
        if goes_on:
            self.point(*self._at)
        else:
            self._at = self._largest(picture)
            self._read()

    def _largest(self, picture: Picture) -> tuple[int, int]:
        """Return where the difference from a random device is the largest; there the cursor begins."""
        if self._shown:
            return 0, int(np.argmax([abs(bar.residual) for bar in self._shown]))
        values = np.abs(residuals(picture))
        row, column = np.unravel_index(int(values.argmax()), values.shape) if values.size else (0, 0)
        return int(row), int(column)

    def _draw_heat(self, picture: Picture) -> None:
        values = shades(picture)
        rows, columns = values.shape
        self._shown, self._from_expected = [], False
        self._zero.setVisible(False)
        self._image.setImage(values, autoLevels=False, levels=(-LIMIT, LIMIT))
        self.view.invertY(True)  # noqa: FBT003  pyqtgraph's call
        self.show_range((0, columns), (0, rows))
        self.fit_ticks()

    def _draw_bars(self, picture: Picture) -> None:
        self._shown = bars(replace(picture, expected=picture.values) if self._lawless else picture, MOST_BARS)
        mean = np.array([bar.expected for bar in self._shown])
        alike = not self._lawless and len(mean) >= ENOUGH_BARS and bool(mean.min() > FLAT * mean.max())
        self._from_expected = alike and bool(mean.min() > FEW)
        base = mean if self._from_expected else np.zeros_like(mean)
        low, high, seen = (
            np.array([getattr(bar, name) for bar in self._shown]) - base
            for name in ("low", "high", "observed")
        )
        places = np.arange(len(self._shown)) + 0.5
        self._band.setOpts(x=places, y0=low, y1=high, width=0.92)
        self._bars.setOpts(x=places, height=seen, width=0.55)
        self._fair.setData([] if self._from_expected else places, [] if self._from_expected else mean)
        self._zero.setVisible(self._from_expected)
        self.view.invertY(False)  # noqa: FBT003  pyqtgraph's call
        limits = () if self._lawless else (*high, *(mean - base))
        top = max([1.0, *seen, *limits]) * 1.08
        bottom = min([-1.0, *low, *seen]) * 1.08 if self._from_expected else 0.0
        self.show_range((0, len(self._shown)), (bottom, top))
        self.fit_ticks()

    def fit_ticks(self) -> None:
        """Name as many columns and rows as fit."""
        picture = self._picture
        if picture is None:
            return
        (left, right), (low, high) = self.view.viewRange()
        across, down = self.fitting
        names = tuple(bar.label for bar in self._shown) if self._shown else picture.x
        self.plot.getAxis("bottom").setTicks([ticks_within(names, left, right, min(across, MOST_TICKS))])
        rows = None if self._shown else [ticks_within(picture.y, low, high, min(down, MOST_TICKS))]
        self.plot.getAxis("left").setTicks(rows)

    @property
    def has_heights(self) -> bool:
        """Whether bars are drawn."""
        return self._picture is not None and bool(self._shown)

    @property
    def size_of(self) -> tuple[int, int]:
        """Rows and columns that the cursor can stand on."""
        if self._picture is None:
            return 0, 0
        if self._shown:
            return 1, len(self._shown)
        return len(self._picture.values), len(self._picture.values[0]) if self._picture.values else 0

    def point(self, row: int, column: int) -> None:
        """Read a cell or a bar out."""
        rows, columns = self.size_of
        if rows and columns:
            self._at = (min(max(row, 0), rows - 1), min(max(column, 0), columns - 1))
            self._read()

    def move_cursor(self, down: int, right: int) -> None:
        """Read out the cell or bar beside."""
        self.point(self._at[0] + down, self._at[1] + right)

    def point_at(self, x: float, y: float) -> None:
        """Read out what lies beneath the pointer."""
        self.point(0 if self._shown else int(y), int(x))

    def numbers(self) -> list[list[str]]:
        """Return the numbers that are drawn, with titles."""
        picture = self._picture
        if picture is None:
            return [[]]
        if self._lawless:
            head = [label(picture.x_label), label(picture.y_label)]
            return [head, *([bar.label, bare(bar.observed)] for bar in self._shown)]
        if self._shown:
            head = [label(picture.x_label), tr("Observed"), tr("Expected"), tr("Lowest"), tr("Highest")]
            cells = [
                [bar.label, *(bare(value) for value in (bar.observed, bar.expected, bar.low, bar.high))]
                for bar in self._shown
            ]
            return [head, *cells]
        head = [label(picture.y_label), *picture.x]
        return [
            head,
            *([y, *(bare(v) for v in row)] for y, row in zip(picture.y, picture.values, strict=False)),
        ]

    def _read(self) -> None:
        picture, (row, column) = self._picture, self._at
        if picture is None or not all(self.size_of):
            return
        if self._shown:
            self._read_bar(self._shown[column], column)
            return
        seen = picture.values[row][column]
        expected = picture.expected[row if len(picture.expected) > 1 else 0]
        away = residual(seen, expected[column], float(sum(expected)))
        small = "" if expected[column] >= FEW else f" {TOO_FEW}"
        self._cursor.setData(
            [column, column + 1, column + 1, column, column], [row, row, row + 1, row + 1, row]
        )
        self.tell(
            tr(
                "{y_label} {y}, {x_label} {x}: {seen} observed, {expected} expected, {away} standard deviations.{small}",
                y_label=label(picture.y_label),
                y=picture.y[row],
                x_label=label(picture.x_label),
                x=picture.x[column],
                seen=number(seen),
                expected=decimal(expected[column]),
                away=decimal(away, signed=True),
                small=small,
            )
        )

    def _read_bar(self, bar: Bar, column: int) -> None:
        place = tr("outside") if bar.outside else tr("inside")
        away = f" ({decimal(bar.observed - bar.expected, signed=True)})" if self._from_expected else ""
        height = bar.observed - bar.expected if self._from_expected else bar.observed
        self._cursor.setData([column + 0.5] * 2, [0, height])
        if self._lawless and self._picture is not None:
            self.tell(f"{bar.label}: {number(bar.observed)} {label(self._picture.y_label)}.")
            return
        self.tell(
            tr(
                "{label}: {observed} observed{away}; a random device gives {mean} on the average, {place} the 95% band of {low} to {high} over all bars together.",
                label=bar.label,
                observed=number(bar.observed),
                away=away,
                mean=decimal(bar.expected),
                place=place,
                low=number(bar.low),
                high=number(bar.high),
            )
        )

    def paint(self) -> None:
        """Give what is drawn the colors of the theme."""
        colors = theme.current()
        color_plot(self.plot)
        self._image.setColorMap(heat_colors())
        self._band.setOpts(brush=QColor(colors.border), pen=pg.mkPen(None))
        self._bars.setOpts(brush=QColor(colors.accent), pen=pg.mkPen(None))
        self._fair.setBrush(QColor(colors.text))
        self._fair.setPen(pg.mkPen(QColor(colors.card)))
        self._zero.setPen(pg.mkPen(QColor(colors.text), width=1))
        self._cursor.setPen(pg.mkPen(QColor(colors.text), width=2))


@cache
def _load_laws() -> None:
    """Load what limits of bars are computed with, which takes a sixth of a second, while the window goes on."""
    Thread(target=import_module, args=("scipy.special",), name="laws of charts").start()


def _title(picture: Picture, across: str, up: str) -> str:
    if picture.form == "heatmap":
        return tr(
            "{up} and {across}: differences from a random device",
            up=f"{up[:1].upper()}{up[1:]}",
            across=across,
        )
    return tr(
        "{across}: observed, and what a random device gives", across=f"{across[:1].upper()}{across[1:]}"
    )


def residuals(picture: Picture) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the standardized residuals of a heat map, rows × columns; infinite ones as the strongest color."""
    one_row = len(picture.expected) == 1
    result = [
        [residual(seen, mean, float(sum(expected))) for seen, mean in zip(row, expected, strict=True)]
        for row, expected in (
            (row, picture.expected[0 if one_row else at]) for at, row in enumerate(picture.values)
        )
    ]
    return np.clip(np.array(result, dtype=np.float64), -LIMIT, LIMIT)


def shades(picture: Picture) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the residuals whose colors are painted: where little is expected, none that looks like a finding."""
    values = residuals(picture)
    small = np.broadcast_to(np.asarray(picture.expected, dtype=np.float64) < FEW, values.shape)
    return np.where(small, np.clip(values, -CALM, CALM), values)


def is_small(picture: Picture) -> bool:
    """Say whether most cells are too small to judge by eye."""
    return bool(np.median(np.asarray(picture.expected, dtype=np.float64)) < FEW)
