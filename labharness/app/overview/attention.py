"""What needs a person now, each with the address of its cause; a matter is gone when its cause is gone.

Every run that has not ended, followed as its ledger grows.

What a night lacks: runs of a queue without a folder, due items whose bench did not work, and benches elsewhere.
"""

from __future__ import annotations

import math
import os
import socket
import stat
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.app.bench_work.entered_cards import reading_of
from labharness.app.runs.run_index import has_end
from labharness.app.shared_store.store import Receipts
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, StorageError
from labharness.evidence.folder import RunFolder
from labharness.evidence.glimpse import glimpse
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.line_index import was_begun
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.people import PromptBody
from labharness.language.dates import day_and_time
from labharness.model.address import Address, Room
from labharness.model.reasons.night import Nights
from labharness.model.reasons.register import Attention
from labharness.nights.items import Bench, Closing, Item, State
from labharness.reason import Code, Reason

if TYPE_CHECKING:
    from labharness.nights.store.past import Past


LOOK_S = 0.5
"""Seconds that one look takes at most, so that a long ledger never holds up the others for good."""


THOROUGH_S = 60.0
"""Seconds after which ended runs are looked at again: one may have been damaged or replaced."""
SETTLED_NS = 2_000_000_000
"""Age of a folder's last change from which its time tells two changes apart on every file system."""


@dataclass
class OpenRun:
    """A run that has not ended, as far as it was read.

    Parameters
    ----------
    alive
        Whether a runner is at work.
    behind
        Whether there is more to read.
    asked
        When each prompt was put, by its number (UTC).
    """

    folder: RunFolder
    history: RunHistory = field(default_factory=RunHistory)
    alive: bool = False
    behind: bool = True
    asked: dict[int, str] = field(default_factory=dict)
    problem: LabharnessError | None = None

    def __post_init__(self) -> None:
        self._reader = self.folder.follow()

    @property
    def summary(self) -> RunSummary:
        """Where the run stands."""
        return self.history.summary

    def advance(self, until: float, clock: Callable[[], float]) -> None:
        """Read what is new, until a moment of the clock."""
        with suppress(StorageError):  # what cannot be told now is asked again
            self.alive = self.folder.alive
        if self.problem is not None:
            return
        self.behind = True
        try:
            for record in self._reader.poll():
                self.history.take(record)
                if isinstance(record.body, PromptBody):
                    self.asked[record.body.prompt] = record.utc
                if clock() > until:
                    return
        except LabharnessError as error:
            self.problem = error
        self.behind = False


class RunWatch:
    """Follow the runs of a workspace that have not ended.

    Parameters
    ----------
    workspace
        Whose runs.
    clock
        Seconds that only grow.

    Attributes
    ----------
    ended
        Names of the runs that have ended, with the bytes of their ledgers, as the last look saw them.
    """

    def __init__(self, workspace: Workspace, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._workspace, self._clock = workspace, clock
        self._open: dict[str, OpenRun] = {}
        self._ended: dict[str, int] = {}
        self._rest: list[str] = []
        self._changed: int | None = None
        self._thorough = -math.inf
        self.ended: tuple[tuple[str, int], ...] = ()

    def look(self, seconds: float = LOOK_S) -> tuple[OpenRun, ...]:
        """Read what is new for about so long, and return the runs that have not ended, the newest first.

        Raises
        ------
        WorkspaceError
            If the runs of the workspace cannot be listed.
        """
        until, known = self._clock() + seconds, dict(self._ended)
        self._list()
        open_runs = tuple(self._look(until))
        self._open = {run.folder.run: run for run in open_runs}
        if self._ended != known or not self.ended:
            self.ended = tuple(self._ended.items())
            self._rest = [name for name in self._rest if name not in self._ended]
        return open_runs

    def _list(self) -> None:
        """Note which runs may be at work: those that came since, and once in a while all of them.

        Twenty thousand ledgers, twice a second, took a fifth of a core of a window that showed nothing new.
        """
        now, changed = self._clock(), _changed(self._workspace.path / "runs")
        thorough = now - self._thorough >= THOROUGH_S
        if changed is not None and changed == self._changed and not thorough:
            return
        self._changed = changed
        names = self._workspace.run_names()
        here = set(names)
        self._ended = {name: size for name, size in self._ended.items() if name in here}
        self._rest = names if thorough else [name for name in names if name not in self._ended]
        if thorough:
            self._thorough = now

    def _look(self, until: float) -> Iterator[OpenRun]:
        for name in self._rest:
            folder = RunFolder(self._workspace.path / "runs" / name)
            known = self._open.get(name)
            if (size := _size(folder)) is None or (known is None and self._has_ended(folder, size)):
                continue
            known = known or OpenRun(folder)
            known.advance(until, self._clock)
            if known.summary.ending is None:
                yield known

    def _has_ended(self, folder: RunFolder, size: int) -> bool:
        """Say whether the last record of a run ends it; read again only where its ledger has another size."""
        if self._ended.get(folder.run) == size:
            return True
        try:
            ended = has_end(folder)
        except (OSError, LabharnessError):
            return False
        if ended:
            self._ended[folder.run] = size
        else:
            self._ended.pop(folder.run, None)
        return ended


def _size(folder: RunFolder) -> int | None:
    """Return the bytes of a run's ledger, None where there is none."""
    try:
        status = os.stat(f"{folder.path}/{LEDGER}")  # noqa: PTH116  as text, which costs a third of a path
    except OSError:
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def _changed(folder: Path) -> int | None:
    """Return when a folder last changed, None where its time cannot tell whether it changes again."""
    try:
        changed = folder.stat().st_mtime_ns
    except OSError:
        return None
    return changed if abs(time.time_ns() - changed) > SETTLED_NS else None


SILENT = timedelta(minutes=3)
"""A bench that was not heard of for so long is silent."""
LEAST_FREE = 10 << 30
"""Bytes of free disk below which somebody should know before the night."""


@dataclass(frozen=True, slots=True)
class OpenMatter:
    """One thing that needs a person.

    Parameters
    ----------
    reason
        What it is.
    address
        Where a person deals with it.
    since, until
        Moments in UTC: from when on, and when it is too late; "" where nobody knows or nothing ends it.
    """

    reason: Reason
    address: Address
    since: str = ""
    until: str = ""

    @property
    def code(self) -> str:
        """Which kind of matter it is."""
        return self.reason.code


def matters_of_runs(runs: Iterable[OpenRun]) -> Iterator[OpenMatter]:
    """Yield what the runs that have not ended need."""
    for open_run in runs:
        run, summary = open_run.folder.run, open_run.summary
        live, record = Address(Room.LIVE, (run,)), Address(Room.RUNS, (run,))
        if open_run.problem is not None:
            yield OpenMatter(Attention.UNREADABLE(run=run, why=open_run.problem.reasons), record)
        elif open_run.behind:
            continue  # it may have ended
        elif not open_run.alive:
            yield OpenMatter(_left(open_run)(run=run), live, summary.updated)
        elif summary.broken:
            yield OpenMatter(Attention.DEVICE_LOST(run=run, why=summary.broken), live, summary.updated)
        elif summary.open_prompts:
            prompts = summary.open_prompts
            # An entry of two people answers the reader's prompt: that is one matter, not two.
            entered = [reading_of(prompt, prompts.values()) for prompt in prompts.values()]
            for number, prompt in prompts.items():
                if prompt in entered:
                    continue
                asked = open_run.asked.get(number, "")
                until = _after(asked, prompt.timeout_s)
                yield OpenMatter(Attention.ANSWER(run=run, asks=prompt.asks), live, asked, until)
        elif summary.paused:
            yield OpenMatter(Attention.PAUSED(run=run), live, summary.updated)


def _left(open_run: OpenRun) -> Code:
    """Return what is the matter with a run without a runner."""
    if open_run.summary.awaits_judgment:
        return Attention.NOT_JUDGED
    return Attention.SESSION_CLOSED if open_run.summary.session_closed else Attention.RUNNER_GONE


def matters_of_benches(
    benches: Sequence[Bench], open_items: Sequence[Item], now: datetime
) -> Iterator[OpenMatter]:
    """Yield benches whose worker is silent although they have work."""
    busy = {item.bench for item in open_items}
    for bench in benches:
        if bench.name in busy and is_silent(bench, now):
            reason = Attention.BENCH_SILENT(bench=bench.name, heard=day_and_time(bench.heard))
            yield OpenMatter(reason, Address(Room.BENCHES, (bench.name,)), bench.heard)


def is_silent(bench: Bench, now: datetime) -> bool:
    """Say whether a bench had a worker that is not heard of any more."""
    return bool(bench.heard) and now - datetime.fromisoformat(bench.heard) > SILENT


def matters_of_items(ended: Iterable[Item], runs: Collection[str]) -> Iterator[OpenMatter]:
    """Yield items that ended without a run that has an end.

    Parameters
    ----------
    runs
        Names of runs that are at work or that have ended: somebody resumed them since, and they say where they stand.
    """
    for item in ended:
        where = Address(Room.BENCHES, (item.bench, "item", item.id))
        if item.closing is Closing.LEFT_OPEN and item.id not in runs:
            yield OpenMatter(Attention.LEFT_OPEN(item=item.id), where, item.over)
        elif item.closing is Closing.LOST:
            yield OpenMatter(Attention.RUN_LOST(item=item.id), where, item.over)
        elif item.closing is Closing.NOT_RUN and not (item.withdrawn or _is_given_back(item)):
            why = () if item.reason is None else (item.reason,)
            yield OpenMatter(Attention.NOT_RUN(item=item.id, why=why), where, item.over)


def _is_given_back(item: Item) -> bool:
    return item.reason is not None and item.reason.is_a(Nights.GIVEN_BACK)


def in_order(matters: Iterable[OpenMatter]) -> tuple[OpenMatter, ...]:
    """Return matters by their deadlines, those without one last, the oldest first."""
    return tuple(sorted(matters, key=lambda each: (each.until or "9", each.since)))


def _after(utc: str, seconds: float) -> str:
    if not utc:
        return ""
    try:
        return (datetime.fromisoformat(utc) + timedelta(seconds=seconds)).astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        return ""


def with_losses(workspace: Workspace, items: Iterable[Item]) -> tuple[Item, ...]:
    """Return items; an item whose run was begun on this computer and has no folder is LOST.

    A run folder may be removed after the run has arrived in the laboratory's store.
    """
    result, receipts = list[Item](), None
    for item in items:
        path = workspace.path / "runs" / item.id
        if item.closing in (Closing.RAN, Closing.LEFT_OPEN) and not path.is_dir() and was_begun(path):
            receipts = receipts or Receipts.of(workspace, read_settings(workspace))
            if not receipts.knows(item.id):
                result.append(replace(item, closing=Closing.LOST, reason=Nights.VANISHED(run=item.id)))
                continue
        result.append(item)
    return tuple(result)


def not_begun(
    workspace: Workspace, items: Iterable[Item], benches: Mapping[str, Bench], past: Past, end: datetime
) -> Iterator[tuple[str, Reason]]:
    """Yield the id of each due item whose bench did not work at the end of a night, and the reason.

    Parameters
    ----------
    items
        Items of the night, as they stood at its end.
    benches
        Benches that have had a worker, by name, as they are now.
    past
        What the records of the queue say of that end.
    """
    for item in items:
        if item.state not in (State.WAITING, State.TAKEN) or _had_begun(workspace, item.id, end):
            continue  # its run says where it stands
        now, then = benches.get(item.bench, Bench(name=item.bench)), past.bench(item.bench)
        if not now.heard:
            yield item.id, Nights.NO_WORKER(bench=item.bench)
        elif not then.started:
            yield item.id, Nights.HAD_NO_WORKER(bench=item.bench, until=past.until)
        elif is_silent(now, end):
            yield item.id, Nights.BENCH_SILENT(bench=item.bench, heard=now.heard)
        elif then.waits is not None:
            since, why = then.waits
            yield item.id, Nights.BENCH_WAITED(bench=item.bench, since=since, why=why)
        elif then.paused:
            paused, was_paused = Nights.BENCH_PAUSED, Nights.WAS_PAUSED
            yield (
                item.id,
                paused(bench=now.name) if now.paused else was_paused(bench=now.name, until=past.until),
            )
        elif then.restarted:
            gap = {"since": then.last, "until": then.restarted}
            yield item.id, Nights.WORKER_WAS_OFF(bench=item.bench, **gap)


def runs_elsewhere(benches: Iterable[Bench]) -> tuple[Reason, ...]:
    """Return one reason for each other computer that works on the queue: its runs are in a workspace of its own."""
    own, result = socket.gethostname(), dict[str, list[str]]()
    for bench in benches:
        if bench.host not in ("", own):
            result.setdefault(bench.host, []).append(bench.name)
    return tuple(
        Nights.RUNS_ELSEWHERE(computer=computer, benches=tuple(sorted(names)))
        for computer, names in sorted(result.items())
    )


def _had_begun(workspace: Workspace, run: str, end: datetime) -> bool:
    path = workspace.path / "runs" / run
    began = glimpse(path).began
    return was_begun(path) if began is None else began <= end
