"""Copying of runs to the laboratory's store, once they have ended; the local copy stays."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from labharness.app.runs.run_index import listed
from labharness.app.shared_store.store import RUNS, Receipts, Store, StoredRun, medium_of
from labharness.app.workspace.manifest import ListedFile, is_inside
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.errors import IntegrityError, LabharnessError
from labharness.evidence.folder import ATTACHMENTS, RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.lock import LEDGER, FileLock, evidence_file
from labharness.evidence.verify import examine
from labharness.model.reasons.database import Stores
from labharness.model.reasons.evidence import Evidence, Lockable
from labharness.reason import Reason

LOST = (Stores.OTHER_OBJECT, Stores.ARRIVED_DIFFERENT, Stores.MISSING, Stores.MANIFEST_UNREADABLE)
"""What is wrong in the store with a run that may have arrived there once."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What was done about one run.

    Parameters
    ----------
    reasons
        Why it was not copied, empty where every file has arrived.
    """

    run: str
    reasons: tuple[Reason, ...] = ()


def open_store(workspace: Workspace) -> Store:
    """Return the store that the workspace's settings name.

    Raises
    ------
    WorkspaceError
        If they name none, or none that can be used.
    StorageError
        If it does not answer.
    """
    return Store.open(medium_of(read_settings(workspace)))


def waiting(workspace: Workspace, rows: Iterable[Mapping[str, Any]] | None = None) -> tuple[Copied, ...]:
    """Return runs that have ended and are not in the store as far as this computer knows; nothing is asked of the store.

    The reasons are those of the last attempt.

    Parameters
    ----------
    rows
        What the index of runs lists; read where it is left out.
    """
    settings = read_settings(workspace)
    if not settings.store:
        return ()
    receipts = Receipts.of(workspace, settings)
    return tuple(
        Copied(row["run"], receipts.failure(row["run"]))
        for row in (listed(workspace, ended_only=True) if rows is None else rows)
        if row["ended"] and not receipts.holds(row["run"], row["head"])
    )


def copy(
    workspace: Workspace, runs: Collection[str] = (), tell: Callable[[Copied], None] = lambda _: None
) -> tuple[Copied, ...]:
    """Copy runs to the store, and return what was done about each.

    Parameters
    ----------
    runs
        Names; those that wait where there are none.
    tell
        Called after each.

    Raises
    ------
    LockedError
        If another process copies runs of this workspace.
    LabharnessError
        If the store does not answer; that is put down for the morning.
    """
    with FileLock(workspace.path / "store.lock", Lockable.STORE, str(workspace.path)) as lock:
        lock.name_owner(datetime.now(UTC).isoformat(timespec="seconds"))
        receipts = Receipts.of(workspace, read_settings(workspace))
        folders = [workspace.run(name) for name in runs or (body.run for body in waiting(workspace))]
        done = list[Copied]()
        try:
            store = open_store(workspace)
            receipts.begin(store.id)
            for folder in folders:
                done.append(_copied(folder, store, receipts))
                tell(done[-1])
        except LabharnessError as error:  # the store is away, so every run waits
            receipts.fail([folder.run for folder in folders[len(done) :]], error.reasons)
            raise
        return tuple(done)


def _copied(folder: RunFolder, store: Store, receipts: Receipts) -> Copied:
    """Copy one run; raises only what keeps every run from being copied."""
    try:
        run = evidence_of(folder)
        for file in run.files:
            store.put(f"{RUNS}/{run.key}/{file.name}", folder.path / file.name, file.sha256)
        store.put_manifest(run)
    except LabharnessError as error:
        if error.reasons[0].is_a(Stores.UNREACHABLE):
            raise
        receipts.fail([folder.run], error.reasons, lost=error.reasons[0].is_a(*LOST))
        return Copied(folder.run, error.reasons)
    receipts.add(run.run, run.head)
    return Copied(run.run)


def evidence_of(folder: RunFolder) -> StoredRun:
    """Return the files of a run with the hashes that its own records name, after all of it was verified.

    Raises
    ------
    IntegrityError
        If the run has not ended, or is not as it was written.
    """
    result = examine(folder)
    if result.problems:
        raise IntegrityError(Stores.NOT_VERIFIED(run=folder.run, problems=tuple(result.problems)))
    if result.ending is None:
        raise IntegrityError(Stores.NOT_ENDED(run=folder.run))
    named = {
        **result.frozen,
        **{f"raw/{name}": state.sha256 for name, state in result.promised.items()},
        **{f"{ATTACHMENTS}/{digest}": digest for digest in result.attached},
    }
    if outside := tuple(Evidence.NOT_A_FILE(file=name) for name in named if not is_inside(name)):
        raise IntegrityError(Stores.NOT_VERIFIED(run=folder.run, problems=outside))
    with evidence_file(folder.path, LEDGER) as file:
        named[LEDGER] = hashlib.file_digest(file, "sha256").hexdigest()
    summary = RunHistory.of(folder).summary
    if summary.head != result.head:
        raise IntegrityError(Stores.NOT_ENDED(run=folder.run))
    start = folder.begun()
    return StoredRun(
        run=folder.run,
        head=result.head,
        records=result.records,
        plan=start.plan.id,
        verdict=summary.outcome.value,
        ending=result.ending.value,
        ended=summary.updated,
        host=start.host,
        simulated=summary.simulated,
        replayed=summary.replayed,
        rescinded_law=summary.rescinded_law,
        files=tuple(
            ListedFile(name=name, size=(folder.path / name).stat().st_size, sha256=named[name])
            for name in sorted(named)
        ),
    )
