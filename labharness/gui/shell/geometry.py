"""Where the window stands: as it was left, but always on a screen that is there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from labharness.gui.kit.window_state import WindowState

PLACE, WHOLE = "window/place", "window/maximized"
FRAME = 40
"""Pixels of a window's title that must be on a screen, so that somebody can move it."""


def clamped(place: QRect, screens: Sequence[QRect], smallest: QSize) -> QRect | None:
    """Return a place moved and shrunk onto a screen, None where it was on none of them.

    Parameters
    ----------
    place
        Where the window was left.
    screens
        What of each screen windows may cover.
    smallest
        Below which the window is not shrunk.
    """
    if not place.isValid():
        return None
    top = QRect(place.x(), place.y() - FRAME, place.width(), 2 * FRAME)
    shown = [(_area(screen.intersected(top)), at) for at, screen in enumerate(screens)]
    best = max(shown, default=(0, 0))
    if best[0] <= 0:
        return None
    screen = screens[best[1]]
    width = max(min(place.width(), screen.width()), smallest.width())
    height = max(min(place.height(), screen.height()), smallest.height())
    left = max(screen.left(), min(place.x(), screen.right() + 1 - width))
    above = max(screen.top(), min(place.y(), screen.bottom() + 1 - height))
    return QRect(left, above, width, height)


def take_place(window: QWidget, memory: WindowState) -> None:
    """Put a window where it was left."""
    try:
        left, top, width, height = (int(part) for part in memory.text(PLACE).split())
    except ValueError:
        return
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    place = clamped(QRect(left, top, width, height), screens, window.minimumSize())
    if place is not None:
        window.setGeometry(place)
    if memory.flag(WHOLE, default=False):
        window.showMaximized()


def keep_place(window: QWidget, memory: WindowState) -> None:
    """Remember where a window stands."""
    place = window.normalGeometry() if window.isMaximized() else window.geometry()
    memory.put(PLACE, f"{place.x()} {place.y()} {place.width()} {place.height()}")
    memory.put(WHOLE, window.isMaximized())


def _area(part: QRect) -> int:
    return part.width() * part.height() if part.isValid() else 0
