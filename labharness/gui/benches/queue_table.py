"""The queue of a bench; waiting items are dragged to another place."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDrag, QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from labharness.gui.benches.bench_tables import QUEUE, Queued
from labharness.gui.kit.tables.row_table import RowTable
from labharness.nights.items import State

KIND = "application/x-labharness-item"


class QueueTable(RowTable[Queued]):
    """Items in the order in which they come.

    Attributes
    ----------
    dropped
        Emitted with the id of an item and of the item before which it was dropped.
    """

    dropped = Signal(str, str)

    def __init__(self, empty: str, parent: QWidget | None = None) -> None:
        super().__init__("Queue", QUEUE, lambda row: row.item.id, empty, parent=parent)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)

    def startDrag(self, actions: Qt.DropAction) -> None:  # noqa: ARG002, N802  Qt's name
        """Take a waiting item."""
        row = self.current
        if row is not None and row.item.state is State.WAITING:
            data, drag = QMimeData(), QDrag(self)
            data.setData(KIND, row.item.id.encode())
            drag.setMimeData(data)
            drag.exec(Qt.DropAction.MoveAction)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's name
        """Take items alone."""
        if event.mimeData().hasFormat(KIND):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: N802  Qt's name
        """Take an item before another one that waits."""
        row = self._row(event)
        if event.mimeData().hasFormat(KIND) and row is not None and row.item.state is State.WAITING:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's name
        """Put the item before the one that it is dropped on."""
        item = bytes(event.mimeData().data(KIND).data()).decode(errors="replace")
        row = self._row(event)
        if row is not None and row.item.state is State.WAITING and item not in ("", row.item.id):
            event.acceptProposedAction()
            self.dropped.emit(item, row.item.id)

    def _row(self, event: QDropEvent) -> Queued | None:
        index = self.indexAt(event.position().toPoint())
        return self.rows.row(self.shown.mapToSource(index).row()) if index.isValid() else None
