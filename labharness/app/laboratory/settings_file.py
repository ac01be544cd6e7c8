"""Change one value of a workspace's settings file, and nothing else of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from labharness.app.settings import Settings, read_settings
from labharness.app.workspace import MARKER, Workspace
from labharness.errors import PlanError, WorkspaceError
from labharness.evidence.lock import FileLock
from labharness.games.data import parse
from labharness.model.reasons.evidence import Lockable
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.laboratory import Laboratories


def put(workspace: Workspace, key: str, value: str | bool) -> None:
    """Write a value; comments, order and every other value stay as they are.

    Raises
    ------
    WorkspaceError
        If the file cannot be written, or has the value in a form that would not be kept.
    """
    lock = FileLock(workspace.path / "settings.lock", Lockable.SETTINGS, str(workspace.path))
    try:
        _replace(workspace, workspace.path / MARKER, key, value)
    except OSError as error:
        raise WorkspaceError(
            Inputs.UNWRITABLE(path=str(workspace.path / MARKER), why=str(error.strerror))
        ) from error
    finally:
        lock.release()


def _replace(workspace: Workspace, marker: Path, key: str, value: str | bool) -> None:
    before, text = read_settings(workspace), marker.read_text(encoding="utf-8-sig")
    line = f"{key} = {_toml(value)}"
    pattern = re.compile(rf"^{key}[ \t]*=.*$", re.MULTILINE)
    # At the top where it is new: there it is in no table, and after no mark of the encoding.
    changed = pattern.sub(lambda _: line, text) if pattern.search(text) else f"{line}\n{text}"
    draft = marker.with_suffix(".part")
    try:
        after = parse(Settings, changed.encode(), MARKER)
    except PlanError as error:
        raise WorkspaceError(Laboratories.NOT_TAKEN(name=key)) from error
    field = next(name for name, each in Settings.model_fields.items() if (each.alias or name) == key)
    if after != before.model_copy(update={field: value}):
        raise WorkspaceError(Laboratories.NOT_TAKEN(name=key))
    draft.write_text(changed, encoding="utf-8")
    draft.replace(marker)


def _toml(value: str | bool) -> str:
    """Return a value as TOML has it; the escapes of a basic string are those of JSON but for DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
