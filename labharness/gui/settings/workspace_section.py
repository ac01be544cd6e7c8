"""Settings of the workspace: a page for where things lie, and one for what a new run begins with."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtWidgets import QWidget

from labharness.acts import settings
from labharness.acts.declaring import Seat
from labharness.app.laboratory.present_settings import PresentSettings
from labharness.app.laboratory.workspace_settings import SETTINGS
from labharness.filings.entries.people import Role
from labharness.gui.kit.words import tr
from labharness.gui.settings.section import SettingsSection
from labharness.gui.settings.setting_field import SettingField

PLACES = ("register", "queue", "store", "store_endpoint", "clock_by_hand")
DEFAULTS = ("reader",)
STAMPS = ("time_stamps",)


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
        self.fields = {each.name: SettingField(each) for each in SETTINGS if each.name in names}
        for field in self.fields.values():
            self.column.addWidget(field)
            self.note_label(field.setting.title, field.editor)
            field.wanted.connect(partial(self._save, field))
        self.column.addStretch(1)

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the values, and who may change them."""
        why = self.show_permission(standing.staff, Role.ADMINISTRATOR)
        for setting in standing.settings:
            if field := self.fields.get(setting.setting.name):
                field.show_value(setting.value)
                field.restrict(why)

    def _save(self, field: SettingField) -> None:
        name, value, why = field.setting.name, field.value, field.reason

        def change(seat: Seat) -> str:
            saved = seat.do(settings.set_, name, value, why=why)
            return tr("Saved: {value}.", value=saved.value or tr("not set"))

        self.wanted.emit(change, field)
