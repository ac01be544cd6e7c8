"""What every chart has: a title, a read-out that pointer and keys move, zoom by a box, and its numbers and picture to take away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
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
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit import theme
from labharness.gui.kit.charts.enlarged import EnlargedChart
from labharness.gui.kit.shortcut import add_key
from labharness.gui.kit.words import tr
from labharness.language.delimited import as_csv, as_tsv
from labharness.language.standings import standing_words
from labharness.model.standing import Standing

SCALE = 2
"""Pixels of a copied picture for each of the screen."""
LEAST = 96
"""Pixels of a plot from top to bottom at least."""
ACROSS, DOWN = 42, 20
"""Pixels that a name beneath and beside a plot needs."""
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
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

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)
        self.heading, self.readout, self.stamp = QLabel(), QLabel(), QLabel()
        for text in (self.heading, self.readout, self.stamp):
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setWordWrap(text is not self.stamp)
        self.stamp.setObjectName("stamp")
        self.stamp.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.stamp.hide()
        self.readout.setProperty("muted", True)  # noqa: FBT003  Qt's call
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
        self.larger = QToolButton()
        self.larger.setText(tr("Enlarge"))
        self.larger.setAccessibleName(tr("Enlarge the chart, or make it small again"))
        self.larger.setToolTip(tr("Show the chart over the whole window (F11)"))
        self.larger.setAutoRaise(True)
        self.larger.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.larger.clicked.connect(self.enlarge)
        key = add_key(self, "F11", tr("Enlarge the chart, or make it small again"), self.enlarge)
        key.setContext(Qt.ShortcutContext.WidgetShortcut)
        head, column = QHBoxLayout(), QVBoxLayout(self)
        head.addWidget(self.heading, 1)
        head.addWidget(self.stamp, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.larger, 0, Qt.AlignmentFlag.AlignTop)
        column.setContentsMargins(14, 10, 14, 8)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.plot, 1)
        column.addWidget(self.readout)
        self.show_axes(False)  # noqa: FBT003  as Qt's setVisible

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
        return (home is not None and shown.width() < home.width() * 0.999) or (
            home is not None and shown.height() < home.height() * 0.999
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
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
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

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self.paint()
