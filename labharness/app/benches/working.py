"""The worker of a bench, put together for a workspace."""

from __future__ import annotations

import errno
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any

from labharness.app.benches.copies import Copies, copying
from labharness.app.benches.messenger import Messenger
from labharness.app.benches.notices import Notices, ended_standing, notice_of, worth_telling
from labharness.app.benches.queue_access import actor_for, open_queue, refuse_bench_name
from labharness.app.benches.runners import BenchRunners
from labharness.app.settings import identity, read_settings
from labharness.app.workspace import Workspace
from labharness.errors import StorageError
from labharness.model.reasons.night import Nights, QueueAct
from labharness.nights.items import Item
from labharness.nights.journal import bench_folder
from labharness.nights.worker import IDLE_S, Worker
from labharness.reason import Reason


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

        begin = partial(
            Worker,
            bench,
            folder,
            lambda: open_queue(workspace),
            runners,
            take=take,
            tell=tell,
            ended=ended,
            workspace=identity(workspace),
        )
        stack.enter_context(_stopped_by_signals(stop))
        worker = _begun(begin, tell, over)
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


@contextmanager
def _stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    before: dict[int, Any] = {}

    def on_signal(number: int, _: FrameType | None) -> None:
        del number
        stop()

    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            before[number] = signal.signal(number, on_signal)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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
