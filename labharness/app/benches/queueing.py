"""Items of a queue as somebody wants them: runs of an order, the same order once more, what a schedule makes again and again.

Orders of runs as items of a queue, and what is known of a run before it begins.

Processes that conduct the runs of a bench, for its worker.

Copying of ended runs to the laboratory's store while a worker works, in processes of their own.

A store that hangs or refuses keeps no lane waiting: what was not copied waits, and the morning lists it.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from labharness.app.bench_work.next_question import setup_of
from labharness.app.benches.queue_access import refuse_bench_name
from labharness.app.devices.preflight import (
    LEAST_FREE,
    OPERATOR,
    RunOrder,
    check_place,
    fitting_adapters,
    is_clock_right,
    is_device_held,
    refuse_wrong_clock,
)
from labharness.app.outside.trusted import refuse_untrusted
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.launching import Launch, launch, outliving
from labharness.app.runs.run_index import bytes_of, listed
from labharness.app.runs.services import load_plan, refuse_unknown, resume_command, run_command
from labharness.app.workspace.workspace import Workspace
from labharness.child_processes import command_line
from labharness.devices.identity import identity
from labharness.errors import InputError, LabharnessError, QueueError
from labharness.evidence.folder import RunFolder
from labharness.evidence.line_index import forget_begun
from labharness.evidence.lock import LEDGER, owner_of
from labharness.model.eastern_time import eastern, from_eastern
from labharness.model.reasons.night import Nights
from labharness.model.reasons.run import Runs
from labharness.model.results import Ending
from labharness.nights.items import Item, Need
from labharness.nights.journal import issue_ticket
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Queue, now_utc
from labharness.plans.attendance import PersonNeeded, people_needed, waits_for_person
from labharness.reason import Reason

SPARE = 1.5
"""How many times the bytes of the largest run of its plan the disk must have free for another."""


def item_of(order: RunOrder, bench: str, **particulars: Any) -> Item:
    """Return the item that orders a run; ``order.name`` is its id.

    Parameters
    ----------
    particulars
        Further fields of the item.
    """
    assert order.name is not None
    return Item(id=order.name, bench=bench, device=identity(order.device), order=asdict(order), **particulars)


def order_of(item: Item) -> RunOrder:
    """Return the order of an item, under the item's own name; raises :class:`QueueError` as :meth:`RunOrder.load` does."""
    return RunOrder.load({**item.order, "name": item.id})


def needs_person(workspace: Workspace, order: RunOrder) -> tuple[PersonNeeded, ...]:
    """Return who must be at the bench for a run, and when.

    Raises
    ------
    LabharnessError
        If the plan cannot be read, or no adapter fits.
    """
    refuse_untrusted(workspace.path)
    catalog = discover(workspace.path)
    frozen = load_plan(order.plan, catalog, workspace=workspace.path)
    device = catalog.adapter_info(fitting_adapters(catalog, frozen, order).device.name)
    setup = setup_of(order, independent=device.source.independent)
    return people_needed(frozen.plan.stages, setup)


def night_refusal(workspace: Workspace, item: Item, now: datetime, *, here: bool = True) -> Reason | None:
    """Return why a run may not begin at ``now``, None where nothing is known against it.

    The queue asks when an item is added, and the worker before it begins one. Runner and device have their own say
    afterwards: this asks the computer, the plan and earlier runs.

    Parameters
    ----------
    here
        Whether the bench belongs to this computer, whose clock and disk then matter.
    """
    order = order_of(item)
    if not item.attended and (stages := waits_for_person(needs_person(workspace, order))):
        return Nights.PERSON_NEEDED(stages=stages)
    if here and is_clock_right(workspace) is False:
        return Nights.CLOCK_UNSYNCHRONIZED()
    plan = load_plan(order.plan, discover(workspace.path), workspace=workspace.path).plan.id
    rows = [row for row in listed(workspace) if (row["plan"], row["ending"]) == (plan, Ending.COMPLETE.value)]
    expected = expected_durations(rows).get(plan)
    if item.deadline and expected is not None:
        left = (datetime.fromisoformat(item.deadline) - now).total_seconds()
        if expected > left:
            return Nights.TOO_LONG(expected_s=expected, left_s=max(0.0, left))
    if not here:
        return None
    largest = max((bytes_of(workspace.run(row["run"])) for row in rows), default=0)
    free, needed = shutil.disk_usage(workspace.path).free, LEAST_FREE + int(SPARE * largest)
    if free < needed:
        return Nights.SPACE(free=free, needed=needed)
    return None


def expected_durations(rows: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """Return median seconds of complete runs without a gap by the id of their plan, as far as rows of the index tell."""
    took: dict[str, list[float]] = {}
    for row in filter(_tells_seconds, rows):
        began, ended = (datetime.fromisoformat(row[name]) for name in ("started", "updated"))
        took.setdefault(row["plan"], []).append((ended - began).total_seconds())
    return {plan: median(seconds) for plan, seconds in took.items()}


def runs_that_tell(rows: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Return how many runs :func:`expected_durations` rests on, by the id of their plan."""
    return Counter(row["plan"] for row in rows if _tells_seconds(row))


def _tells_seconds(row: Mapping[str, Any]) -> bool:
    return row["ending"] == Ending.COMPLETE.value and not row["gaps"]


@dataclass(frozen=True, slots=True)
class BenchRunners:
    """What the worker of a bench does with a workspace.

    Parameters
    ----------
    bench
        Its name.
    output
        Folder for what runners write to their standard output.
    """

    workspace: Workspace
    bench: str
    output: Path

    def path(self, run: str) -> Path:
        """Return the folder of a run."""
        return self.workspace.path / "runs" / run

    def preflight(self, item: Item) -> Reason | None:
        """Return why a run may not begin now, None where it may."""
        try:
            return night_refusal(self.workspace, item, datetime.now(UTC))
        except LabharnessError as error:
            return Nights.REFUSED(why=error.reasons)

    def resume_refusal(self, item: Item) -> tuple[Reason, ...]:
        """Return why a run that was begun may not go on now, empty where it may."""
        try:
            refuse_wrong_clock(self.workspace, order_of(item))
        except LabharnessError as error:
            return error.reasons
        return ()

    def shortage(self, item: Item) -> Reason | None:
        """Return why the disk has too little space for a run to go on, None where it has enough."""
        try:
            free = shutil.disk_usage(self.path(item.id).parent).free
        except OSError:  # whoever writes there meets it too, and says more about it
            return None
        return Nights.SPACE(free=free, needed=LEAST_FREE) if free < LEAST_FREE else None

    def held(self, item: Item) -> bool:
        """Say whether a process holds the device or the reader."""
        try:
            order = order_of(item)
        except QueueError:  # what may not begin or go on holds nothing; preflight and resume_refusal say why
            return False
        return any(
            is_device_held(url) for url in (order.device, order.reader) if url is not None and url != OPERATOR
        )

    def begin(self, item: Item) -> Launch:
        """Start a runner that begins the run; a trace that a removed run of the name left says nothing of it."""
        forget_begun(self.path(item.id))
        return self._started(run_command(self.workspace.path, order_of(item), self.bench), item)

    def resume(self, item: Item) -> Launch:
        """Start a runner that resumes the run."""
        return self._started(resume_command(RunFolder(self.path(item.id)), self.bench), item)

    def stop(self, item: Item, who: str) -> None:
        """Tell a run at work that a person wants it to end."""
        folder = RunFolder(self.path(item.id))
        if not folder.alive:
            raise InputError(Runs.NO_RUNNER(run=item.id))
        folder.send("stop", who)  # it was seen that this person may, when the item was canceled

    def interrupt(self, item: Item, *, kill: bool) -> None:
        """Let a living runner bring its device to rest and leave the run resumable, or kill it."""
        process = self.runner_of(item)
        if process is None:
            return
        with suppress(OSError):
            os.kill(process, _KILL if kill else _INTERRUPT)

    def runner_of(self, item: Item) -> int | None:
        """Return the process number of whoever holds the run, None where it is not known."""
        folder = RunFolder(self.path(item.id))
        owner = owner_of(folder.path / "lock") if folder.alive else None
        return owner["pid"] if owner is not None and isinstance(owner["pid"], int) else None

    def _started(self, argv: list[str], item: Item) -> Launch:
        return launch([*awake(item), *argv], item.id, self.output)


if sys.platform == "win32":
    _INTERRUPT, _KILL = signal.CTRL_BREAK_EVENT, signal.SIGTERM

    def awake(item: Item) -> list[str]:
        """Return nothing: the worker itself keeps Windows from sleeping."""
        del item
        return []

else:
    _INTERRUPT, _KILL = signal.SIGTERM, signal.SIGKILL

    def awake(item: Item) -> list[str]:
        """Return the command that keeps the computer from sleeping while a runner is at work, where there is one."""
        program = shutil.which("systemd-inhibit")
        if program is None or not Path(program).is_absolute() or not Path("/run/systemd/system").is_dir():
            return []
        why = f"--why=Run {item.id} records a device."
        return [program, "--what=sleep:idle", "--who=labharness", why, "--mode=block"]


KEPT = ("bench", "device", "order", "priority", "attended", "retries")
"""What a schedule knows of its items; the rest is that of the occurrence."""
AGAIN = re.compile(r"-again(?:-\d+)?$")
"""What the name of an item that was ordered anew ends with."""


def wanted_items(
    workspace: Workspace,
    order: RunOrder,
    bench: str,
    *,
    repeat: int = 1,
    after: str = "",
    need: Need = Need.ENDED,
    **particulars: Any,
) -> tuple[Item, ...]:
    """Return the items of runs of an order, each after the one before.

    Parameters
    ----------
    after, need
        Name of the item that comes before the first, and what is needed of it.
    particulars
        Further fields of every item.

    Raises
    ------
    LabharnessError
        If the bench cannot be named so, the order cannot be served, or a run of the name is there.
    """
    refuse_bench_name(bench)
    check_place(workspace, order)
    if order.submission:
        refuse_unknown(workspace, order.submission)
    name = workspace.new_run(order.name, order.plan.rpartition("/")[2].removesuffix(".toml")).name
    items: list[Item] = []
    for each in [name] if repeat == 1 else [f"{name}-{number + 1}" for number in range(repeat)]:
        if (workspace.path / "runs" / each / LEDGER).exists():
            raise QueueError(Nights.RUN_THERE(item=each))
        before = (items[-1].id, Need.ENDED) if items else (after, need)
        named = replace(order, name=each)
        items.append(item_of(named, bench, after=before[0], need=before[1], **particulars))
    return tuple(items)


def refuse_tonight(workspace: Workspace, queue: Queue, item: Item) -> None:
    """Raise :class:`QueueError` where the worker of the bench would refuse the item, as far as this computer can tell."""
    host = next((bench.host for bench in Benches(queue.database).all() if bench.name == item.bench), "")
    due = datetime.fromisoformat(item.due) if item.due else datetime.now(UTC)
    if why := night_refusal(
        workspace, item, max(due, datetime.now(UTC)), here=host in ("", socket.gethostname())
    ):
        raise QueueError(why)


def once_more(workspace: Workspace, queue: Queue, item: Item) -> Item:
    """Return an item with the order of another, under a new name and without its moments."""
    name = _free_name(workspace, queue, item.id)
    return Item(
        id=name,
        bench=item.bench,
        device=item.device,
        order={**item.order, "name": name},
        priority=item.priority,
        attended=item.attended,
        retries=item.retries,
    )


def _free_name(workspace: Workspace, queue: Queue, name: str) -> str:
    """Return a name that neither the queue nor the workspace has."""
    benches = Benches(queue.database)
    first = AGAIN.sub("", name)[:90]
    number = 1
    while True:
        free = f"{first}-again" if number == 1 else f"{first}-again-{number}"
        if benches.predecessor(free) is None and not (workspace.path / "runs" / free).exists():
            return free
        number += 1


def moment_utc(text: str) -> str:
    """Return a moment that somebody typed in UTC (ISO 8601), "" for none; raises as :func:`read_moment` does."""
    return now_utc(read_moment(text)) if text else ""


def read_moment(text: str, now: datetime | None = None) -> datetime:
    """Return a moment with its zone: a date and time, or a time of the next 24 hours.

    A moment without an offset is one of Pennsylvania, as every moment is shown.

    Raises
    ------
    QueueError
        If it is neither.
    """
    there = eastern(now or datetime.now(UTC))[0]
    try:
        if "T" not in text and "-" not in text:
            moment = datetime.combine(there.date(), time.fromisoformat(text))
            return from_eastern(moment if moment > there else moment + timedelta(days=1))
        moment = datetime.fromisoformat(text)
        return moment if moment.tzinfo else from_eastern(moment)
    except (ValueError, OverflowError, OSError) as error:
        raise QueueError(Nights.MOMENT_UNREADABLE(text=text[:40])) from error


OUTPUT = "store.txt"
EVERY_S = 300.0
"""Between two looks for runs that wait, where no item has ended meanwhile."""
PATIENCE_S = 3600.0
"""How long a worker that leaves with an empty queue waits for the last copy."""
LOOK_S = 0.2
"""Between two looks at a process that copies."""


class Copies:
    """Starts copying at once, after each item that ended, and from time to time.

    Parameters
    ----------
    begin
        Starts a process that copies what waits.
    every_s
        Seconds between two attempts.
    patience_s
        Seconds that :meth:`finish` waits at most.
    """

    def __init__(
        self,
        begin: Callable[[], subprocess.Popen[bytes]],
        every_s: float = EVERY_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._begin, self._every_s, self._patience_s = begin, every_s, patience_s
        self._due, self._over, self._left = threading.Event(), threading.Event(), threading.Event()
        self._due.set()
        self._thread = threading.Thread(target=self._work, name="copies", daemon=True)
        self._thread.start()

    def ended(self) -> None:
        """Copy soon: an item has ended."""
        self._due.set()

    def leave(self) -> None:
        """Start nothing more; a process at work goes on, and what it leaves is copied next time."""
        self._left.set()
        self._over.set()
        self._due.set()

    def finish(self) -> None:
        """Copy what has ended until now, then end; :meth:`leave` and a store that hangs cut it short."""
        self._over.set()
        self._due.set()
        self._thread.join(self._patience_s)
        self.leave()

    def _work(self) -> None:
        while True:
            self._due.wait(self._every_s)
            self._due.clear()
            last = self._over.is_set()
            if self._left.is_set():
                return
            with suppress(OSError):  # no process can be started now; the runs wait
                process = self._begin()
                while process.poll() is None and not self._left.wait(LOOK_S):
                    pass
            if last:
                return


def copying(workspace: Workspace, bench: str, folder: Path) -> Callable[[], subprocess.Popen[bytes]]:
    """Return what starts a process that copies the runs of a workspace.

    Parameters
    ----------
    bench
        Whose worker acts; the process shows it by a ticket.
    folder
        That of the bench, with a file for what the last process writes to its standard output.
    """
    command = command_line("store", "copy", "--bench", bench, "--workspace", str(workspace.path))

    def begin() -> subprocess.Popen[bytes]:
        folder.mkdir(parents=True, exist_ok=True)
        ticket = issue_ticket(folder)
        with (folder / OUTPUT).open("wb") as file:
            process = outliving(command, file, stdin=subprocess.PIPE)
        assert process.stdin is not None
        with suppress(OSError), process.stdin as pipe:  # it ended at once, and its output says why
            pipe.write(f"{ticket}\n".encode())
        return process

    return begin
