"""The worker of a bench: lanes in the main thread, the clerk in another, and a journal between them.

The clerk of a worker: what goes to the queue's database and comes from it, in a thread of its own.

The database may be away for a night: the lanes go on by the journal, and the clerk reports later.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from labharness.app.benches.lane import DeviceLane, ended_item, retry_of, standing_of
from labharness.app.benches.queueing import BenchRunners
from labharness.errors import QueueError, StorageError
from labharness.evidence.durable import own_account
from labharness.evidence.lock import FileLock
from labharness.model.reasons.evidence import Lockable
from labharness.model.reasons.night import Nights
from labharness.nights.acts import DiskFreed, DiskRefused
from labharness.nights.items import Item, State
from labharness.nights.journal import FOLDER, Journal, JournalEntry, Step, by_lane
from labharness.nights.schedules import due_items
from labharness.nights.store.benches import AHEAD, Benches
from labharness.nights.store.past import Schedules
from labharness.nights.store.queue import Actor, Queue, now_utc
from labharness.reason import Reason

BEAT_S = 5.0
"""Between two turns while the database answers."""
AWAY_S = 20.0
"""Between two attempts while it does not."""
ANOTHERS = (Nights.BENCH_TAKEN_OVER, Nights.BENCH_ELSEWHERE, Nights.BENCH_OF_WORKSPACE)
"""Why a bench is another worker's."""
NIGHT = timedelta(hours=24)
"""How far ahead items are taken."""


@dataclass(frozen=True)
class BenchPost:
    """A bench, and how its worker works on it.

    Parameters
    ----------
    open_queue
        Opens the queue; raises :class:`QueueError` while its database is away.
    runners
        Starts and stops the processes that conduct runs.
    take
        Whether a person takes the bench over from another computer.
    host
        Name of the computer, the system's if left out.
    ended
        Called once for each item that was reported to the queue, in the clerk's thread.
    workspace
        Id of the workspace that holds the run folders, "" where it is not known.
    """

    bench: str
    open_queue: Callable[[], AbstractContextManager[Queue]]
    runners: BenchRunners
    take: bool = False
    host: str = field(default_factory=socket.gethostname)
    ended: Callable[[Item], None] = lambda _: None
    workspace: str = ""


class Clerk:
    """Takes items, reports them, and keeps what the lanes must know of the queue.

    Parameters
    ----------
    journal
        Shared with the lanes; each entry is written by one of the two at a time: the lanes write it until it has ended.
    """

    def __init__(self, post: BenchPost, journal: Journal) -> None:
        self._post, self._bench, self._journal = post, post.bench, journal
        self._fence: int | None = None
        self._actor = Actor(f"worker of {post.bench}", own_account())
        self.guard = threading.Lock()
        self.withdrawn: Mapping[str, str] = {}
        self.asked_back: frozenset[str] = frozenset()
        self.ended: dict[str, Item] = {}
        self.paused = False
        self.away: tuple[Reason, ...] = ()
        self.fenced: QueueError | None = None
        self.turned = self.asked = False
        self.waits: tuple[Reason, ...] = ()
        self._refused: tuple[Reason, ...] = ()
        self._waits_on_record = False

    def turn(self) -> bool:
        """Do everything once; return whether the database answered.

        It is opened for each turn: a file that was replaced would otherwise be written to unseen.  A journal that the disk
        refuses is written at a later turn: the queue keeps what was taken and not reported.

        Raises
        ------
        QueueError
            If another worker holds the bench.
        """
        try:
            with self._post.open_queue() as queue:
                self._attend(queue)
            self._refused = ()
        except StorageError as error:
            self._refused = error.reasons
        except QueueError as error:
            self.asked = True
            if error.reasons[0].is_a(*ANOTHERS):
                self.fenced = error
                raise
            self.away = error.reasons
            return False
        self.away, self.turned, self.asked = (), not self._refused, True
        return True

    def _attend(self, queue: Queue) -> None:
        benches = Benches(queue.database)
        if self._fence is None:
            post = self._post
            self._fence = benches.hold(
                post.bench, post.host, os.getpid(), self._actor, take=post.take, workspace=post.workspace
            )
        self.paused = benches.beat(self._bench, self._fence).paused
        self._note_waiting(benches)
        benches.put_right(self._bench, self._fence, self._actor, (entry.item for entry in self._entries()))
        self._report(benches)
        self._recall(benches)
        self.withdrawn, self.asked_back = benches.withdrawn(self._bench), benches.asked_back(self._bench)
        self._look_up(benches)
        self._schedule(queue)
        self._take_items(benches)

    def _note_waiting(self, benches: Benches) -> None:
        """Put on record that the disk refuses, and later that it does not."""
        waits = self.refused
        if bool(waits) is not self._waits_on_record:
            benches.note(self._bench, self._actor, DiskRefused(why=waits) if waits else DiskFreed())
            self._waits_on_record = bool(waits)

    @property
    def refused(self) -> tuple[Reason, ...]:
        """What the disk refuses, to the lanes or to the clerk."""
        return self.waits or self._refused

    def _entries(self) -> tuple[JournalEntry, ...]:
        with self.guard:
            return self._journal.entries()

    def _report(self, benches: Benches) -> None:
        """Report what has ended, oldest first, and forget it in the journal only then."""
        assert self._fence is not None
        for entry in self._entries():
            if entry.step is not Step.ENDED:
                continue
            assert entry.closing is not None
            retry = self._retry(entry)
            how = entry.closing, entry.reason, entry.found
            first = benches.end(self._bench, self._fence, self._actor, entry.item.id, *how, retry)
            if retry is None:
                self.ended[entry.item.id] = ended_item(entry)
            with self.guard:
                self._journal.drop(entry.item.id)
            if first:
                self._post.ended(ended_item(entry))

    def _retry(self, entry: JournalEntry) -> Item | None:
        return retry_of(entry, standing_of(self._post.runners.path(entry.item.id)).ending)

    def over(self, entries: Iterable[JournalEntry]) -> dict[str, Item]:
        """Return the ended items among some by id, but those that will be repeated: what waits for one goes on waiting."""
        ended = [entry for entry in entries if entry.step is Step.ENDED]
        return {entry.item.id: ended_item(entry) for entry in ended if self._retry(entry) is None}

    def _recall(self, benches: Benches) -> None:
        """Let the journal hold what the bench has taken and no more, each after what it waits for now.

        It lacks an item where its computer broke down. It has one too many where the bench was taken over meanwhile, and
        that one has its ending: what was queued anew since would run twice.
        """
        entries = self._entries()
        taken = {item.id: item for item in benches.taken(self._bench)}
        for id_ in taken.keys() - {entry.item.id for entry in entries}:
            with self.guard:
                self._journal.put(JournalEntry(taken[id_]))
        for entry in entries:
            if entry.step is Step.ENDED:
                continue
            if entry.item.id in taken:
                self._follow(entry.item.id, taken[entry.item.id].after)
                continue
            result = benches.predecessor(entry.item.id)
            if result is not None and result.state in (State.ENDED, State.CANCELED):
                with self.guard:
                    self._journal.drop(entry.item.id)

    def _follow(self, id_: str, after: str) -> None:
        """Put down what an item waits for since its predecessor is repeated."""
        with self.guard:
            for entry in self._journal.entries():
                if entry.item.id == id_ and entry.step is not Step.ENDED and entry.item.after != after:
                    self._journal.put(replace(entry, item=replace(entry.item, after=after)))

    def _look_up(self, benches: Benches) -> None:
        entries = self._entries()
        self.ended |= self.over(entries)
        here = {entry.item.id for entry in entries}
        for entry in entries:
            name = entry.item.after
            if name and name not in here and name not in self.ended:
                item = benches.predecessor(name)
                if item is not None and item.state in (State.ENDED, State.CANCELED):
                    self.ended[name] = item

    def _schedule(self, queue: Queue) -> None:
        schedules = Schedules(queue.database)
        for schedule in schedules.all(self._bench):
            items = due_items(schedule, datetime.now(UTC))
            known = schedules.known([item.occurrence for item in items])
            new = [item for item in items if item.occurrence not in known]
            if new:
                queue.add(new, replace(self._actor, who=f"schedule {schedule.id}"))

    def _take_items(self, benches: Benches) -> None:
        assert self._fence is not None
        open_ = sum(entry.step is not Step.ENDED for entry in self._entries())
        if open_ >= AHEAD:
            return
        until = now_utc(datetime.now(UTC) + NIGHT)
        for item in benches.take(self._bench, self._fence, self._actor, until, AHEAD - open_):
            with self.guard:
                self._journal.put(JournalEntry(item))


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
    tell
        Called with what people should know: the database is away, or back; the disk refuses, or no longer.

    Raises
    ------
    LockedError
        If another worker of this bench is at work on this computer.
    """

    def __init__(
        self, folder: Path, post: BenchPost, tell: Callable[[tuple[Reason, ...]], None] = lambda _: None
    ) -> None:
        self.journal = Journal(folder / FOLDER)
        self._lock = FileLock(folder / "worker.lock", Lockable.BENCH, post.bench)
        self._lock.name_owner(datetime.now(UTC).isoformat(timespec="seconds"))
        self._runners, self._tell = post.runners, tell
        self.clerk = Clerk(post, self.journal)
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
