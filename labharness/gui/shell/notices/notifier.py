"""Announces notices on the desktop and by a tone, as somebody has chosen; the list behind the bell has them all anyway."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from PySide6.QtWidgets import QApplication

from labharness.gui.kit.notice_choices import DEFAULTS, ON_DESKTOP, REPEAT, SOUND
from labharness.gui.kit.window_state import WindowState
from labharness.gui.shell.notices.announcing import Announcer
from labharness.gui.shell.notices.desktop import Desktop, desktop
from labharness.gui.shell.notices.notice import Notice
from labharness.language.text import plain

LONGEST = 240


class Notifier:
    """Tells what is new.

    Parameters
    ----------
    memory
        Holds the choices.
    outside
        Returns the desktop's way to show something; asked when it is first needed.
    beep
        Sounds one tone.
    """

    def __init__(
        self,
        memory: WindowState,
        outside: Callable[[], Desktop | None] = desktop,
        beep: Callable[[], None] = QApplication.beep,
    ) -> None:
        self._memory, self._outside, self._beep = memory, outside, beep
        self._announcer = Announcer()
        self._desktop: Desktop | None = None
        self._asked = False

    def take(self, notices: Sequence[Notice], now: datetime | None = None) -> None:
        """Announce what is new, once."""
        self._announcer.repeats = self._chosen(REPEAT)
        due = self._announcer.take(notices, now or datetime.now(UTC))
        if any(each.sounds for each in due) and self._chosen(SOUND):
            self._beep()
        if self._chosen(ON_DESKTOP):
            for each in due:
                if each.shown:
                    self._show(each.notice)

    def _show(self, notice: Notice) -> None:
        if not self._asked:
            self._asked, self._desktop = True, self._outside()
        if self._desktop is not None:
            self._desktop.show(f"labharness: {notice.word}", plain(notice.text, LONGEST))

    def _chosen(self, name: str) -> bool:
        return self._memory.flag(name, default=DEFAULTS[name])
