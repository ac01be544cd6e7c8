"""The content of a photograph, or of another file that a person added to a run."""

from __future__ import annotations

import hashlib

from labharness.errors import IntegrityError
from labharness.evidence.attachments import FOLDER
from labharness.evidence.folder import RunFolder
from labharness.evidence.opening import evidence
from labharness.model.reasons.evidence import Evidence

LARGEST = 1 << 26
"""Bytes of a photograph that are read."""


def attachment(folder: RunFolder, sha256: str) -> bytes:
    """Return a file that was added to a run.

    Raises
    ------
    IntegrityError
        If it is missing, larger than any photograph, or another than the one on record.
    StorageError
        If it cannot be read.
    """
    name = f"{FOLDER}/{sha256}"
    try:
        content = evidence(folder.path, name, LARGEST)
    except FileNotFoundError as error:
        raise IntegrityError(Evidence.MISSING(file=name)) from error
    if hashlib.sha256(content).hexdigest() != sha256:
        raise IntegrityError(Evidence.ALTERED(file=name))
    return content
