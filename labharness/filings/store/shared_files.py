"""Files of a register that several benches share: kept in the register, with a copy in the folder of each bench."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from labharness.errors import StorageError
from labharness.evidence.durable import make_folder
from labharness.evidence.segments import flush, sync_folder
from labharness.filings.entries.entry import Attached
from labharness.filings.store.file_store import FileStore
from labharness.filings.store.kept_files import PART
from labharness.filings.store.register import Register
from labharness.model.reasons.register import Registers
from labharness.reason import Reason


@dataclass(frozen=True)
class SharedFiles(FileStore):
    """A folder of copies.

    Parameters
    ----------
    opened
        Opens the register that keeps the files.
    """

    opened: Callable[[], Register]

    def add(self, file: Path, caption: str = "") -> Attached:
        """Keep a copy of a file here and in the register."""
        added = super().add(file, caption)
        with self.opened() as register:
            register.keep_file(added.sha256, _parts(self.place(added.sha256)))
        return added

    def problem(self, file: Attached) -> Reason | None:
        """Return what is wrong with a file, None where nothing is; one of another bench is copied first."""
        if not self.place(file.sha256).exists():
            with self.opened() as register:
                self._receive(file.sha256, register.file(file.sha256))
        return super().problem(file)

    def _receive(self, digest: str, parts: Iterable[bytes]) -> None:
        """Write a copy of a kept file, if the register holds it whole."""
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
                if running.hexdigest() == digest:
                    make_folder(self.place(digest).parent)
                    draft.replace(self.place(digest))
                    sync_folder(self.place(digest).parent)
            finally:
                draft.unlink(missing_ok=True)
        except OSError as error:
            failed = Registers.COPY_FAILED(file=digest, folder=str(self.path), why=str(error.strerror))
            raise StorageError(failed) from error


def _parts(file: Path) -> Iterator[bytes]:
    with file.open("rb") as content:
        while part := content.read(PART):
            yield part
