"""Files and folders that are on the medium, whole, when a call returns.

Values of the model as JSON and back; cards as people write them, so that a ledger can be read.

Photographs and other files that people add to a run, each under the hash of its content.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from pydantic import TypeAdapter

from labharness.errors import IntegrityError, StorageError
from labharness.evidence.lock import evidence_file
from labharness.evidence.segments import sync_folder
from labharness.model.cards import format_order, parse_order
from labharness.model.observations import (
    Deal,
    Draws,
    Kind,
    Observation,
    Round,
    Shuffle,
)
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs
from labharness.reason import Reason

_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class Writing:
    """Work that writes; what the system refuses meanwhile is refused as :class:`StorageError` with the path.

    Parameters
    ----------
    path
        What is written, or the folder of it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, OSError):
            raise StorageError(Inputs.UNWRITABLE(path=str(self._path), why=str(error.strerror))) from error


def put(path: Path, content: bytes, mode: int = 0o666) -> None:
    """Write a file in the place of one that is there: after a crash it is the old one or the new one, never a part.

    Parameters
    ----------
    mode
        Permissions of the file before the umask.

    Raises
    ------
    OSError
        If the disk refuses; what was there is as it was.
    """
    # Others may write the same at the same time.
    draft = path.with_name(f".{path.name[:80]}.{secrets.token_hex(4)}.part")
    try:
        with os.fdopen(os.open(draft, _WRITE, mode), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it; the name of each new one is on the medium, else a power cut takes all in it away."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def sync_tree(folder: Path) -> None:
    """Force every file below a folder, and every name, onto the medium."""
    for place, _, names in os.walk(folder):
        for name in names:
            # Windows forces only what was opened for writing.
            with Path(place, name).open("rb+" if os.name == "nt" else "rb") as file:
                os.fsync(file.fileno())
        sync_folder(Path(place))


Value = TypeVar("Value")
EncodedUnit = str | tuple[str, ...]
"""An observation in the ledger: orders as cards are written, outcomes as numbers, raw bytes as their SHA-256."""


def dump(value: Any) -> Any:
    """Return a frozen dataclass of the model as plain JSON values."""
    return _adapter(type(value)).dump_python(value, mode="json")


def load(kind: type[Value], data: Any) -> Value:
    """Rebuild what :func:`dump` wrote; raises ``ValueError`` where it does not fit."""
    value: Value = _adapter(kind).validate_python(data)
    return value


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def _adapter(kind: Any) -> TypeAdapter[Any]:
    """Return what knows a type; to build it takes a millisecond, to use it microseconds."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def dump_observation(observation: Observation) -> EncodedUnit:
    """Return one observation as text; raw bytes by hash only, for the raw segment holds them."""
    if isinstance(observation, Shuffle):
        return format_order(observation.input), format_order(observation.output)
    if isinstance(observation, Round):
        return format_order(observation.dealt), format_order(observation.returned)
    if isinstance(observation, Deal):
        return (*map(format_order, observation.stacks), format_order(observation.stub))
    if isinstance(observation, Draws):
        return " ".join(map(str, observation.values.tolist()))
    return hashlib.sha256(observation.data).hexdigest()


def load_observation(kind: Kind, data: EncodedUnit) -> Observation:
    """Rebuild an observation; raises ``ValueError`` for raw bytes, which must be decoded again."""
    if kind is Kind.BYTES:
        raise ValueError("raw bytes are not in the ledger; decode them from their frames")
    if isinstance(data, str):
        if kind is not Kind.DRAW:
            raise ValueError(f"a {kind} needs more than one order")
        return Draws(np.array(data.split(), dtype=np.uint16))
    if kind is Kind.DRAW:
        raise ValueError("outcomes are one text")
    orders = tuple(map(parse_order, data))
    if kind is Kind.DEAL:
        return Deal(orders[:-1], orders[-1])
    before, after = orders
    return Shuffle(before, after) if kind is Kind.SHUFFLE else Round(before, after)


FOLDER = "attachments"


def attach(run: Path, content: bytes) -> str:
    """Keep a file's content with a run and return its SHA-256; what is there already lies there once."""
    digest = hashlib.sha256(content).hexdigest()
    folder = run / FOLDER
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


def problem(run: Path, digest: str) -> Reason | None:
    """Return what is wrong with an attachment, None where nothing is; its record holds nothing but a SHA-256."""
    return kept(run, f"{FOLDER}/{digest}", digest)


def kept(run: Path, name: str, digest: str) -> Reason | None:
    """Return what is wrong with a file of a run that must have a SHA-256, None where nothing is."""
    try:
        with evidence_file(run, name) as file:
            result = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return Evidence.MISSING(file=name)
    except IntegrityError as error:
        return error.reasons[0]
    return None if result == digest else Evidence.ALTERED(file=name)
