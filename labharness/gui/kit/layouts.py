"""Layout by the size of text: typefaces, rows that wrap, parts that stack, dialogs that fit the screen."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from importlib import resources

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontDatabase, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLayout,
    QLayoutItem,
    QSizePolicy,
    QSplitter,
    QWidget,
    QWidgetItem,
)

TEXT, MONO = "IBM Plex Sans", "IBM Plex Mono"
FILES = ("IBMPlexSans-Regular.ttf", "IBMPlexSans-SemiBold.ttf", "IBMPlexMono-Regular.ttf")
BODY = 10.5
"""Points of the text: 14 pixels on a screen of 96 pixels an inch."""
LEAST, MOST = 0.85, 2.0
"""Smallest and largest text that can be chosen, as a factor."""


@cache
def loaded() -> bool:
    """Load the typefaces; returns whether the text's is there."""
    folder = resources.files("reports").joinpath("fonts")
    for file in FILES:
        QFontDatabase.addApplicationFontFromData(folder.joinpath(file).read_bytes())
    return TEXT in QFontDatabase.families()


def set_text(application: QApplication, scale: float = 1.0) -> None:
    """Give the application its text, larger or smaller as somebody chose."""
    font = QFont(TEXT) if loaded() else application.font()
    font.setPointSizeF(BODY * min(max(scale, LEAST), MOST))
    application.setFont(font)


def text_scale() -> float:
    """Return how large the text is, 1 for its usual size."""
    return QApplication.font().pointSizeF() / BODY


def mono() -> QFont:
    """Return the font of bytes, hashes and addresses."""
    font = QFont(MONO if loaded() else "")
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPointSizeF(QApplication.font().pointSizeF())
    return font


GAP = 6
UNALIGNED = Qt.AlignmentFlag(0)


class WrapRow(QLayout):
    """A row that goes on in a further line where its parts have no room beside each other, as with large text.

    A part that stretches takes what is left of its line.

    Parameters
    ----------
    tall
        Whether the lines share the height that is left.
    """

    def __init__(self, gap: int = GAP, *, tall: bool = False) -> None:
        super().__init__()
        self._tall = tall
        self._parts: list[tuple[QLayoutItem, int, int]] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)

    def put(
        self,
        part: QWidget | QLayout,
        stretch: int = 0,
        align: Qt.AlignmentFlag = UNALIGNED,
        least: int = 0,
        at: int | None = None,
    ) -> None:
        """Add a widget or a layout at the end, or before the part at a place.

        Parameters
        ----------
        least
            Pixels in text of the usual size that a part that stretches needs, 0 for what it asks for itself.
        """
        if isinstance(part, QLayout):
            self.addChildLayout(part)
            item: QLayoutItem = part
        else:
            self.addChildWidget(part)
            item = QWidgetItem(part)
            item.setAlignment(align)
        self._parts.insert(len(self._parts) if at is None else at, (item, stretch, least))
        self.invalidate()

    def spring(self) -> None:
        """Let what follows stand at the end of the line."""
        self.put(QWidget(), 1, least=1)

    def widgets(self) -> list[QWidget]:
        """Return the widgets among the parts, in their order."""
        return [part for item, _, _ in self._parts if (part := item.widget()) is not None]

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802  Qt's name
        """Add an item at the end."""
        self._parts.append((item, 0, 0))

    def count(self) -> int:
        """Return how many parts there are."""
        return len(self._parts)

    def itemAt(self, index: int) -> QLayoutItem | None:  # noqa: N802  Qt's name
        """Return a part by its place."""
        return self._parts[index][0] if 0 <= index < len(self._parts) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # noqa: N802  Qt's name
        """Let go of a part."""
        return self._parts.pop(index)[0] if 0 <= index < len(self._parts) else None

    def expandingDirections(self) -> Qt.Orientation:  # noqa: N802  Qt's name
        """Take the width that there is."""
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:  # noqa: N802  Qt's name
        """Say that the height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802  Qt's name
        """Return the height of all lines."""
        lines = [self._heights(line) for line in self._lines(width)]
        return sum(lines) + self.spacing() * max(len(lines) - 1, 0) + self._beside().height()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return the size of a single line."""
        hints = [item.sizeHint() for item, *_ in self._parts if not item.isEmpty()]
        across = sum(hint.width() for hint in hints) + self.spacing() * max(len(hints) - 1, 0)
        return QSize(across, max((hint.height() for hint in hints), default=0)) + self._beside()

    def minimumSize(self) -> QSize:  # noqa: N802  Qt's name
        """Return the room for the widest part alone."""
        least = QSize(0, 0)
        for item in (item for item, *_ in self._parts if not item.isEmpty()):
            least = least.expandedTo(item.minimumSize())
        return least + self._beside()

    def setGeometry(self, rect: QRect) -> None:  # noqa: N802  Qt's name
        """Place the parts."""
        super().setGeometry(rect)
        edges = self.contentsMargins()
        inside = rect.marginsRemoved(edges)
        top, lines = inside.top(), self._lines(rect.width())
        left_over = max(rect.height() - self.heightForWidth(rect.width()), 0)
        more = left_over // max(len(lines), 1) if self._tall else 0
        for line in lines:
            left, high = inside.left(), self._heights(line) + more
            for item, width in line:
                item.setGeometry(QRect(left, top, width, high))
                left += width + self.spacing()
            top += high + self.spacing()

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, int]]]:
        """Return the parts of each line with the width that each gets."""
        edges = self.contentsMargins()
        lines: list[list[tuple[QLayoutItem, int, int]]] = []
        room, used = width - edges.left() - edges.right(), 0
        for item, stretch, least in self._parts:
            if item.isEmpty():
                continue
            needs = min(self._least(item, stretch, least), max(room, 1))
            if lines and used + self.spacing() + needs <= room:
                used += self.spacing() + needs
                lines[-1].append((item, needs, stretch))
            else:
                used = needs
                lines.append([(item, needs, stretch)])
        return [self._spread(line, room) for line in lines]

    def _spread(self, line: list[tuple[QLayoutItem, int, int]], room: int) -> list[tuple[QLayoutItem, int]]:
        """Share what is left of a line among its parts that stretch."""
        taken = sum(needs for _, needs, _ in line) + self.spacing() * (len(line) - 1)
        spare, shares = max(room - taken, 0), sum(stretch for *_, stretch in line)
        return [(item, needs + (spare * stretch // shares if shares else 0)) for item, needs, stretch in line]

    def _heights(self, line: list[tuple[QLayoutItem, int]]) -> int:
        return max(
            item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
            for item, width in line
        )

    def _least(self, item: QLayoutItem, stretch: int, least: int) -> int:
        if least:
            return round(least * max(1.0, text_scale()))
        return (item.minimumSize() if stretch else item.sizeHint().expandedTo(item.minimumSize())).width()

    def _beside(self) -> QSize:
        edges = self.contentsMargins()
        return QSize(edges.left() + edges.right(), edges.top() + edges.bottom())


class FlowRow(QWidget):
    """Controls of their own sizes that are exchanged, from left to right and from top to bottom; it asks for no width."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[QWidget, ...] = ()
        self._row = WrapRow()
        self.setLayout(self._row)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        on_event(self, self._fit, QEvent.Type.Resize, QEvent.Type.FontChange)

    def show_controls(self, controls: tuple[QWidget, ...]) -> None:
        """Show these controls and let the others go."""
        for old in self._shown:
            self._row.removeWidget(old)
            if old not in controls:
                old.hide()
                old.deleteLater()
        self._shown = controls
        for before, control in zip((None, *controls), controls, strict=False):
            self._row.put(control)
            control.show()
            if before is not None:
                QWidget.setTabOrder(before, control)
        self.setVisible(bool(controls))
        self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return the height of all rows."""
        return QSize(0, self._row.heightForWidth(self.width()))

    minimumSizeHint = sizeHint  # noqa: N815  Qt's name

    def _fit(self) -> None:
        self.setFixedHeight(self._row.heightForWidth(self.width()))


class StackedParts(QSplitter):
    """A splitter whose parts are set above each other in large text; the page is scrolled then.

    Parameters
    ----------
    beside
        Pixels that the parts need beside each other, in text of the usual size.
    stacked
        Pixels that they need above each other.
    """

    def __init__(self, beside: int, stacked: int) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._beside, self._stacked = beside, stacked
        self.setChildrenCollapsible(False)
        on_event(self, self._arrange, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.FontChange)

    def _arrange(self) -> None:
        scale = max(1.0, text_scale())
        stacked = scale > 1 and self.width() < self._beside * scale
        way = Qt.Orientation.Vertical if stacked else Qt.Orientation.Horizontal
        if way is not self.orientation():
            self.setOrientation(way)
        self.setMinimumHeight(round(self._stacked * scale) if stacked else 0)


SMALLEST_SCREEN = QSize(1000, 640)
FRAME = QSize(20, 60)
"""Pixels that a desktop needs around a dialog, its title among them."""


class FittedDialog(QDialog):
    """Qt opens a dialog at the height that it likes, and cuts sentences that break; this one asks for their height.

    It is gone once it was closed.
    """

    def __init__(self, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Take the room that the text needs."""
        super().showEvent(event)
        self.fit()

    def event(self, event: QEvent) -> bool:
        """Grow where a sentence appears that has no room."""
        done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest and self.isVisible():
            self.fit()
        return done

    def fit(self) -> None:
        """Grow to what the text needs, as far as there is a screen."""
        layout, most = self.layout(), self.screen().availableSize().expandedTo(SMALLEST_SCREEN) - FRAME
        if layout is None:
            return
        wide = max(self.width(), round(self.minimumWidth() * text_scale()), layout.totalSizeHint().width())
        wide = min(wide, most.width())
        high = layout.totalHeightForWidth(wide) if layout.hasHeightForWidth() else 0
        self.resize(wide, min(max(self.height(), high, layout.totalSizeHint().height()), most.height()))


def on_event(widget: QWidget, do: Callable[[], object], *kinds: QEvent.Type) -> None:
    """Call whenever an event of these kinds reaches a widget, just before the widget takes it itself."""
    _Watcher(widget, do, kinds)


def follow_text(widget: QWidget, measure: Callable[[float], object]) -> None:
    """Measure a widget now, and whenever its text becomes larger or smaller.

    Parameters
    ----------
    measure
        Told how large the text is: 1 for its usual size or less.
    """

    def measure_now() -> None:
        measure(max(1.0, text_scale()))

    on_event(widget, measure_now, QEvent.Type.FontChange)
    measure_now()


class _Watcher(QObject):
    """Lives as long as its widget."""

    def __init__(self, widget: QWidget, do: Callable[[], object], kinds: Collection[QEvent.Type]) -> None:
        super().__init__(widget)
        self._do, self._kinds = do, frozenset(kinds)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Call, and let the widget take the event."""
        if event.type() in self._kinds:
            self._do()
        return super().eventFilter(watched, event)
