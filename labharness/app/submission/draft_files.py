"""Drafts as files of the workspace: written by themselves, readable by their owner alone."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from labharness.app.submission.drafts import SubmissionDraft
from labharness.app.workspace import Workspace, make_inside
from labharness.errors import RegisterError, StorageError
from labharness.evidence.durable import Writing, put
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.model.reasons.form import Forms
from labharness.model.reasons.inputs import Inputs

FOLDER = "drafts"
_ENDING = ".json"


def read_draft(workspace: Workspace, person: str, name: str) -> SubmissionDraft:
    """Return a person's draft of a submission, an empty one where there is none.

    Raises
    ------
    RegisterError
        If the file is no draft; it is left as it is.
    StorageError
        If it cannot be read.
    """
    file = _file(workspace, person, name)
    try:
        return SubmissionDraft.model_validate_json(read_outside(file, SizeLimit.KEPT))
    except FileNotFoundError:
        return SubmissionDraft(name=name, person=person)
    except ValidationError as error:
        raise RegisterError(Forms.DRAFT_UNREADABLE(file=str(file))) from error
    except OSError as error:
        raise StorageError(Inputs.FILE_UNREADABLE(path=str(file), why=str(error.strerror))) from error


def write_draft(workspace: Workspace, draft: SubmissionDraft) -> SubmissionDraft:
    """Write a draft, whole or not at all; one without changes leaves no file.  Returns it with its time."""
    file = _file(workspace, draft.person, draft.name)
    if not draft.entries:
        drop_draft(workspace, draft)
        return draft
    timed = draft.model_copy(update={"changed": datetime.now(UTC).isoformat(timespec="seconds")})
    text = json.dumps(timed.model_dump(mode="json", by_alias=True), indent=1).encode()
    with Writing(file):
        make_inside(workspace.path, file.parent)
        put(file, text, 0o600)
    return timed


def drop_draft(workspace: Workspace, draft: SubmissionDraft) -> None:
    """Remove the file of a draft."""
    with suppress(OSError):
        _file(workspace, draft.person, draft.name).unlink(missing_ok=True)


def drafts_of(workspace: Workspace, person: str) -> tuple[str, ...]:
    """Return the names of a person's drafts."""
    folder = _file(workspace, person, "").parent
    with suppress(OSError):
        return tuple(sorted(path.stem for path in folder.glob(f"*{_ENDING}")))
    return ()


def new_name(workspace: Workspace, person: str) -> str:
    """Return a name for the draft of a new submission."""
    taken = drafts_of(workspace, person)
    return next(name for at in range(1, len(taken) + 2) if (name := f"+{at}") not in taken)


def _file(workspace: Workspace, person: str, name: str) -> Path:
    # Both are ids of the register, or a plus sign and a number: no path can be made of them.
    assert not set(f"{person}{name}") & set("/\\:"), (person, name)
    return workspace.path / FOLDER / person / f"{name}{_ENDING}"
