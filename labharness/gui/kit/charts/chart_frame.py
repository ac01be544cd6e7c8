"""What every chart has: a title, a read-out that pointer and keys move, zoom by a box, and its numbers and picture to take away."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QPainter,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QMenu,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from labharness.gui.kit import theme
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.layouts import on_event
from labharness.gui.kit.parts import TOP, in_column, in_row, passing_menu, text_label, tool_button
from labharness.gui.kit.words import tr
from labharness.language.record_sentences import as_csv, as_tsv
from labharness.language.standings import standing_words
from labharness.model.results import Standing


class EnlargedChart(QDialog):
    """Borrows a chart from its page, and gives it back to the same place when it is closed.

    Parameters
    ----------
    chart
        Stands in a layout, a splitter or a stack.
    title
        What the chart says in its heading.
    """

    def __init__(self, chart: QWidget, title: str) -> None:
        window = chart.window()
        super().__init__(window)
        self.setObjectName("enlarged chart")
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._chart, self._place = chart, QWidget()
        self._place.setSizePolicy(chart.sizePolicy())
        _swap(chart, self._place)
        in_column(chart, edges=8, on=self)
        self.resize(window.size())
        self.move(window.mapToGlobal(QPoint(0, 0)))
        self.finished.connect(self._give_back)
        chart.show()
        chart.setFocus()

    def _give_back(self) -> None:
        _swap(self._place, self._chart)
        self._place.deleteLater()
        self._chart.show()
        self._chart.setFocus()


def _swap(old: QWidget, new: QWidget) -> None:
    """Put a widget in the place of another one."""
    parent = old.parentWidget()
    if isinstance(parent, QSplitter):
        parent.replaceWidget(parent.indexOf(old), new)
    elif isinstance(parent, QStackedWidget):
        parent.insertWidget(parent.indexOf(old), new)
        parent.setCurrentWidget(new)
        old.setParent(None)
    elif parent is not None and (layout := parent.layout()) is not None:
        layout.replaceWidget(old, new)
        new.setVisible(True)


SCALE = 2
"""Pixels of a copied picture for each of the screen."""
LEAST = 96
"""Pixels of a plot from top to bottom at least."""
ACROSS, DOWN = 42, 20
"""Pixels that a name beneath and beside a plot needs."""
_STEPS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class BoxZoom(pg.ViewBox):  # type: ignore[misc]
    """Zooms to the box that somebody drags, and by nothing else."""

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.setMouseMode(pg.ViewBox.RectMode)
        self.setMouseEnabled(True, True)  # noqa: FBT003  pyqtgraph's call

    def wheelEvent(self, event: Any, axis: Any = None) -> None:  # noqa: ARG002, N802  pyqtgraph's name
        """Leave the wheel to the page."""
        event.ignore()

    def mouseDragEvent(self, event: Any, axis: Any = None) -> None:  # noqa: N802  pyqtgraph's name
        """Take the left button alone."""
        if event.button() == Qt.MouseButton.LeftButton:
            super().mouseDragEvent(event, axis)
        else:
            event.ignore()


class ChartFrame(QFrame):
    """A plot in a frame; what is drawn, read out and copied is its subclass's.

    Parameters
    ----------
    name
        What it is for those who listen.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        self.heading, self.readout, self.stamp = text_label(), text_label(muted=True), text_label(wraps=False)
        self.stamp.setObjectName("stamp")
        self.stamp.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.stamp.hide()
        self.readout.setMinimumHeight(36)
        self.view: Any = BoxZoom()
        self.plot: Any = pg.PlotWidget(viewBox=self.view)
        self.plot.hideButtons()
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.scene().sigMouseMoved.connect(self._point)
        self.view.sigRangeChanged.connect(lambda *_: self.fit_ticks())
        self.view.sigResized.connect(lambda *_: self.fit_ticks())
        self.plot.setMinimumHeight(LEAST)
        self._home: QRectF | None = None
        what = tr("Enlarge the chart, or make it small again")
        hint = tr("Show the chart over the whole window (F11)")
        self.larger = tool_button(tr("Enlarge"), what, hint, self.enlarge, raised=False)
        key = add_key(self, "F11", what, self.enlarge)
        key.setContext(Qt.ShortcutContext.WidgetShortcut)
        in_column(
            in_row((self.heading, 1), (self.stamp, 0, TOP), (self.larger, 0, TOP)),
            (self.plot, 1),
            self.readout,
            gap=4,
            edges=(14, 10, 14, 8),
            on=self,
        )
        self.show_axes(False)  # noqa: FBT003  as Qt's setVisible
        on_event(self, self.paint, QEvent.Type.ApplicationPaletteChange)

    def show_axes(self, something: bool) -> None:
        """Show axes where there is something to draw; without it they would look like a result of zero."""
        self.plot.setVisible(something)
        self.larger.setVisible(something)

    def stand(self, standing: Standing | None) -> None:
        """Say inside the frame, and in every copy of it, how the run stands that the numbers are of."""
        self.stamp.setText("" if standing is None else standing_words(standing))
        self.stamp.setVisible(standing is not None)

    def move_cursor(self, down: int, right: int) -> None:
        """Read out what lies beside the cursor."""

    def point_at(self, x: float, y: float) -> None:
        """Read out what lies at a place of the plot."""

    def numbers(self) -> list[list[str]]:
        """Return the numbers that are drawn, with titles."""
        return [[]]

    def fit_ticks(self) -> None:
        """Name as many places as fit what is shown now."""

    @property
    def fitting(self) -> tuple[int, int]:
        """How many names fit beneath and beside the plot."""
        return max(2, int(self.view.width() // ACROSS)), max(2, int(self.view.height() // DOWN))

    def show_range(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """Show a range, to which Esc returns."""
        self._home = QRectF(x[0], y[0], x[1] - x[0], y[1] - y[0])
        self.view.setLimits(
            xMin=x[0], xMax=x[1], yMin=y[0], yMax=y[1], maxXRange=x[1] - x[0], maxYRange=y[1] - y[0]
        )
        self.view.setRange(self._home, padding=0)

    def share_range(self, other: ChartFrame) -> None:
        """Show heights on one scale with another chart, so that they can be compared by eye."""
        mine, theirs = self._home, other._home
        if mine is None or theirs is None or not (self.has_heights and other.has_heights):
            return
        low, high = min(mine.top(), theirs.top()), max(mine.bottom(), theirs.bottom())
        for chart, home in ((self, mine), (other, theirs)):
            chart.show_range((home.left(), home.right()), (low, high))

    @property
    def has_heights(self) -> bool:
        """Whether the vertical axis counts something; rows of a heat map do not."""
        return False

    @property
    def zoomed(self) -> bool:
        """Whether only a part is shown."""
        shown: QRectF = self.view.viewRect()
        home = self._home
        part = 0.999
        return home is not None and (
            shown.width() < home.width() * part or shown.height() < home.height() * part
        )

    def whole(self) -> None:
        """Show everything again."""
        if self._home is not None:
            self.view.setRange(self._home, padding=0)

    def enlarge(self) -> None:
        """Show the chart over the whole window, or in its place again."""
        if isinstance(shown := self.window(), EnlargedChart):
            shown.accept()
            return
        if self.plot.isHidden():
            return
        larger = EnlargedChart(self, self.heading.text())
        larger.finished.connect(lambda: self.larger.setText(tr("Enlarge")))
        self.larger.setText(tr("Back (Esc)"))
        larger.open()

    def tell(self, text: str) -> None:
        """Read something out."""
        self.readout.setText(text)
        self.setAccessibleDescription(f"{self.heading.text()}. {text}")
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Move the cursor with the arrows, copy the numbers with Ctrl+C, show the whole with Esc."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None and event.modifiers() in _PLAIN:
            self.move_cursor(*step)
        elif event.key() == Qt.Key.Key_C and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.copy_numbers()
        elif event.key() == Qt.Key.Key_Escape and self.zoomed:
            self.whole()
        else:
            super().keyPressEvent(event)

    def fill(self, menu: QMenu) -> None:
        """Put what can be done with a chart into a menu."""
        menu.addAction(tr("Copy &picture"), self.copy_picture)
        menu.addAction(tr("Copy &numbers"), self.copy_numbers)
        menu.addAction(tr("&Save as PNG, SVG or CSV…"), self._ask_file)
        menu.addAction(tr("&Enlarge or make small (F11)"), self.enlarge)
        menu.addAction(tr("Show &whole (Esc)"), self.whole).setEnabled(self.zoomed)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802  Qt's name
        """Offer to copy and to save."""
        menu = passing_menu(self)
        self.fill(menu)
        menu.popup(event.globalPos())

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

    def save(self, file: Path) -> None:
        """Write a picture or the numbers, by the ending of the file's name; raises :class:`OSError`."""
        if file.suffix == ".csv":
            file.write_text(as_csv(self.numbers()), encoding="utf-8", newline="")
        elif file.suffix == ".svg":
            generator = QSvgGenerator()
            generator.setFileName(str(file))
            generator.setSize(self.size())
            generator.setViewBox(self.rect())
            generator.setTitle(self.heading.text())
            painter = QPainter(generator)
            self._draw_on(painter)
            painter.end()
        elif not self.picture().save(str(file)):
            raise OSError(None, tr("The picture cannot be written to {file}", file=file))

    def _draw_on(self, painter: QPainter) -> None:
        """Draw title, plot and read-out as lines and letters; rendering the frame itself would draw pixels."""
        colors = theme.current()
        painter.fillRect(self.rect(), QColor(colors.card))
        painter.setPen(QColor(colors.text))
        for text in (self.heading, self.stamp, self.readout):
            painter.setFont(text.font())
            painter.drawText(text.geometry(), int(Qt.TextFlag.TextWordWrap), text.text())
        if not self.plot.isHidden():
            self.plot.render(painter, QRectF(self.plot.geometry()))

    def _ask_file(self) -> None:
        kinds = {"PNG (*.png)": ".png", "SVG (*.svg)": ".svg", "CSV (*.csv)": ".csv"}
        name, kind = QFileDialog.getSaveFileName(self, tr("Save chart"), "", ";;".join(kinds))
        if not name:
            return
        file = Path(name)
        try:
            self.save(file if file.suffix in kinds.values() else file.with_name(file.name + kinds[kind]))
        except OSError as error:
            self.tell(tr("Not saved: {strerror}.", strerror=error.strerror or error))

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return a size at which a chart can be read."""
        return QSize(480, 300)

    def _point(self, where: QPointF) -> None:
        at = self.view.mapSceneToView(where)
        self.point_at(at.x(), at.y())

    def paint(self) -> None:
        """Give what is drawn the colors of the theme."""


LIMIT = 4.0
"""Residuals beyond so many standard deviations have the strongest color."""


def heat_colors() -> Any:
    """Return the colors of residuals from ``-LIMIT`` to ``LIMIT``."""
    return pg.ColorMap(np.linspace(0, 1, 5), [QColor(stop).getRgb() for stop in theme.current().heat])


def color_plot(plot: Any) -> None:
    """Give a plot and its axes the colors of the theme."""
    colors = theme.current()
    plot.setBackground(QColor(colors.card))
    for axis in map(plot.getAxis, ("bottom", "left")):
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
