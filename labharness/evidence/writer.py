"""The only writer of a run: segments before ledger, ledger before view.

The wall clock against the monotonic one: whether somebody set the time back while a run was going on.
"""

from __future__ import annotations

import secrets
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic_ns, time_ns

from labharness.errors import EvidenceError, IntegrityError, StorageError
from labharness.evidence.folder import LedgerWriter, RunFolder, create, refuse_name, utc_now
from labharness.evidence.lock import LEDGER, FileLock
from labharness.evidence.records.body import Body, Reasons
from labharness.evidence.records.course import DeviationBody, EndBody, RecoveredBody, StartBody
from labharness.evidence.records.line import Record
from labharness.evidence.segments import (
    GENESIS,
    SEGMENT_BYTES,
    Direction,
    SegmentState,
    SegmentWriter,
    sync_folder,
)
from labharness.evidence.verify import Acknowledgement, examine
from labharness.model.reasons.evidence import Evidence, Lockable
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.run import Runs
from labharness.model.results import Ending

TOLERANCE_S = 2.0
"""Seconds by which synchronization may set a clock back."""
DRIFT = 1e-4
"""Seconds a second by which the two clocks of a computer may run apart."""


def offset_ns() -> int:
    """Return the wall clock less the monotonic clock."""
    return time_ns() - monotonic_ns()


@dataclass
class WallClock:
    """What the wall clock showed, against the monotonic clock of one process."""

    _latest: int | None = None
    _since: int = 0

    def set_back_s(self) -> float:
        """Return by how many seconds the clock was set back since the last call that returned any, else 0.

        Steps within the tolerance add up; a suspended computer sets no clock back, for only the monotonic one stops.
        """
        offset, now = offset_ns(), monotonic_ns()
        if self._latest is not None and offset < self._latest:
            lost = (self._latest - offset) / 1e9
            if lost <= TOLERANCE_S + DRIFT * (now - self._since) / 1e9:
                return 0.0
            self._latest, self._since = offset, now
            return lost
        self._latest, self._since = offset, now
        return 0.0


SYNC_SECONDS = 0.05
SYNC_BYTES = 1 << 20
DRAFT, DRAFT_S = ".begin-", 3600
"""How the name of a run folder begins that has no start record yet, and after how many seconds nobody writes it."""


class RunWriter:
    """Write records and frames of one run and keep them safe.

    Frames are with the operating system when :meth:`record` returns; records reach the file only after the
    frames before them are on the medium.  A thread syncs every 50 ms, :meth:`record` after every MiB, and
    :meth:`barrier` at once.  After its first error it writes nothing more, so that no byte ever follows a
    torn one; every later call raises that error again.
    """

    def __init__(
        self,
        path: Path,
        run: str,
        lock: FileLock,
        ledger: LedgerWriter,
        segments: dict[str, list[SegmentState]],
    ) -> None:
        self.path = path
        self._run, self._lock_file, self._ledger = run, lock, ledger
        self._acknowledgement = Acknowledgement(path)
        self._closed_segments = segments
        self._clock = WallClock()
        self._open: dict[str, SegmentWriter] = {}
        self._full: list[SegmentWriter] = []
        self._unsynced = 0
        self._error: EvidenceError | None = None
        self._state = threading.Lock()
        self._syncing = threading.Lock()
        self._stop = threading.Event()
        self._flusher = threading.Thread(target=self._flush_often, name="evidence-sync", daemon=True)
        self._flusher.start()

    @classmethod
    def create(cls, path: Path, files: dict[str, bytes], start: StartBody) -> RunWriter:
        """Begin a run: a folder has the run's name once the start record is on the medium and its lock is held, and not before.

        A runner that is killed earlier leaves a draft, whose name is hidden; a later run removes it.
        """
        refuse_name(path)
        _remove_drafts(path.parent)
        draft = path.with_name(f"{DRAFT}{secrets.token_hex(8)}")
        try:
            hashes = create(draft, files)
            begun = {"run": path.name, "files": hashes, "acknowledged": True}
            first = _begin(draft, start.model_copy(update=begun))
            lock = _named(draft, path)
        except OSError as error:
            if path.exists():  # another runner took the name meanwhile
                raise StorageError(Runs.FOLDER_EXISTS(folder=str(path))) from error
            raise StorageError(Inputs.UNWRITABLE(path=str(path), why=str(error.strerror))) from error
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        return cls(path, path.name, lock, LedgerWriter(path / LEDGER, first), {})

    @classmethod
    def reopen(cls, folder: RunFolder) -> RunWriter:
        """Take up a run whose runner is gone; torn tails are kept in a ``recovered`` record.

        Raises
        ------
        LockedError
            If its runner is still there.
        IntegrityError
            If anything but a torn tail is wrong, or more is torn off than was not acknowledged.
        EvidenceError
            If the run has ended.
        """
        lock = _lock(folder.path, folder.run)
        try:
            return cls._reopen(folder, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _reopen(cls, folder: RunFolder, lock: FileLock) -> RunWriter:
        result = examine(folder)
        if result.ending is not None:
            raise EvidenceError(Runs.ENDED(run=folder.run))
        if result.problems:
            raise IntegrityError(Evidence.NOT_RESUMED(run=folder.run, problem=result.problems[0]))
        path = folder.path / LEDGER
        if result.torn:
            with path.open("r+b") as file:
                file.truncate(result.good)
        writer = cls(folder.path, result.run, lock, LedgerWriter(path, result.last), result.segments)
        flat = tuple(state for states in result.segments.values() for state in states)
        writer.append(RecoveredBody(ledger_torn=result.torn.decode("latin-1"), segments=flat))
        writer.barrier()
        return writer

    def append(self, body: Body) -> Record:
        """Add a record; it is on the medium within 50 ms, or after :meth:`barrier`.

        A clock that was set back since the record before is a deviation, which is recorded first.
        """
        with self._state, self._writing():
            self._look_at_clock()
            return self._ledger.append(body)

    def _look_at_clock(self) -> None:
        if lost := self._clock.set_back_s():
            self._ledger.append(DeviationBody(reasons=(Evidence.CLOCK_SET_BACK(seconds=lost),)))

    def position(self, channel: str) -> int:
        """Return the number of the next frame of a channel."""
        with self._state:
            if channel in self._open:
                return self._open[channel].frames
            closed = self._closed_segments.get(channel)
            return closed[-1].frames if closed else 0

    def record(self, channel: str, direction: Direction, payload: bytes) -> int:
        """Write one raw frame; returns its number once the operating system has it."""
        with self._state, self._writing():
            number = self._segment(channel).append(direction, payload, time.monotonic_ns())
            self._unsynced += len(payload)
            full = self._unsynced >= SYNC_BYTES
        if full:
            self.barrier()
        return number

    def barrier(self) -> None:
        """Return only when everything appended so far is on the medium; raises :class:`StorageError`."""
        with self._syncing, self._writing():
            with self._state:
                lines, segments = self._ledger.pending, list(self._open.values())
                dirty, self._unsynced = self._unsynced > 0 or lines > 0, 0
                full, self._full = self._full, []
            if not dirty:
                return
            for segment in full:
                segment.close()
            for segment in segments:
                segment.sync()
            if lines:
                with self._state:
                    self._ledger.write(lines)
                self._ledger.sync()
            sizes = {f"raw/{segment.name}": segment.synced for segment in segments}
            self._acknowledgement.write({LEDGER: self._ledger.size, **sizes})

    def end(self, ending: Ending, reasons: Reasons) -> str:
        """Write the end record, close everything and return the head hash."""
        with self._state:
            for channel in list(self._open):
                self._fill(channel)
        segments = tuple(state for states in self._closed_segments.values() for state in states)
        with self._state, self._writing():
            self._look_at_clock()
            records = self._ledger.seq + 1
            body = EndBody(ending=ending, reasons=reasons, records=records, segments=segments)
            record = self._ledger.append(body)
        self.barrier()
        self._acknowledgement.remove()
        self.close()
        return record.hash

    def close(self) -> None:
        """Sync what can be synced and let go, without an end record: the run may be resumed."""
        self._stop.set()
        self._flusher.join()
        with ExitStack() as stack:
            stack.callback(self._lock_file.release)
            stack.callback(self._ledger.close)
            stack.callback(self._acknowledgement.close)
            for segment in (*self._full, *self._open.values()):
                stack.callback(segment.close)
            if self._error is None:
                self.barrier()

    def _segment(self, channel: str) -> SegmentWriter:
        segment = self._open.get(channel)
        if segment is not None and segment.size >= SEGMENT_BYTES:
            self._fill(channel)
            segment = None
        if segment is None:
            before = self._closed_segments.get(channel, [])
            first, previous = (before[-1].frames, before[-1].head) if before else (0, GENESIS)
            segment = SegmentWriter(self.path / "raw", self._run, channel, len(before) + 1, first, previous)
            self._open[channel] = segment
            self._unsynced += 1
        return segment

    def _fill(self, channel: str) -> None:
        """Write no more to a channel's segment; the next barrier closes it, for one may be syncing it now."""
        segment = self._open.pop(channel)
        self._full.append(segment)
        self._closed_segments.setdefault(channel, []).append(segment.state())
        self._unsynced += 1

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Refuse to write after an error, and remember the first one."""
        if self._error is not None:
            raise self._error
        try:
            yield
        except EvidenceError as error:
            self._error = error
            raise

    def _flush_often(self) -> None:
        while not self._stop.wait(SYNC_SECONDS):
            try:
                self.barrier()
            except EvidenceError:
                return  # remembered, for the next call


def _begin(draft: Path, start: StartBody) -> Record:
    """Write the first line of a run; it is on the medium when this returns, and no file is open."""
    ledger = LedgerWriter(draft / LEDGER)
    try:
        first = ledger.append(start)
        ledger.write()
        ledger.sync()
        acknowledgement = Acknowledgement(draft)
        acknowledgement.write({LEDGER: ledger.size})
        acknowledgement.close()
    finally:
        ledger.close()
    return first


def _remove_drafts(folder: Path) -> None:
    """Remove what runners left that were killed before their run had begun; a young draft may be another runner's."""
    for draft in folder.glob(f"{DRAFT}*"):
        with suppress(OSError):
            if time.time() - draft.stat().st_mtime > DRAFT_S:
                shutil.rmtree(draft, ignore_errors=True)


if sys.platform == "win32":  # which renames no folder with an open file

    def _named(draft: Path, path: Path) -> FileLock:
        """Give a run its name, and return its lock."""
        draft.rename(path)
        sync_folder(path.parent)
        return _lock(path, path.name)

else:

    def _named(draft: Path, path: Path) -> FileLock:
        """Give a run its name, and return its lock: at no moment does it look like a run whose runner is gone."""
        lock = _lock(draft, path.name)
        try:
            draft.rename(path)
            sync_folder(path.parent)
        except BaseException:
            lock.release()
            raise
        return lock


def _lock(path: Path, run: str) -> FileLock:
    lock = FileLock(path / "lock", Lockable.RUN, run)
    lock.name_owner(utc_now())
    return lock
