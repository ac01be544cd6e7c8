"""Files that are dragged over a window belong to its pages: a field would write their names into itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from shiboken6 import isValid

from labharness.gui.kit.dropped_paths import paths_of

FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)
ENDS = (QEvent.Type.DragLeave, QEvent.Type.Drop)


class FileDrags(QObject):
    """Closes the fields of a window to what is dragged while that is files.

    Parameters
    ----------
    window
        A window of its own; fields that come later count as well.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window, self._closed, self._over = window, list[QWidget](), False
        window.installEventFilter(self)
        window.winId()  # makes what the system drags over, which hears of it before any field does
        window.windowHandle().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Close the fields when files come, and open them when they are gone."""
        if watched is self._window:
            if event.type() == QEvent.Type.WinIdChange and self._window.internalWinId():
                # Qt made it anew, for another kind of frame
                self._window.windowHandle().installEventFilter(self)
        elif isinstance(event, QDragEnterEvent) and paths_of(event.mimeData()):
            self._over = True
            for kind in FIELDS:
                self._closed += [field for field in self._window.findChildren(kind) if field.acceptDrops()]
            self._accept(files=False)
        elif event.type() in ENDS:
            self._over = False
            QTimer.singleShot(0, self, self._open)
        return super().eventFilter(watched, event)

    def _open(self) -> None:
        if self._over:  # they left and came back
            return
        self._accept(files=True)
        self._closed.clear()

    def _accept(self, *, files: bool) -> None:
        for field in filter(isValid, self._closed):  # what took the files may have put others in their place
            field.setAcceptDrops(files)
