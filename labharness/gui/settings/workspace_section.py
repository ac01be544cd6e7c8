"""Settings of the workspace: a page for where things lie, and one for what a new run begins with."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtWidgets import QPushButton, QWidget

from labharness.acts import settings
from labharness.acts.declaring import Seat
from labharness.app.laboratory.present_settings import PresentSettings
from labharness.app.laboratory.workspace_settings import SETTINGS
from labharness.filings.entries.people import Role
from labharness.gui.kit.forms.field_form import FieldForm
from labharness.gui.kit.forms.saved_form import SavedForm
from labharness.gui.kit.words import tr
from labharness.gui.settings.section import SettingsSection
from labharness.model.field import Field, FieldShape

PLACES = ("register", "queue", "store", "store_endpoint", "clock_by_hand")
DEFAULTS = ("reader",)
STAMPS = ("time_stamps",)
YES, NO = "yes", "no"


class WorkspaceSection(SettingsSection):
    """Some settings of the workspace's file, each saved by itself.

    Parameters
    ----------
    names
        Which settings.
    """

    def __init__(
        self, title: str, purpose: str, reference: str, names: Collection[str], parent: QWidget | None = None
    ) -> None:
        super().__init__(title, purpose, reference, parent)
        self.fields = {name: _field(SETTINGS[name]) for name in SETTINGS if name in names}
        for name, field in self.fields.items():
            self.column.addWidget(field)
            row = field.form.rows[name]
            self.note_label(row.words.label, row.editor)
            field.wanted.connect(partial(self._save, name))
        self.column.addStretch(1)

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the values, and who may change them."""
        why = self.show_permission(standing.staff, Role.ADMINISTRATOR)
        for setting in standing.settings:
            if field := self.fields.get(setting.field.name):
                flag = setting.field.shape is FieldShape.FLAG
                field.follow({setting.field.name: setting.value == YES if flag else setting.value})
                field.restrict(why)

    def _save(self, name: str) -> None:
        field = self.fields[name]
        value, why = field.values[name], field.reason
        text = (YES if value else NO) if isinstance(value, bool) else str(value)

        def change(seat: Seat) -> str:
            saved = seat.do(settings.set_, name, text, why=why)
            return tr("Saved: {value}.", value=saved.value or tr("not set"))

        self.wanted.emit(change, field)


def _field(field: Field) -> SavedForm:
    form: FieldForm[str] = FieldForm()
    form.begin()
    title = form.add(field.name, field).words.label
    save = QPushButton(tr("Save"))
    save.setAccessibleName(tr("Save {title}", title=title))
    return SavedForm(form, title, save)
