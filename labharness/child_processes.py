"""The words that start programs of this one, and interpreters that compute for it.

Nothing else names an interpreter.  Python would look for modules in the current folder first, where a ``uuid.py`` of anybody
may lie: a received folder, a stick.  Here it never does (``-P``), and no program is named without its place.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.context import SpawnContext

COMMAND, WINDOW = "labharness", "labharness-gui"
"""Names of the programs of a bundle."""
SAFE_PATH = "PYTHONSAFEPATH"
"""Environment variable that has the same effect as ``-P``."""


def is_bundled() -> bool:
    """Whether the program runs from a bundle that PyInstaller made."""
    return bool(getattr(sys, "frozen", False))


def bundled(name: str) -> str:
    """Return the path of a program of the bundle."""
    this = Path(sys.executable)
    return str(this.with_name(f"{name}{this.suffix if this.suffix == '.exe' else ''}"))


def python(*words: str) -> list[str]:
    """Return the words that start the interpreter of this program, without the current folder on its path."""
    return [sys.executable, "-P", *words]


def command_line(*arguments: str) -> list[str]:
    """Return the words that start ``labharness`` with arguments, whichever of its programs this is."""
    return [bundled(COMMAND), *arguments] if is_bundled() else python("-m", "labharness", *arguments)


def window_line(*arguments: str) -> list[str]:
    """Return the words that start the window with arguments."""
    return [bundled(WINDOW), *arguments] if is_bundled() else python("-m", "labharness.gui.main", *arguments)


def system_program(name: str) -> str:
    """Return the path of a program of Windows, which would look for a bare name in the current folder first."""
    return str(Path(os.environ.get("SYSTEMROOT", "C:/Windows"), "System32", name))


def spawn_context() -> SpawnContext:
    """Return what starts fresh interpreters that compute: a copy of this one could inherit a lock that a thread holds.

    ``multiprocessing`` passes ``-P`` on where this interpreter was started with it; a script is not, and a variable of the
    environment is the only other way.
    """
    from multiprocessing import get_context  # a command that starts none does not wait for it

    os.environ[SAFE_PATH] = "1"
    return get_context("spawn")
