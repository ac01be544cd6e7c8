"""Versions that results and the bytes of reports depend on."""

from __future__ import annotations

import platform
from importlib import metadata

from labharness import __version__

RECORDED = (
    "numpy",
    "scipy",
    "numba",
    "pydantic",
    "pyusb",
    "reportlab",
    "pikepdf",
    "pillow",
    "pyhanko",
    "sqlalchemy",
)


def versions() -> dict[str, str]:
    """Return the versions that results and report bytes depend on."""
    found = {name: metadata.version(name) for name in RECORDED}
    return {
        "labharness": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        **found,
    }
