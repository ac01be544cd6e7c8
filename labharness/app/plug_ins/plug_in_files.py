"""Hashes of the files of plug-ins that do not come with the product."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

from labharness.app.outside import DATA, KINDS
from labharness.app.outside.trusted import FOLDER
from labharness.app.plug_ins.installed import plug_ins_of
from labharness.evidence.folder import RunFolder
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.model.reasons.plug_ins import PlugIns
from labharness.reason import Reason

PREFIX = "plug-in "
"""Begins the names of these files among the versions on record."""


def plug_in_files(workspace: Path | None = None) -> dict[str, str]:
    """Return the SHA-256 of each file of the plug-ins that do not come with the product, by what it is called.

    Of an installed distribution these are the Python files of the packages that its entry points name.
    """
    files = dict[str, Path]()
    if workspace is not None:
        folder = workspace / FOLDER
        files |= {file.relative_to(workspace).as_posix(): file for file in _sources(folder)}
    for entry in plug_ins_of(*KINDS, *DATA):
        top = find_spec(entry.module.partition(".")[0])
        for place in (top and top.submodule_search_locations) or ():
            home = Path(place)
            files |= {file.relative_to(home.parent).as_posix(): file for file in _sources(home)}
        if top and top.submodule_search_locations is None and top.origin:
            files[Path(top.origin).name] = Path(top.origin)
    return {name: hashlib.sha256(text_of(file)).hexdigest() for name, file in sorted(files.items())}


def changed_since(run: RunFolder, workspace: Path | None) -> tuple[Reason, ...]:
    """Return which plug-ins have changed or are missing since a run began.

    Parameters
    ----------
    workspace
        The one that a person named or opened.
    """
    now = plug_in_files(workspace)
    recorded = run.begun().versions.items()
    files = {name.removeprefix(PREFIX): sha256 for name, sha256 in recorded if name.startswith(PREFIX)}
    return tuple(
        (PlugIns.CHANGED if name in now else PlugIns.MISSING)(file=name)
        for name, sha256 in sorted(files.items())
        if now.get(name) != sha256
    )


def _sources(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.suffix in (".py", ".toml") and file.is_file()]


def text_of(file: Path) -> bytes:
    """Return a file with the ends of lines of Unix."""
    return read_outside(file, SizeLimit.DOCUMENT).replace(b"\r\n", b"\n")
