"""Parts beside each other that stand one above the other where large text leaves no room beside."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QWidget

from labharness.gui.kit.typeface import text_scale


class StackedParts(QSplitter):
    """A splitter whose parts are set above each other in large text; the page is scrolled then.

    Parameters
    ----------
    beside
        Pixels that the parts need beside each other, in text of the usual size.
    stacked
        Pixels that they need above each other.
    """

    def __init__(self, beside: int, stacked: int, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._beside, self._stacked = beside, stacked
        self.setChildrenCollapsible(False)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Set the parts as they have room."""
        super().resizeEvent(event)
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Set the parts as they have room now, whatever was remembered."""
        super().showEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._arrange()

    def _arrange(self) -> None:
        scale = max(1.0, text_scale())
        stacked = scale > 1 and self.width() < self._beside * scale
        way = Qt.Orientation.Vertical if stacked else Qt.Orientation.Horizontal
        if way is not self.orientation():
            self.setOrientation(way)
        self.setMinimumHeight(round(self._stacked * scale) if stacked else 0)
