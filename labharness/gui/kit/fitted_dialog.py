"""A dialog that is as large as its text needs, and never larger than the screen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog

from labharness.gui.kit.typeface import text_scale

SMALLEST_SCREEN = QSize(1000, 640)
FRAME = QSize(20, 60)
"""Pixels that a desktop needs around a dialog, its title among them."""


class FittedDialog(QDialog):
    """Qt opens a dialog at the height that it likes, and cuts sentences that break; this one asks for their height."""

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
