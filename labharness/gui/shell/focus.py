"""Where the keyboard is in a window, and the stops that Tab makes in it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QAbstractSpinBox, QComboBox, QTabWidget, QWidget


def focused(part: QWidget) -> QWidget | None:
    """Return what has the keyboard within a part of a window, or had it last."""
    return part.focusWidget()


def stops(part: QWidget) -> Iterator[QWidget]:
    """Yield what Tab reaches in a part of a window, in its order."""
    here = _next(part)
    while here is not None and here is not part:
        reached = here.focusPolicy() & Qt.FocusPolicy.TabFocus and here.isEnabled()
        if reached and not _has_proxy(here) and part.isAncestorOf(here) and here.isVisibleTo(part):
            yield here
        here = _next(here)


def _has_proxy(widget: QWidget) -> bool:
    """Say whether a part of a widget takes the keyboard for it, or it for the part.

    ``focusProxy()`` of PySide 6.11 is not asked: it ties the lives of both wrappers.
    """
    above = widget.parentWidget()
    inside = isinstance(above, QAbstractScrollArea) and above.viewport() is widget
    return inside or isinstance(widget, QTabWidget) or isinstance(above, QComboBox | QAbstractSpinBox)


def _next(widget: QWidget) -> QWidget | None:
    return widget.nextInFocusChain()
