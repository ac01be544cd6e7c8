"""Which code of a workspace may run: the files that a person trusted, by workspace, name and SHA-256.

The list lies with the settings of the user, or of the machine: a received folder does not vouch for its own code.  Like
the list, an entry is of one place, so that the same file in another workspace is asked about again.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from labharness.errors import PlugInError, WorkspaceError
from labharness.evidence.durable import Writing, put
from labharness.evidence.outside import FileReading, SizeLimit, read_outside, text_outside
from labharness.model.reasons.command import PlugIns
from labharness.model.reasons.inputs import Inputs
from labharness.reason import Reason

LIST = "plug-ins.json"
FOLDER = "plugins"
"""Where a workspace keeps its plug-ins."""
_USERS = {"win32": ("APPDATA", "AppData/Roaming"), "darwin": ("", "Library/Application Support")}
"""Environment variable that names the folder of a user's settings, and where it lies in the home otherwise."""
Known = Mapping[str, frozenset[str]]
"""SHA-256 that are trusted, by the name of a file."""


class CodeStanding(StrEnum):
    """Whether code may run."""

    TRUSTED = "trusted"
    CHANGED = "changed since it was trusted"
    NEW = "not trusted"


@dataclass(frozen=True, slots=True)
class CodeFile:
    """A file of a workspace's plug-ins that holds code.

    Parameters
    ----------
    name
        Path below the workspace, with ``/``.
    """

    name: str
    sha256: str
    standing: CodeStanding

    @property
    def refusal(self) -> Reason | None:
        """Why it may not run, None where it may."""
        codes = {CodeStanding.NEW: PlugIns.UNTRUSTED, CodeStanding.CHANGED: PlugIns.OTHER_THAN_TRUSTED}
        code = codes.get(self.standing)
        return code(file=self.name) if code else None


def settings_files(name: str) -> tuple[Path, ...]:
    """Return where a file of the user and of the machine lies, whether it is there or not."""
    variable, place = _USERS.get(sys.platform, ("XDG_CONFIG_HOME", ".config"))
    named = os.environ.get(variable)
    if sys.platform == "win32":
        machine = Path(os.environ.get("PROGRAMDATA", "C:/ProgramData"))
    else:
        machine = Path("/Library/Application Support" if sys.platform == "darwin" else "/etc")
    folders = [machine]
    with suppress(RuntimeError):  # of a user without a home
        folders.insert(0, Path(named) if named else Path.home() / place)
    return tuple(folder / "labharness" / name for folder in folders)


def read_trusted(workspace: Path, file: Path) -> bytes:
    """Return the source of a plug-in.

    Raises
    ------
    PlugInError
        If it is not as a person trusted it.
    """
    source = read_outside(file, SizeLimit.WRITTEN)
    refusal = _code_file(workspace, file, source, _known(workspace, None)).refusal
    if refusal is not None:
        raise PlugInError(refusal)
    return source


def code_files(workspace: Path, lists: Sequence[Path] | None = None) -> tuple[CodeFile, ...]:
    """Return the code of a workspace's plug-ins, in order of the names, and whether it may run.

    Parameters
    ----------
    lists
        Files with what is trusted, those of user and machine where None are named.

    Raises
    ------
    WorkspaceError
        If a file or a list cannot be read.
    """
    known = _known(workspace, lists)
    return tuple(
        _code_file(workspace, file, _content(file), known) for file in sorted(_sources(workspace / FOLDER))
    )


def refuse_untrusted(workspace: Path) -> None:
    """Raise :class:`PlugInError` with every file of a workspace's plug-ins that may not run."""
    if wrong := tuple(file.refusal for file in code_files(workspace) if file.refusal is not None):
        raise PlugInError(*wrong)


def trust(workspace: Path, files: Iterable[CodeFile], place: Path | None = None) -> Path:
    """Trust files as they were shown, and no others of the workspace; returns the list.

    Parameters
    ----------
    place
        The list, the user's own where None is named.

    Raises
    ------
    WorkspaceError
        If the list cannot be read or written.
    """
    place = place or settings_files(LIST)[0]
    listed = _read(place)
    listed[_key(workspace)] = {file.name: file.sha256 for file in files}
    listed = {name: entries for name, entries in listed.items() if entries}
    with Writing(place, WorkspaceError):
        place.parent.mkdir(parents=True, exist_ok=True)
        put(place, (json.dumps({"workspaces": listed}, indent=1, sort_keys=True) + "\n").encode())
    return place


def _sources(folder: Path) -> Iterator[Path]:
    """Yield the files that may be imported: below no link, but for one that is the folder of a kind."""
    links = (path for path in folder.glob("*") if path.is_symlink() and path.is_dir())
    for top in (folder, *links):
        for place, _, names in os.walk(top):
            yield from (Path(place, name) for name in names if name.endswith(".py"))


def _content(file: Path) -> bytes:
    with FileReading(file, WorkspaceError):
        return read_outside(file, SizeLimit.WRITTEN)


def _code_file(workspace: Path, file: Path, source: bytes, known: Known) -> CodeFile:
    name, digest = file.relative_to(workspace).as_posix(), hashlib.sha256(source).hexdigest()
    trusted = known.get(name, frozenset())
    standing = (
        CodeStanding.TRUSTED if digest in trusted else CodeStanding.CHANGED if trusted else CodeStanding.NEW
    )
    return CodeFile(name, digest, standing)


def _key(workspace: Path) -> str:
    return os.path.normcase(workspace.resolve())


def _known(workspace: Path, lists: Sequence[Path] | None) -> Known:
    known = dict[str, frozenset[str]]()
    for place in settings_files(LIST) if lists is None else lists:
        for name, digest in _read(place).get(_key(workspace), {}).items():
            known[name] = known.get(name, frozenset()) | {digest}
    return known


def _read(place: Path) -> dict[str, dict[str, str]]:
    try:
        with FileReading(place, WorkspaceError), suppress(FileNotFoundError):
            listed = json.loads(text_outside(place, SizeLimit.KEPT))["workspaces"]
            return {
                str(name): {str(file): str(digest) for file, digest in files.items()}
                for name, files in listed.items()
            }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise WorkspaceError(Inputs.FILE_UNREADABLE(path=str(place), why=repr(error))) from error
    return {}
