"""Photographs and other files that people add to a run, each under the hash of its content."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from labharness.errors import IntegrityError
from labharness.evidence.lock import evidence_file
from labharness.model.reasons.evidence import Evidence
from labharness.reason import Reason

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
