"""Files that a test drops on a page."""

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from labharness.gui.kit.dropped_paths import DroppedPaths


def drop(widget, files):
    """Drop files in the middle of a widget; returns whether they were accepted."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    event = QDropEvent(
        QPointF(widget.rect().center()),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    return widget.findChild(DroppedPaths).eventFilter(widget, event) and event.isAccepted()
