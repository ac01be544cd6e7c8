"""Drafts of plans: copies at work, kept by person in the workspace, that no run takes."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from labharness.analysis.sampling.catalog import Catalog
from labharness.app.planning.plan_versions import (
    latest_version,
    named,
    of_product,
    read_version,
    refuse_own_id,
)
from labharness.app.workspace import make_inside
from labharness.errors import InputError, StorageError
from labharness.evidence.account import own_account
from labharness.evidence.durable import Writing
from labharness.evidence.outside import SizeLimit, read_outside, text_outside
from labharness.games.mistakes import SLUG
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan_text import PlanTexts
from labharness.plans.frozen import FrozenPlan
from labharness.plans.written.edits import put

FOLDER = Path("drafts") / "plans"
_PRIVATE = 0o600
_BINARY = getattr(os, "O_BINARY", 0)
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]")


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """One draft.

    Parameters
    ----------
    name
        Id that the copy was begun with; the name of its file.
    content
        The plan as it stands, with or without mistakes.
    based_on
        Plan that it was begun from, as ``ID@HASH``.
    """

    name: str
    content: bytes
    based_on: str


def begin_draft(base: str, plan_id: str, workspace: Path, catalog: Catalog) -> StoredDraft:
    """Begin a copy of a plan, with an id of its own and the version raised; a draft of that id goes on.

    Parameters
    ----------
    base
        Plan by file, id or ``ID@HASH``.
    plan_id
        Id of the copy; an own plan keeps its id if it is left empty.

    Raises
    ------
    InputError
        If the id is that of another plan, or no id.
    PlanError, StorageError
        If the plan cannot be read, or the draft cannot be written.
    """
    frozen = read_version(base, catalog, workspace)
    own = plan_id or frozen.plan.id
    if not re.fullmatch(SLUG, own):
        raise InputError(Inputs.NOT_SLUG(got=repr(own)))
    if own != frozen.plan.id or of_product(own):
        refuse_own_id(own, workspace)
    with suppress(InputError):
        return read_draft(own, workspace)
    version = max(frozen.plan.version, latest_version(own, workspace)) + 1
    draft = StoredDraft(own, copied(frozen, own, version), named(frozen))
    write_draft(draft, workspace)
    return draft


def copied(frozen: FrozenPlan, plan_id: str, version: int) -> bytes:
    """Return the bytes of a plan under another id and version; nothing else is touched."""
    text = frozen.plan_bytes.decode("utf-8")
    return put(put(text, ("id",), plan_id), ("version",), version).encode("utf-8")


def free_id(base: str, workspace: Path) -> str:
    """Return an id for a copy of a plan that no plan bears."""
    stem = f"{base[:72]}-own"
    for number in range(1, 1000):
        text = stem if number == 1 else f"{stem}-{number}"
        with suppress(InputError):
            refuse_own_id(text, workspace)
            if not _file(text, workspace).exists():
                return text
    return stem


def drafts(workspace: Path) -> tuple[StoredDraft, ...]:
    """Return the drafts of the person at this account, in the order of their names."""
    names = [file.stem for file in sorted(_folder(workspace).glob("*.toml"))]
    return tuple(read_draft(name, workspace) for name in names)


def read_draft(name: str, workspace: Path) -> StoredDraft:
    """Return a draft; raises :class:`InputError` where this person has none of that name."""
    file = _file(name, workspace)
    try:
        content = read_outside(file, SizeLimit.WRITTEN)
        about = json.loads(text_outside(file.with_suffix(".json"), SizeLimit.WRITTEN))
        return StoredDraft(name, content, str(about["based_on"]))
    except (FileNotFoundError, ValueError, LookupError, TypeError) as error:
        raise InputError(PlanTexts.NO_DRAFT(plan=name)) from error
    except OSError as error:
        raise StorageError(Inputs.FILE_UNREADABLE(path=str(file), why=str(error.strerror))) from error


def write_draft(draft: StoredDraft, workspace: Path) -> Path:
    """Keep a draft in a file that its person alone can read; raises :class:`StorageError` where it cannot be written."""
    file = _file(draft.name, workspace)
    with Writing(file):
        make_inside(workspace, file.parent)
        about = json.dumps({"based_on": draft.based_on}) + "\n"
        _write(file.with_suffix(".json"), about.encode())
        _write(file, draft.content)
    return file


def discard_draft(name: str, workspace: Path) -> None:
    """Take a draft away; raises :class:`StorageError` where that cannot be done."""
    file = _file(name, workspace)
    with Writing(file):
        for each in (file, file.with_suffix(".json")):
            each.unlink(missing_ok=True)


def _folder(workspace: Path) -> Path:
    return workspace / FOLDER / (_UNSAFE.sub("_", own_account()) or "unknown")


def _file(name: str, workspace: Path) -> Path:
    if not re.fullmatch(SLUG, name):
        raise InputError(PlanTexts.NO_DRAFT(plan=name))
    return _folder(workspace) / f"{name}.toml"


def _write(file: Path, content: bytes) -> None:
    part = file.with_suffix(f"{file.suffix}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, _PRIVATE), "wb") as new:
        new.write(content)
    part.replace(file)
