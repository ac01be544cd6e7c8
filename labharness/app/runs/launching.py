"""Start runners as processes of their own, which outlive the window or the worker that started them."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from labharness.errors import StorageError
from labharness.language.template import plain
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.night import Nights
from labharness.model.reasons.run import Runs
from labharness.reason import Reason, load_reason, quoted

SAID_BYTES = 1 << 16
PREFIX = "runner-"
_FLAGS = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(subprocess, "CREATE_NO_WINDOW", 0)

_started: list[Launch] = []
"""Every runner that this process started and that may be at work, kept when their window is gone, so that a
runner that outlives its window is no leak to Python."""

LEFT_S = 3600
"""What a runner of an earlier window said is looked at when it is so old; a younger one may not record yet."""


IN_USE = (Evidence.IN_USE, Evidence.IN_USE_BY_ANOTHER, Nights.DEVICE_LEASED)


@dataclass
class Launch:
    """A runner that was started.

    Parameters
    ----------
    run
        Name of the run that it is to write.
    process
        What was started.
    output
        File for what it writes to its standard output.
    """

    run: str
    process: subprocess.Popen[bytes]
    output: Path
    _read: str | None = field(default=None, init=False)

    @property
    def over(self) -> bool:
        """Whether the process has ended."""
        return self.process.poll() is not None

    def said(self) -> str:
        """Return what the runner said last, as one sentence; call when it is over.

        Its output is then kept only where it is more than a sentence that has been shown.
        """
        if self._read is None:
            with contextlib.suppress(OSError):
                text = _tail(self.output)
                self._read = _last_sentence(text)
                if not text.strip() or _answer(text) is not None:
                    self.output.unlink()
        return self._read or f"The runner ended with code {self.process.returncode} without a message."

    def answer(self) -> dict[str, Any]:
        """Return the JSON object that the runner ended with, empty where it said anything else."""
        with contextlib.suppress(OSError):
            return _answer(_tail(self.output)) or {}
        return {}

    def reasons(self) -> tuple[Reason, ...]:
        """Return why the runner refused, as codes; empty where it did not say."""
        answer = self.answer()
        return tuple(map(_reason, answer.get("problems", ()))) if "error" in answer else ()

    def refusal(self) -> tuple[tuple[Reason, ...], bool]:
        """Return why it refused, empty where it did not say, and whether its device or run was in use."""
        if "error" not in self.answer():
            self.settle()  # the run's records say as much
            return (), False
        reasons = self.reasons() or (quoted(self.said()),)
        return reasons, any(reason.is_a(*IN_USE) for reason in reasons)

    def settle(self) -> None:
        """Remove the output where it is nothing, or only what the record says too; call when it is over."""
        with contextlib.suppress(OSError):
            _remove_needless(self.output)


def outliving(
    argv: list[str], output: int | IO[bytes], stdin: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start a process in a session of its own, which goes on when this one ends, and has no window."""
    return subprocess.Popen(
        argv, stdin=stdin, stdout=output, stderr=output, start_new_session=True, creationflags=_FLAGS
    )


def launch(argv: list[str], run: str, folder: Path) -> Launch:
    """Start a runner in a session of its own, whose output goes to a folder.

    Raises
    ------
    StorageError
        If that is not possible.
    """
    # What a runner says goes to a file: a pipe would break under it when the window closes.
    try:
        folder.mkdir(exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=f"{PREFIX}{run}-", suffix=".txt", dir=folder)
        try:
            process = outliving(argv, descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise StorageError(Runs.NOT_STARTED(why=str(error.strerror))) from error
    started = Launch(run, process, Path(name))
    _started.append(started)
    return started


def settle() -> None:
    """Remove what runners that are over said, where it is nothing or in their records."""
    for each in [each for each in _started if each.over]:
        _started.remove(each)
        each.settle()


def clear(folder: Path, alive: Collection[str]) -> None:
    """Do the same for runners that earlier windows started and did not outlive.

    Parameters
    ----------
    folder
        Where their output went.
    alive
        Names of the runs that somebody is at work on.
    """
    for file in folder.glob(f"{PREFIX}*.txt"):
        run = file.stem.removeprefix(PREFIX).rpartition("-")[0]
        with contextlib.suppress(OSError):
            if run not in alive and time.time() - file.stat().st_mtime > LEFT_S:
                _remove_needless(file)


def _reason(values: Any) -> Reason:
    try:
        return load_reason({name: values[name] for name in ("code", "parameters") if name in values})
    except (ValueError, TypeError, KeyError):
        return quoted(str(values.get("sentence", values) if isinstance(values, dict) else values)[:400])


def _tail(file: Path) -> str:
    with file.open("rb") as output:
        output.seek(max(0, os.fstat(output.fileno()).st_size - SAID_BYTES))
        return output.read(SAID_BYTES).decode("utf-8", "replace")


def _answer(text: str) -> dict[str, Any] | None:
    """Return the JSON object that a runner ends with, None where it said anything else."""
    with contextlib.suppress(ValueError):
        size = json.loads(text)
        return size if isinstance(size, dict) else None
    return None


def _remove_needless(file: Path) -> None:
    """Remove an output that is empty, or the outcome of a run, which its record holds."""
    text = _tail(file)
    answer = _answer(text)
    if not text.strip() or (answer is not None and "error" not in answer):
        file.unlink()


def _last_sentence(text: str) -> str:
    """Return the sentence of the runner's JSON, or its last line."""
    if (answer := _answer(text)) is not None and (words := answer.get("sentence")):
        return plain(words)
    lines = [line for line in text.splitlines() if line.strip()]
    return plain(lines[-1]) if lines else ""
