"""The list behind the bell: what needs a person by deadline, and what ended; Return opens its address."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from labharness.gui.kit.matter_words import elapsed
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.shell.floating import FloatingPanel
from labharness.gui.shell.notices.notice import Notice
from labharness.language.dates import time_of_day

WIDTH, HEIGHT = 720, 420
EMPTY = tr("Nothing needs you. What needs a person appears here, and stays until its cause is gone.")
UNKNOWN = tr("The workspace cannot be read; nobody knows what needs you.")

NOTICES = (
    Column[Notice](tr("What"), lambda each: each.word, 120, tone=lambda each: each.tone),
    Column[Notice](
        tr("Until"),
        lambda each: time_of_day(each.until) if each.until else "",
        80,
        sort=lambda each: each.until or "9",
    ),
    Column[Notice](
        tr("Since"), lambda each: elapsed(each.since), 80, sort=lambda each: each.since, number=True
    ),
    Column[Notice](tr("Notice"), lambda each: each.text, 360),
)


class BellPanel(FloatingPanel):
    """What needs a person.

    Attributes
    ----------
    opened
        Emitted with the :class:`Notice` that somebody opens.
    """

    opened = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self.heading = QLabel()
        self.table: RowTable[Notice] = RowTable(
            tr("Notices"), NOTICES, lambda each: each.key, EMPTY, lines=3, address=lambda each: each.address
        )
        self.table.opened.connect(self._open)
        self.table.clicked.connect(lambda _: self._open(self.table.current))
        self.heading.setBuddy(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 12)
        column.setSpacing(6)
        column.addWidget(self.heading)
        column.addWidget(self.table, 1)

    def show_notices(self, notices: Sequence[Notice]) -> None:
        """Show these."""
        self.heading.setText(tr("NEEDS YOU, nearest deadline first"))
        self.table.tell_empty(EMPTY)
        self.table.show_rows(notices)

    def lose(self) -> None:
        """Claim nothing."""
        self.table.tell_empty(UNKNOWN)
        self.table.show_rows(())

    def open_below(self, anchor: QWidget) -> None:
        """Open below the bell, inside the window."""
        right = anchor.mapTo(self._parent, anchor.rect().bottomRight())
        width = min(WIDTH, self._parent.width() - 24)
        left = max(12, min(right.x() - width, self._parent.width() - width - 12))
        height = min(HEIGHT, self._parent.height() - right.y() - 18)
        self.setGeometry(QRect(left, right.y() + 6, width, height))
        self.show()
        self.raise_()
        if not self.table.currentIndex().isValid() and self.table.shown.rowCount():
            self.table.setCurrentIndex(self.table.shown.index(0, 0))
        self.table.setFocus()

    def _open(self, notice: Notice | None) -> None:
        if notice is not None:
            self.hide()
            self.opened.emit(notice)
