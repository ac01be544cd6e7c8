"""The laboratory that issues the reports, and whether it requires signed decisions."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from labharness.acts import people
from labharness.acts.declaring import Seat
from labharness.app.laboratory.present_settings import PresentSettings
from labharness.filings.entries.people import Laboratory, Role
from labharness.gui.kit.explained import explained_by
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.words import tr
from labharness.gui.settings.key_fields import KeyFields
from labharness.gui.settings.section import ChangeMessage, SettingsSection

MISSING = tr("Write the name, the address, the addressee and the reason.")
SAME = tr("Change something first.")
LINES = 4
ENTRY = "laboratory"
"""Id of the one entry."""


class LaboratorySection(SettingsSection):
    """One entry of the register."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Laboratory"), tr("Who issues the reports and to whom they go."), "settings#laboratory", parent
        )
        self._restricted = ""
        self._saved: Laboratory | None = None
        self.name, self.addressee, self.why = QLineEdit(), QLineEdit(), QLineEdit()
        self.address = QPlainTextEdit()
        self.address.setTabChangesFocus(True)
        self.address.setFixedHeight(self.fontMetrics().lineSpacing() * LINES + 16)
        self.signed = QCheckBox(tr("Require the person's key for every decision and every change of people"))
        self.key, self.message, self.save = KeyFields(), ChangeMessage(), QPushButton(tr("&Save changes"))
        self.save.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.addressee.setText(Laboratory.model_fields["addressee"].default)
        self.why.setPlaceholderText(tr("recorded with the change"))
        self._lay_out()
        for line in (self.name, self.addressee, self.why):
            line.textChanged.connect(self._judge)
        self.address.textChanged.connect(self._judge)
        self.signed.toggled.connect(self._judge)
        self.key.changed.connect(self._judge)
        self.save.clicked.connect(self._save)
        self._judge()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for title, control in (
            (tr("Name in reports"), self.name),
            (tr("Address"), self.address),
            (tr("Reports go to"), self.addressee),
            (tr("Signed decisions"), self.signed),
            (tr("Reason"), self.why),
            (tr("Key"), self.key),
        ):
            control.setAccessibleName(title)
            form.addRow(title, control)
            self.note_label(title, control)
        explained_by(self.signed, "signing#signed-decisions")
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.save)
        self.column.addLayout(form)
        self.column.addLayout(row)
        self.column.addWidget(self.message)
        self.column.addStretch(1)

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the entry, and who may change it; what somebody is about to enter stays."""
        staff = standing.staff
        self._restricted = self.show_permission(staff, Role.ADMINISTRATOR)
        if not self._restricted and staff is not None and not staff.people:
            self._restricted = tr("Enter yourself under People and roles first.")
        saved = staff.laboratory if staff else None
        if saved != self._saved:
            self._saved = saved
            self._fill()
        for control in (self.name, self.address, self.addressee, self.signed, self.why):
            control.setEnabled(not self._restricted)
        self._judge()

    def accept(self, sentence: str) -> None:
        """Take up that it was saved."""
        self._saved = Laboratory(id=ENTRY, **self._entered())
        self.why.clear()
        self.message.accept(sentence)

    def refuse(self, sentence: str) -> None:
        """Show the old entry again, and why it was kept."""
        self._fill()
        self.message.refuse(sentence)

    def wait(self) -> None:
        """Say that it is being saved."""
        self.message.wait()
        refuse(self.save, tr("It is being saved."))

    def _fill(self) -> None:
        if self._saved is not None:
            self.name.setText(self._saved.name)
            self.address.setPlainText(self._saved.address)
            self.addressee.setText(self._saved.addressee)
            self.signed.setChecked(self._saved.signed_decisions)

    def _entered(self) -> dict[str, Any]:
        return {
            "name": self.name.text().strip(),
            "address": self.address.toPlainText().strip(),
            "addressee": self.addressee.text().strip(),
            "signed_decisions": self.signed.isChecked(),
        }

    def _judge(self) -> None:
        held, entered = self._saved, self._entered()
        signed = self.signed.isChecked() or (held is not None and held.signed_decisions)
        if signed != self.key.needed:
            self.key.need(needed=signed)
        same = held is not None and entered == {field: getattr(held, field) for field in entered}
        texts = (entered["name"], entered["address"], entered["addressee"], self.why.text().strip())
        why = self._restricted or (SAME if same else "" if all(texts) and self.key.complete else MISSING)
        refuse(self.save, why) if why else allow(self.save)

    def _save(self) -> None:
        entered, why, key = self._entered(), self.why.text().strip(), self.key.take()

        def change(seat: Seat) -> str:
            entry = seat.do(people.laboratory, **entered, why=why, **key)
            return tr("Reports are issued by {name}.", name=entry.name)

        self.wanted.emit(change, self)
