"""The workspace's register: where it is, who acts, what happened, and whether all of it is as it was written.

The heads of register and queue that a workspace has seen: a database that holds less was lost, or is an older copy.

The file lies in the workspace, outside the databases.  A workspace that was copied, or whose file is older than the
databases, knows less and refuses nothing that it should not.

The workspace's queue: where it is, and opening it.
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labharness.app.workspace.manifest import kept
from labharness.app.workspace.settings import (
    holds_secret,
    identity,
    note_begun,
    note_queue_begun,
    read_settings,
)
from labharness.app.workspace.workspace import MARKER, Workspace, refuse_network
from labharness.database.engine import ChainHead, Known, canonical, is_whole, row_hash
from labharness.errors import (
    EvidenceError,
    LockedError,
    QueueError,
    RegisterError,
    StorageError,
    WorkspaceError,
)
from labharness.evidence.durable import put, user
from labharness.evidence.lock import FileLock
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.filings.entries.entry import Person
from labharness.filings.store.file_store import FOLDER as FILES
from labharness.filings.store.file_store import FileStore, attached
from labharness.model.reasons.database import Databases
from labharness.model.reasons.evidence import Lockable
from labharness.model.reasons.night import Nights
from labharness.model.reasons.register import Registers
from labharness.reason import Reason

if TYPE_CHECKING:
    from labharness.filings.entries.events import ReportDrawn
    from labharness.filings.entries.snapshot import Change
    from labharness.filings.store.register import Register
    from labharness.nights.store.queue import Queue


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
    with FileLock(workspace.path / "heads.lock", Lockable.SETTINGS, str(workspace.path)):
        heads = _read(workspace)
        heads.pop(key, None) if head is None else heads.update({key: [head.number, head.hash]})
        values: dict[str, Any] = {"schema": 1, "heads": heads}
        put(workspace.path / FILE, (canonical(values | {"hash": row_hash(values)}) + "\n").encode("ascii"))


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


BUILT, STARTED = "report built", "run started"
CLAIMED = "report number claimed"
ISSUED, SIGNED = "submission report built", "report signed"
"""Events: a report of a submission was drawn, and one was signed."""
REHEARSED, REHEARSAL_SIGNED = "rehearsal built", "rehearsal signed"
"""The same of rehearsals, which are no reports."""
SERVICE = "labharness"
"""Name under which the system's key store keeps the password of PostgreSQL."""


def open_register(workspace: Workspace, named: str = "") -> Register:
    """Open the workspace's register; close it after use.

    Parameters
    ----------
    named
        Path or URL of one that the settings are about to name, "" for the one that they name.

    Raises
    ------
    RegisterError
        If it does not answer, or is not to be read by this version.
    WorkspaceError
        If the workspace's settings cannot be read.
    """
    from labharness.filings.store.register import Register

    place = database_place(workspace, named or read_settings(workspace).place)
    if isinstance(place, Path):
        refuse_network(place.parent)
        if not _is_there(place) and _was_begun(workspace):
            raise RegisterError(Registers.LOST(database=str(place)))
    register = Register.open(place, password_for(place), known(workspace, Kept.REGISTER))
    try:
        if not register.read_only and not named:
            note_begun(workspace)
    except BaseException:
        register.close()
        raise
    return register


def has_register(workspace: Workspace, named: str = "") -> bool:
    """Whether there is one already, or was: opening a register makes it where there never was one."""
    place = database_place(workspace, named or read_settings(workspace).place)
    return not isinstance(place, Path) or _is_there(place) or _was_begun(workspace)


def people_of(workspace: Workspace) -> tuple[Person, ...]:
    """Return everybody who is or was on the list of people, nobody where there is no register."""
    if not has_register(workspace):
        return ()
    with open_register(workspace) as register:
        return register.people()


def store(workspace: Workspace) -> FileStore:
    """Return the workspace's store of files; a register that benches share keeps them for all of these."""
    if isinstance(database_place(workspace, read_settings(workspace).place), Path):
        return FileStore(workspace.path / FILES)
    from labharness.filings.store.register import SharedFiles

    return SharedFiles(workspace.path / FILES, lambda: open_register(workspace))


def acting(register: Register, by: str | None) -> str:
    """Return who acts: the person named, or else the one on the list whose id is the name of the login.

    Raises
    ------
    RegisterError
        If nobody is named and the login is not on the list.
    """
    if by is not None:
        return by
    login = login_id()
    people = [person.id for person in register.people() if person.active]
    if login not in people:
        raise RegisterError(Registers.ACTOR_NEEDED(login=login, people=tuple(people)))
    return login


def login_id() -> str:
    """Return the id that a person on the list has whose login this is."""
    return re.sub(r"[^a-z0-9]+", "-", user().lower()).strip("-")


def record(
    workspace: Workspace, what: str, body: Mapping[str, Any], why: str, submission: str = "", who: str = ""
) -> Change:
    """Put an event on record, under the login's name unless somebody is named."""
    with open_register(workspace) as register:
        body = {**body, "workspace": identity(workspace), "bench": bench(workspace)}
        return register.note(submission, what, body, who or user(), why)


def bench(workspace: Workspace) -> str:
    """Return where a workspace is, for people at another bench: its computer and folder."""
    return f"{platform.node()}: {workspace.path}"


def claim_number(workspace: Workspace, number: str, submission: str, who: str) -> None:
    """Put on record that a report's number belongs to this workspace; it stays there.

    Raises
    ------
    RegisterError
        If it belongs to another workspace.
    """
    here = identity(workspace)
    body = {"report": number, "workspace": here, "bench": bench(workspace)}
    with open_register(workspace) as register:
        owner = register.claim(
            submission, CLAIMED, body, who or user(), "A report of this number is built here."
        )
    if owner.get("workspace", here) != here:
        raise RegisterError(Registers.NUMBER_CLAIMED(report=number, bench=str(owner.get("bench", "?"))))


def issued(workspace: Workspace) -> list[ReportDrawn]:
    """Return what is on record about every report that was built here, oldest first."""
    from labharness.filings.entries.events import ReportDrawn

    if not has_register(workspace):
        return []
    here = read_settings(workspace).id
    with open_register(workspace) as register:
        drawn = (change.event(ReportDrawn) for change in register.changes())
        return [each for each in drawn if each is not None and each.workspace in ("", here)]


def verify_register(workspace: Workspace) -> tuple[int, str, tuple[Reason, ...]]:
    """Check the chain, the state, the files that belong to entries, authentications by their bytes, and reports.

    Returns
    -------
    tuple
        How many records there are, the hash of the last one, and a reason for each problem.
    """
    from labharness.filings.entries.snapshot import Authentication

    with open_register(workspace) as register:
        result = register.verify()
        problems = list(result.problems)
        files = store(workspace)
        if not problems:
            for name in register.submissions():
                snapshot = register.snapshot(name)
                for entry, file in attached(snapshot.entries):
                    wrong = files.problem(file)
                    if wrong:
                        problems.append(
                            Registers.FILE_OF_ENTRY(
                                kind=entry.kind, entry=entry.id, submission=name, problem=wrong
                            )
                        )
                if snapshot.of(Authentication):
                    from labharness.app.workspace.repeated_sessions import not_reproduced

                    problems += not_reproduced(snapshot, files)
        problems += _lost(workspace, register)
    return result.changes, result.head, tuple(problems)


def database_place(workspace: Workspace, named: str) -> Path | str:
    """Return the path or the URL of a database that the workspace's settings name."""
    if "://" not in named:
        return workspace.path / named
    if holds_secret(named):
        raise WorkspaceError(Databases.PASSWORD_IN_URL(file=MARKER))
    return named


def _is_there(place: Path) -> bool:
    try:
        return place.stat().st_size > 0
    except FileNotFoundError:
        return False
    except OSError as error:
        raise RegisterError(Databases.CANNOT_OPEN(database=str(place), why=str(error.strerror))) from error


def _was_begun(workspace: Workspace) -> bool:
    """Whether anything here shows that there was a register, even where the settings were made anew."""
    return (
        read_settings(workspace).begun
        or any((workspace.path / FILES).glob("??/*"))
        or any(_snapshots(workspace))
    )


def _snapshots(workspace: Workspace) -> list[Path]:
    """Return the snapshots of the register that reports of submissions were made from."""
    return sorted((workspace.path / "reports").glob("*/dossier/submission.json"))


def _lost(workspace: Workspace, register: Register) -> Iterator[Reason]:
    """Yield which reports rest on a record that the register does not hold."""
    for path in _snapshots(workspace):
        report = path.parent.parent.name
        try:
            last = json.loads(kept(path.parents[1], f"{path.parent.name}/{path.name}"))["changes"][-1]
            record = register.record(last["number"])
            held = record is not None and record.hash == last["hash"]
        except (EvidenceError, ValueError, LookupError, TypeError, RecursionError):
            yield Registers.REPORT_UNREADABLE(report=report)
            continue
        if not held:
            yield Registers.REPORT_RECORD_MISSING(report=report, record=last["number"])


def password_for(place: Path | str) -> str | None:
    """Return the password of a database's place; a file has none."""
    return None if isinstance(place, Path) or place.startswith("sqlite:") else password_of(place)


def password_of(url: str) -> str | None:
    """Return what the system's key store keeps for a URL; None leaves it to PostgreSQL's password file."""
    import keyring
    from keyring.errors import KeyringError

    try:
        return keyring.get_password(SERVICE, url)
    except KeyringError:
        return None


def open_queue(workspace: Workspace) -> Queue:
    """Open the workspace's queue, and make it where there is none; close it after use.

    Raises
    ------
    QueueError
        If its database does not answer, is lost, or is not to be read by this version.
    """
    from labharness.nights.store.queue import Queue

    settings = read_settings(workspace)
    place = database_place(workspace, settings.queue)
    if isinstance(place, Path):
        refuse_network(place.parent)
        if settings.queue_begun and not place.is_file():
            raise QueueError(Nights.QUEUE_LOST(database=str(place)))
    queue = Queue.open(place, password_for(place), known(workspace, Kept.QUEUE))
    if isinstance(place, Path):
        note_queue_begun(workspace)
    return queue


def has_queue(workspace: Workspace) -> bool:
    """Say whether the workspace has a queue: a file that is there, or a shared one that its settings name."""
    place = database_place(workspace, read_settings(workspace).queue)
    return not isinstance(place, Path) or place.is_file()
