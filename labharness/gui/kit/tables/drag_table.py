"""A table of which a row is dropped on another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDrag, QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QAbstractItemView

from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import original
from labharness.model.address import Address

Row = TypeVar("Row")


class DragTable(RowTable[Row]):
    """Rows to open, and to drop on each other.

    Parameters
    ----------
    action
        What dropping does to the row: it is moved before the other one, or linked with it.
    fits
        Whether a row may be dragged, and whether another one may be dropped on it.
    """

    dropped = Signal(str, str)
    """Emitted with the key of a row and the key of the row that it was dropped on."""

    def __init__(
        self,
        name: str,
        columns: Sequence[Column[Row]],
        key: Callable[[Row], str],
        empty: str,
        action: Qt.DropAction,
        fits: Callable[[Row], bool],
        address: Callable[[Row], Address | None] | None = None,
    ) -> None:
        super().__init__(name, columns, key, empty, address=address)
        self.kind = f"application/x-labharness-{original(name).lower()}"
        self._action, self._fits = action, fits
        self.rows.movable = fits
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(action)

    def carried(self) -> QMimeData | None:
        """Return what is taken along of the chosen row, None where it may not be dragged."""
        if self.current is None or not self._fits(self.current):
            return None
        data = QMimeData()
        data.setData(self.kind, self.current_key.encode())
        return data

    def startDrag(self, actions: Qt.DropAction) -> None:  # noqa: ARG002, N802  Qt's name
        """Take the chosen row."""
        data = self.carried()
        if data is not None:
            drag = QDrag(self)
            drag.setMimeData(data)
            drag.exec(self._action)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's name
        """Take rows of this kind alone."""
        if event.mimeData().hasFormat(self.kind):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: N802  Qt's name
        """Take a row where another one lies that it may be dropped on."""
        if event.mimeData().hasFormat(self.kind) and self._below(event):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's name
        """Tell which row was dropped on which."""
        key = bytes(event.mimeData().data(self.kind).data()).decode(errors="replace")
        other = self._below(event)
        if key and other and key != other:
            event.acceptProposedAction()
            self.dropped.emit(key, other)

    def _below(self, event: QDropEvent) -> str:
        """Return the key of the row that lies at a place and may be dropped on, "" for none."""
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            return ""
        at = self.shown.mapToSource(index).row()
        return self.rows.key(at) if self._fits(self.rows.row(at)) else ""
