"""Puts the window together, as it was left, with what hears of its mistakes, keeps them without secrets, and tells them."""

from __future__ import annotations

import faulthandler
import os
import platform
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import IO

from PySide6.QtCore import QObject, QStandardPaths, Qt, Signal, qVersion
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from labharness import __version__
from labharness.app.outside.trusted import code_files, trust
from labharness.app.workspace.workspace import Workspace
from labharness.child_processes import window_line
from labharness.errors import LabharnessError
from labharness.gui.kit import theme, window_state
from labharness.gui.kit.icons import pixmap
from labharness.gui.kit.layouts import FittedDialog
from labharness.gui.kit.parts import in_column, in_row, push_button, text_field, text_label
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.gui.services import RoomEntry, Services
from labharness.gui.settings.computer_section import PlugInsDialog
from labharness.gui.shell.main_window import LAST, Collector, MainWindow, Reception, hand_over, server_name
from labharness.model.address import Address, Room

FOLDER, FAULTS = "labharness", "window-faults.txt"
MOST_FRAMES = 60


def diagnosis(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> str:
    """Return what a developer needs: where it happened and in which versions.

    The message of the exception is left out, for it can quote what somebody typed; local variables are, too.
    """
    lines = [
        "labharness window: an exception that was not handled",
        f"Time: {datetime.now(UTC).isoformat(timespec='seconds')}",
        f"labharness {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}",
        "",
    ]
    seen: set[int] = set()
    here: BaseException | None = error
    while here is not None and id(here) not in seen:
        seen.add(id(here))
        frames = trace if here is error else here.__traceback__
        name = kind if here is error else type(here)
        lines.append(
            f"{name.__module__}.{name.__qualname__} (message of {len(str(here))} characters left out)"
        )
        lines += [_place(frame) for frame in traceback.extract_tb(frames)[-MOST_FRAMES:]]
        here = here.__cause__ or here.__context__
        lines += ["", "Caused by:"] if here is not None else [""]
    return "\n".join(lines)


def _place(frame: traceback.FrameSummary) -> str:
    """Return file, line, function and the line of the program; the file without the folders of this computer."""
    parts = Path(frame.filename).parts
    at = max(
        (place for place, part in enumerate(parts) if part in ("labharness", "PySide6", "site-packages")),
        default=0,
    )
    short = "/".join(parts[at:]) if at else parts[-1]
    return f"  {short}:{frame.lineno} in {frame.name}: {(frame.line or '').strip()}"


class CrashReporter(QObject):
    """Hears of every exception that nobody caught, on any thread."""

    crashed = Signal(str)
    """Emitted, on the window's thread, with the text of the diagnostic file."""
    _heard = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heard.connect(self.crashed, Qt.ConnectionType.QueuedConnection)
        self._faults: IO[str] | None = None

    def install(self, folder: Path | None = None) -> None:
        """Take exceptions from now on, and let the interpreter write faults of compiled code into a file."""
        sys.excepthook = self._take
        threading.excepthook = lambda text: self._take(
            text.exc_type, text.exc_value or text.exc_type(), text.exc_traceback
        )
        place = folder or Path(
            QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericCacheLocation), FOLDER
        )
        with suppress(OSError):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(place / FAULTS, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            self._faults = os.fdopen(descriptor, "a", encoding="utf-8")
            faulthandler.enable(self._faults)

    def uninstall(self) -> None:
        """Leave exceptions to Python again."""
        sys.excepthook, threading.excepthook = sys.__excepthook__, threading.__excepthook__
        if self._faults is not None:
            faulthandler.disable()
            self._faults.close()
            self._faults = None

    def _take(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        text = diagnosis(kind, error, trace)
        with suppress(OSError, ValueError):
            sys.stderr.write(text)
        self._heard.emit(text)


def restart_command(arguments: list[str], address: str) -> list[str]:
    """Return the command that starts the window again at an address; of an option given twice the last counts."""
    return window_line(*arguments, "--open", address)


SENTENCE = tr(
    "Something in this window went wrong. Runs, benches and nights go on by themselves, and what is on record is safe. "
    "Start the window again; send the diagnostic file to whoever maintains the program."
)
CONTENT = tr(
    "The file is exactly this text. It holds no evidence, no key, no pass phrase and nothing that was typed:"
)
NAME = "labharness-diagnostic.txt"


class CrashDialog(FittedDialog):
    """Told once for each window; further exceptions are added to the text.

    Parameters
    ----------
    text
        The diagnostic file.
    restart
        Starts the window again and ends this one.
    """

    def __init__(self, text: str, restart: Callable[[], None], parent: QWidget | None = None) -> None:
        super().__init__(tr("labharness: something went wrong"), parent)
        self.resize(720, 460)
        self.sentence = text_label(SENTENCE, size=1.1)
        note = text_label(CONTENT, muted=True)
        self.saved = text_label()
        self.text = text_field(tr("Diagnostic file"), text=text, fixed=True)
        self.save = push_button(tr("&Save diagnostic file…"), self._save)
        self.again = push_button(tr("&Restart"), restart, main=True)
        self.stay = push_button(tr("&Continue without restart"), self.close)
        self.again.setDefault(True)
        in_column(
            self.sentence,
            note,
            (self.text, 1),
            self.saved,
            in_row(self.save, 1, self.stay, self.again),
            gap=10,
            edges=(20, 16, 20, 16),
            on=self,
        )

    def write(self, file: Path) -> None:
        """Write the diagnostic file, and say where, or why it cannot be."""
        try:
            file.write_text(self.text.toPlainText() + "\n", encoding="utf-8")
        except OSError as error:
            self.saved.setText(
                tr(
                    "Cannot write {file}: {strerror}. Choose another folder.",
                    file=file,
                    strerror=error.strerror,
                )
            )
        else:
            self.saved.setText(tr("Saved: {file}", file=file))

    def _save(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, tr("Save diagnostic file"), NAME, tr("Text (*.txt)"))
        if name:
            self.write(Path(name))


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
    window_state.follow(application, memory)
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
