"""Announces notices on the desktop and by a tone, as somebody has chosen; the list behind the bell has them all anyway.

Notifications of the desktop: over D-Bus where a server answers, else the tray's where there is one, else none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Protocol

from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from labharness.app.installation.window_libraries import platform
from labharness.gui.kit import theme
from labharness.gui.kit.icons import icon
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.window_state import DEFAULTS, ON_DESKTOP, REPEAT, SOUND, WindowState
from labharness.gui.kit.words import tr
from labharness.gui.shell.notices.bell import Announcer, Notice
from labharness.language.template import plain

SHOWN_MS = 15_000


class Desktop(Protocol):
    """Shows something outside the window."""

    def show(self, title: str, text: str) -> None:
        """Show a title and a sentence; nothing depends on it."""
        ...


def desktop() -> Desktop | None:
    """Return the desktop's way to show something, None where it offers none."""
    if platform().startswith("linux"):
        from labharness.gui.shell.notices.dbus import DBusDesktop

        return DBusDesktop.offered()
    return TrayDesktop() if QSystemTrayIcon.isSystemTrayAvailable() else None


class TrayDesktop:
    """The tray of Windows and macOS."""

    def __init__(self) -> None:
        self._tray = QSystemTrayIcon(icon(Tone.ASKING, theme.current().accent), QApplication.instance())
        self._tray.setToolTip(tr("labharness"))

    def show(self, title: str, text: str) -> None:
        """Show a message beside the tray."""
        self._tray.show()
        self._tray.showMessage(title, text, QSystemTrayIcon.MessageIcon.Information, SHOWN_MS)


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
