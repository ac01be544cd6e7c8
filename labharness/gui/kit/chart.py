"""A picture of a check as a chart: read out by pointer and by keys, copied and saved; its numbers are the record's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QImage, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QLabel, QMenu, QVBoxLayout, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.plotting import LIMIT, color_plot, fixed_plot, heat_colors, ticks
from labharness.gui.kit.row_model import as_csv, as_tsv
from labharness.language.catalog import label
from labharness.language.numbers import number
from labharness.model.results import Picture
from labharness.reporting.residuals import Bar, bars, residual

MOST_TICKS = 14
SCALE = 2
"""Pixels of a copied picture for each of the screen."""
MOST_BARS = 60
FEW = 5.0
"""Expected count below which a cell is too small to judge by eye."""


class Chart(QFrame):
    """Draws one :class:`~labharness.model.results.Picture` with a cursor that keys and pointer move."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Chart")
        self.heading, self.readout = QLabel(), QLabel()
        for text in (self.heading, self.readout):
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setWordWrap(True)
        self.readout.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.readout.setMinimumHeight(36)
        self._plot = fixed_plot()
        self._plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._image: Any = pg.ImageItem(axisOrder="row-major")
        self._band: Any = pg.BarGraphItem(x=[0], y0=0, y1=0, width=0.92)
        self._bars: Any = pg.BarGraphItem(x=[0], height=[0], width=0.55)
        self._fair: Any = pg.ScatterPlotItem(symbol="d", size=9)
        self._cursor: Any = pg.PlotCurveItem()
        for item in (self._image, self._band, self._bars, self._fair, self._cursor):
            self._plot.addItem(item)
        self._plot.scene().sigMouseMoved.connect(self._point)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(4)
        for widget in (self.heading, self._plot, self.readout):
            column.addWidget(widget, 1 if widget is self._plot else 0)
        self._picture: Picture | None = None
        self._shown: list[Bar] = []
        self._at = (0, 0)
        self._color()

    def show_picture(self, picture: Picture | None) -> None:
        """Draw a picture; None leaves the frame empty."""
        if picture is self._picture:
            return
        self._picture, self._at = picture, (0, 0)
        self._plot.setVisible(picture is not None)
        if picture is None:
            self.heading.setText("This check drew no picture.")
            self.readout.setText("")
            return
        heat = picture.form == "heatmap"
        self._image.setVisible(heat)
        for item in (self._band, self._bars, self._fair):
            item.setVisible(not heat)
        across, up = label(picture.x_label), label(picture.y_label)
        self.heading.setText(
            f"{up[:1].upper()}{up[1:]} and {across}: differences from a random device"
            if heat
            else f"{across[:1].upper()}{across[1:]}: observed, and what a random device gives"
        )
        (self._draw_heat if heat else self._draw_bars)(picture)
        self._plot.setLabel("bottom", across)
        self._plot.setLabel("left", up)
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
        values = residuals(picture)
        rows, columns = values.shape
        self._shown = []
        self._image.setImage(values, autoLevels=False, levels=(-LIMIT, LIMIT))
        self._plot.getViewBox().invertY(True)  # noqa: FBT003  pyqtgraph's call
        self._plot.getAxis("bottom").setTicks([ticks(picture.x, MOST_TICKS)])
        self._plot.getAxis("left").setTicks([ticks(picture.y, MOST_TICKS)])
        self._plot.setRange(xRange=(0, columns), yRange=(0, rows), padding=0)

    def _draw_bars(self, picture: Picture) -> None:
        self._shown = bars(picture, MOST_BARS)
        places = np.arange(len(self._shown)) + 0.5
        low, high, seen, mean = (
            np.array([getattr(bar, name) for bar in self._shown])
            for name in ("low", "high", "observed", "expected")
        )
        self._band.setOpts(x=places, y0=low, y1=high, height=None)
        self._bars.setOpts(x=places, height=seen)
        self._fair.setData(places, mean)
        self._plot.getViewBox().invertY(False)  # noqa: FBT003  pyqtgraph's call
        self._plot.getAxis("bottom").setTicks([ticks(tuple(bar.label for bar in self._shown), MOST_TICKS)])
        self._plot.getAxis("left").setTicks(None)
        top = max([1.0, *high, *seen, *mean]) * 1.08
        self._plot.setRange(xRange=(0, len(self._shown)), yRange=(0, top), padding=0)

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

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Move the cursor with the arrows; copy the numbers with Ctrl+C."""
        steps = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        step = steps.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        ):
            self.point(self._at[0] + step[0], self._at[1] + step[1])
        elif event.key() == Qt.Key.Key_C and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.copy_numbers()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  Qt's name
        """Offer to copy and to save."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("Copy &picture", self.copy_picture)
        menu.addAction("Copy &numbers", self.copy_numbers)
        menu.addAction("&Save as…", self._save)
        menu.popup(event.globalPos())

    def numbers(self) -> list[list[str]]:
        """Return the numbers that are drawn, with titles."""
        picture = self._picture
        if picture is None:
            return [[]]
        if self._shown:
            head = [label(picture.x_label), "Observed", "Expected", "Lowest", "Highest"]
            cells = [
                [bar.label, *(f"{value:.10g}" for value in (bar.observed, bar.expected, bar.low, bar.high))]
                for bar in self._shown
            ]
            return [head, *cells]
        head = [label(picture.y_label), *picture.x]
        return [
            head,
            *([y, *(f"{v:.10g}" for v in row)] for y, row in zip(picture.y, picture.values, strict=False)),
        ]

    def picture(self) -> QImage:
        """Return the chart at twice the screen's size."""
        image = QImage(self.size() * SCALE, QImage.Format.Format_ARGB32)
        image.setDevicePixelRatio(SCALE)
        image.fill(QColor(theme.current().card))
        self.render(image)
        return image

    def copy_picture(self) -> None:
        """Put the chart on the clipboard."""
        QGuiApplication.clipboard().setImage(self.picture())

    def copy_numbers(self) -> None:
        """Put the numbers on the clipboard."""
        QGuiApplication.clipboard().setText(as_tsv(self.numbers()))

    def _save(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Save chart", "", "PNG (*.png);;CSV (*.csv)")
        if name.endswith(".csv"):
            Path(name).write_text(as_csv(self.numbers()), encoding="utf-8", newline="")
        elif name:
            self.picture().save(name)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return a size at which a chart can be read."""
        return QSize(480, 300)

    def _point(self, where: QPointF) -> None:
        at = self._plot.getPlotItem().vb.mapSceneToView(where)
        self.point(0 if self._shown else int(at.y()), int(at.x()))

    def _read(self) -> None:
        picture, (row, column) = self._picture, self._at
        if picture is None or not all(self.size_of):
            return
        if self._shown:
            bar = self._shown[column]
            place = "outside" if bar.outside else "inside"
            text = (
                f"{bar.label}: {number(bar.observed)} observed; a random device gives {bar.expected:,.1f} on the "
                f"average, {place} the 95% band of {number(bar.low)} to {number(bar.high)} over all bars together."
            )
            self._cursor.setData([column + 0.5] * 2, [0, bar.observed])
        else:
            seen = picture.values[row][column]
            mean = picture.expected[row if len(picture.expected) > 1 else 0][column]
            away = residual(seen, mean, float(sum(picture.expected[row if len(picture.expected) > 1 else 0])))
            small = "" if mean >= FEW else " Too few to judge by eye."
            text = (
                f"{label(picture.y_label)} {picture.y[row]}, {label(picture.x_label)} {picture.x[column]}: "
                f"{number(seen)} observed, {mean:,.1f} expected, {away:+.1f} standard deviations.{small}"
            ).replace("-", "−")
            x, y = [column, column + 1, column + 1, column, column], [row, row, row + 1, row + 1, row]
            self._cursor.setData(x, y)
        self.readout.setText(text)
        self.setAccessibleDescription(f"{self.heading.text()}. {text}")

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self._color()

    def _color(self) -> None:
        colors = theme.current()
        color_plot(self._plot)
        self._image.setColorMap(heat_colors())
        self._band.setOpts(brush=QColor(colors.border), pen=pg.mkPen(None))
        self._bars.setOpts(brush=QColor(colors.accent), pen=pg.mkPen(None))
        self._fair.setBrush(QColor(colors.text))
        self._fair.setPen(pg.mkPen(QColor(colors.card)))
        self._cursor.setPen(pg.mkPen(QColor(colors.text), width=2))


def residuals(picture: Picture) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the standardized residuals of a heat map, rows × columns; infinite ones as the strongest color."""
    one_row = len(picture.expected) == 1
    found = [
        [residual(seen, mean, float(sum(expected))) for seen, mean in zip(row, expected, strict=True)]
        for row, expected in (
            (row, picture.expected[0 if one_row else at]) for at, row in enumerate(picture.values)
        )
    ]
    return np.clip(np.array(found, dtype=np.float64), -LIMIT, LIMIT)
