"""The command line of this program, for processes of its own: of an interpreter, or of a bundle without one."""

from __future__ import annotations

import sys
from pathlib import Path

COMMAND, WINDOW = "labharness", "labharness-gui"
"""Names of the programs of a bundle."""


def is_bundled() -> bool:
    """Whether the program runs from a bundle that PyInstaller made."""
    return bool(getattr(sys, "frozen", False))


def command_line(*arguments: str) -> list[str]:
    """Return the words that start ``labharness`` with arguments, whichever of its programs this is."""
    if is_bundled():
        return [bundled(COMMAND), *arguments]
    return [sys.executable, "-m", "labharness", *arguments]


def bundled(name: str) -> str:
    """Return the path of a program of the bundle."""
    this = Path(sys.executable)
    return str(this.with_name(f"{name}{this.suffix if this.suffix == '.exe' else ''}"))
