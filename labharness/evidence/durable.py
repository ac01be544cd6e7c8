"""Files and folders that are on the medium, whole, when a call returns, and the accounts to which they belong."""

from __future__ import annotations

import os
import secrets
import stat
import sys
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


OWNER, GROUP = 0o077, 0o007
"""Permissions that new files and folders lack: those of all others, or of all outside the group."""


if sys.platform == "win32":
    import ctypes

    def own_account() -> str:
        """Return the account that this program runs as, whatever its environment says."""
        size = ctypes.c_ulong(257)
        name = ctypes.create_unicode_buffer(size.value)
        known = ctypes.windll.advapi32.GetUserNameW(name, ctypes.byref(size))
        return name.value if known else ""

    def account_of(number: int) -> str:  # noqa: ARG001  files name no account by a number
        """Return "", as Windows numbers no accounts."""
        return ""

else:
    import pwd

    def own_account() -> str:
        """Return the account that this program runs as, whatever its environment says."""
        return account_of(os.geteuid())

    def account_of(number: int) -> str:
        """Return the name of an account by its number, or the number of one without a name."""
        try:
            return pwd.getpwuid(number).pw_name
        except KeyError:
            return f"uid {number}"


def keep_private(folder: Path) -> None:
    """Keep what this program creates from now on from other accounts; on Windows, folders pass on their own rights.

    Parameters
    ----------
    folder
        Where it works. Its set-group-id bit shares it with a group: new files are then open to that group.
    """
    if sys.platform != "win32":
        shared = folder.is_dir() and folder.stat().st_mode & stat.S_ISGID
        os.umask(GROUP if shared else OWNER)


def user() -> str:
    """Return who is logged in, for the record."""
    return os.environ.get("USER") or os.environ.get("USERNAME") or own_account() or "unknown"
