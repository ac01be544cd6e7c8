"""Whether this computer can do the job."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import Distribution, distributions
from pathlib import Path

import labharness
from labharness.app.devices.preflight import ClockState, clock_state
from labharness.app.installation import window_libraries
from labharness.app.workspace.workspace import Workspace, drive_kind
from labharness.child_processes import COMMAND
from labharness.errors import LabharnessError
from labharness.language.catalog import explain, say
from labharness.language.dates import brief
from labharness.language.numbers import amount, size
from labharness.language.template import installation
from labharness.model.reasons.register import Attention

MAIN = "labharness.cli:main"
"""What the command of this program calls."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One thing looked at.

    Parameters
    ----------
    needed
        Whether the computer is not fit for its work without it.
    """

    what: str
    good: bool
    sentence: str
    needed: bool = True


def examine(workspace: Path) -> list[Diagnosis]:
    """Look at Python, the installation, USB, the window's library, the workspace, its drive and the clock."""
    return [
        _python(),
        installation_of(distributions()),
        *search_path(os.environ.get("PYTHONPATH", "")),
        _usb(),
        _window(),
        *_workspace(workspace),
        *_plug_ins(workspace),
    ]


_CLOCKS = {
    ClockState.SYNCHRONIZED: "synchronized",
    ClockState.BY_HAND: "set by hand, as the settings state",
    ClockState.UNSYNCHRONIZED: say(Attention.CLOCK()),
    ClockState.UNKNOWN: "the system does not say whether it is synchronized",
}


def _clock(workspace: Workspace) -> Diagnosis:
    """Say whether the times of a run are evidence, and what this computer takes for the time."""
    state, now = clock_state(workspace), brief(datetime.now(UTC).isoformat())
    good = state is not ClockState.UNSYNCHRONIZED
    return Diagnosis("Clock", good, f"{now}; {_CLOCKS[state]}" if good else _CLOCKS[state], needed=False)


def _python() -> Diagnosis:
    version = sys.version.split()[0]
    return Diagnosis("Python", sys.version_info >= (3, 11), f"{version} (3.11 or later is needed)")


def installation_of(installed: Iterable[Distribution]) -> Diagnosis:
    """Say which distribution the program is of, and whether another one has its name, its command or its package.

    A distribution is ours if its command ``labharness`` is ours: the package index has another one, named labharness.
    """
    claims = {
        f"{each.name} {each.version}": {
            entry.value for entry in each.entry_points.select(group="console_scripts", name=COMMAND)
        }
        for each in installed
        if each.name == COMMAND
        or each.entry_points.select(group="console_scripts", name=COMMAND)
        # its list as text: to make a path of each name took seconds
        or any(line.startswith(f"{COMMAND}/") for line in (each.read_text("RECORD") or "").splitlines())
    }
    own = [name for name, commands in claims.items() if commands == {MAIN}]
    others = ", ".join(sorted(claims.keys() - own))
    home = Path(labharness.__file__).parent
    if others:
        why = f"another program uses this name here: {others}. Uninstall it, then install labharness again from its wheel or checkout"
        return Diagnosis("Installation", good=False, sentence=why)
    return Diagnosis("Installation", good=True, sentence=f"{', '.join(own) or 'not installed'}, in {home}")


def search_path(named: str) -> Iterator[Diagnosis]:
    """Yield a finding where an empty entry of PYTHONPATH puts the current folder before the libraries of Python."""
    if named and "" in named.split(os.pathsep):
        why = (
            "PYTHONPATH has an empty entry, which is the current folder: Python runs what lies there in place of its own "
            f'libraries. Remove the empty entry: no "{os.pathsep}" at either end, and no two together'
        )
        yield Diagnosis("Search path", good=False, sentence=why)


def _usb() -> Diagnosis:
    from labharness.devices.usb.bus import list_libusb

    try:
        devices = list_libusb()
    except LabharnessError as error:
        return Diagnosis("USB", good=False, sentence=explain(error), needed=False)
    return Diagnosis("USB", good=True, sentence=f"libusb works and sees {amount(len(devices), 'device')}")


def _window() -> Diagnosis:
    """Say whether the window can be opened; without a display, Qt is started on none."""
    if importlib.util.find_spec("PySide6") is None or importlib.util.find_spec("pyqtgraph") is None:
        why = f"Install it with: {installation('gui')}."
        return Diagnosis("Window", good=False, sentence=why, needed=False)
    if not window_libraries.has_display():
        return Diagnosis(
            "Window", good=True, sentence="PySide6 and pyqtgraph are installed; no display", needed=False
        )
    why = window_libraries.missing_library() or window_libraries.trial()
    return Diagnosis("Window", not why, why or "Qt starts on this display")


def _workspace(path: Path) -> list[Diagnosis]:
    try:
        workspace = Workspace.open(path)
    except LabharnessError as error:
        return [Diagnosis("Workspace", good=False, sentence=explain(error), needed=False)]
    free = shutil.disk_usage(workspace.path).free
    writable = os.access(workspace.path / "runs", os.W_OK)
    return [
        Diagnosis("Workspace", writable, f"{workspace.path} ({'writable' if writable else 'not writable'})"),
        Diagnosis("Drive", free > 1 << 30, f"{size(free)} free, file system {drive_kind(workspace.path)}"),
        _clock(workspace),
        Diagnosis("Runs", good=True, sentence=amount(len(workspace.runs()), "run")),
        _register(workspace),
        *_queue(workspace),
    ]


def _plug_ins(path: Path) -> list[Diagnosis]:
    """Return what may run of the workspace's code, and one finding for each plug-in that may or can not be used."""
    from labharness.app.outside.trusted import code_files
    from labharness.app.plug_ins.discovery import problems

    try:
        place = Workspace.open(path).path
    except LabharnessError:
        place = None
    try:
        files = code_files(place) if place else ()
    except LabharnessError as error:
        return [Diagnosis("Plug-ins", good=False, sentence=explain(error))]
    refused = {file.refusal: file for file in files if file.refusal}
    trusted = [file.name for file in files if not file.refusal]
    wrong = [error for error in problems(place) if not set(error.reasons) <= refused.keys()]
    return [
        *([Diagnosis("Plug-ins", good=True, sentence=f"trusted: {', '.join(trusted)}")] if trusted else []),
        *(Diagnosis("Plug-ins", good=False, sentence=say(reason)) for reason in refused),
        *(Diagnosis("Plug-ins", good=False, sentence=explain(error)) for error in wrong),
    ]


def _queue(workspace: Workspace) -> list[Diagnosis]:
    """Look whether the queue answers, if there is one, and is as it was written."""
    from labharness.app.workspace.register import has_queue, open_queue

    if not has_queue(workspace):
        return []
    try:
        with open_queue(workspace) as queue:
            verification = queue.verify()
    except LabharnessError as error:
        return [Diagnosis("Queue", good=False, sentence=explain(error))]
    problems, acts = verification.problems, amount(verification.acts, "record")
    sentence = say(problems[0]) if problems else f"integrity verified ({acts})"
    return [Diagnosis("Queue", not problems, sentence)]


def _register(workspace: Workspace) -> Diagnosis:
    """Look whether the register answers and is as it was written."""
    from labharness.app.people.signing import verify_all

    try:
        changes, _, problems = verify_all(workspace)
    except LabharnessError as error:
        return Diagnosis("Register", good=False, sentence=explain(error))
    return Diagnosis(
        "Register",
        not problems,
        say(problems[0]) if problems else f"integrity verified ({amount(changes, 'record')})",
    )
