"""Where a store of evidence lies: a folder, or a bucket of an S3-compatible server.

Both keep what is there: an object is written whole or not at all, and never in the place of another.
"""

from __future__ import annotations

import glob
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

from labharness.errors import InputError, LabharnessError, StorageError
from labharness.evidence.durable import make_folder
from labharness.evidence.lock import evidence_file
from labharness.evidence.segments import sync_folder
from labharness.model.reasons.database import Stores

PIECE = 1 << 23
"""Bytes that are read of an object at a time."""
DRAFT, DRAFT_S = ".part", 24 * 3600
"""How the names of drafts end, and after how many seconds one that was left is removed."""


class Medium(Protocol):
    """What holds objects by names with ``/`` between folders; anything that goes wrong is a :class:`StorageError`."""

    @property
    def shown(self) -> str:
        """What people call it."""

    def put(self, name: str, source: Path) -> None:
        """Write a file as an object; raises :class:`FileExistsError` where there is an object of this name."""

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield an object piece by piece; raises :class:`FileNotFoundError` where there is none."""

    def names(self, folder: str) -> list[str]:
        """Return the names of the objects right below a folder, in order; none where there is no folder."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder, such as a drive that the laboratory's server shares."""

    root: Path

    @property
    def shown(self) -> str:
        """What people call it."""
        return str(self.root)

    def put(self, name: str, source: Path) -> None:
        """Write a file beside its place, force it onto the medium, and give it its name."""
        path = self.root / name
        with _answering(self.shown):
            make_folder(path.parent)
            # Each writer has a draft of its own.
            remove_left(path.parent, f".{glob.escape(path.name)}.*{DRAFT}")
            draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}{DRAFT}")
            try:
                with source.open("rb") as content, draft.open("xb") as file:
                    shutil.copyfileobj(content, file, PIECE)
                    file.flush()
                    os.fsync(file.fileno())
                _name(draft, path)
            finally:  # also where the disk is full: attempt after attempt would leave one
                draft.unlink(missing_ok=True)
            sync_folder(path.parent)

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield a regular file piece by piece; no link is followed, and no pipe waited for."""
        with evidence_file(self.root, name) as file:
            while piece := file.read(PIECE):
                yield piece

    def names(self, folder: str) -> list[str]:
        """Return the names of the files right below a folder, in order."""
        with _answering(self.shown), suppress(FileNotFoundError):
            return sorted(
                each.name for each in (self.root / folder).iterdir() if not each.name.endswith(DRAFT)
            )
        return []


def remove_left(folder: Path, pattern: str) -> None:
    """Remove the drafts that whoever was killed long ago left in a folder: files, or folders of files."""
    for draft in folder.glob(pattern):
        with suppress(OSError):
            if time.time() - draft.stat().st_mtime > DRAFT_S:
                shutil.rmtree(draft, ignore_errors=True) if draft.is_dir() else draft.unlink()


def _name(draft: Path, path: Path) -> None:
    """Give a draft its name; raises :class:`FileExistsError` where the name is taken."""
    if os.name == "nt":  # there, renaming refuses a name that is taken
        draft.rename(path)
        return
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # a drive without links
        if os.path.lexists(path):
            raise FileExistsError from None
        draft.rename(path)


class Bucket:
    """A folder of a bucket on an S3-compatible server; keys and region as the AWS tools keep them.

    Parameters
    ----------
    root
        Bucket and folder, such as ``evidence/laboratory``.
    endpoint
        URL of the server, "" for that of the AWS tools' configuration.

    Raises
    ------
    InputError
        If the library is not installed.
    """

    def __init__(self, root: str, endpoint: str = "") -> None:
        try:
            library = import_module("s3fs")
        except ImportError as error:
            raise InputError(Stores.LIBRARY()) from error
        self._root = root.strip("/")
        self.shown = f"s3://{self._root}"
        with _answering(self.shown):
            # Listings of this process are not kept: other benches write at the same time.
            self._files = library.S3FileSystem(
                endpoint_url=endpoint or None, use_listings_cache=False, skip_instance_cache=True
            )

    def put(self, name: str, source: Path) -> None:
        """Send a file; the server makes an object of it once all of it has arrived, unless there is one."""
        with _answering(self.shown):
            self._files.put_file(str(source), f"{self._root}/{name}", mode="create")

    def pieces(self, name: str) -> Iterator[bytes]:
        """Yield an object as the server sends it, piece by piece."""
        with _answering(self.shown), self._files.open(f"{self._root}/{name}", "rb", block_size=PIECE) as file:
            while piece := file.read(PIECE):
                yield piece

    def names(self, folder: str) -> list[str]:
        """Return the names of the objects right below a folder, in order."""
        with _answering(self.shown):
            try:
                result = self._files.ls(f"{self._root}/{folder}", detail=False)
            except FileNotFoundError:
                return []
        return sorted(name.rpartition("/")[2] for name in result)


@contextmanager
def _answering(shown: str) -> Iterator[None]:
    """Turn what a medium refuses into :class:`StorageError`, without anything secret that its words may hold."""
    try:
        yield
    except (LabharnessError, FileNotFoundError, FileExistsError):
        raise
    except Exception as error:  # a server has errors of three libraries
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        why = re.sub(r"//[^/@\s]*@", "//", str(why))
        raise StorageError(Stores.UNREACHABLE(store=shown, why=why[:300])) from error
