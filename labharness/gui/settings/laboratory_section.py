"""The laboratory that issues the reports, and whether it requires signed decisions."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from labharness.acts import people
from labharness.acts.declaring import Seat
from labharness.app.laboratory.present_settings import PresentSettings
from labharness.filings.entries.form_values import (
    FieldMistake,
    Values,
    blank_values,
    checked_values,
    values_of,
)
from labharness.filings.entries.people import Laboratory, Role
from labharness.gui.kit.explained import explained_by
from labharness.gui.kit.forms.entry_form import EntryForm
from labharness.gui.kit.forms.saved_form import SavedForm
from labharness.gui.kit.words import tr
from labharness.gui.settings.section import SettingsSection

ID = {"id": Laboratory.kind}
"""There is one such entry."""


class LaboratorySection(SettingsSection):
    """One entry of the register."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Laboratory"), tr("Who issues the reports and to whom they go."), "settings#laboratory", parent
        )
        form, save = EntryForm(hidden=ID), QPushButton(tr("&Save changes"))
        form.show_kind(Laboratory.kind)
        save.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.form = SavedForm(form, tr("the laboratory"), save, _mistakes)
        self.form.begin(blank_values(Laboratory.kind))
        self.column.addWidget(self.form)
        self.column.addStretch(1)
        explained_by(form.rows["signed_decisions"], "signing#signed-decisions")
        self.note_rows(self.form)
        self.form.edited.connect(self._ask_key)
        self.form.wanted.connect(self._save)

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the entry, and who may change it."""
        staff = standing.staff
        why = self.show_permission(staff, Role.ADMINISTRATOR)
        if not why and staff is not None and not staff.people:
            why = tr("Enter yourself under People and roles first.")
        if staff is not None and staff.laboratory is not None:
            self.form.follow(values_of(staff.laboratory))
        self.form.restrict(why)
        self._ask_key()

    def _ask_key(self) -> None:
        recorded, entered = self.form.recorded, self.form.values
        self.form.key.need(needed=recorded["signed_decisions"] or entered["signed_decisions"])
        self.form.judge()

    def _save(self) -> None:
        entered = checked_values(Laboratory.kind, {**self.form.values, **ID})[0]
        assert isinstance(entered, Laboratory)
        values, why, key = entered.model_dump(exclude={"id"}), self.form.reason, self.form.key.take()

        def change(seat: Seat) -> str:
            entry = seat.do(people.laboratory, **values, why=why, **key)
            return tr("Reports are issued by {name}.", name=entry.name)

        self.wanted.emit(change, self.form)


def _mistakes(values: Values) -> tuple[FieldMistake, ...]:
    return checked_values(Laboratory.kind, {**values, **ID})[1]
