"""The clerk of a worker: what goes to the queue's database and comes from it, in a thread of its own.

The database may be away for a night: the lanes go on by the journal, and the clerk reports later.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from labharness.errors import QueueError, StorageError
from labharness.evidence.account import own_account
from labharness.model.reasons.night import Nights
from labharness.nights.acts import DiskFreed, DiskRefused
from labharness.nights.folder_standing import FolderStanding
from labharness.nights.items import Item, State
from labharness.nights.journal import Journal, JournalEntry, Step
from labharness.nights.lane import ended_item, retry_of
from labharness.nights.schedules import due_items
from labharness.nights.store.audit import Actor, now_utc
from labharness.nights.store.benches import AHEAD, Benches
from labharness.nights.store.queue import Queue
from labharness.nights.store.schedules import Schedules
from labharness.reason import Reason

BEAT_S = 5.0
"""Between two turns while the database answers."""
AWAY_S = 20.0
"""Between two attempts while it does not."""
ANOTHERS = (Nights.BENCH_TAKEN_OVER, Nights.BENCH_ELSEWHERE, Nights.BENCH_OF_WORKSPACE)
"""Why a bench is another worker's."""
NIGHT = timedelta(hours=24)
"""How far ahead items are taken."""


class Clerk:
    """Takes items, reports them, and keeps what the lanes must know of the queue.

    Parameters
    ----------
    open_queue
        Opens the queue; raises :class:`QueueError` while its database is away.
    bench
        Name of the bench.
    journal
        Shared with the lanes; each entry is written by one of the two at a time: the lanes write it until it has ended.
    standing
        Reads where a run stands.
    take
        Whether a person takes the bench over from another computer.
    ahead
        Items that are taken at most.
    host
        Name of the computer, the system's if left out.
    ended
        Called once for each item that was reported.
    workspace
        Id of the workspace, "" where it is not known.
    """

    def __init__(
        self,
        open_queue: Callable[[], Queue],
        bench: str,
        journal: Journal,
        standing: Callable[[str], FolderStanding],
        *,
        take: bool = False,
        ahead: int = AHEAD,
        host: str = "",
        ended: Callable[[Item], None] = lambda _: None,
        workspace: str = "",
    ) -> None:
        self._open, self._bench, self._journal, self._standing = open_queue, bench, journal, standing
        self._take, self._ahead, self._host = take, ahead, host or socket.gethostname()
        self._on_ended, self._workspace = ended, workspace
        self._fence: int | None = None
        self._actor = Actor(f"worker of {bench}", own_account())
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
            with self._open() as queue:
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
            self._fence = benches.hold(
                self._bench,
                self._host,
                os.getpid(),
                self._actor,
                take=self._take,
                workspace=self._workspace,
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
            first = benches.end(
                self._bench,
                self._fence,
                self._actor,
                entry.item.id,
                entry.closing,
                entry.reason,
                entry.found,
                retry,
            )
            if retry is None:
                self.ended[entry.item.id] = ended_item(entry)
            with self.guard:
                self._journal.drop(entry.item.id)
            if first:
                self._on_ended(ended_item(entry))

    def _retry(self, entry: JournalEntry) -> Item | None:
        return retry_of(entry, self._standing(entry.item.id).ending)

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
        if open_ >= self._ahead:
            return
        until = now_utc(datetime.now(UTC) + NIGHT)
        for item in benches.take(self._bench, self._fence, self._actor, until, self._ahead - open_):
            with self.guard:
                self._journal.put(JournalEntry(item))
