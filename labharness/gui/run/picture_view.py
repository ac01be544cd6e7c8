"""The live picture: a heat map of standardized residuals, or a bar for each outcome."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFrame, QLabel, QStackedLayout, QVBoxLayout, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.plotting import LIMIT, color_plot, fixed_plot, heat_colors, ticks
from labharness.gui.run.live_counts import ENOUGH, LivePicture
from labharness.language.numbers import amount, number

MOST_TICKS = 11
EMPTY = "The picture appears with the first shuffle, deal or draw."


class PictureView(QFrame):
    """Draws one :class:`LivePicture`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setAccessibleName("Live picture")
        self.heading, self.caption = QLabel(), QLabel()
        theme.enlarge(self.heading, 1.1, bold=True)
        self.caption.setWordWrap(True)
        self.caption.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self._nothing = QLabel(EMPTY)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self._nothing.setWordWrap(True)
        self._plot = fixed_plot()
        self._plot.setAccessibleName("Plot")
        self._plot.getPlotItem().layout.setContentsMargins(0, 10, 0, 0)
        self._plot.getAxis("bottom").setStyle(hideOverlappingLabels=False, tickLength=0)
        self._plot.getAxis("left").setStyle(tickLength=0)
        self._image: Any = pg.ImageItem(axisOrder="row-major")
        self._scale: Any = pg.ColorBarItem(
            values=(-LIMIT, LIMIT), interactive=False, width=14, label="standard deviations"
        )
        self._bars: Any = pg.BarGraphItem(x=[0], height=[0], width=0.8)
        self._expected: Any = pg.PlotCurveItem(connect="pairs")
        for item in (self._image, self._bars, self._expected):
            self._plot.addItem(item)
        self._scale.setImageItem(self._image, insert_in=self._plot.getPlotItem())
        drawn = QWidget()
        column = QVBoxLayout(drawn)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(4)
        column.addWidget(self.heading)
        column.addWidget(self._plot, 1)
        column.addWidget(self.caption)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(drawn)
        self._picture: LivePicture | None = None
        self._color()

    def show_picture(self, picture: LivePicture | None) -> None:
        """Draw what was counted so far, or say that there is nothing to draw."""
        before, self._picture = self._picture, picture
        if picture is None or not picture.units:
            self._stack.setCurrentIndex(0)
            self.setAccessibleDescription(EMPTY)
            return
        if before is not None and before.units == picture.units and before.title == picture.title:
            return
        self._stack.setCurrentIndex(1)
        self.heading.setText(picture.title)
        for item in (self._image, self._scale):
            item.setVisible(picture.heat)
        for item in (self._bars, self._expected):
            item.setVisible(not picture.heat)
        (self._draw_heat if picture.heat else self._draw_bars)(picture)
        self._plot.setLabel("bottom", picture.x_label)
        self._plot.setLabel("left", picture.y_label)
        self.caption.setText(_caption(picture))
        self.setAccessibleDescription(f"{picture.title}. {self.caption.text()}")

    def _draw_heat(self, picture: LivePicture) -> None:
        rows, columns = picture.residuals.shape
        self._image.setImage(picture.residuals, autoLevels=False, levels=(-LIMIT, LIMIT))
        self._plot.getAxis("bottom").setTicks([ticks(picture.x, MOST_TICKS)])
        self._plot.getAxis("left").setTicks([ticks(picture.y, MOST_TICKS)])
        self._plot.getViewBox().invertY(True)  # noqa: FBT003  pyqtgraph's call
        self._plot.setRange(xRange=(0, columns), yRange=(0, rows), padding=0)

    def _draw_bars(self, picture: LivePicture) -> None:
        heights, expected = picture.counts[0], picture.expected[0]
        places = np.arange(len(heights)) + 0.5
        self._bars.setOpts(x=places, height=heights, width=0.8)
        self._expected.setData(
            np.repeat(places, 2) + np.tile([-0.45, 0.45], len(places)), np.repeat(expected, 2)
        )
        self._plot.getAxis("bottom").setTicks([ticks(picture.x, MOST_TICKS)])
        self._plot.getAxis("left").setTicks(None)
        self._plot.getViewBox().invertY(False)  # noqa: FBT003  pyqtgraph's call
        top = float(max(heights.max(), expected.max())) * 1.1
        self._plot.setRange(xRange=(0, len(heights)), yRange=(0, top), padding=0)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self._color()

    def _color(self) -> None:
        colors = theme.current()
        color_plot(self._plot, [self._scale.axis])
        self._scale.setColorMap(heat_colors())
        self._bars.setOpts(brush=QColor(colors.accent), pen=pg.mkPen(None))
        self._expected.setPen(pg.mkPen(QColor(colors.heat[3]), width=2.5))


def _caption(picture: LivePicture) -> str:
    parts = [f"Live, not a verdict: {amount(picture.units, picture.unit)}."]
    if (mean := float(picture.expected.mean())) < ENOUGH:
        parts.append(
            f"A cell holds {mean:.1f} on average; below {ENOUGH:g} the differences are mostly noise."
        )
    else:
        value, row, column = picture.largest
        where = (
            f"{picture.y_label} {row}, {picture.x_label} {column}" if row else f"{picture.x_label} {column}"
        )
        parts.append(
            f"Largest of {number(picture.residuals.size)} differences from expected: {value:+.1f} standard "
            f"deviations ({where}); a fair device shows about {picture.largest_by_chance:.1f}."
        )
    if picture.skipped:
        parts.append(f"{number(picture.skipped)} left out, because their cards are not the declared set.")
    return " ".join(parts)
