"""Photographs and other files that people add to a run, each under the hash of its content."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from labharness.evidence.segments import reading
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
    place = run / FOLDER / digest
    with reading(place):
        content = place.read_bytes() if place.is_file() else None
    if content is None:
        return Evidence.MISSING(file=f"{FOLDER}/{digest}")
    if hashlib.sha256(content).hexdigest() != digest:
        return Evidence.ALTERED(file=f"{FOLDER}/{digest}")
    return None
