"""Queue a run for a bench instead of starting it now, once or again and again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.follow_text import follow_text
from labharness.gui.kit.words import tr
from labharness.nights.items import Item, Schedule
from labharness.nights.schedules import LABORATORY, written_when

TONIGHT = "18:00"
MOMENT = tr("A time of the next 24 hours (18:00), or a date and time (2026-11-24T18:00)")


class QueuePanel(QFrame):
    """Bench and time of a run that is queued; everything else is folded away until somebody wants it.

    Attributes
    ----------
    wanted
        Emitted with what :data:`labharness.acts.queue.add` takes beside an order.
    """

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bench = QComboBox()
        self.bench.setEditable(True)
        self.bench.setAccessibleName(tr("Bench"))
        self.bench.setMinimumWidth(120)
        line = self.bench.lineEdit()
        assert line is not None
        line.setAccessibleName(tr("Name of the bench"))
        line.setPlaceholderText(tr("bench"))
        self.bench.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.moment, self.until, self.deadline = (
            _moment(tr("From"), TONIGHT),
            _moment(tr("Begins before")),
            _moment(tr("Over by")),
        )
        self.attended = QCheckBox(tr("&Attended"))
        self.attended.setAccessibleName(tr("Attended"))
        self.attended.setToolTip(tr("Somebody is at the bench to answer prompts"))
        self.after = QLineEdit()
        self.after.setAccessibleName(tr("After item"))
        self.after.setPlaceholderText(tr("item of the queue"))
        self.passed = QCheckBox(tr("only if it passed"))
        self.passed.setAccessibleName(tr("Only if the item before it passed"))
        self.priority, self.repeat, self.retries = (
            _number(tr("Priority"), -100, 100, 0),
            _number(tr("Runs"), 1, 1000, 1),
            _number(tr("Retries"), 0, 10, 0),
        )
        self.every, self.zone, self.window_h = QLineEdit(), QLineEdit(LABORATORY), QDoubleSpinBox()
        self.every.setAccessibleName(tr("Repeats"))
        self.every.setPlaceholderText(tr("weeknights at 18:00"))
        self.zone.setAccessibleName(tr("Time zone"))
        self.window_h.setAccessibleName(tr("Hours in which it may begin"))
        self.window_h.setRange(0.1, 168.0)
        self.window_h.setValue(10.0)
        self.more = QPushButton(tr("&More…"))
        self.more.setAccessibleName(tr("More about the place in the queue"))
        self.more.setCheckable(True)
        self.button = QPushButton(tr("&Queue for tonight"))
        self.button.setAccessibleName(tr("Queue for tonight"))
        self.button.clicked.connect(self._want)
        self.further = QWidget()
        self.further.hide()
        self.more.toggled.connect(self.further.setVisible)
        self.every.textChanged.connect(self._name)
        self._lay_out()

    def _lay_out(self) -> None:
        row, grid = WrapRow(), QGridLayout(self.further)
        first: Sequence[QWidget] = (
            QLabel(tr("Bench")),
            self.bench,
            QLabel(tr("from")),
            self.moment,
            self.attended,
            self.more,
            self.button,
        )
        for widget in first:
            row.put(widget)
        grid.setContentsMargins(0, 0, 0, 0)
        fields: Sequence[tuple[tuple[str, QWidget], ...]] = (
            (
                (tr("begins before"), self.until),
                (tr("over by"), self.deadline),
                (tr("after"), self.after),
                ("", self.passed),
            ),
            ((tr("priority"), self.priority), (tr("runs"), self.repeat), (tr("retries"), self.retries)),
            ((tr("repeats"), self.every), (tr("window, hours"), self.window_h), (tr("time zone"), self.zone)),
        )
        for at, line in enumerate(fields):
            for place, (text, widget) in enumerate(line):
                label = QLabel(text)
                label.setBuddy(widget)
                grid.addWidget(label, at, place * 2)
                grid.addWidget(widget, at, place * 2 + 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row)
        column.addWidget(self.further)

    def show_benches(self, names: Sequence[str]) -> None:
        """Offer these benches; a name that was typed stays."""
        if [self.bench.itemText(at) for at in range(self.bench.count())] != list(names):
            typed = self.bench.currentText()
            self.bench.clear()
            self.bench.addItems(list(names))
            if typed:
                self.bench.setEditText(typed)

    def wish(self) -> dict[str, Any]:
        """Return what is wished; a repeated run begins by its rule and not by a moment."""
        every = self.every.text().strip()
        return {
            "bench": self.bench.currentText().strip(),
            "at": "" if every else self.moment.text().strip(),
            "until": "" if every else self.until.text().strip(),
            "deadline": "" if every else self.deadline.text().strip(),
            "after": "" if every else self.after.text().strip(),
            "passed": self.passed.isChecked(),
            "priority": self.priority.value(),
            "repeat": 1 if every else self.repeat.value(),
            "retries": self.retries.value(),
            "attended": self.attended.isChecked(),
            "every": every,
            "window": self.window_h.value(),
            "zone": self.zone.text().strip() or LABORATORY,
        }

    def _name(self) -> None:
        """Say what the button does; a rule makes a schedule."""
        text = tr("Add sche&dule") if self.every.text().strip() else tr("&Queue for tonight")
        self.button.setText(text)
        self.button.setAccessibleName(text.replace("&", ""))

    def _want(self) -> None:
        self.wanted.emit(self.wish())


def queued_words(added: Schedule | tuple[Item, ...], bench: str) -> str:
    """Return in words what was queued for a bench."""
    if isinstance(added, Schedule):
        return tr(
            "Schedule {id} repeats it {written_when} ({zone}) on bench {bench}.",
            id=added.id,
            written_when=written_when(added.cron),
            zone=added.zone,
            bench=bench,
        )
    names = (
        added[0].id
        if len(added) == 1
        else tr("{items:,} {items:run|runs} from {id} on", items=len(added), id=added[0].id)
    )
    return tr("{names} waits on bench {bench}.", names=names, bench=bench)


def _moment(name: str, text: str = "") -> QLineEdit:
    field = QLineEdit(text)
    field.setAccessibleName(name)
    field.setToolTip(MOMENT)
    follow_text(field, lambda scale: field.setMaximumWidth(round(150 * scale)))
    return field


def _number(name: str, least: int, most: int, value: int) -> QSpinBox:
    field = QSpinBox()
    field.setAccessibleName(name)
    field.setRange(least, most)
    field.setValue(value)
    return field
