"""Notifications over D-Bus, asked for on another thread: a desktop that hangs holds no window."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from PySide6.QtCore import Q_ARG, QMetaObject, Qt
from PySide6.QtDBus import QDBusConnection, QDBusInterface

from labharness.gui.kit.slow_work.worker_thread import WorkerThread

SERVICE, PLACE = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
TIMEOUT_MS = 2000
NORMAL = -1
"""The desktop's own time for which a notification is shown."""


class DBusDesktop:
    """The notification server of the session."""

    def __init__(self) -> None:
        self._thread = WorkerThread()

    @classmethod
    def offered(cls) -> DBusDesktop | None:
        """Return it where there is a session bus."""
        return cls() if QDBusConnection.sessionBus().isConnected() else None

    def show(self, title: str, text: str) -> None:
        """Show a notification, where a server answers."""
        self._thread.start(partial(_notify, title, text))

    def wait(self) -> None:
        """Return when what was asked for is done."""
        self._thread.wait()


def _notify(title: str, text: str) -> None:
    bus = QDBusConnection.sessionBus()
    server = QDBusInterface(SERVICE, PLACE, SERVICE, bus)
    server.setTimeout(TIMEOUT_MS)
    if not server.isValid():
        return
    with suppress(RuntimeError, TypeError):  # a server with another signature of Notify
        QMetaObject.invokeMethod(
            server,
            "Notify",
            Qt.ConnectionType.DirectConnection,
            Q_ARG(str, "labharness"),
            Q_ARG("uint", 0),
            Q_ARG(str, ""),
            Q_ARG(str, title),
            Q_ARG(str, text),
            Q_ARG("QStringList", []),
            Q_ARG("QVariantMap", {}),
            Q_ARG(int, NORMAL),
        )
