"""The filter of a table that has no line for it: it lies over the titles, and no row, while it leaves rows out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QTableView, QToolButton

from labharness.gui.kit.words import tr

WIDE = 300
"""Pixels of the line at most."""


class QuickFilter(QLineEdit):
    """Words that rows must have.

    Attributes
    ----------
    wanted
        Emitted with the words.
    """

    wanted = Signal(str)

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self.setPlaceholderText(tr("Filter: words; Esc shows all rows"))
        self.setAccessibleName(tr("Filter {what}", what=table.accessibleName()))
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(tr("Show all rows"))
        self.hide()
        self.textChanged.connect(self.wanted)
        table.viewport().installEventFilter(self)

    def begin(self) -> None:
        """Show the line and give it the keyboard."""
        self._place()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()

    def show_all(self) -> None:
        """Show all rows again."""
        had = self.hasFocus()
        self.clear()
        self.hide()
        if had:
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Leave with Esc; go on to the rows with Return or Down."""
        if event.key() == Qt.Key.Key_Escape:
            self.show_all()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)
            if not self._table.currentIndex().isValid():
                self._table.selectRow(0)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  Qt's name
        """Vanish where nothing is left out."""
        super().focusOutEvent(event)
        if not self.text():
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Stay at the right of the titles."""
        if event.type() is QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        """Leave the button free that chooses the columns."""
        head = self._table.horizontalHeader().geometry()
        width = min(WIDE, head.width() - head.height())
        self.setGeometry(head.right() - head.height() - width, head.top(), width, head.height())
