"""Versions that results and the bytes of reports depend on."""

from __future__ import annotations

import hashlib
import platform
from functools import cache, lru_cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path

import labharness
from labharness import FILES_SHA256, INSTALLED_LEAVES, LEAVES_HOME, __version__
from labharness.app.plug_ins.plug_in_files import PREFIX, plug_in_files, text_of

RECORDED = (
    "numpy",
    "scipy",
    "numba",
    "python-flint",
    "pydantic",
    "pyusb",
    "reportlab",
    "pikepdf",
    "pillow",
    "pyhanko",
    "sqlalchemy",
)

SYSTEM = "system"
"""The one version on record that decides no byte of a report."""


@lru_cache(maxsize=1)
def files_sha256() -> str:
    """Return one SHA-256 over the program's code and catalogs: their names, lengths and text, in order of the names.

    Ends of lines are those of Unix, so that it is the same for the same program on every system.
    """
    result = hashlib.sha256()
    files = [
        (f"{folder.name}/{file.relative_to(folder).as_posix()}", file)
        for folder in (Path(labharness.__file__).parent, Path(LEAVES_HOME, "device_adapters"))
        for file in folder.rglob("*")
        if file.suffix in (".py", ".txt") and INSTALLED_LEAVES not in file.relative_to(folder).parts
    ]
    for name, file in sorted(files):
        text = text_of(file)
        result.update(f"{name} {len(text)}\n".encode() + text)
    return result.hexdigest()


@cache
def _libraries() -> dict[str, str]:
    """Return the versions of libraries; what this process has loaded stays as it is."""
    return {name: metadata.version(name) for name in RECORDED}


def versions(workspace: Path | None = None) -> dict[str, str]:
    """Return the versions that results and report bytes depend on, with the hashes of plug-ins of others."""
    result = {f"{PREFIX}{name}": sha256 for name, sha256 in plug_in_files(workspace).items()}
    return {
        "labharness": __version__,
        FILES_SHA256: files_sha256(),
        "python": platform.python_version(),
        SYSTEM: platform.platform(),
        **_libraries(),
        **result,
    }


def drawn_with() -> dict[str, str]:
    """Return the SHA-256 of every file of the reports folder by name: what decides how a dossier is drawn."""
    return dict(sorted(_hashes(resources.files("reports"), "")))


def _hashes(folder: Traversable, within: str) -> list[tuple[str, str]]:
    pairs = []
    for each in folder.iterdir():
        name = f"{within}{each.name}"
        if each.is_dir() and each.name != "__pycache__":
            pairs += _hashes(each, f"{name}/")
        elif each.is_file():
            pairs.append((name, hashlib.sha256(each.read_bytes()).hexdigest()))
    return pairs
