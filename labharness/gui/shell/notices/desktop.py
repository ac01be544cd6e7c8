"""Notifications of the desktop: over D-Bus where a server answers, else the tray's where there is one, else none."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from labharness.app.installation.window_libraries import platform
from labharness.gui.kit import theme
from labharness.gui.kit.icons import icon
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr

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
