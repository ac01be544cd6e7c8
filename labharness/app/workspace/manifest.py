"""The manifest of a report's folder: every file and every run, each with its hash."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, ValidationError

from labharness.errors import IntegrityError
from labharness.evidence.lock import LARGEST, evidence
from labharness.filings.entries.entry import Sha256
from labharness.games.mistakes import Data
from labharness.model.reasons.report import Bundles, Reports

MANIFEST = "manifest.json"
_FOREIGN = re.compile(r"[\\:\x00]")
"""What stands in a part of a path on some systems only, or on none."""


Read = TypeVar("Read", bound=Data)


class ListedFile(Data):
    """A file of the folder; ``name`` is its path with ``/`` between folders, ``size`` its length in bytes."""

    name: str
    size: Annotated[int, Field(ge=0)]
    sha256: Sha256


class ReportedRun(Data):
    """A run when the report was made.

    Parameters
    ----------
    head
        Hash of the last whole record.
    problems
        What was damaged, as :func:`labharness.reason.dump_reason` writes it.
    """

    head: Sha256
    records: int
    problems: tuple[Any, ...] = ()


class Manifest(Data):
    """What the signed report names by the SHA-256 of this file."""

    schema_: Literal[1] = Field(default=1, alias="schema")
    report: str
    revision: Annotated[int, Field(ge=1)]
    runs: Mapping[str, ReportedRun]
    files: tuple[ListedFile, ...]

    @classmethod
    def of(cls, folder: Path, expected: str = "") -> Manifest:
        """Read the manifest of a folder.

        Parameters
        ----------
        expected
            SHA-256 that the report names, "" where nobody asks for it.

        Raises
        ------
        IntegrityError
            If it is missing, another one, or not what this program writes.
        StorageError
            If it cannot be read.
        """
        content = kept(folder, MANIFEST)
        if expected and hashlib.sha256(content).hexdigest() != expected:
            raise IntegrityError(Bundles.MANIFEST_REPLACED(file=MANIFEST))
        return parsed(cls, {MANIFEST: content}, MANIFEST)

    def written(self) -> bytes:
        """Return the file's content."""
        values = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return (json.dumps({"schema": self.schema_, **values}, indent=1) + "\n").encode()


def kept(folder: Path, name: str, limit: int = LARGEST) -> bytes:
    """Return a file of a report's folder.

    Raises
    ------
    IntegrityError
        If it is missing, longer than ``limit`` bytes, or not a regular file.
    StorageError
        If it cannot be read.
    """
    try:
        return evidence(folder, name, limit)
    except FileNotFoundError as error:
        raise IntegrityError(Reports.FILE_MISSING(file=name)) from error


def is_inside(name: str) -> bool:
    """Say whether a name of a manifest is one of a file below its folder, on every system."""
    parts = PurePosixPath(name).parts
    return bool(parts) and not any(part in ("..", "/") or _FOREIGN.search(part) for part in parts)


def parsed(model: type[Read], files: Mapping[str, bytes], name: str) -> Read:
    """Return a file of a dossier; raises :class:`IntegrityError` where it is missing or not valid."""
    try:
        return model.model_validate_json(files[name], strict=True)
    except KeyError as error:
        raise IntegrityError(Reports.FILE_MISSING(file=name)) from error
    except ValueError as error:
        raise IntegrityError(Reports.FILE_UNREADABLE(file=name, why=first_mistake(error))) from error


def first_mistake(error: ValueError) -> str:
    """Return what is wrong first with data, and where."""
    if not isinstance(error, ValidationError):
        return str(error)
    result = error.errors(include_input=False, include_url=False)[0]
    return f"{'.'.join(map(str, result['loc'])) or 'the file'}: {result['msg']}"
