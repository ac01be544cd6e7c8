"""Puts the window together: one for each user and workspace, as it was left, with what hears of its mistakes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QWidget

from labharness.app.outside.trusted import code_files, trust
from labharness.app.workspace import Workspace
from labharness.errors import LabharnessError
from labharness.gui.kit import appearance, theme
from labharness.gui.kit.icons import pixmap
from labharness.gui.kit.window_state import WindowState
from labharness.gui.room_entry import RoomEntry
from labharness.gui.services import Services
from labharness.gui.settings.plug_ins_dialog import PlugInsDialog
from labharness.gui.shell.collecting import Collector
from labharness.gui.shell.crash import CrashReporter, restart_command
from labharness.gui.shell.crash_dialog import CrashDialog
from labharness.gui.shell.handover import Reception, hand_over, server_name
from labharness.gui.shell.main_window import LAST, MainWindow
from labharness.model.address import Address, Room


def run_window(
    application: QApplication,
    workspace: Workspace,
    entries: Sequence[RoomEntry],
    usbip: Sequence[str],
    address: str,
    *,
    reset: bool,
) -> int:
    """Show the window until it is closed, or hand the address to the one that is open; returns 0.

    Parameters
    ----------
    address
        Text of what to show first, "" for what was shown last.
    reset
        Whether the window is to stand as if it had never been opened.
    """
    services = Services.of(workspace, usbip)
    name = server_name(workspace.path, services.workspace_id)
    if hand_over(name, address):
        return 0
    collector = Collector(application)
    memory = WindowState.of(services.workspace_id)
    if reset:
        memory.clear()
    last = memory.text(LAST)
    appearance.follow(application, memory)
    application.setWindowIcon(QIcon(pixmap(Room.RUNS, theme.current().accent, 128)))
    reporter = CrashReporter(application)
    reporter.install()
    window = MainWindow(services, entries, memory=memory)
    reporter.crashed.connect(partial(_tell, window))
    reception = Reception(name, window)
    reception.asked.connect(window.come_forward)
    window.show()
    ask_for_trust(window, workspace)
    collector.start()
    if address or last:
        window.open_text(address or last)
    application.aboutToQuit.connect(reception.close)
    status = application.exec()
    collector.stop()
    reporter.uninstall()
    return status


def ask_for_trust(window: QWidget, workspace: Workspace) -> None:
    """Ask whether code of the workspace may run that is new or has changed; what cannot be read, the settings tell."""
    with suppress(LabharnessError):
        files = code_files(workspace.path)
        if any(file.refusal for file in files):
            PlugInsDialog(workspace.path, files, partial(trust, workspace.path), window).open()


def _tell(window: MainWindow, text: str) -> None:
    """Show an exception, in the dialog that is open where one is."""
    shown = window.findChild(CrashDialog)
    if shown is not None:
        shown.text.appendPlainText(text)
        return
    CrashDialog(text, partial(_restart, window), window).open()


def _restart(window: MainWindow) -> None:
    """Start the window again at what it shows, once this one no longer answers for the workspace."""
    address = str(Address(window.address.room, window.address.path))
    reception = window.findChild(Reception)
    if reception is not None:
        reception.close()
    window.memory.sync()
    subprocess.Popen(restart_command(sys.argv[1:], address), start_new_session=True)
    QApplication.exit(0)
