"""A submission as a folder: one TOML file for each kind of entry, and the files that belong to them."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, create_model

from labharness.errors import EvidenceError, PlanError, RegisterError
from labharness.evidence.durable import Writing
from labharness.evidence.lock import evidence
from labharness.evidence.outside import FileReading
from labharness.filings.entries.entry import Attached, Entry
from labharness.filings.entries.filing import Filing
from labharness.filings.entries.form_values import dump
from labharness.filings.entries.snapshot import KINDS, Submission
from labharness.games.mistakes import Data, parse, read_toml, twice
from labharness.model.reasons.inputs import Inputs, Noun, located
from labharness.model.reasons.register import Registers
from labharness.reason import Reason

FILES = "files"
STAMP = "exported.toml"
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,8}")


class Stamp(Data):
    """What the register held when the folder was written; whoever imports the folder has seen that much.

    Parameters
    ----------
    record, hash
        The submission's last change in the audit chain.
    files
        SHA-256 of each file of entries as it was then; one that differs holds what no register has.
    """

    submission: str
    record: int
    hash: str
    files: dict[str, str] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FolderContent:
    """What a folder holds.

    Parameters
    ----------
    kinds
        Kinds that have a file there, even an empty one.
    files
        Where each attached file lies, by SHA-256.
    stamp
        None in a folder that no register wrote.
    """

    entries: tuple[Entry, ...]
    kinds: frozenset[str]
    files: dict[str, Path]
    stamp: Stamp | None

    @property
    def id(self) -> str:
        """Id of the submission."""
        return next(entry.id for entry in self.entries if isinstance(entry, Filing))


def write_folder(
    submission: Submission, folder: Path, place: Callable[[str], Path], stamp: Stamp | None = None
) -> None:
    """Write a submission; ``place`` says where a file lies by its hash.

    Raises
    ------
    RegisterError
        If something else is in the folder, or what no register has taken in.
    StorageError
        If it cannot be written.
    """
    with Writing(folder):
        if folder.exists():
            _refuse_to_write_over(folder, submission.id)
        (folder / FILES).mkdir(parents=True, exist_ok=True)
        for kind, model in KINDS.items():
            result = submission.of(model)
            path = folder / f"{kind}.toml"
            if result:
                _write(path, dump({"schema": 1, kind: [_plain(each) for each in result]}))
            else:
                path.unlink(missing_ok=True)
        for shown in _attached(submission.entries):
            target = folder / FILES / _name(shown)
            if not target.exists():
                shutil.copyfile(place(shown.sha256), target)
        if stamp is not None:
            write_stamp(folder, stamp)


def write_stamp(folder: Path, stamp: Stamp) -> None:
    """Write which state of the register the folder follows, and what its files are in that state."""
    head = (
        "# Written by the register; leave it. It tells whether the submission was changed elsewhere since.\n"
    )
    files = {path.name: _hash(path) for path in _tables(folder)}
    _write(folder / STAMP, head + dump({**stamp.model_dump(), "files": files}))


def read_folder(folder: Path) -> FolderContent:
    """Read a folder.

    Raises
    ------
    RegisterError
        With every mistake: file, key, and what is wrong.
    StorageError
        If it cannot be read.
    """
    with FileReading(folder):
        return _read_folder(folder)


def _read_folder(folder: Path) -> FolderContent:
    if not folder.is_dir():
        raise RegisterError(Registers.NOT_A_FOLDER(folder=str(folder)))
    problems: list[Reason] = []
    entries: list[Entry] = []
    files = _Files(folder / FILES)
    names = {path.stem for path in folder.glob("*.toml")} - {Path(STAMP).stem}
    for name in sorted(names - KINDS.keys()):
        unknown = Inputs.UNKNOWN(what=Noun.KIND_OF_ENTRY, name=name, known=tuple(KINDS))
        problems += located(f"{name}.toml", [unknown])
    unread = set()
    for kind in KINDS:
        if kind in names:
            try:
                entries += _read(folder / f"{kind}.toml", kind, files)
            except PlanError as error:
                unread.add(kind)
                problems += error.problems
    problems += files.problems
    if Filing.kind not in unread and not any(isinstance(entry, Filing) for entry in entries):
        problems += located(f"{Filing.kind}.toml", [Registers.FILING_MISSING()])
    if problems:
        raise RegisterError(*problems)
    return FolderContent(tuple(entries), frozenset(names), files.found, _stamp_of(folder))


def _stamp_of(folder: Path) -> Stamp | None:
    try:
        return parse(Stamp, evidence(folder, STAMP), STAMP)
    except FileNotFoundError:
        return None


def _read(path: Path, kind: str, files: _Files) -> tuple[Entry, ...]:
    """Read a file of one kind; what is attached needs only a name where it lies in the folder."""
    try:
        content = evidence(path.parent, path.name)
    except EvidenceError as error:
        raise PlanError(error.reasons) from error
    document = read_toml(content, path.name)
    if files.complete(document.get(kind), path.name):
        content = dump(document).encode()
    entries: tuple[Entry, ...] = getattr(parse(_model_of(kind), content, path.name), "entries", ())
    unanswered = [
        Inputs.AT(
            where=f"{kind} {at + 1} (id {row.get('id', '?')}).{name}"[:160], problem=Inputs.KEY_MISSING()
        )
        for at, row in enumerate(document.get(kind) or ())
        for name in sorted(KINDS[kind].asked - row.keys())
    ]
    if unanswered:
        raise PlanError(located(path.name, unanswered))
    if wrong := twice(Noun.ENTRY, (each.id for each in entries)):
        raise PlanError(located(path.name, wrong))
    return entries


@cache
def _model_of(kind: str) -> type[Data]:
    """Return what a file of one kind holds."""
    model = KINDS[kind]
    return create_model(
        f"{model.__name__}File",
        __base__=Data,
        schema_=(Literal[1], Field(alias="schema")),
        entries=(tuple[model, ...], Field(default=(), alias=kind)),  # type: ignore[valid-type]
    )


_LISTS = ("files", "photographs")
"""Keys under which files are attached."""


class _Files:
    """The files of a folder, found by name or by hash."""

    def __init__(self, folder: Path) -> None:
        there = list(folder.iterdir()) if folder.is_dir() else []
        # What a link points to is not in the folder: somebody else's computer holds another file there.
        self._there = {path.name: path for path in there if path.is_file() and not path.is_symlink()}
        self._hashes: dict[str, str] = {}
        self.found: dict[str, Path] = {}
        links = [f"{FILES}/{path.name[:80]}" for path in there if path.is_symlink()]
        if folder.is_symlink():
            self._there, links = {}, [FILES]
        self.problems = [Registers.LINK(path=path) for path in links]

    def complete(self, rows: Any, where: str) -> bool:
        """Fill in hash and size of what is attached by name only; say whether anything was filled in."""
        changed = False
        for at, row in enumerate(rows if isinstance(rows, list) else []):
            for key in _LISTS:
                listed = row.get(key) if isinstance(row, dict) else None
                for each in listed if isinstance(listed, list) else []:
                    if isinstance(each, dict) and isinstance(each.get("name"), str):
                        changed |= self._complete(each, f"{where}: {_at(row, at)}.{key}")
        return changed

    def _complete(self, values: dict[str, Any], where: str) -> bool:
        name, digest = values["name"], values.get("sha256")
        if digest is None:
            path = self._there.get(name)
            if path is None:
                missing = Registers.NOT_IN_THE_FOLDER(file=f"{FILES}/{name[:80]}")
                self.problems.append(Inputs.AT(where=where, problem=missing))
                values |= {"sha256": "0" * 64, "size": 0}
            else:
                values |= {"sha256": self._hash(path), "size": path.stat().st_size}
                self.found[values["sha256"]] = path
            return True
        for path in (self._there.get(_name_of(name, str(digest))), self._there.get(name)):
            if path is not None and self._hash(path) == digest:
                self.found[digest] = path
        return False

    def _hash(self, path: Path) -> str:
        if path.name not in self._hashes:
            self._hashes[path.name] = _hash(path)
        return self._hashes[path.name]


def _at(row: dict[str, Any], at: int) -> str:
    return str(row.get("id", f"entry {at + 1}"))[:80]


def _plain(entry: Entry) -> dict[str, Any]:
    """Return an entry as a table: what is empty is left out, for people to read the rest."""
    answered = {name: getattr(entry, name) for name in entry.asked}
    return entry.model_dump(exclude_defaults=True, exclude_none=True) | answered


def _attached(entries: Iterable[Entry]) -> Iterable[Attached]:
    for entry in entries:
        for key in _LISTS:
            yield from getattr(entry, key, ())


def _name(file: Attached) -> str:
    return _name_of(file.name, file.sha256)


def _name_of(name: str, digest: str) -> str:
    """Return the name of a file in the folder: its hash, which every file system takes, and a plain ending."""
    ending = Path(name).suffix
    return digest + (ending if _ENDING.fullmatch(ending) else "")


def _write(path: Path, text: str) -> None:
    path.write_bytes(text.encode())


def _hash(path: Path) -> str:
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _tables(folder: Path) -> list[Path]:
    """Return the files of entries that are there."""
    return [path for kind in KINDS if (path := folder / f"{kind}.toml").is_file()]


def _refuse_to_write_over(folder: Path, submission: str) -> None:
    """Raise :class:`RegisterError` unless nothing is in a folder that is not on record as well."""
    known = {f"{kind}.toml" for kind in KINDS} | {STAMP, FILES}
    if not folder.is_dir() or any(path.name not in known for path in folder.iterdir()):
        raise RegisterError(Registers.FOLDER_OCCUPIED(folder=str(folder)))
    stamp = _stamp_of(folder)
    if stamp is not None and stamp.submission != submission:
        raise RegisterError(Registers.FOLDER_OF_ANOTHER(folder=str(folder), submission=stamp.submission))
    on_record = stamp.files if stamp is not None else {}
    edited = tuple(path.name for path in _tables(folder) if _hash(path) != on_record.get(path.name))
    if edited:
        raise RegisterError(Registers.FOLDER_EDITED(folder=str(folder), files=edited))
