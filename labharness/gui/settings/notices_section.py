"""Which notices this window announces outside of it; the list behind the bell has them all."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QCheckBox, QWidget

from labharness.gui.kit.notice_choices import DEFAULTS, ON_DESKTOP, REPEAT, SOUND
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.gui.settings.section import SettingsSection

CHOICES = {
    ON_DESKTOP: tr("Notifications of the desktop"),
    SOUND: tr("One tone when something needs a person"),
    REPEAT: tr("Repeat the tone every 2 minutes while a prompt waits"),
}


class NoticesSection(SettingsSection):
    """Choices of one person."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Notifications"),
            tr(
                "What needs a person stays in the list behind the bell until its cause is gone. These choices add to it."
            ),
            "settings#notifications",
            parent,
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
