"""Files and folders that are on the medium, whole, when a call returns."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from labharness.evidence.outside import FileWork
from labharness.evidence.segments import sync_folder
from labharness.model.reasons.inputs import Inputs

_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class Writing(FileWork):
    """Work that writes."""

    CODE = Inputs.UNWRITABLE


def keep(file: Path | None, content: bytes) -> None:
    """Keep what can be made again, whole or not at all; where there is no place, or it cannot be written, nothing is kept."""
    if file is None:
        return
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(f"{file.name}.{os.getpid()}.part")  # two processes never write into one draft
        draft.write_bytes(content)
        draft.replace(file)


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


def put_document(path: Path, content: bytes) -> None:
    """Write a document where a person wants it, in a folder made for it; raises :class:`StorageError` where it cannot be."""
    with Writing(path):
        path.parent.mkdir(exist_ok=True)
        put(path, content)


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
