"""The worker of a bench: lanes in the main thread, the clerk in another, and a journal between them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from labharness.errors import StorageError
from labharness.evidence.lock import FileLock
from labharness.model.reasons.evidence import Lockable
from labharness.model.reasons.night import Nights
from labharness.nights.clerk import AWAY_S, BEAT_S, Clerk
from labharness.nights.folder_standing import standing_of
from labharness.nights.items import Item
from labharness.nights.journal import FOLDER, Journal, Step, by_lane
from labharness.nights.lane import DeviceLane, Runners
from labharness.nights.store.queue import Queue
from labharness.reason import Reason

BUSY_S, IDLE_S = 0.5, 2.0
"""Between two looks at the lanes: while something was done, and while nothing is."""
FIRST_S = 60.0
"""How long the lanes wait for the first answer of the database, and then go on by the journal."""


class Worker:
    """The only reader of a bench's queue.

    Parameters
    ----------
    folder
        Where the bench keeps its lock and journal, on this computer.
    open_queue
        Opens the queue; raises :class:`QueueError` while its database is away.
    runners
        Starts and stops the processes that conduct runs.
    tell
        Called with what people should know: the database is away, or back; the disk refuses, or no longer.
    ended
        Called once for each item that was reported to the queue, in the clerk's thread.
    workspace
        Id of the workspace that holds the run folders, "" where it is not known.

    Raises
    ------
    LockedError
        If another worker of this bench is at work on this computer.
    """

    def __init__(
        self,
        bench: str,
        folder: Path,
        open_queue: Callable[[], Queue],
        runners: Runners,
        *,
        take: bool = False,
        host: str = "",
        tell: Callable[[tuple[Reason, ...]], None] = lambda _: None,
        ended: Callable[[Item], None] = lambda _: None,
        workspace: str = "",
    ) -> None:
        self.journal = Journal(folder / FOLDER)
        self._lock = FileLock(folder / "worker.lock", Lockable.BENCH, bench)
        self._lock.name_owner(datetime.now(UTC).isoformat(timespec="seconds"))
        self._runners, self._tell = runners, tell
        self.clerk = Clerk(
            open_queue,
            bench,
            self.journal,
            lambda run: standing_of(runners.path(run)),
            take=take,
            host=host,
            ended=ended,
            workspace=workspace,
        )
        self._lanes: dict[str, DeviceLane] = {}
        self._stop, self._news = threading.Event(), threading.Event()
        self._trouble: Exception | None = None
        self._waits = False

    def stop(self) -> None:
        """Begin nothing more and leave; living runners go on, and the next worker finds them."""
        self._stop.set()
        self._news.set()

    def run(self, *, until_empty: bool = False) -> None:
        """Work until :meth:`stop` is called, or until nothing is left to do.

        A disk that is full, or refuses, is waited for, as a database that is away.

        Raises
        ------
        QueueError
            If another worker holds the bench.
        LabharnessError
            If an entry of the journal cannot be read as one.
        Exception
            Whatever else ended the clerk: a worker without one would report nothing, and would look silent.
        """
        thread = threading.Thread(target=self._clerk_turns, name="clerk", daemon=True)
        thread.start()
        try:
            self._await_clerk()
            while not self._stop.is_set():
                done = self.turn()
                self._tell_of_disk()
                if until_empty and not done and self._is_empty():
                    break
                self._news.wait(BUSY_S if done or self._is_at_work() else IDLE_S)
                self._news.clear()
        finally:
            self.stop()
            thread.join(timeout=BEAT_S)
            self.close()
        if self._trouble is not None:
            raise self._trouble

    def turn(self) -> bool:
        """Give each lane its turn; return whether anything was done."""
        try:
            return self._lane_turns()
        except StorageError as error:
            self.clerk.waits = error.reasons
            return False

    def _lane_turns(self) -> bool:
        refused: tuple[Reason, ...] = ()
        with self.clerk.guard:
            entries = self.journal.entries()
            ended = self.clerk.ended | self.clerk.over(entries)
            open_ = tuple(entry for entry in entries if entry.step is not Step.ENDED)
            done = False
            beginning = not self.clerk.paused and self.clerk.fenced is None and not self._stop.is_set()
            for device, own in by_lane(open_):
                lane = self._lanes.setdefault(device, DeviceLane(device, self._runners, self.journal))
                try:
                    done |= lane.step(
                        own,
                        self.clerk.withdrawn,
                        ended,
                        beginning=beginning,
                        asked_back=self.clerk.asked_back,
                    )
                except StorageError as error:  # the other lanes have their turn nevertheless
                    refused = refused or error.reasons
                refused = refused or lane.waits
        self.clerk.waits = refused
        return done

    def close(self) -> None:
        """Let go of the bench; safe to repeat."""
        self._lock.release()

    def _clerk_turns(self) -> None:
        """Let the clerk work until the worker stops, and tell each change of the database's state once."""
        away = False
        while not self._stop.is_set():
            try:
                answered = self.clerk.turn()
            except Exception as error:  # noqa: BLE001  nothing may be begun, and no worker stays without its clerk
                self._trouble = error
                self.stop()
                return
            if answered is away:
                self._say(Nights.QUEUE_BACK() if answered else Nights.QUEUE_AWAY(why=self.clerk.away))
                away = not answered
            self._news.set()
            self._stop.wait(BEAT_S if answered else AWAY_S)

    def _tell_of_disk(self) -> None:
        """Tell once that the disk refuses, and once that it does not."""
        why = self.clerk.refused
        if bool(why) is not self._waits:
            self._waits = bool(why)
            self._say(Nights.WAITS(why=why) if why else Nights.GOES_ON())

    def _say(self, reason: Reason) -> None:
        with suppress(OSError):  # what it says may go to a file on the disk that is full
            self._tell((reason,))

    def _await_clerk(self) -> None:
        """Wait until the database was asked once: while this worker was away, another computer may have got the bench."""
        latest = time.monotonic() + FIRST_S
        while not (self._stop.is_set() or self.clerk.asked or time.monotonic() > latest):
            self._news.wait(BUSY_S)
            self._news.clear()

    def _is_empty(self) -> bool:
        if not self.clerk.turned:
            return False
        with self.clerk.guard:
            return not self.journal.entries()

    def _is_at_work(self) -> bool:
        return any(lane.busy for lane in self._lanes.values())
