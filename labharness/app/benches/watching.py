"""The worker of a bench, put together for a workspace.

Notices to people: by mail, webhook or another service, through a library that knows them all.

The addresses lie in a file of the workspace that only its owner reads, one URL a line, because URLs hold passwords. They
are never printed, and nothing that goes wrong here disturbs a night.

Sending of notices while a worker works: a server that hangs keeps neither the night nor other addresses waiting.

One bench as people see it: what it has, what waits, what ended, its schedules and who changed what.

A bench whose worker is gone: a person takes it over, says why, and a worker of this computer goes on.
"""

from __future__ import annotations

import errno
import logging
import os
import queue
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from labharness.app.benches.queue_access import actor_for, refuse_bench_name
from labharness.app.benches.queueing import BenchRunners, Copies, copying
from labharness.app.benches.worker import IDLE_S, BenchPost, Worker
from labharness.app.runs.launching import outliving
from labharness.app.runs.run_index import indexed_standings, run_facts, standing_of_facts
from labharness.app.runs.services import signals_to
from labharness.app.workspace.register import has_queue, open_queue
from labharness.app.workspace.settings import identity, read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.child_processes import command_line
from labharness.errors import EvidenceError, InputError, StorageError, WorkspaceError
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import evidence_file
from labharness.language.catalog import say
from labharness.language.standings import standing_words
from labharness.language.template import plain
from labharness.model.reasons.night import Nights, QueueAct
from labharness.model.reasons.run import Runs
from labharness.model.results import Outcome, Standing
from labharness.nights.acts import AuditLine, TakingOverExplained
from labharness.nights.items import Bench, Closing, Item, Schedule, State
from labharness.nights.journal import bench_folder
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor, Queue
from labharness.reason import Reason

FILE = "notices.txt"
LARGEST = 1 << 20
"""Bytes that are read of it."""


@dataclass(frozen=True, slots=True)
class Notices:
    """Where notices go.

    Parameters
    ----------
    urls
        As apprise reads them, such as ``mailtos://user:password@host?to=lab@example.org`` or ``jsons://host/hook``.
    """

    urls: tuple[str, ...] = ()

    @classmethod
    def of(cls, workspace: Workspace) -> Notices:
        """Read the addresses of a workspace; none where it has no such file.

        Raises
        ------
        WorkspaceError
            If other accounts can read the file, or it is no text in a file of its own.
        InputError
            If the library is not installed, or a line is no address.
        """
        path = workspace.path / FILE
        try:
            with evidence_file(workspace.path, FILE) as file:  # no link is followed, and no pipe waited for
                mode, content = os.fstat(file.fileno()).st_mode, file.read(LARGEST)
            text = content.decode("utf-8")
        except FileNotFoundError:
            return cls()
        except EvidenceError as error:
            raise WorkspaceError(*error.reasons) from error
        except UnicodeDecodeError:  # its words hold the bytes
            raise WorkspaceError(Nights.NOTICES_UNREADABLE(file=str(path))) from None
        if sys.platform != "win32" and mode & (stat.S_IRGRP | stat.S_IROTH):
            raise WorkspaceError(Nights.NOTICES_OPEN(file=str(path)))
        lines = [line.strip() for line in text.splitlines()]
        urls = tuple(line for line in lines if line and not line.startswith("#"))
        notices = cls(urls)
        notices._check(path)
        return notices

    def send(self, title: str, body: str) -> bool:
        """Send a notice to every address; return whether all took it. Nothing is raised."""
        if not self.urls:
            return True
        try:
            library = _library().Apprise()
            for url in self.urls:
                library.add(url)
            # Without its format, the library sends the text as HTML: one line, with the markup that names may hold.
            return bool(library.notify(title=title, body=body, body_format="text"))
        except Exception:  # noqa: BLE001  a library of many services; a night goes on without it
            return False

    def _check(self, path: Path) -> None:
        try:
            apprise = _library()
        except ImportError as error:
            raise InputError(Nights.NOTICE_LIBRARY()) from error
        for number, url in enumerate(self.urls, 1):
            if not apprise.Apprise().add(url):
                raise InputError(Nights.NOTICE_ADDRESS(file=str(path), line=number))


def _library() -> Any:
    """Return the library, silenced: it logs addresses with their passwords."""
    logging.getLogger("apprise").disabled = True
    return import_module("apprise")


def worth_telling(item: Item) -> bool:
    """Say whether people should know of an ending before the morning: anything but a pass."""
    return not (item.closing is Closing.RAN and item.found is Outcome.PASS)


def ended_standing(workspace: Workspace, item: Item) -> Standing | None:
    """Return how the run of an item that ended stands by its record; by its order where the record cannot be read."""
    with suppress(OSError):
        standing = standing_of_facts(run_facts(RunFolder(workspace.path / "runs" / item.id)))
        if item.found is not None and standing.verdict is item.found:
            return standing
    return item.standing


def notice_of(item: Item, standing: Standing | None) -> tuple[str, str]:
    """Return title and body of a notice about an item that has ended, whose run stands as given."""
    assert item.closing is not None
    text = f", {standing_words(standing)}" if standing else ""
    title = f"{item.bench}: {item.id} {item.closing.value}{text}"
    lines = [
        f"Bench: {item.bench}",
        f"Run: {item.id}",
        f"Plan: {plain(item.order.get('plan', ''))}",
        f"Ending of the item: {item.closing.value}{text}",
    ]
    if item.reason is not None:
        lines.append(say(item.reason))
    return title, os.linesep.join([*lines, f"To see more, run: labharness show {item.id}"])


PATIENCE_S = 20.0
"""How long a worker that leaves waits for notices on their way; the morning lists what they were about."""


class Messenger:
    """Sends notices, each address in a thread of its own.

    Parameters
    ----------
    notices
        Where they go.
    patience_s
        Seconds that :meth:`finish` waits at most.
    """

    def __init__(self, notices: Notices, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._lines = [_Line(Notices((url,))) for url in notices.urls]

    def tell(self, title: str, body: str) -> None:
        """Send a notice soon; returns at once."""
        for line in self._lines:
            line.waiting.put((title, body))

    def finish(self) -> None:
        """Wait for what is on its way, as long as the patience lasts."""
        latest = time.monotonic() + self._patience_s
        for line in self._lines:
            line.waiting.put(None)
        for line in self._lines:
            line.thread.join(max(0.0, latest - time.monotonic()))


class _Line:
    """What waits for one address."""

    def __init__(self, notices: Notices) -> None:
        self.waiting: queue.SimpleQueue[tuple[str, str] | None] = queue.SimpleQueue()
        self._notices = notices
        self.thread = threading.Thread(target=self._work, name="notices", daemon=True)
        self.thread.start()

    def _work(self) -> None:
        while (notice := self.waiting.get()) is not None:
            self._notices.send(*notice)


def work(
    workspace: Workspace,
    bench: str,
    *,
    take: bool = False,
    by: str | None = None,
    until_empty: bool = False,
    tell: Callable[[tuple[Reason, ...]], None] = lambda _: None,
) -> None:
    """Work on a bench's queue until the process is told to leave; its living runners stay.

    Parameters
    ----------
    take
        Whether a person takes the bench over from another computer.
    by
        Id of that person, None for the login.
    until_empty
        Whether to leave once nothing is left to do.
    tell
        Called when the database goes away or the disk refuses, and when they are back.

    Raises
    ------
    LabharnessError
        If another worker holds the bench, its journal cannot be written, or the person may not take it over.
    """
    refuse_bench_name(bench)
    folder = bench_folder(workspace.path, bench)
    if take:
        with open_queue(workspace) as queue:
            actor_for(workspace, queue, by, QueueAct.TAKE_OVER, bench)
    runners = BenchRunners(workspace, bench, folder / "output")
    notices = Notices.of(workspace)
    with ExitStack() as stack:
        messenger = Messenger(notices)
        stack.callback(messenger.finish)
        copies: Copies | None = None
        worker: Worker | None = None
        over = threading.Event()

        def ended(item: Item) -> None:
            if copies is not None:
                copies.ended()
            if worth_telling(item):
                messenger.tell(*notice_of(item, ended_standing(workspace, item)))

        def stop() -> None:
            over.set()
            if worker is not None:
                worker.stop()
            if copies is not None:
                copies.leave()

        here = identity(workspace)
        post = BenchPost(bench, partial(open_queue, workspace), runners, take, ended=ended, workspace=here)
        stack.enter_context(signals_to(lambda _: stop()))
        worker = _begun(partial(Worker, folder, post, tell), tell, over)
        if worker is None:
            return
        if read_settings(workspace).store:
            copies = Copies(copying(workspace, bench, folder))
            stack.callback(copies.finish if until_empty else copies.leave)
        stack.enter_context(_kept_awake())
        worker.run(until_empty=until_empty)


def _begun(
    begin: Callable[[], Worker], tell: Callable[[tuple[Reason, ...]], None], over: threading.Event
) -> Worker | None:
    """Return a worker once the disk has space for it, None where it was stopped before; that it waits is told once."""
    waited = False
    while not over.is_set():
        try:
            worker = begin()
        except StorageError as error:
            if not _is_full(error):
                raise
            if not waited:
                with suppress(OSError):  # what it says may go to a file on the disk that is full
                    tell((Nights.WAITS(why=error.reasons),))
            waited = True
            over.wait(IDLE_S)
        else:
            if waited:
                with suppress(OSError):
                    tell((Nights.GOES_ON(),))
            return worker
    return None


def _is_full(error: StorageError) -> bool:
    cause = error.__cause__
    return isinstance(cause, OSError) and cause.errno in (errno.ENOSPC, errno.EDQUOT)


if sys.platform == "win32":
    import ctypes

    @contextmanager
    def _kept_awake() -> Iterator[None]:
        """Keep Windows from sleeping: ES_CONTINUOUS and ES_SYSTEM_REQUIRED of SetThreadExecutionState."""
        ctypes.windll.kernel32.SetThreadExecutionState(0x80000001)
        try:
            yield
        finally:
            ctypes.windll.kernel32.SetThreadExecutionState(0x80000000)

else:

    @contextmanager
    def _kept_awake() -> Iterator[None]:
        """Do nothing: each runner is started so that the computer does not sleep."""
        yield


MOST_ENDED = 200
AHEAD = timedelta(days=14)
"""Within so long the next occurrences of a schedule are looked for."""


@dataclass(frozen=True, slots=True)
class PlannedSchedule:
    """A schedule and its next occurrences (UTC)."""

    schedule: Schedule
    moments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EndedItem:
    """An item that ended, and how its run stands; None where it has no verdict."""

    item: Item
    standing: Standing | None


@dataclass(frozen=True, slots=True)
class BenchBoard:
    """A bench.

    Parameters
    ----------
    items
        What it has taken and what waits, in order.
    ended
        What ended, the latest first.
    """

    bench: Bench
    items: tuple[Item, ...] = ()
    ended: tuple[EndedItem, ...] = ()
    schedules: tuple[PlannedSchedule, ...] = ()
    acts: tuple[AuditLine, ...] = ()


def board_of(workspace: Workspace, bench: str) -> BenchBoard:
    """Read a bench.

    Raises
    ------
    QueueError
        If the queue does not answer or cannot be read.
    """
    if not has_queue(workspace):
        return BenchBoard(Bench(name=bench))
    from labharness.nights.schedules import occurrences
    from labharness.nights.store.benches import Benches
    from labharness.nights.store.past import Schedules

    now = datetime.now(UTC)
    with open_queue(workspace) as queue:
        known = {each.name: each for each in Benches(queue.database).all()}
        items = queue.items(bench)
        ended = queue.items(bench, (State.ENDED, State.CANCELED), MOST_ENDED)
        schedules = Schedules(queue.database).all(bench)
        acts = queue.acts()
    mine = {bench, *(item.id for item in (*items, *ended)), *(each.id for each in schedules)}
    return BenchBoard(
        known.get(bench) or Bench(name=bench),
        items,
        _with_standings(workspace, ended),
        tuple(
            PlannedSchedule(each, tuple(when for _, when in islice(occurrences(each, now, now + AHEAD), 3)))
            for each in schedules
        ),
        tuple(act for act in reversed(acts) if act.target in mine),
    )


def _with_standings(workspace: Workspace, items: tuple[Item, ...]) -> tuple[EndedItem, ...]:
    """Return items with the standings of their runs: of those that are here by their records, of others by their orders."""
    here = indexed_standings(workspace, {item.id: item.found for item in items})
    return tuple(EndedItem(item, here.get(item.id, item.standing)) for item in items)


def worker_command(workspace: Workspace, bench: str, *, take: bool = False) -> list[str]:
    """Return the command of a worker of this computer."""
    words = ("worker", "--bench", bench, "--workspace", str(workspace.path))
    return command_line(*words, *(["--take"] if take else []))


def explain_taking_over(queue: Queue, actor: Actor, bench: str, why: str) -> int:
    """Put on record why a bench is taken over; returns the fence number that the present worker has.

    Raises
    ------
    LabharnessError
        If no reason is given, or there is no such bench.
    """
    why = " ".join(why.split())[:400]
    if not why:
        raise InputError(Nights.REASON_NEEDED())
    return Benches(queue.database).note(bench, actor, TakingOverExplained(why=why))


def start_worker(workspace: Workspace, bench: str, *, take: bool = False) -> None:
    """Start a worker that outlives this program.

    Raises
    ------
    StorageError
        If it cannot be started.
    """
    log = workspace.path / "benches" / bench
    try:
        log.mkdir(parents=True, exist_ok=True)
        with (log / "worker.txt").open("ab") as output:
            outliving(worker_command(workspace, bench, take=take), output)
    except OSError as error:
        raise StorageError(Runs.NOT_STARTED(why=str(error.strerror))) from error
