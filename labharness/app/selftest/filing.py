"""Write a validation down: JSON for programs, PDF for the file, the one hashed in the other."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from tempfile import TemporaryFile

from labharness.evidence.codec import dump
from labharness.evidence.durable import Writing
from labharness.model.validation import Validation


def refuse_unwritable(folder: Path) -> None:
    """Try the folder before the hours whose result it is to take.

    Raises
    ------
    StorageError
        If it cannot be written.
    """
    with Writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass


def file_validation(record: Validation, folder: Path) -> tuple[Path, Path]:
    """Return the paths of the JSON and the PDF file; partial ones have names of their own.

    Raises
    ------
    StorageError
        If the folder cannot be written.
    """
    from labharness.reporting.documents.validation import build_validation

    name = "validation" if record.complete else "validation.partial"
    content = (json.dumps({"complete": record.complete, **dump(record)}, indent=1) + "\n").encode()
    paths = folder / f"{name}.json", folder / f"{name}.pdf"
    pdf = build_validation(record, hashlib.sha256(content).hexdigest())
    with Writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for path, data in zip(paths, (content, pdf), strict=True):
            draft = path.with_suffix(path.suffix + ".part")
            draft.write_bytes(data)
            draft.replace(path)
    return paths
