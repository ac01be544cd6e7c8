"""Files that come from outside: each is read whole only where it is no larger than its kind may be."""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path

from labharness.errors import FileTooLarge
from labharness.model.reasons.inputs import Inputs


class SizeLimit(Enum):
    """Bytes that a file of a kind may have: many times what any of them needs, and little enough to be read at once."""

    WRITTEN = 1 << 20
    """What people write: plans, games, suites, layouts, settings, card sets, times, prompts and the orders of decks."""
    CERTIFICATES = 16 << 20
    """Keys, certificates and lists of revoked ones, which an authority of a state may have in thousands."""
    KEPT = 64 << 20
    """What this program keeps for itself as JSON: drafts, tables, journals, indexes."""
    DOCUMENT = 256 << 20
    """Reports and files that are attached to a submission."""


LONGEST_LINE = 1 << 16
"""Characters or bytes of a line that comes through a pipe or from a terminal."""


def read_outside(path: Path, limit: SizeLimit) -> bytes:
    """Return the content of a file.

    A pipe, and a file that grows while it is read, are read up to the limit.

    Raises
    ------
    FileTooLarge
        If it is larger than its kind may be; at most one byte more was read.
    OSError
        If it cannot be read.
    """
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        content = b"" if size > limit.value else file.read(limit.value + 1)
    size = max(size, len(content))
    if size > limit.value:
        raise FileTooLarge(Inputs.TOO_LARGE(file=str(path), size=size, limit=limit.value))
    return content


def text_outside(path: Path, limit: SizeLimit, encoding: str = "utf-8") -> str:
    """Return the text of a file, its lines ended as Unix ends them; errors as :func:`read_outside`, and ``UnicodeDecodeError``."""
    return read_outside(path, limit).decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
