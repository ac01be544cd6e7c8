"""Pages of the settings about people: the list of people and their roles, and the notices of this window."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox

from labharness.acts import people
from labharness.acts.declaring import Seat
from labharness.app.settings.workspace_settings import PresentSettings
from labharness.app.workspace.register import login_id
from labharness.filings.entries.entry import Person, Role
from labharness.filings.entries.form_values import blank_values, checked_values, values_of
from labharness.gui.kit.act_button import ActButton
from labharness.gui.kit.explained import explained_by
from labharness.gui.kit.forms.field_form import FIXED, EntryForm
from labharness.gui.kit.forms.list_editors import ChecksEditor
from labharness.gui.kit.forms.saved_form import SavedForm
from labharness.gui.kit.parts import push_button
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.window_state import DEFAULTS, ON_DESKTOP, REPEAT, SOUND, WindowState
from labharness.gui.kit.words import tr
from labharness.gui.settings.section import SettingsSection

EMPTY = tr("Nobody is on the list. Enter yourself first, as administrator.")
BEGIN = "Begun by the first person."
ACTIVE = {"active": tr("Whoever is added is active.")}

PEOPLE = (
    Column[Person](tr("Person"), lambda each: each.id, 90),
    Column[Person](tr("Name"), lambda each: each.name, 130),
    Column[Person](tr("Function"), lambda each: each.title, 150),
    Column[Person](tr("Roles"), lambda each: ", ".join(each.roles), 200),
    Column[Person](tr("State"), lambda each: tr("active") if each.active else tr("left"), 70),
)


class PeopleSection(SettingsSection):
    """People of the laboratory."""

    def __init__(self) -> None:
        super().__init__(
            tr("People and roles"),
            tr("Who may do what. The account of the operating system is the person whose id is its name."),
            "settings#people-and-roles",
        )
        self._staff_is_empty = False
        self._chosen: Person | None = None
        self.table: RowTable[Person] = RowTable(tr("People"), PEOPLE, lambda each: each.id, EMPTY)
        self.table.setMinimumHeight(180)
        form = EntryForm()
        self.new = push_button(tr("&New person"), self._begin_anew)
        self.save = ActButton(people.add)
        push_button(self.save, main=True)
        form.show_kind(Person.kind)
        self.form = SavedForm(
            form,
            tr("a person"),
            self.save,
            lambda values: checked_values(Person.kind, values)[1],
            reverts=False,
        )
        # What is not saved, and that it is being saved, the form itself says.
        self.refuse, self.wait = self.form.refuse, self.form.wait
        roles = form.rows["roles"].editor
        assert isinstance(roles, ChecksEditor)
        for role, box in roles.boxes.items():
            explained_by(box, f"glossary#{role.replace(' ', '-')}")
        self.column.addWidget(self.table, 1)
        self.column.addWidget(self.new, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self.form)
        self.note_label(tr("People"), self.table)
        self.note_rows(self.form)
        self.table.picked.connect(self._choose)
        self.form.wanted.connect(self._save)
        self._begin()

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the list, and who may change it."""
        staff = standing.staff
        self.form.restriction = self.show_permission(staff, Role.ADMINISTRATOR)
        listed = staff.listed if staff else ()
        self._staff_is_empty = staff is not None and not listed
        self.table.show_rows(listed)
        laboratory = staff.laboratory if staff else None
        self.form.key.need(needed=laboratory is not None and laboratory.signed_decisions)
        self.new.setEnabled(not self.form.restriction)
        chosen = next((each for each in listed if self._chosen and each.id == self._chosen.id), None)
        if self._staff_is_empty and not self.form.values["id"]:
            self._propose_oneself()
        elif chosen is not None:
            self.form.follow(values_of(chosen))
        self._mark()

    def accept(self, sentence: str) -> None:
        """Take up that it was saved."""
        self.form.message.accept(sentence)
        if self.isVisible():
            self._begin_anew()  # the button that had the keyboard is disabled: it would go on to the rail
        else:
            self._begin()

    def _propose_oneself(self) -> None:
        for name, value in (("id", login_id()), ("roles", [Role.ADMINISTRATOR.value])):
            self.form.form.rows[name].editor.show_value(value)
        self.form.why.setText(BEGIN)

    def _choose(self, person: Person) -> None:
        self._chosen = person
        self.form.why.clear()
        self.form.message.clear()
        self.form.begin(values_of(person))
        self._mark()

    def _begin_anew(self) -> None:
        """Begin with somebody new at the first field."""
        self._begin()
        self.form.form.focus_field("id")

    def _begin(self) -> None:
        """Empty the form for somebody new."""
        self._chosen = None
        self.table.clearSelection()
        self.form.why.clear()
        self.form.begin(blank_values(Person.kind))
        self._mark()

    def _mark(self) -> None:
        changing = self._chosen is not None
        self.save.become(people.change if changing else people.add)
        self.form.restrict(self.form.restriction, {"id": FIXED} if changing else ACTIVE)

    def _save(self) -> None:
        person = checked_values(Person.kind, self.form.values)[0]
        assert isinstance(person, Person)
        fields: dict[str, Any] = {"name": person.name, "title": person.title, "role": list(person.roles)}
        changing, why, key = self._chosen is not None, self.form.reason, self.form.key.take()

        def change(seat: Seat) -> str:
            if changing:
                entry = seat.do(people.change, person.id, **fields, active=person.active, why=why, **key)
                return tr("The entry of {name} is changed.", name=entry.name)
            entry = seat.do(people.add, person.id, **fields, why=why, **key)
            return tr("{name} is on the list.", name=entry.name)

        self.wanted.emit(change, self, None)


CHOICES = {
    ON_DESKTOP: tr("Notifications of the desktop"),
    SOUND: tr("One tone when something needs a person"),
    REPEAT: tr("Repeat the tone every 2 minutes while a prompt waits"),
}


class NoticesSection(SettingsSection):
    """Choices of one person."""

    def __init__(self) -> None:
        super().__init__(
            tr("Notifications"),
            tr(
                "What needs a person stays in the list behind the bell until its cause is gone. These choices add to it."
            ),
            "settings#notifications",
        )
        self._memory = WindowState()
        self.boxes: dict[str, QCheckBox] = {}
        for name, title in CHOICES.items():
            box = QCheckBox(title)
            box.toggled.connect(partial(self._keep, name))
            self.boxes[name] = box
            self.column.addWidget(box)
            self.note_label(title, box)
        self.column.addStretch(1)

    def use_memory(self, memory: WindowState) -> None:
        """Show the choices that are kept, and keep those that are made."""
        self._memory = WindowState()
        for name, default in DEFAULTS.items():
            self.boxes[name].setChecked(memory.flag(name, default=default))
        self._memory = memory

    def _keep(self, name: str, on: bool) -> None:
        self._memory.put(name, "true" if on else "false")
        self._memory.sync()
