"""The heads of register and queue that a workspace has seen: a database that holds less was lost, or is an older copy.

The file lies in the workspace, outside the databases.  A workspace that was copied, or whose file is older than the
databases, knows less and refuses nothing that it should not.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from labharness.app.settings import read_settings
from labharness.app.workspace import Workspace
from labharness.database.canonical import canonical, is_whole, row_hash
from labharness.database.heads import ChainHead, Known
from labharness.errors import LockedError, StorageError, WorkspaceError
from labharness.evidence.lock import FileLock
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.evidence.segments import sync_folder
from labharness.model.reasons.database import Databases
from labharness.model.reasons.evidence import Lockable

FILE = "heads.json"


class Kept(StrEnum):
    """The databases of a workspace."""

    REGISTER = "register"
    QUEUE = "queue"


def place_of(workspace: Workspace, kept: Kept) -> str:
    """Return what the settings name as a database's place: a path within the workspace, or a URL."""
    settings = read_settings(workspace)
    return settings.place if kept is Kept.REGISTER else settings.queue


def known(workspace: Workspace, kept: Kept) -> Known:
    """Return what the workspace has seen of a database, and how it keeps what it sees next.

    Raises
    ------
    WorkspaceError
        If the file of heads cannot be read.
    """
    key = f"{kept.value} {place_of(workspace, kept)}"
    heads = _read(workspace)
    head = ChainHead(*heads[key]) if key in heads else None
    return Known(head, partial(_note, workspace, key))


def forget(workspace: Workspace, kept: Kept) -> None:
    """Know nothing of a database any more: an authorizer accepts what was lost."""
    _write(workspace, f"{kept.value} {place_of(workspace, kept)}", None)


def _note(workspace: Workspace, key: str, head: ChainHead) -> None:
    """Keep a head that was seen, unless a later one is kept; a disk that refuses leaves the one before."""
    if head.number and _read(workspace).get(key, [0])[0] < head.number:
        with suppress(LockedError, StorageError, OSError):
            _write(workspace, key, head)


def _write(workspace: Workspace, key: str, head: ChainHead | None) -> None:
    lock = FileLock(workspace.path / "heads.lock", Lockable.SETTINGS, str(workspace.path))
    try:
        heads = _read(workspace)
        heads.pop(key, None) if head is None else heads.update({key: [head.number, head.hash]})
        values: dict[str, Any] = {"schema": 1, "heads": heads}
        draft = workspace.path / f"{FILE}.part"
        with draft.open("w", encoding="ascii") as file:
            file.write(canonical(values | {"hash": row_hash(values)}) + "\n")
            file.flush()
            os.fsync(file.fileno())
        draft.replace(workspace.path / FILE)
        sync_folder(workspace.path)
    finally:
        lock.release()


def _read(workspace: Workspace) -> dict[str, list[Any]]:
    file: Path = workspace.path / FILE
    try:
        values = json.loads(read_outside(file, SizeLimit.KEPT))
        if isinstance(values, dict) and is_whole(values):
            heads: dict[str, list[Any]] = values["heads"]
            return heads
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, LookupError, RecursionError):
        pass
    raise WorkspaceError(Databases.HEADS_UNREADABLE(file=str(file)))
