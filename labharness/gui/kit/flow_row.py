"""Controls beside each other that go on in a further row where they have no room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

GAP = 6


class FlowRow(QWidget):
    """Controls of their own sizes, from left to right and from top to bottom; it asks for no width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[QWidget, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_controls(self, controls: tuple[QWidget, ...]) -> None:
        """Show these controls and let the others go."""
        for old in self._shown:
            if old not in controls:
                old.hide()
                old.deleteLater()
        self._shown = controls
        for before, control in zip((None, *controls), controls, strict=False):
            control.setParent(self)
            control.show()
            if before is not None:
                QWidget.setTabOrder(before, control)
        self.setVisible(bool(controls))
        self._place()

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return the height of all rows."""
        return QSize(0, self._rows(self.width())[1])

    minimumSizeHint = sizeHint  # noqa: N815  Qt's name

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Break the rows anew."""
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the size of the text."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._place()

    def _place(self) -> None:
        places, height = self._rows(self.width())
        for control, place in zip(self._shown, places, strict=True):
            control.setGeometry(place)
        self.setFixedHeight(height)

    def _rows(self, width: int) -> tuple[list[QRect], int]:
        """Return where each control stands, and the height of all."""
        places: list[QRect] = []
        left = top = high = 0
        for control in self._shown:
            size = control.sizeHint()
            if left and left + size.width() > width:
                left, top = 0, top + high + GAP
                high = 0
            places.append(QRect(left, top, min(size.width(), max(width, 1)), size.height()))
            left, high = left + size.width() + GAP, max(high, size.height())
        return places, top + high
