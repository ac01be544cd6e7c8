"""A text that stands on one line where it has the room, and goes on in further lines where it has not."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QWidget


class WrappedLabel(QLabel):
    """A label of plain text for a :class:`~labharness.gui.kit.flow_row.WrapRow`.

    Qt asks for about the width of a column for a text that wraps; this one asks for the width of its line.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return the size of the text on one line."""
        edges = self.contentsMargins()
        text = self.fontMetrics().size(0, self.text())
        return QSize(text.width() + edges.left() + edges.right() + 2, text.height())
