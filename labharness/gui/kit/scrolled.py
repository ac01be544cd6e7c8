"""A page that scrolls up and down where its text leaves too little room for all of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QVBoxLayout, QWidget


def scrolled(page: QWidget) -> QVBoxLayout:
    """Lay out a page as one area that scrolls, and return the column that stands in it."""
    inside, whole = QWidget(), QVBoxLayout(page)
    area = area_of(inside)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.addWidget(area)
    return QVBoxLayout(inside)


def area_of(inside: QWidget) -> QScrollArea:
    """Return an area in which a widget fills the room, and is scrolled only where it needs more."""
    area = QScrollArea()
    area.setWidget(inside)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def least_height(widget: QWidget, width: int) -> int:
    """Return the height that a widget needs at a width; Qt's own answer is the height that it would like."""
    layout = widget.layout()
    if isinstance(layout, QStackedLayout) and (shown := layout.currentWidget()) is not None:
        return least_height(shown, width)
    least = widget.minimumSizeHint().height()
    return max(least, layout.totalMinimumHeightForWidth(width)) if layout is not None else least
