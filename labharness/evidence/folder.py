"""The run folder: where things lie, who may write, how views send commands.

The ledger file: append, read, follow.

Photographs and other files that people add to a run, each under the hash of its content.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from labharness.errors import EvidenceError, InputError, IntegrityError, StorageError
from labharness.evidence.durable import Writing, account_of
from labharness.evidence.lock import LEDGER, evidence, evidence_file, is_held, reading
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.evidence.records.body import Body
from labharness.evidence.records.course import StartBody
from labharness.evidence.records.line import Record, decode, encode
from labharness.evidence.records.people import Command
from labharness.evidence.segments import GENESIS, Frame, flush, read_frames, sync_folder, write_all
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.run import Runs
from labharness.reason import Reason

LONGEST_LINE = 1 << 27
"""Bytes of a line, its newline included: room for the largest batch of outcomes that a plan can ask for (2²⁴ of up
to five digits), and an end to what a damaged or foreign file can have read into memory."""


def utc_now() -> str:
    """Wall clock as the records write it."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def name_of(folder: Path) -> str:
    """Return the last part of a folder's path, also where the path is relative."""
    if folder.is_absolute() and ".." not in folder.parts:  # as nearly always, and by the ten thousand
        return folder.name
    return os.path.basename(os.path.abspath(folder))  # noqa: PTH100, PTH119  the name that was given: links are not followed


def refuse_other_name(folder: Path, run: str) -> None:
    """Raise :class:`IntegrityError` where a folder has another name than the run that its start record names."""
    name = name_of(folder)
    if os.path.normcase(run) != os.path.normcase(name):
        raise IntegrityError(Evidence.OTHER_RUN(line=1, run=str(run), folder=name))


class LedgerWriter:
    """Append records; nothing reaches the file before :meth:`write`, nothing is kept before :meth:`sync`.

    Parameters
    ----------
    path
        The ledger; it may exist, and then ``after`` is its last good record.
    """

    def __init__(self, path: Path, after: Record | None = None) -> None:
        self.seq = after.seq + 1 if after else 0
        self.head = after.hash if after else GENESIS
        self._pending: list[bytes] = []
        flags = (
            os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0) | (0 if after else os.O_EXCL)
        )
        with Writing(path):
            self._file = os.open(path, flags, 0o644)

    def append(self, body: Body) -> Record:
        """Add one record to what the next :meth:`write` writes.

        Raises
        ------
        InputError
            If its line would be longer than any reader takes.
        IntegrityError
            If a reader would refuse it.
        """
        utc, mono = utc_now(), time.monotonic_ns()
        line, _ = encode(self.seq, utc, mono, body, self.head)
        if len(line) > LONGEST_LINE:
            raise InputError(Evidence.RECORD_TOO_LONG(type=body.TYPE.value, size=len(line)))
        record = decode(line[:-1], self.seq, self.head)  # what is written can be read
        self._pending.append(line)
        self.seq, self.head = self.seq + 1, record.hash
        return record

    @property
    def pending(self) -> int:
        """Number of records not yet written."""
        return len(self._pending)

    def write(self, lines: int | None = None) -> None:
        """Hand the pending lines (or the first of them) to the operating system.

        Raises
        ------
        StorageError
            If the disk refuses them.
        """
        write_all(self._file, LEDGER, b"".join(self._pending[:lines]))
        del self._pending[:lines]

    @property
    def size(self) -> int:
        """Bytes written."""
        return os.fstat(self._file).st_size

    def sync(self) -> None:
        """Force written lines onto the medium."""
        flush(self._file)

    def close(self) -> None:
        """Let go; what is still pending is lost, as in a crash."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class LedgerReader:
    """Read a ledger line by line, now or while it grows.

    Attributes
    ----------
    torn
        Bytes after the last newline: a line being written, or a crash's torn tail.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.torn = b""
        self._offset, self._seq, self._prev = 0, 0, GENESIS

    @property
    def good_bytes(self) -> int:
        """Bytes of the ledger that have been read as whole, good lines."""
        return self._offset

    def poll(self, most: int = 1 << 62) -> Iterator[Record]:
        """Yield records that are new since the last call, at most so many.

        Raises
        ------
        IntegrityError
            At the first line that is not as written, or if the folder has another name than its run.
        StorageError
            If the ledger is there and cannot be read.
        """
        # A ledger that is not there is that of a run that has not begun.
        with suppress(FileNotFoundError), evidence_file(self.path.parent, self.path.name) as file:
            file.seek(self._offset)
            while most > 0 and (line := file.readline(LONGEST_LINE + 1)):
                if len(line) > LONGEST_LINE:
                    raise IntegrityError(Evidence.LINE_TOO_LONG(line=self._seq + 1))
                if not line.endswith(b"\n"):
                    self._refuse_changed_newline(line)
                    self.torn = line
                    return
                record = decode(line[:-1], self._seq, self._prev)
                if isinstance(record.body, StartBody):
                    refuse_other_name(self.path.parent, record.body.run)
                self._offset, self._seq, self._prev, self.torn = (
                    self._offset + len(line),
                    self._seq + 1,
                    record.hash,
                    b"",
                )
                most -= 1
                yield record

    def _refuse_changed_newline(self, line: bytes) -> None:
        """Raise for a whole record that ends in another byte than a newline: no crash tears a line so."""
        try:
            decode(line[:-1], self._seq, self._prev)
        except IntegrityError:
            return
        raise IntegrityError(Evidence.LINE_NEWLINE(line=self._seq + 1))


def read_ledger(path: Path) -> Iterator[Record]:
    """Yield every whole record of a ledger, in order.

    Raises
    ------
    IntegrityError
        At the first line that is not as written, or if the file is missing.
    StorageError
        If the file is there and cannot be read.
    """
    with reading(path):
        there = path.is_file()
    if not there:
        raise IntegrityError(Evidence.NOT_A_RUN(folder=str(path.parent), file=path.name))
    yield from LedgerReader(path).poll()


COMMANDS = tuple(
    command.value for command in Command if command not in (Command.INTERRUPT, Command.UNREADABLE)
)
_RESCINDED = re.compile(rb"^[^#\n]*\brescinded_by\s*=", re.MULTILINE)
_LARGEST_GAME = 1 << 22
_RUN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


def names_rescission(game: bytes) -> bool:
    """Whether a game file names a publication that rescinds its chapter; for lists, read without its meaning."""
    return bool(_RESCINDED.search(game))


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A run on disk, for reading; any number of views may hold one."""

    path: Path

    @classmethod
    def open(cls, path: Path) -> RunFolder:
        """Return the run in a folder; raises :class:`IntegrityError` where there is none."""
        with reading(path):
            there = (path / LEDGER).is_file()
        if not there:
            raise IntegrityError(Evidence.NOT_A_RUN(folder=str(path), file=LEDGER))
        return cls(path)

    @property
    def run(self) -> str:
        """The run's name, which is that of its folder."""
        return name_of(self.path)

    @property
    def raw(self) -> Path:
        """Folder of the raw segments."""
        return self.path / "raw"

    @property
    def alive(self) -> bool:
        """Whether a runner is at work on it."""
        return is_held(self.path / "lock")

    def start(self) -> Record:
        """Return the first record; raises :class:`IntegrityError` where it is missing."""
        first = next(read_ledger(self.path / LEDGER), None)
        if first is None or not isinstance(first.body, StartBody):
            raise IntegrityError(Evidence.START_MISSING(line=1))
        return first

    def begun(self) -> StartBody:
        """Return the body of the first record; raises :class:`IntegrityError` where it is missing."""
        body = self.start().body
        assert isinstance(body, StartBody)
        return body

    def records(self) -> Iterator[Record]:
        """Yield every record; raises :class:`IntegrityError` at the first bad line."""
        return read_ledger(self.path / LEDGER)

    def frozen(self, name: str) -> bytes:
        """Return a file as it was frozen at the start; raises :class:`IntegrityError` if it was changed since."""
        try:
            content = evidence(self.path, name)
        except FileNotFoundError:
            content = b""
        if hashlib.sha256(content).hexdigest() != self.begun().files.get(name):
            raise IntegrityError(Evidence.DAMAGED(run=self.run, problem=Evidence.ALTERED(file=name)))
        return content

    @property
    def under_rescinded_law(self) -> bool:
        """Whether its game file names a publication that rescinds the chapter; for lists."""
        try:
            return names_rescission(evidence(self.path, "game.toml", _LARGEST_GAME))
        except (EvidenceError, OSError):
            return False  # which whoever reads the file says

    def follow(self) -> LedgerReader:
        """Return a reader whose ``poll()`` yields what is new."""
        return LedgerReader(self.path / LEDGER)

    def frames(self, channel: str, first: int = 0) -> Iterator[Frame]:
        """Yield recorded frames of a channel from number ``first`` on."""
        return read_frames(self.raw, self.begun().run, channel, first)

    def send(self, command: str, who: str, **details: Any) -> None:
        """Put a command into the inbox; the runner copies it into the ledger when it acts on it."""
        if command not in COMMANDS:
            raise ValueError(f"{command!r} is not one of {', '.join(COMMANDS)}")
        inbox = self.path / "inbox"
        inbox.mkdir(exist_ok=True)
        name = f"{len(list(inbox.iterdir())):06d}-{uuid.uuid4().hex}"
        draft = inbox / f"{name}.tmp"
        draft.write_text(json.dumps({"command": command, "who": who, **details}), encoding="utf-8")
        draft.rename(inbox / f"{name}.json")


def take_commands(path: Path) -> list[dict[str, Any]]:
    """Remove and return the commands in a run's inbox, oldest first; what is no command is dropped as one.

    ``account`` of each is the account that wrote the file. A file that cannot be understood comes back as ``{"command": "unreadable", "who": file name}``, so that the
    runner can put it on record; one that cannot be read stays for the next time.
    """
    result = []
    try:
        with os.scandir(path / "inbox") as entries:
            files = [
                (entry.stat(follow_symlinks=False).st_mtime_ns, entry.path)
                for entry in entries
                if entry.name.endswith(".json")
            ]
    except FileNotFoundError:
        return []
    for _, name in sorted(files):
        file, account = Path(name), ""
        try:
            with evidence_file(path, f"inbox/{file.name}") as opened:
                account = account_of(os.fstat(opened.fileno()).st_uid)
                command = json.loads(opened.read(1 << 20))
            good = (
                isinstance(command, dict)
                and command.get("command") in COMMANDS
                and isinstance(command.get("who"), str)
            )
        except (OSError, StorageError):
            continue  # a scanner holds the file, or there is no descriptor left; the next look takes it
        except (ValueError, RecursionError, IntegrityError):
            good = False
        try:
            file.unlink(missing_ok=True)
        except OSError:
            continue
        named = command if good else {"command": "unreadable", "who": file.name}
        result.append({**named, "account": account})
    return result


def refuse_name(path: Path) -> None:
    """Raise :class:`StorageError` where a folder is there, or its name is not one of a run."""
    if not _RUN_ID.fullmatch(path.name):
        raise StorageError(Runs.NAME_INVALID(name=path.name))
    with reading(path):
        there = path.exists()
    if there:
        raise StorageError(Runs.FOLDER_EXISTS(folder=str(path)))


def create(path: Path, files: dict[str, bytes]) -> dict[str, str]:
    """Make an empty run folder with the given frozen files and the README.

    Returns
    -------
    dict
        SHA-256 of each file, for the start record.

    Raises
    ------
    StorageError
        If the folder exists or cannot be written.
    """
    hashes = {}
    readme = read_outside(Path(__file__).with_name("run_readme.txt"), SizeLimit.WRITTEN)
    try:
        path.mkdir(parents=True)
        for name in ("raw", "inbox"):
            (path / name).mkdir()
        for name, content in sorted({**files, "README.txt": readme}.items()):
            with (path / name).open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            hashes[name] = hashlib.sha256(content).hexdigest()
        for folder in (path / "raw", path / "inbox", path, path.parent):
            sync_folder(folder)
    except FileExistsError as error:
        raise StorageError(Runs.FOLDER_EXISTS(folder=str(path))) from error
    except OSError as error:
        raise StorageError(Inputs.UNWRITABLE(path=str(path), why=str(error.strerror))) from error
    return hashes


ATTACHMENTS = "attachments"


def attach(run: Path, content: bytes) -> str:
    """Keep a file's content with a run and return its SHA-256; what is there already lies there once."""
    digest = hashlib.sha256(content).hexdigest()
    folder = run / ATTACHMENTS
    folder.mkdir(exist_ok=True)
    place = folder / digest
    if not place.exists():
        draft = folder / f".{digest}.part"
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(place)
    return digest


def attachment_problem(run: Path, digest: str) -> Reason | None:
    """Return what is wrong with an attachment, None where nothing is; its record holds nothing but a SHA-256."""
    return file_problem(run, f"{ATTACHMENTS}/{digest}", digest)


def file_problem(run: Path, name: str, digest: str) -> Reason | None:
    """Return what is wrong with a file of a run that must have a SHA-256, None where nothing is."""
    try:
        with evidence_file(run, name) as file:
            result = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return Evidence.MISSING(file=name)
    except IntegrityError as error:
        return error.reasons[0]
    return None if result == digest else Evidence.ALTERED(file=name)
