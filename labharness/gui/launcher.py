"""Start runners as processes of their own, which outlive the window."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from labharness.errors import StorageError
from labharness.gui.words import plain

SAID_BYTES = 1 << 16

_started: list[subprocess.Popen[bytes]] = []
"""Handles of every runner that this process started, kept when their window is gone, so that a runner that
outlives its window is no leak to Python."""


@dataclass
class Launch:
    """A runner that was started.

    Parameters
    ----------
    run
        Name of the run that it is to write.
    """

    run: str
    _process: subprocess.Popen[bytes]
    _output: Path
    _read: str | None = field(default=None, init=False)

    @property
    def pid(self) -> int:
        """The runner's process id."""
        return self._process.pid

    @property
    def over(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def said(self) -> str:
        """Return what the runner said last, as one sentence, and forget its output; call when it is over."""
        if self._read is None:
            with contextlib.suppress(OSError):
                text = self._output.read_bytes()[-SAID_BYTES:].decode("utf-8", "replace")
                self._output.unlink()
                self._read = _last_sentence(text)
        return self._read or f"The runner ended with code {self._process.returncode} and said nothing."


def launch(argv: list[str], run: str) -> Launch:
    """Start a runner in a session of its own; raises :class:`StorageError` if that is not possible."""
    # What a runner says goes to a file: a pipe would break under it when the window closes.
    try:
        descriptor, name = tempfile.mkstemp(prefix=f"labharness-{run}-", suffix=".txt")
        try:
            process = _spawn(argv, descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise StorageError(
            f"The runner cannot be started: {error.strerror}; try it from a terminal."
        ) from error
    _started[:] = [one for one in _started if one.poll() is None]
    _started.append(process)
    return Launch(run, process, Path(name))


if sys.platform == "win32":

    def _spawn(argv: list[str], output: int) -> subprocess.Popen[bytes]:
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(
            argv, stdin=subprocess.DEVNULL, stdout=output, stderr=output, creationflags=flags
        )

else:

    def _spawn(argv: list[str], output: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            argv, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
        )


def _last_sentence(text: str) -> str:
    """Return the sentence of the runner's JSON, or its last line."""
    with contextlib.suppress(ValueError):
        found = json.loads(text)
        if isinstance(found, dict) and (said := found.get("sentence")):
            return plain(said)
    lines = [line for line in text.splitlines() if line.strip()]
    return plain(lines[-1]) if lines else ""
