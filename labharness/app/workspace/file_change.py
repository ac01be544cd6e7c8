"""Changes of files that the register must know too: a note of intent that the next start completes or undoes.

What is to be in place lies in drafts beside it, on the medium, before a note names the drafts and the event.  The event in
the register is the decision: once it is on record, the drafts get their names, now or at the next start; without it they
are removed.  So nothing has to be taken back from either side, and completing may itself be interrupted and repeated.
A change without an event is decided by its note.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from pydantic import Field

from labharness.app.workspace.manifest import is_inside
from labharness.app.workspace.register import bench, open_register
from labharness.app.workspace.settings import LOCK, identity
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.errors import IntegrityError, LabharnessError, LockedError, StorageError
from labharness.evidence.durable import Writing, make_folder, put, sync_tree, user
from labharness.evidence.lock import FileLock, evidence
from labharness.evidence.segments import sync_folder
from labharness.filings.entries.entry import Sha256
from labharness.games.mistakes import Data
from labharness.model.reasons.command import Workspaces
from labharness.model.reasons.evidence import Lockable

FOLDER, NOTE = ".changes", "intent.json"
"""Beside what is changed: a folder of drafts for each change, with its note."""
PLACES = ("", "reports", "plans")
"""Folders of the workspace in which something is changed this way."""
VERSIONS = "versions"
"""Folder beside a plan that keeps its versions, which change with it."""
PATIENCE_S = 40.0
"""How long a change waits for another of the same file, which may wait for the register."""
_LOOK_S = 0.2
_SUMS = "SHA256SUMS"


class IntendedEvent(Data):
    """What goes on record together with the files."""

    what: str
    why: str
    submission: str
    who: str
    body: Mapping[str, Any]


class Part(Data):
    """A file or a folder that gets its name; that of number n lies in the draft n.

    Parameters
    ----------
    name
        Path below the folder of what is changed, with ``/`` between folders.
    sha256
        Of the file, of a folder's list of hashes.
    """

    name: str
    sha256: Sha256


class Intent(Data):
    """The note.

    Parameters
    ----------
    parts
        In the order in which they get their names.
    event
        None where the register is not concerned.
    head
        Hash of the register's last record before the event.
    place
        Path or URL of the register that decides, "" for that of the settings.
    """

    schema_: Literal[1] = Field(default=1, alias="schema")
    parts: tuple[Part, ...]
    event: IntendedEvent | None = None
    head: str = ""
    place: str = ""

    def written(self) -> bytes:
        """Return the file's content."""
        return (json.dumps(self.model_dump(mode="json", by_alias=True), indent=1) + "\n").encode()


class FileChange:
    """One change of a report, a plan or the settings, by one process at a time.  Use it as a context manager.

    Entering it completes or undoes what was interrupted before; leaving it without :meth:`commit` changes nothing.

    Parameters
    ----------
    target
        File or folder that is changed, in one of :data:`PLACES`.
    wait
        Whether to wait for another process that changes the same, instead of being refused.

    Raises
    ------
    LockedError
        If another process changes it.
    StorageError
        If the disk refuses; what is not decided then is undone, what is decided is completed by the next start.
    LabharnessError
        If what was interrupted cannot be completed now, as the register does not answer.
    """

    def __init__(self, workspace: Workspace, target: Path, *, wait: bool = False) -> None:
        self._workspace, self._target, self._wait = workspace, target, wait
        self._drafts = target.parent / FOLDER / target.name
        self._names: list[str] = []

    def __enter__(self) -> Self:
        with Writing(self._target):
            if not self._workspace.is_one:  # what is written where a disk was unmounted is found by nobody
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            make_folder(self._drafts.parent)
            # What lies elsewhere is no draft: a link to the runs would have them removed.
            here = self._target.parent.resolve() / FOLDER
            if self._drafts.parent.resolve() != here or self._drafts.is_symlink():
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        self._lock = self._locked()
        try:
            self._end()
        except BaseException:
            self._lock.release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None or issubclass(kind, Exception):
                with suppress(
                    LabharnessError
                ):  # of what ended the change is told; the next start does the rest
                    self._end()
        finally:
            self._lock.release()

    def put(self, file: Path, content: bytes) -> None:
        """Draw up what a file will hold: the target, a file below it, or a version of it."""
        draft = self.draft(file)
        with Writing(self._target):
            draft.write_bytes(content)  # all drafts are forced onto the medium together

    def draft(self, path: Path) -> Path:
        """Return where to draw up a file or a folder that will be at a path."""
        with Writing(self._target):
            make_folder(self._drafts)
        self._names.append(path.relative_to(self._target.parent).as_posix())
        return self._drafts / str(len(self._names) - 1)

    def commit(
        self,
        what: str = "",
        body: Mapping[str, Any] | None = None,
        why: str = "",
        submission: str = "",
        who: str = "",
        register: str = "",
    ) -> None:
        """Put the event on record and give the drafts their names: both, or neither, whatever happens meanwhile.

        Parameters
        ----------
        what, body, why, submission, who
            As of :func:`labharness.app.workspace.register.record`; without ``what`` the register is not concerned.
        register
            Which register takes the event, "" for that of the settings.
        """
        with Writing(self._target):
            sync_tree(self._drafts)
            parts = tuple(
                Part(name=name, sha256=_digest(self._drafts / str(at))) for at, name in enumerate(self._names)
            )
            if not what:
                intent = Intent(parts=parts)
                put(self._drafts / NOTE, intent.written())
            else:
                here = {"workspace": identity(self._workspace), "bench": bench(self._workspace)}
                event = IntendedEvent(
                    what=what,
                    why=why,
                    submission=submission,
                    who=who or user(),
                    body={**(body or {}), **here},
                )
                with open_register(self._workspace, register) as records:
                    intent = Intent(parts=parts, event=event, head=records.head, place=register)
                    put(self._drafts / NOTE, intent.written())
                    records.note(submission, what, event.body, event.who, why)
            self._complete(intent)

    def _end(self) -> None:
        """Complete what is decided, and remove what is not; nothing where nothing was begun."""
        with Writing(self._target):
            if not self._drafts.is_dir():
                return
            intent = self._read()
            if intent is not None and self._is_decided(intent):
                self._complete(intent)
            else:
                self._remove()

    def _read(self) -> Intent | None:
        try:
            return self._checked(Intent.model_validate_json(evidence(self._drafts, NOTE)))
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise self._damaged(self._drafts / NOTE) from error

    def _checked(self, intent: Intent) -> Intent:
        """Return a note that names only what is changed; raises :class:`ValueError` for any other."""
        for part in intent.parts:
            folder, _, name = part.name.partition("/")
            belongs = folder == self._target.name or (
                folder == VERSIONS
                and name.startswith((f"{self._target.stem}-v", f"{self._target.stem}.json"))
            )
            if not belongs or not is_inside(part.name):
                raise ValueError(part.name)
        return intent

    def _is_decided(self, intent: Intent) -> bool:
        if intent.event is None:
            return True
        with open_register(self._workspace, intent.place) as records:
            return records.was_noted(intent.head, intent.event.what, intent.event.body)

    def _complete(self, intent: Intent) -> None:
        """Give every draft its name, unless it has it already; what it replaces is removed last."""
        try:
            for at, part in enumerate(intent.parts):
                self._name(self._drafts / str(at), part)
            self._remove()
        except OSError as error:
            raise StorageError(
                Workspaces.CHANGE_UNFINISHED(target=str(self._target), why=str(error.strerror))
            ) from error

    def _name(self, draft: Path, part: Part) -> None:
        if not draft.exists():
            return
        if _digest(draft) != part.sha256:
            raise self._damaged(draft)
        place = self._target.parent / part.name
        if draft.is_dir() and place.is_dir():  # only a file takes the place of another in one step
            place.replace(draft.with_suffix(".former"))
        draft.replace(place)
        sync_folder(place.parent)

    def _remove(self) -> None:
        (self._drafts / NOTE).unlink(missing_ok=True)
        sync_folder(self._drafts)
        shutil.rmtree(self._drafts, ignore_errors=True)  # without a note, the next start removes what is left

    def _locked(self) -> FileLock:
        settings = self._target.name == MARKER
        path = (
            self._target.with_name(LOCK) if settings else self._drafts.with_name(f"{self._target.name}.lock")
        )
        plan = self._target.suffix == ".toml"
        what = Lockable.SETTINGS if settings else Lockable.PLAN if plan else Lockable.REPORT
        latest = time.monotonic() + (PATIENCE_S if self._wait else 0)
        while True:
            try:
                lock = FileLock(path, what, self._target.name)
            except LockedError:
                if time.monotonic() >= latest:
                    raise
                time.sleep(_LOOK_S)
            else:
                lock.name_owner(datetime.now(UTC).isoformat(timespec="seconds"))
                return lock

    def _damaged(self, file: Path) -> IntegrityError:
        return IntegrityError(Workspaces.CHANGE_UNREADABLE(file=str(file), target=str(self._target)))


def finish_changes(workspace: Workspace) -> None:
    """Complete or undo every change that was interrupted.

    Those that a living process makes are left to it; those that cannot be completed now, to the next start.
    """
    for place in PLACES:
        with suppress(OSError):
            for drafts in sorted((workspace.path / place / FOLDER).iterdir()):
                if drafts.is_dir():
                    with suppress(LabharnessError), FileChange(workspace, drafts.parent.parent / drafts.name):
                        pass


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file, of a folder's list of hashes."""
    file = path / _SUMS if path.is_dir() else path
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
