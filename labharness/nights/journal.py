"""The journal of a bench: what it took and how far each item came, on the medium before anything is done.

One file an item.  The worker goes on by its journal while the database is away, and reports from it later.

Tickets by which a process shows that the worker of a bench started it: each is good once.

The worker hands the ticket to the process through a pipe and keeps its hash in the folder of the bench.  Whoever may only read
that folder cannot make one.
"""

from __future__ import annotations

import errno
import hmac
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

from pydantic import ConfigDict

from labharness.errors import EvidenceError, QueueError, StorageError
from labharness.evidence.durable import make_folder, put
from labharness.evidence.lock import evidence
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.evidence.records.body import dump, load
from labharness.evidence.segments import sync_folder
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome
from labharness.nights.items import Closing, Item
from labharness.reason import Reason

SCHEMA = 1
FOLDER = "journal"
LONGEST_BENCH = 80
"""Bytes of the name of a bench, as many as the column holds in PostgreSQL."""


class Step(StrEnum):
    """How far an item came on its bench."""

    TAKEN = "taken"
    BEGUN = "begun"
    """Its run folder was seen."""
    ENDED = "ended"
    """It is to be reported to the queue."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """An item in the journal.

    Parameters
    ----------
    spawned
        How many runners were started before there was a run folder.
    resumed
        How many times the worker resumed the run.
    closing, reason, found
        How it ended, once it has.
    cause
        Why its runner was stopped last, None where it was not.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    item: Item
    step: Step = Step.TAKEN
    spawned: int = 0
    resumed: int = 0
    closing: Closing | None = None
    reason: Reason | None = None
    found: Outcome | None = None
    cause: Reason | None = None

    def ended(
        self, closing: Closing, reason: Reason | None = None, outcome: Outcome | None = None
    ) -> JournalEntry:
        """Return the entry as ended."""
        return replace(self, step=Step.ENDED, closing=closing, reason=reason, found=outcome)


class Journal:
    """The journal of one bench.

    Parameters
    ----------
    folder
        Made if it is missing.

    Raises
    ------
    StorageError
        If the disk refuses.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            make_folder(folder)
        except OSError as error:
            raise _refused(folder, error) from error

    def entries(self) -> tuple[JournalEntry, ...]:
        """Return everything, in the order in which it comes.

        Raises
        ------
        QueueError
            If a file is no entry; no item is forgotten silently.
        """
        result = [_read(file) for file in sorted(self._folder.glob("*.json"))]
        return tuple(sorted(result, key=lambda each: (-each.item.priority, each.item.place, each.item.id)))

    def put(self, entry: JournalEntry) -> None:
        """Write an entry; it is on the medium when this returns."""
        file = self._file(entry.item.id)
        try:
            put(file, json.dumps({"schema": SCHEMA, **dump(entry)}).encode())
        except OSError as error:
            raise _refused(file, error) from error

    def drop(self, id_: str) -> None:
        """Remove an entry that was reported; safe to repeat."""
        try:
            self._file(id_).unlink(missing_ok=True)
            sync_folder(self._folder)
        except OSError as error:
            raise _refused(self._file(id_), error) from error

    def _file(self, id_: str) -> Path:
        return self._folder / f"{id_}.json"


def is_bench_name(name: str) -> bool:
    """Say whether a text can name a bench, and with it a folder of the workspace."""
    strange = set(name) & set('/\\:*?"<>|') or not name.isprintable() or len(name.encode()) > LONGEST_BENCH
    return not strange and name != "" and name.strip(".") == name and name[0] != "-"


def journal_of(workspace: Path, bench: str) -> Journal | None:
    """Return the journal of a bench, None where no worker has begun one."""
    folder = bench_folder(workspace, bench) / FOLDER
    return Journal(folder) if is_bench_name(bench) and folder.is_dir() else None


def bench_folder(workspace: Path, bench: str) -> Path:
    """Return the folder of a bench in a workspace."""
    return workspace / "benches" / bench


def _read(file: Path) -> JournalEntry:
    try:
        values = json.loads(read_outside(file, SizeLimit.KEPT))
        del values["schema"]
        return load(JournalEntry, values)
    except OSError as error:
        raise _refused(file, error) from error
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise QueueError(Nights.JOURNAL_UNREADABLE(file=str(file))) from error


def _refused(path: Path, error: OSError) -> StorageError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StorageError(Nights.DISK_FULL(path=str(path)))
    return StorageError(Inputs.UNWRITABLE(path=str(path), why=str(error.strerror)))


def by_lane(entries: tuple[JournalEntry, ...]) -> Iterator[tuple[str, tuple[JournalEntry, ...]]]:
    """Yield the entries of each device, in order."""
    for device in dict.fromkeys(entry.item.device for entry in entries):
        yield device, tuple(entry for entry in entries if entry.item.device == device)


FILE = "ticket"


def issue_ticket(folder: Path) -> str:
    """Return a ticket of the bench that keeps its files in ``folder``; the one before is void.

    Raises
    ------
    OSError
        If the hash cannot be written.
    """
    ticket = secrets.token_hex(32)
    draft = folder / f"{FILE}.part"
    draft.write_text(_hash(ticket), encoding="ascii")
    draft.replace(folder / FILE)
    return ticket


def redeem_ticket(folder: Path, ticket: str) -> bool:
    """Say whether a ticket is the one that was issued last, and make it void."""
    try:
        issued = evidence(folder, FILE).decode("ascii")
        if not ticket or not hmac.compare_digest(issued, _hash(ticket)):
            return False
        (folder / FILE).unlink()
    except (OSError, EvidenceError, ValueError, TypeError):
        return False
    return True


def _hash(ticket: str) -> str:
    return sha256(ticket.encode()).hexdigest()
