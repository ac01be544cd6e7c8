"""An exception that nobody caught: put into a diagnostic file without secrets, and told; the runs go on by themselves."""

from __future__ import annotations

import faulthandler
import os
import platform
import sys
import threading
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO

from PySide6.QtCore import QObject, QStandardPaths, Qt, Signal, qVersion

from labharness import __version__
from labharness.child_processes import window_line

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
    """Hears of every exception that nobody caught, on any thread.

    Attributes
    ----------
    crashed
        Emitted, on the window's thread, with the text of the diagnostic file.
    """

    crashed = Signal(str)
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
    """Return the command that starts the window again at an address."""
    kept = _without(arguments, "--open")
    return window_line(*kept, "--open", address)


def _without(arguments: list[str], option: str) -> list[str]:
    kept: list[str] = []
    skipped = False
    for each in arguments:
        if skipped:
            skipped = False
        elif each == option:
            skipped = True
        elif not each.startswith(f"{option}="):
            kept.append(each)
    return kept
