"""Whether Qt can draw here: its wheels take libraries of the system, and Qt ends the process where one is missing."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from labharness.child_processes import WINDOW, bundled, is_bundled, python

_LISTED = tomllib.loads(resources.files(__package__).joinpath("window_libraries.toml").read_text("utf-8"))
ALWAYS: Mapping[str, str] = _LISTED["always"]
"""Libraries that Qt loads wherever it draws and its wheels leave out, with Debian's packages."""
X11: Mapping[str, str] = _LISTED["x11"]
"""What it loads under X11 besides (https://doc.qt.io/qt-6/linux-requirements.html)."""
PLUGIN = "Qt/plugins/platforms/libqxcb.so"
"""Part of Qt that draws under X11, in the folder of its wheel."""
APT = "sudo apt-get install"
TRY = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"
TRIAL = "--try"
"""Argument with which the window of a bundle starts Qt and ends."""
PATIENCE_S = 60


def platform() -> str:
    """Return the name of the system as Python calls it."""
    return sys.platform


def has_display() -> bool:
    """Say whether there is anything to draw on."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return not platform().startswith("linux") or any(map(os.environ.get, names))


def missing_library(environment: Mapping[str, str] = os.environ) -> str:
    """Return what Qt needs and the system lacks, in one sentence with the command that installs it; "" for nothing."""
    if not platform().startswith("linux"):
        return ""
    on_x11 = _draws_on_x11(environment)
    wanted = {**ALWAYS, **(X11 if on_x11 else {})}
    missing = [library for library in wanted if _refusal(library)]
    if missing:
        packages = " ".join(dict.fromkeys(wanted[library] for library in missing))
        return (
            f"The window needs {', '.join(missing)}, which Qt loads here. Install it with: {APT} {packages}"
        )
    unknown = _refusal(str(plugin)) if on_x11 and (plugin := _plugin()) else ""
    return f"Qt cannot draw under X11: {unknown}. Install the library that is named here." if unknown else ""


def _refusal(library: str) -> str:
    """Return why a library cannot be loaded, "" where it can."""
    try:
        ctypes.CDLL(library)
    except OSError as error:
        return str(error)
    return ""


def _plugin() -> Path | None:
    """Return what Qt will load, which may need more than is listed above; None where it lies elsewhere."""
    spec = importlib.util.find_spec("PySide6")
    places = [Path(folder) / PLUGIN for folder in (spec.submodule_search_locations or ())] if spec else []
    return next((place for place in places if place.is_file()), None)


def _draws_on_x11(environment: Mapping[str, str]) -> bool:
    chosen = environment.get("QT_QPA_PLATFORM", "").partition(";")[0].partition(":")[0]
    if chosen:
        return chosen == "xcb"
    return bool(environment.get("DISPLAY")) and not environment.get("WAYLAND_DISPLAY")


def _trial() -> list[str]:
    return [bundled(WINDOW), TRIAL] if is_bundled() else python("-c", TRY)


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
