"""A filled line for what nobody may overlook; hidden while there is nothing to say."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class LoudLabel(QLabel):
    """Shows a text on a dark ground; the style sheet of :mod:`labharness.gui.kit.theme` colors it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setProperty("loud", True)  # noqa: FBT003  Qt's call
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.hide()

    def say(self, text: str) -> None:
        """Show a text; hide where it is empty."""
        self.setText(text)
        self.setVisible(bool(text))
