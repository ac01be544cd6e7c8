"""The benches that the queue knows, and the file with which the system starts the worker of one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from labharness.acts.declaring import Seat
from labharness.app.benches.service import service_file
from labharness.app.laboratory.present_settings import PresentSettings
from labharness.filings.entries.people import Role
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.labels.result_label import ResultLabel
from labharness.gui.kit.screen_text import day_and_time
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.settings.section import SettingsSection
from labharness.model.address import Address, Room
from labharness.nights.items import Bench

EMPTY = tr("No bench yet. Name one, and let the system start its worker.")

BENCHES = (
    Column[Bench](tr("Bench"), lambda each: each.name, 140),
    Column[Bench](tr("Computer"), lambda each: each.host or tr("no worker yet"), 170),
    Column[Bench](
        tr("Last heard"), lambda each: day_and_time(each.heard) if each.heard else tr("never"), 200
    ),
    Column[Bench](tr("State"), lambda each: tr("paused") if each.paused else tr("at work"), 90),
    Column[Bench](tr("Taken"), lambda each: tr("{fence} times", fence=each.fence), 90),
)


class BenchesSection(SettingsSection):
    """Benches of the workspace's queue."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Benches"),
            tr("A bench is a computer with its devices; its worker begins the runs of its queue unattended."),
            "settings#benches",
            parent,
        )
        self._restricted = ""
        self._next: Sequence[str] = ()
        self.table: RowTable[Bench] = RowTable(
            tr("Benches"),
            BENCHES,
            lambda each: each.name,
            EMPTY,
            address=lambda each: Address(Room.BENCHES, (each.name,)),
        )
        self.table.setMinimumHeight(160)
        self.name, self.write, self.message = (
            QLineEdit(),
            QPushButton(tr("&Write the service file")),
            ResultLabel(),
        )
        self.name.setPlaceholderText(tr("Name of the bench, such as bench-2"))
        self.name.setAccessibleName(tr("Name of the bench"))
        self.next, self.copy = QPlainTextEdit(), QPushButton(tr("&Copy the commands"))
        self.next.setReadOnly(True)
        self.next.setAccessibleName(tr("What to run next in a terminal"))
        self.next.setPlaceholderText(tr("What to run next in a terminal, once the file is written"))
        self.next.setTabChangesFocus(True)
        self.next.setFixedHeight(self.fontMetrics().lineSpacing() * 4 + 16)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.next.toPlainText()))
        row = QHBoxLayout()
        row.addWidget(self.name, 1)
        row.addWidget(self.write)
        last = QHBoxLayout()
        last.addWidget(self.next, 1)
        last.addWidget(self.copy)
        self.column.addWidget(self.table, 1)
        self.column.addLayout(row)
        self.column.addWidget(self.message)
        self.column.addLayout(last)
        self.note_label(tr("Benches"), self.table)
        self.note_label(tr("Service file of a worker"), self.name)
        self.table.picked.connect(lambda each: self.name.setText(each.name))
        self.name.textChanged.connect(self._judge)
        self.write.clicked.connect(self._write)
        self._judge()

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the benches, and who may set one up."""
        self._restricted = self.show_permission(standing.staff, Role.ADMINISTRATOR)
        self.table.show_rows(standing.benches)
        self.name.setEnabled(not self._restricted)
        self._judge()

    def accept(self, sentence: str) -> None:
        """Show what to run next."""
        self.message.accept(sentence)
        self.next.setPlainText("\n".join(self._next))
        self._judge()

    def refuse(self, sentence: str) -> None:
        """Say why no file was written."""
        self.message.refuse(sentence)
        self._judge()

    def wait(self) -> None:
        """Say that it is being written."""
        self.message.wait()

    def _write(self) -> None:
        bench = self.name.text().strip()

        def change(seat: Seat) -> str:
            service = service_file(seat.workspace, bench)
            service.write()
            self._next = service.next
            return tr("Written: {path}", path=service.path)

        self.wanted.emit(change, self)

    def _judge(self) -> None:
        why = self._restricted or (
            "" if self.name.text().strip() else tr("Write the name of the bench first.")
        )
        refuse(self.write, why) if why else allow(self.write)
        if self.next.toPlainText():
            allow(self.copy)
        else:
            refuse(self.copy, tr("There is nothing to copy yet."))
