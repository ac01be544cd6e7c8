"""Fetching of runs from the laboratory's store; nothing is used before all of it was verified."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from labharness.app.manifest import ListedFile
from labharness.app.settings import read_settings
from labharness.app.shared_store.media import DRAFT_S
from labharness.app.shared_store.receipts import Receipts
from labharness.app.shared_store.store import RUNS, Store, StoredRun
from labharness.app.workspace import Workspace
from labharness.errors import IntegrityError, LockedError, StorageError, WorkspaceError
from labharness.evidence.durable import Writing, sync_tree
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import FileLock
from labharness.evidence.opening import LEDGER
from labharness.evidence.segments import sync_folder
from labharness.evidence.verify import verify
from labharness.model.reasons.evidence import Evidence, Lockable
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.store import Stores
from labharness.model.results import Ending
from labharness.reason import Reason

PLACE = ".fetching-"
"""How the name of a folder begins to which a run is fetched; with a period, it is none of a run."""


def fetch(workspace: Workspace, store: Store, wanted: str) -> RunFolder:
    """Fetch a run into the workspace, or return it where it is there already.

    Parameters
    ----------
    wanted
        Its name, or 16 digits or more of its head hash.

    Raises
    ------
    WorkspaceError
        If the store has no such run, or the workspace has another one of the same name.
    IntegrityError
        If the store's copy is not as it was written.
    StorageError
        If the store does not answer, or the disk refuses.
    """
    name, head = store.find(wanted)
    target = workspace.new_run(name, "")
    if (target / LEDGER).is_file():
        here = verify(target).head
        if here != head:
            raise WorkspaceError(Stores.RUN_DIFFERS(run=name, here=here, there=head))
        return RunFolder(target)
    with _fetched(workspace, store, name, head) as (draft, problems):
        if problems:
            raise IntegrityError(Stores.NOT_VERIFIED(run=name, problems=problems))
        with Writing(target):
            sync_tree(draft)
            draft.rename(target)
            sync_folder(target.parent)
    _put_down(workspace, store, name, head)
    return RunFolder(target)


def _put_down(workspace: Workspace, store: Store, name: str, head: str) -> None:
    """Put down that the store has a run that came from it, so that it does not wait to be copied there.

    Where others copy runs, or the disk refuses, it waits: it is then compared with what the store has.
    """
    with suppress(LockedError, StorageError):
        lock = FileLock(workspace.path / "store.lock", Lockable.STORE, str(workspace.path))
        try:
            receipts = Receipts.of(workspace, read_settings(workspace))
            receipts.begin(store.id)
            receipts.add(name, head)
        finally:
            lock.release()


def check(workspace: Workspace, store: Store, name: str, head: str) -> tuple[Reason, ...]:
    """Return what is wrong with a run in the store, after reading and verifying all of it."""
    try:
        with _fetched(workspace, store, name, head) as (_, problems):
            return problems
    except IntegrityError as error:
        return error.reasons


@contextmanager
def _fetched(
    workspace: Workspace, store: Store, name: str, head: str
) -> Iterator[tuple[Path, tuple[Reason, ...]]]:
    """Yield a folder with the files of a run, and what is wrong with them; it is removed unless it was moved."""
    run = store.run(name, head)
    free = shutil.disk_usage(workspace.path).free
    if free < run.size:
        raise StorageError(Stores.SPACE(run=name, free=free, needed=run.size))
    with Writing(workspace.path):
        (workspace.path / "runs").mkdir(exist_ok=True)
        _remove_left(workspace.path / "runs")
        place = tempfile.TemporaryDirectory(
            prefix=PLACE, dir=workspace.path / "runs", ignore_cleanup_errors=True
        )
    with place as folder:
        draft = Path(folder, name)
        for file in run.files:
            _get(store, run, file, draft)
        for each in ("raw", "inbox"):
            (draft / each).mkdir(exist_ok=True)
        result = verify(draft)
        problems = list(result.problems)
        if not problems and result.ending is Ending.INTERRUPTED:
            problems.append(Stores.NOT_ENDED(run=name))
        if not problems and result.head != head:
            problems.append(Evidence.OTHER_HEAD(line=result.records, head=result.head, expected=head))
        yield draft, tuple(problems)


def _remove_left(runs: Path) -> None:
    """Remove what fetching left that was killed long ago."""
    for place in runs.glob(f"{PLACE}*"):
        with suppress(OSError):
            if time.time() - place.stat().st_mtime > DRAFT_S:
                shutil.rmtree(place, ignore_errors=True)


def _get(store: Store, run: StoredRun, file: ListedFile, draft: Path) -> None:
    """Fetch one file; raises :class:`IntegrityError` where it is not the one that the list names."""
    name, path = f"{RUNS}/{run.key}/{file.name}", draft / file.name
    digest, left = hashlib.sha256(), file.size
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as copy:
            for piece in store.medium.pieces(name):
                left -= len(piece)
                if left < 0:
                    break
                digest.update(piece)
                copy.write(piece)
            copy.flush()
            os.fsync(copy.fileno())
    except FileNotFoundError as error:
        raise IntegrityError(Stores.MISSING(store=store.medium.shown, file=name)) from error
    except OSError as error:
        raise StorageError(Inputs.UNWRITABLE(path=str(path), why=str(error.strerror))) from error
    if left != 0 or digest.hexdigest() != file.sha256:
        raise IntegrityError(Evidence.ALTERED(file=file.name))
