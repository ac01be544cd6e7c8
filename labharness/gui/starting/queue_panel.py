"""Queue a run for a bench instead of starting it now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

TONIGHT = "18:00"


class QueuePanel(QFrame):
    """Bench and time of a run that is queued.

    Attributes
    ----------
    wanted
        Emitted with the bench, the moment as typed, and whether a person is at the bench.
    """

    wanted = Signal(str, str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bench, self.moment = QComboBox(), QLineEdit(TONIGHT)
        self.bench.setEditable(True)
        self.bench.setAccessibleName("Bench")
        self.bench.setMinimumWidth(120)
        line = self.bench.lineEdit()
        assert line is not None
        line.setAccessibleName("Name of the bench")
        line.setPlaceholderText("bench")
        self.bench.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.moment.setAccessibleName("From")
        self.moment.setToolTip("A time of the next 24 hours (18:00), or a date and time (2026-11-24T18:00)")
        self.moment.setMaximumWidth(150)
        self.attended = QCheckBox("&Attended")
        self.attended.setAccessibleName("Attended")
        self.attended.setToolTip("Somebody is at the bench to answer prompts")
        self.button = QPushButton("&Queue for tonight")
        self.button.setAccessibleName("Queue for tonight")
        self.button.clicked.connect(self._want)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for widget in (QLabel("Bench"), self.bench, QLabel("from"), self.moment, self.attended, self.button):
            row.addWidget(widget)
        row.addStretch(1)

    def show_benches(self, names: Sequence[str]) -> None:
        """Offer these benches; a name that was typed stays."""
        if [self.bench.itemText(at) for at in range(self.bench.count())] != list(names):
            typed = self.bench.currentText()
            self.bench.clear()
            self.bench.addItems(list(names))
            if typed:
                self.bench.setEditText(typed)

    def _want(self) -> None:
        self.wanted.emit(
            self.bench.currentText().strip(), self.moment.text().strip(), self.attended.isChecked()
        )
