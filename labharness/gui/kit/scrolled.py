"""A page that scrolls up and down where its text leaves too little room for all of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget


def scrolled(page: QWidget) -> QVBoxLayout:
    """Lay out a page as one area that scrolls, and return the column that stands in it."""
    area, inside, whole = QScrollArea(), QWidget(), QVBoxLayout(page)
    area.setWidget(inside)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.addWidget(area)
    return QVBoxLayout(inside)
