"""Whether Qt can draw here: its wheels take libraries of the system, and Qt ends the process where one is missing."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Mapping

from labharness.app.installation.program import WINDOW, bundled, is_bundled

CURSOR = "libxcb-cursor.so.0"
X11: Mapping[str, str] = {
    CURSOR: "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""Libraries that Qt loads under X11 and its wheels leave out (https://doc.qt.io/qt-6/linux-requirements.html), with Debian's packages."""
APT = "sudo apt-get install"
TRY = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"
TRIAL = "--try"
"""Argument with which the window of a bundle starts Qt and ends."""
PATIENCE_S = 60


def platform() -> str:
    """Return the name of the system as Python calls it."""
    return sys.platform


def has_display(environment: Mapping[str, str] = os.environ) -> bool:
    """Say whether there is anything to draw on."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return not platform().startswith("linux") or any(environment.get(name) for name in names)


def missing_library(environment: Mapping[str, str] = os.environ) -> str:
    """Return what X11 needs and the system lacks, in one sentence with the command that installs it; "" for nothing."""
    if not platform().startswith("linux") or not _draws_on_x11(environment):
        return ""
    missing = [library for library in X11 if not _loads(library)]
    if not missing:
        return ""
    packages = " ".join(X11[library] for library in missing)
    return (
        f"The window needs {', '.join(missing)}, which Qt loads under X11. Install it with: {APT} {packages}"
    )


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _draws_on_x11(environment: Mapping[str, str]) -> bool:
    chosen = environment.get("QT_QPA_PLATFORM", "").partition(";")[0].partition(":")[0]
    if chosen:
        return chosen == "xcb"
    return bool(environment.get("DISPLAY")) and not environment.get("WAYLAND_DISPLAY")


def _trial() -> list[str]:
    return [bundled(WINDOW), TRIAL] if is_bundled() else [sys.executable, "-c", TRY]


def trial() -> str:
    """Start Qt in a process of its own; returns why it cannot be, in one sentence, or ""."""
    try:
        tried = subprocess.run(_trial(), capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        return f"Qt cannot be started: {error}."
    if tried.returncode == 0:
        return ""
    lines = [line.strip() for line in tried.stderr.splitlines() if line.strip()]
    return f"Qt cannot be started: {lines[0] if lines else f'exit code {tried.returncode}'}"
