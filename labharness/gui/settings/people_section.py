"""The list of people and their roles, and a form that adds somebody or changes an entry."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from labharness.acts import people
from labharness.acts.declaring import Seat
from labharness.app.laboratory.present_settings import PresentSettings
from labharness.app.register import login_id
from labharness.filings.entries.people import Person, Role
from labharness.gui.kit.act_button import ActButton
from labharness.gui.kit.explained import explained_by
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.settings.key_fields import KeyFields
from labharness.gui.settings.section import ChangeMessage, SettingsSection

EMPTY = tr("Nobody is on the list. Enter yourself first, as administrator.")
BEGIN = "Begun by the first person."
MISSING = tr("Write the id, the name and the reason, and choose a role.")

PEOPLE = (
    Column[Person](tr("Person"), lambda each: each.id, 90),
    Column[Person](tr("Name"), lambda each: each.name, 130),
    Column[Person](tr("Title"), lambda each: each.title, 150),
    Column[Person](tr("Roles"), lambda each: ", ".join(each.roles), 200),
    Column[Person](tr("State"), lambda each: tr("active") if each.active else tr("left"), 70),
)


class PeopleSection(SettingsSection):
    """People of the laboratory."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("People and roles"),
            tr("Who may do what. The account of the operating system is the person whose id is its name."),
            "settings#people-and-roles",
            parent,
        )
        self._restricted, self._staff_is_empty = "", False
        self._chosen: Person | None = None
        self.table: RowTable[Person] = RowTable(tr("People"), PEOPLE, lambda each: each.id, EMPTY)
        self.table.setMinimumHeight(180)
        self.id, self.name, self.job, self.why = QLineEdit(), QLineEdit(), QLineEdit(), QLineEdit()
        self.active = QCheckBox(tr("Active; a person who left keeps what they did"))
        self.roles = {role: QCheckBox(role.value) for role in Role}
        self.key, self.message = KeyFields(), ChangeMessage()
        self.new, self.save = QPushButton(tr("&New person")), ActButton(people.add)
        self._lay_out()
        self.table.picked.connect(self._choose)
        self.new.clicked.connect(self._begin_anew)
        self.save.clicked.connect(self._save)
        for line in (self.id, self.name, self.job, self.why):
            line.textChanged.connect(self._judge)
        for box in self.roles.values():
            box.toggled.connect(self._judge)
        self.key.changed.connect(self._judge)
        self._begin()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.id.setPlaceholderText(tr("lowercase letters, digits and hyphens, such as a-clerk"))
        self.why.setPlaceholderText(tr("recorded with the change"))
        for title, control in (
            (tr("Id"), self.id),
            (tr("Name in reports"), self.name),
            (tr("Title in reports"), self.job),
            (tr("Reason"), self.why),
        ):
            control.setAccessibleName(title)
            form.addRow(title, control)
            self.note_label(title, control)
        roles = QHBoxLayout()
        for role, box in self.roles.items():
            explained_by(box, f"glossary#{role.value.replace(' ', '-')}")
            roles.addWidget(box)
        roles.addStretch(1)
        form.insertRow(3, tr("Roles"), roles)
        form.insertRow(4, "", self.active)
        form.addRow(tr("Key"), self.key)
        row = QHBoxLayout()
        row.addWidget(self.new)
        row.addStretch(1)
        row.addWidget(self.save)
        self.save.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.column.addWidget(self.table, 1)
        self.column.addLayout(form)
        self.column.addLayout(row)
        self.column.addWidget(self.message)
        self.note_label(tr("People"), self.table)

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the list, and who may change it."""
        staff = standing.staff
        self._restricted = self.show_permission(staff, Role.ADMINISTRATOR)
        listed = staff.people if staff else ()
        self._staff_is_empty = staff is not None and not listed
        self.table.show_rows(listed)
        laboratory = staff.laboratory if staff else None
        self.key.need(needed=laboratory is not None and laboratory.signed_decisions)
        if self._staff_is_empty and not self.id.text():
            self._propose_oneself()
        for control in (self.id, self.name, self.job, self.why, self.active, *self.roles.values(), self.new):
            control.setEnabled(not self._restricted)
        self._mark()
        self._judge()

    def accept(self, sentence: str) -> None:
        """Take up that it was saved."""
        self.message.accept(sentence)
        if self.isVisible():
            self._begin_anew()  # the button that had the keyboard is disabled: it would go on to the rail
        else:
            self._begin()

    def refuse(self, sentence: str) -> None:
        """Say why it was not saved; what was entered stays."""
        self.message.refuse(sentence)
        self._judge()

    def wait(self) -> None:
        """Say that it is being saved."""
        self.message.wait()
        refuse(self.save, tr("It is being saved."))

    def _propose_oneself(self) -> None:
        self.id.setText(login_id())
        self.roles[Role.ADMINISTRATOR].setChecked(True)
        self.why.setText(BEGIN)

    def _choose(self, person: Person) -> None:
        self._chosen = person
        self.id.setText(person.id)
        self.name.setText(person.name)
        self.job.setText(person.title)
        self.active.setChecked(person.active)
        for role, box in self.roles.items():
            box.setChecked(role in person.roles)
        self.why.clear()
        self.message.clear()
        self._mark()
        self._judge()

    def _begin_anew(self) -> None:
        """Begin with somebody new at the first field."""
        self._begin()
        self.id.setFocus()

    def _begin(self) -> None:
        """Empty the form for somebody new."""
        self._chosen = None
        self.table.clearSelection()
        for line in (self.id, self.name, self.job, self.why):
            line.clear()
        self.active.setChecked(True)
        for box in self.roles.values():
            box.setChecked(False)
        self._mark()
        self._judge()

    def _mark(self) -> None:
        changing = self._chosen is not None
        self.save.become(people.change if changing else people.add)
        self.id.setReadOnly(changing)
        self.active.setEnabled(changing and not self._restricted)

    def _judge(self) -> None:
        entered = self.id.text().strip() and self.name.text().strip() and self.why.text().strip()
        whole = entered and any(box.isChecked() for box in self.roles.values()) and self.key.complete
        why = self._restricted or ("" if whole else MISSING)
        refuse(self.save, why) if why else allow(self.save)

    def _save(self) -> None:
        fields: dict[str, Any] = {
            "name": self.name.text().strip(),
            "title": self.job.text().strip(),
            "role": [role for role, box in self.roles.items() if box.isChecked()],
        }
        person, why, key = self.id.text().strip(), self.why.text().strip(), self.key.take()
        changing, active = self._chosen is not None, self.active.isChecked()

        def change(seat: Seat) -> str:
            if changing:
                entry = seat.do(people.change, person, **fields, active=active, why=why, **key)
                return tr("The entry of {name} is changed.", name=entry.name)
            entry = seat.do(people.add, person, **fields, why=why, **key)
            return tr("{name} is on the list.", name=entry.name)

        self.wanted.emit(change, self)
