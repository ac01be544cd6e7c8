"""Measures in pixels that grow with the text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from labharness.gui.kit.typeface import text_scale


def follow_text(widget: QWidget, measure: Callable[[float], object]) -> None:
    """Measure a widget now, and whenever its text becomes larger or smaller.

    Parameters
    ----------
    measure
        Told how large the text is: 1 for its usual size or less.
    """
    _Follower(widget, measure)


class _Follower(QObject):
    """Lives as long as its widget."""

    def __init__(self, widget: QWidget, measure: Callable[[float], object]) -> None:
        super().__init__(widget)
        self._measure = measure
        widget.installEventFilter(self)
        measure(max(1.0, text_scale()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Measure again."""
        if event.type() is QEvent.Type.FontChange:
            self._measure(max(1.0, text_scale()))
        return super().eventFilter(watched, event)
