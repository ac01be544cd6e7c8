"""A store of evidence: a list of files for each run, and the files, each seen by its hash.

``runs/NAME-HEAD/`` holds the files of a run as they lie in its folder, and ``manifests/NAME-HEAD.json`` lists them. The list
is written last, so a run without one has not arrived.

What this computer knows of the store: which runs have arrived there, and why others have not.

A file of the workspace that may be lost: the runs are then copied again, which reads and compares what is there.

Fetching of runs from the laboratory's store; nothing is used before all of it was verified.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from labharness.app.shared_store.media import Bucket, Folder, Medium, remove_left
from labharness.app.workspace.manifest import ListedFile, is_inside
from labharness.app.workspace.settings import Settings, read_settings
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.errors import EvidenceError, IntegrityError, LockedError, StorageError, WorkspaceError
from labharness.evidence.durable import Writing, put, sync_tree
from labharness.evidence.folder import RunFolder, names_rescission
from labharness.evidence.lock import LEDGER, FileLock, evidence
from labharness.evidence.segments import sync_folder
from labharness.evidence.verify import verify
from labharness.filings.entries.entry import Sha256
from labharness.games.mistakes import Data
from labharness.model.reasons.database import Stores
from labharness.model.reasons.evidence import Evidence, Lockable
from labharness.model.reasons.inputs import Inputs
from labharness.model.results import Ending, Outcome, Standing, standing_of
from labharness.reason import Reason, dump_reason, load_reason

MARK = "labharness-store.json"
"""Its presence tells a store from an empty folder on which a drive should be mounted."""
MANIFESTS, RUNS = "manifests", "runs"
_LONGEST = 1 << 26
"""Bytes of the longest list of a run's files."""
_KEY = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]{0,99})-([0-9a-f]{64})")


def _moment(text: str) -> str:
    """Return "" or a moment with its zone; raises :class:`ValueError` for other text, which no list can show."""
    if text and datetime.fromisoformat(text).tzinfo is None:
        raise ValueError(text)
    return text


class StoreMark(Data):
    """What tells a store from others."""

    schema_: Literal[1] = Field(default=1, alias="schema")
    id: Annotated[str, Field(pattern="^[0-9a-f]{16}$")]


class StoredRun(Data):
    """A run in the store.

    Parameters
    ----------
    head
        Hash of the last record of its ledger.
    records
        How many records the ledger has.
    plan, verdict, ending, ended, host, simulated, replayed, rescinded_law
        As the run's records have them, for lists; whoever decides fetches the run. Lists of earlier versions do not
        state whether the device was simulated, and of the law only the run's game file does.
    files
        Every file that the ledger names, and the ledger.
    """

    schema_: Literal[1] = Field(default=1, alias="schema")
    run: str
    head: Sha256
    records: int
    plan: str = ""
    verdict: str = ""
    ending: str = ""
    ended: Annotated[str, AfterValidator(_moment)] = ""
    host: str = ""
    simulated: bool | None = None
    replayed: bool = False
    rescinded_law: bool | None = None
    files: tuple[ListedFile, ...]

    @property
    def key(self) -> str:
        """Its name in the store."""
        return f"{self.run}-{self.head}"

    @property
    def standing(self) -> Standing:
        """The recorded verdict with its qualifiers."""
        return standing_of(
            Outcome(self.verdict) if self.verdict in set(Outcome) else None,
            ending=Ending(self.ending) if self.ending in set(Ending) else Ending.INTERRUPTED,
            simulated=self.simulated,
            replayed=self.replayed,
            rescinded_law=bool(self.rescinded_law),
        )

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)

    def written(self) -> bytes:
        """Return the list's bytes."""
        return (json.dumps(self.model_dump(mode="json", by_alias=True), indent=1) + "\n").encode()


@dataclass(frozen=True, slots=True)
class Store:
    """A store that was made by ``labharness store init``.

    Parameters
    ----------
    id
        What tells it from others.
    """

    medium: Medium
    id: str

    @classmethod
    def open(cls, medium: Medium) -> Store:
        """Return the store of a medium.

        Raises
        ------
        StorageError
            If it does not answer, or no store lies there: a drive may not be mounted.
        """
        try:
            return cls(medium, StoreMark.model_validate_json(_whole(medium, MARK), strict=True).id)
        except (FileNotFoundError, ValueError) as error:
            raise StorageError(Stores.NOT_A_STORE(store=medium.shown, file=MARK)) from error

    @classmethod
    def make(cls, medium: Medium) -> Store:
        """Make a store, or return the one that is there; raises :class:`StorageError` for other files."""
        if MARK not in (there := medium.names("")):
            if there:
                raise StorageError(Stores.NOT_EMPTY(store=medium.shown))
            mark = json.dumps({"schema": 1, "id": secrets.token_hex(8)}).encode()
            with suppress(FileExistsError), _as_file(mark) as file:
                medium.put(MARK, file)
        return cls.open(medium)

    def arrived(self) -> tuple[tuple[str, str], ...]:
        """Return name and head of every run that has arrived, in order."""
        result = (_KEY.fullmatch(name.removesuffix(".json")) for name in self.medium.names(MANIFESTS))
        return tuple((match[1], match[2]) for match in result if match is not None)

    def run(self, name: str, head: str) -> StoredRun:
        """Return the list of a run's files.

        Raises
        ------
        IntegrityError
            If it is missing, or not a list of this run with names below its folder.
        """
        file = f"{MANIFESTS}/{name}-{head}.json"
        try:
            run = StoredRun.model_validate_json(_whole(self.medium, file), strict=True)
        except FileNotFoundError as error:
            raise IntegrityError(Stores.MISSING(store=self.medium.shown, file=file)) from error
        except ValueError as error:
            raise IntegrityError(Stores.MANIFEST_UNREADABLE(store=self.medium.shown, file=file)) from error
        names = [each.name for each in run.files]
        if (
            (run.run, run.head) != (name, head)
            or len({*names}) < len(names)
            or not all(map(is_inside, names))
        ):
            raise IntegrityError(Stores.MANIFEST_UNREADABLE(store=self.medium.shown, file=file))
        if run.rescinded_law is None and "game.toml" in names:
            with suppress(FileNotFoundError, ValueError):  # which whoever fetches the run says
                game = _whole(self.medium, f"{RUNS}/{run.key}/game.toml")
                return run.model_copy(update={"rescinded_law": names_rescission(game)})
        return run

    def find(self, wanted: str) -> tuple[str, str]:
        """Return name and head of a run by its name, or by 16 digits or more of its head hash.

        Raises
        ------
        WorkspaceError
            If there is none, or several of this name.
        """
        digits = wanted.lower() if re.fullmatch("[0-9a-fA-F]{16,64}", wanted) else None
        keys = self.arrived()
        result = [key for key in keys if key[0] == wanted]
        result = result or [key for key in keys if digits and key[1].startswith(digits)]
        if not result:
            raise WorkspaceError(Stores.UNKNOWN(store=self.medium.shown, run=wanted))
        if len(result) > 1:
            raise WorkspaceError(Stores.AMBIGUOUS(run=wanted, heads=tuple(head for _, head in result)))
        return result[0]

    def put(self, name: str, source: Path, sha256: str) -> None:
        """Write a file and read it back; one that is there already is read instead.

        Raises
        ------
        IntegrityError
            If another file has this name, which is not overwritten, or what was written is not what is read.
        StorageError
            If the store does not answer.
        """
        there = self.measured(name)
        if there is None:
            with suppress(FileExistsError):  # somebody else copies the same run
                self.medium.put(name, source)
            there = self.measured(name)
            if there != sha256:
                raise IntegrityError(Stores.ARRIVED_DIFFERENT(store=self.medium.shown, file=name))
        elif there != sha256:
            raise IntegrityError(Stores.OTHER_OBJECT(store=self.medium.shown, file=name))

    def put_manifest(self, run: StoredRun) -> None:
        """Write the list of a run's files, once all of them have arrived.

        Raises
        ------
        IntegrityError
            If there is a list of other files.
        """
        name, content = f"{MANIFESTS}/{run.key}.json", run.written()
        if (run.run, run.head) in self.arrived():
            if self.run(run.run, run.head).files != run.files:
                raise IntegrityError(Stores.OTHER_OBJECT(store=self.medium.shown, file=name))
            return
        with _as_file(content) as file:
            self.put(name, file, hashlib.sha256(content).hexdigest())

    def measured(self, name: str) -> str | None:
        """Return the SHA-256 of an object as the store gives it back, None where there is none."""
        try:
            digest = hashlib.sha256()
            for piece in self.medium.pieces(name):
                digest.update(piece)
        except FileNotFoundError:
            return None
        return digest.hexdigest()


def medium_of(settings: Settings) -> Medium:
    """Return where the settings say that the store lies.

    Raises
    ------
    WorkspaceError
        If they name none, or one that holds a secret or is of an unknown kind.
    InputError
        If the library for it is not installed.
    """
    if not settings.store:
        raise WorkspaceError(Stores.NOT_SET(file=MARKER))
    if any("@" in url or "?" in url for url in (settings.store, settings.store_endpoint) if "://" in url):
        raise WorkspaceError(Stores.SECRET_IN_URL(file=MARKER))
    scheme, dots, rest = settings.store.partition("://")
    if dots and scheme == "s3" and urlsplit(settings.store).netloc:
        return Bucket(rest, settings.store_endpoint)
    if not dots and Path(settings.store).is_absolute():
        return Folder(Path(settings.store))
    raise WorkspaceError(Stores.URL_UNSUPPORTED(file=MARKER))


def _whole(medium: Medium, name: str) -> bytes:
    content = b""
    for piece in medium.pieces(name):
        content += piece
        if len(content) > _LONGEST:
            raise ValueError(name)
    return content


@contextmanager
def _as_file(content: bytes) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "content")
        path.write_bytes(content)
        yield path


FILE = "stored.json"


@dataclass
class Receipts:
    """Runs that have arrived, by name and head, and failures of the last attempt, by name.

    Parameters
    ----------
    place
        What the settings name; receipts of another place count for nothing.
    store
        Id of the store that gave them.
    """

    path: Path
    place: str
    store: str = ""
    arrived: dict[str, str] = field(default_factory=dict)
    failures: dict[str, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, workspace: Workspace, settings: Settings) -> Receipts:
        """Read the receipts of a workspace; none where they cannot be read or are of another store."""
        receipts = cls(workspace.path / FILE, f"{settings.store} {settings.store_endpoint}".strip())
        try:
            values = json.loads(evidence(workspace.path, FILE))
            if values["place"] == receipts.place:
                receipts.store = str(values["store"])
                receipts.arrived = {str(key): str(utc) for key, utc in values["arrived"].items()}
                for run, value in values["failures"].items():
                    _failure(value)
                    receipts.failures[str(run)] = value
        except (OSError, EvidenceError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            pass
        return receipts

    def holds(self, run: str, head: str) -> bool:
        """Say whether a run has arrived."""
        return f"{run}-{head}" in self.arrived

    def knows(self, run: str) -> bool:
        """Say whether a run of this name has arrived, whatever its head."""
        return any(key.rpartition("-")[0] == run for key in self.arrived)

    def failure(self, run: str) -> tuple[Reason, ...]:
        """Return why the last attempt to copy a run failed, empty where there was none."""
        failure = self.failures.get(run)
        return () if failure is None else (_failure(failure),)

    def begin(self, store: str) -> None:
        """Forget what another store gave."""
        if self.store != store:
            self.store, self.arrived, self.failures = store, {}, {}

    def add(self, run: str, head: str) -> None:
        """Put down that a run has arrived."""
        self.arrived[f"{run}-{head}"] = _now()
        self.failures.pop(run, None)
        self._write()

    def fail(self, runs: Collection[str], why: tuple[Reason, ...], *, lost: bool = False) -> None:
        """Put down why runs were not copied; what is lost in the store is there no more, whenever it arrived."""
        if lost:
            self.arrived = {
                key: utc for key, utc in self.arrived.items() if key.rpartition("-")[0] not in runs
            }
        failure = {"utc": _now(), "why": [dump_reason(each) for each in why]}
        self.failures.update(dict.fromkeys(runs, failure))
        self._write()

    def _write(self) -> None:
        values = {name: getattr(self, name) for name in ("place", "store", "arrived", "failures")}
        with Writing(self.path):
            put(self.path, json.dumps({"schema": 1, **values}).encode())


def _failure(values: dict[str, Any]) -> Reason:
    return Stores.COPY_FAILED(utc=str(values["utc"]), why=tuple(map(load_reason, values["why"])))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


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
    with (
        suppress(LockedError, StorageError),
        FileLock(workspace.path / "store.lock", Lockable.STORE, str(workspace.path)),
    ):
        receipts = Receipts.of(workspace, read_settings(workspace))
        receipts.begin(store.id)
        receipts.add(name, head)


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
        remove_left(workspace.path / "runs", f"{PLACE}*")
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
