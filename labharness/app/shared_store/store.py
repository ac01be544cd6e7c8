"""A store of evidence: a list of files for each run, and the files, each seen by its hash.

``runs/NAME-HEAD/`` holds the files of a run as they lie in its folder, and ``manifests/NAME-HEAD.json`` lists them. The list
is written last, so a run without one has not arrived.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from labharness.app.manifest import ListedFile, is_inside
from labharness.app.settings import Settings
from labharness.app.shared_store.media import Bucket, Folder, Medium
from labharness.app.workspace import MARKER
from labharness.errors import IntegrityError, StorageError, WorkspaceError
from labharness.evidence.folder import names_rescission
from labharness.filings.entries.entry import Sha256
from labharness.games.data import Data
from labharness.model.reasons.store import Stores
from labharness.model.results import Ending, Outcome
from labharness.model.standing import Standing, standing_of

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
