"""The table of runs, whose rows can be dropped on each other to compare two runs."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QDrag, QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.runs.run_rows import RUNS, RunRow

KIND = "application/x-labharness-run"


class RunTable(RowTable[RunRow]):
    """Runs to open, and to compare.

    Attributes
    ----------
    dropped
        Emitted with the names of a run and of the run that it was dropped on.
    """

    dropped = Signal(str, str)

    def __init__(self, empty: str, parent: QWidget | None = None) -> None:
        super().__init__("Runs", RUNS, lambda row: row.run, empty, parent=parent)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.LinkAction)

    def startDrag(self, actions: Qt.DropAction) -> None:  # noqa: ARG002, N802  Qt's name
        """Take the chosen run."""
        if self.current is not None:
            data, drag = QMimeData(), QDrag(self)
            data.setData(KIND, self.current.run.encode())
            drag.setMimeData(data)
            drag.exec(Qt.DropAction.LinkAction)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  Qt's name
        """Take runs alone."""
        if event.mimeData().hasFormat(KIND):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: N802  Qt's name
        """Take a run where another one lies."""
        if event.mimeData().hasFormat(KIND) and self.indexAt(event.position().toPoint()).isValid():
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  Qt's name
        """Compare the run with the one that it is dropped on."""
        run = bytes(event.mimeData().data(KIND).data()).decode(errors="replace")
        other = self.run_at(event.position().toPoint())
        if run and other and run != other:
            event.acceptProposedAction()
            self.dropped.emit(run, other)

    def run_at(self, place: QPoint) -> str:
        """Return the run whose row lies at a place, "" for none."""
        index: QModelIndex = self.indexAt(place)
        return self.rows.row(self.shown.mapToSource(index).row()).run if index.isValid() else ""
