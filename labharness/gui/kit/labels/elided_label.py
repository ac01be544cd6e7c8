"""One line of text that is cut where it does not fit and then shown whole in its tooltip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


class ElidedLabel(QLabel):
    """A label whose text never forces its neighbors aside.

    Parameters
    ----------
    text
        Plain text.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:  # noqa: N802  Qt's name
        """Show another text."""
        super().setText(text)
        self._explain()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Allow any width."""
        return QSize(40, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Decide again whether a tooltip is needed."""
        super().resizeEvent(event)
        self._explain()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802  Qt's name; all is drawn
        """Draw what fits."""
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        self.style().drawItemText(
            painter, self.contentsRect(), int(Qt.AlignmentFlag.AlignVCenter), self.palette(),
            self.isEnabled(), shown, self.foregroundRole(),
        )  # fmt: skip

    def _explain(self) -> None:
        fits = self.fontMetrics().horizontalAdvance(self.text()) <= self.width()
        self.setToolTip("" if fits else self.text())
