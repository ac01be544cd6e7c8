"""Files that belong to submissions, each once and under the hash of its content.

A change that a person may not make: it is refused, and the attempt is on record.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from labharness.errors import IntegrityError, NotPermitted, RegisterError, StorageError
from labharness.evidence.durable import make_folder, own_account
from labharness.evidence.outside import SizeLimit, open_outside, read_outside
from labharness.evidence.segments import flush, sync_folder
from labharness.filings.entries.entry import Attached, Entry
from labharness.games.mistakes import mistakes
from labharness.model.reasons.inputs import located
from labharness.model.reasons.register import Registers
from labharness.reason import Reason, dump_reason

FOLDER = "files"


@dataclass(frozen=True, slots=True)
class FileStore:
    """A folder of files, ``ab/abcdef…``.

    Parameters
    ----------
    path
        The folder; it is made when the first file comes.
    """

    path: Path

    def add(self, file: Path, caption: str = "") -> Attached:
        """Keep a copy of a file; it is on the medium when this returns.

        Raises
        ------
        RegisterError
            If its name or the caption cannot be kept.
        StorageError
            If the file cannot be read, or the disk refuses the copy.
        """
        try:
            kept = Attached(name=file.name, sha256="0" * 64, size=0, caption=caption)
        except ValidationError as error:
            raise RegisterError(*located(file.name, mistakes(error))) from error
        with closing(parts_of(file)) as parts:
            digest, size = self.write(parts, str(file))
        return kept.model_copy(update={"sha256": digest, "size": size})

    def write(self, parts: Iterable[bytes], source: str, wanted: str = "") -> tuple[str, int]:
        """Write a copy and put it in its place, unless another hash is wanted; returns its hash and its size."""
        draft, running = self.path / f".{secrets.token_hex(8)}.part", hashlib.sha256()
        try:
            make_folder(self.path)
            try:
                with draft.open("xb") as copy:
                    for part in parts:
                        running.update(part)
                        copy.write(part)
                    copy.flush()
                    flush(copy.fileno())
                digest, size = running.hexdigest(), draft.stat().st_size
                if wanted in ("", digest):
                    place = self.place(digest)
                    make_folder(place.parent)
                    draft.replace(place)  # over a copy that was altered since, too
                    sync_folder(place.parent)
            finally:
                draft.unlink(missing_ok=True)
        except OSError as error:
            failed = Registers.COPY_FAILED(file=source, folder=str(self.path), why=str(error.strerror))
            raise StorageError(failed) from error
        return digest, size

    def place(self, digest: str) -> Path:
        """Return where a file lies."""
        return self.path / digest[:2] / digest

    def read(self, file: Attached) -> bytes:
        """Return a file's content; raises :class:`IntegrityError` where it is not what was kept."""
        wrong = self.problem(file)
        if wrong:
            raise IntegrityError(wrong)
        return read_outside(self.place(file.sha256), SizeLimit.DOCUMENT)

    def problem(self, file: Attached) -> Reason | None:
        """Return what is wrong with a file, None where nothing is."""
        place = self.place(file.sha256)
        where = f"{self.path.name}/{file.sha256[:2]}/{file.sha256}"
        if not place.is_file():
            return Registers.FILE_MISSING(file=file.name, place=where)
        with place.open("rb") as content:
            same = hashlib.file_digest(content, "sha256").hexdigest() == file.sha256
        if not same or place.stat().st_size != file.size:
            return Registers.FILE_ALTERED(file=file.name, place=where)
        return None


PART = 1 << 20
"""Bytes of a part."""


def parts_of(file: Path) -> Generator[bytes, None, None]:
    """Yield the content of a file; who stops before its end closes this."""
    with open_outside(file) as content:
        while part := content.read(PART):
            yield part


def attached(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Attached]]:
    """Yield every file of some entries."""
    for entry in entries:
        for name in type(entry).model_fields:
            value = getattr(entry, name)
            for file in value if isinstance(value, tuple) else ():
                if isinstance(file, Attached):
                    yield entry, file


REFUSED = "act refused"
WHY = "refused"
NOTHING: Mapping[str, str] = {}


@contextmanager
def refusals_recorded(
    note: Callable[..., Any], submission: str, who: str, about: Mapping[str, str] = NOTHING
) -> Iterator[None]:
    """Put a refusal of who may not act on record, after nothing was changed.

    Parameters
    ----------
    note
        :meth:`Register.note`.
    who
        Whom somebody claims to be; the account of the operating system stands beside it.
    about
        What else the record says of the act.
    """
    try:
        yield
    except NotPermitted as error:
        note(submission, REFUSED, {**about, **refusal_of(error)}, who, WHY)
        raise


def refusal_of(error: NotPermitted) -> dict[str, Any]:
    """Return the particulars of a refusal."""
    return {"account": own_account(), "refused": [dump_reason(reason) for reason in error.reasons]}
