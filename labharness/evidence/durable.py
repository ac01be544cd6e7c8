"""Files and folders that are on the medium, whole, when a call returns."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from labharness.errors import StorageError
from labharness.evidence.segments import sync_folder
from labharness.model.reasons.inputs import Inputs

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
