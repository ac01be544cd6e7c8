"""Change one value of a workspace's settings file, and nothing else of it."""

from __future__ import annotations

import json
import re

from labharness.app.settings import Settings, read_settings
from labharness.app.workspace import MARKER, Workspace
from labharness.errors import PlanError, WorkspaceError
from labharness.evidence.outside import SizeLimit, text_outside
from labharness.games.data import parse
from labharness.model.reasons.laboratory import Laboratories


def with_value(workspace: Workspace, key: str, value: str | bool) -> bytes:
    """Return the settings file with a value changed; comments, order and every other value stay as they are.

    Raises
    ------
    WorkspaceError
        If the file cannot be read, or has the value in a form that would not be kept.
    """
    before, text = (
        read_settings(workspace),
        text_outside(workspace.path / MARKER, SizeLimit.WRITTEN, "utf-8-sig"),
    )
    line = f"{key} = {_toml(value)}"
    pattern = re.compile(rf"^{key}[ \t]*=.*$", re.MULTILINE)
    # At the top where it is new: there it is in no table, and after no mark of the encoding.
    changed = pattern.sub(lambda _: line, text) if pattern.search(text) else f"{line}\n{text}"
    try:
        after = parse(Settings, changed.encode(), MARKER)
    except PlanError as error:
        raise WorkspaceError(Laboratories.NOT_TAKEN(name=key)) from error
    field = next(name for name, each in Settings.model_fields.items() if (each.alias or name) == key)
    if after != before.model_copy(update={field: value}):
        raise WorkspaceError(Laboratories.NOT_TAKEN(name=key))
    return changed.encode()


def _toml(value: str | bool) -> str:
    """Return a value as TOML has it; the escapes of a basic string are those of JSON but for DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
