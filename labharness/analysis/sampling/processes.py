"""Processes that compute for this one."""

from __future__ import annotations

import atexit
import gc
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from threading import Lock
from typing import Any

from labharness.child_processes import spawn_context
from labharness.errors import LabharnessError
from labharness.model.reasons.wire import Simulations, Task

AHEAD = 2
"""Tasks that wait for each process: enough to keep it busy, few enough for flat memory."""
MOST = 61
"""Processes that Windows can wait for."""
SELDOM = (10_000, 10, 10)
"""Thresholds of the garbage collector: its own have it look at all that is loaded a dozen times during a start."""
COUNTERS = ("labharness.analysis.sampling.evaluation", "numba")
"""Modules that every process needs that counts."""


def useful(workers: int) -> int:
    """Return how many of so many processes this system can use."""
    return min(workers, MOST) if sys.platform == "win32" else workers


@contextmanager
def pool(workers: int, task: Task) -> Iterator[ProcessPoolExecutor]:
    """Give processes for as long as they are needed.

    Parameters
    ----------
    what
        What they do, as in "a counting process".

    Raises
    ------
    LabharnessError
        If one of them was ended from outside.
    """
    try:
        with _executor(workers) as executor:
            yield executor
    except BrokenProcessPool as error:
        raise LabharnessError(Simulations.PROCESS_ENDED(task=task)) from error


def _executor(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(useful(workers), spawn_context(), _begin)


class Processes:
    """Processes for pure calculations: what one had not done when it was ended from outside, another does.

    Parameters
    ----------
    task
        What they do, as in "a counting process".
    """

    def __init__(self, workers: int, task: Task) -> None:
        self.workers, self.task = useful(workers), task
        self._pool = _executor(workers)
        self._renewing = Lock()

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Calculation:
        """Have one of them calculate; the future raises :class:`LabharnessError` if two of them end over it."""
        return Calculation(self, work, arguments)

    def begin(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have one of them calculate, among new ones if the former were ended."""
        with self._renewing:  # judging, threads ask for new ones at one time
            try:
                return self._pool.submit(work, *arguments)
            except BrokenProcessPool:
                self._pool.shutdown()
                self._pool = _executor(self.workers)
                return self._pool.submit(work, *arguments)

    def load(self, modules: Iterable[str]) -> None:
        """Start all of them, and let them import what they will need while this process does something else."""
        for _ in range(self.workers):
            self.begin(_import_all, tuple(modules))

    def close(self) -> None:
        """End them, once they have done what they are at."""
        self._pool.shutdown(cancel_futures=True)


@dataclass(slots=True)
class Calculation:
    """What a process calculates, or the next one if it is ended."""

    processes: Processes
    work: Callable[..., Any]
    arguments: tuple[Any, ...]
    _repeated: bool = False
    _future: Future[Any] = field(init=False)

    def __post_init__(self) -> None:
        self._future = self.processes.begin(self.work, *self.arguments)

    def done(self) -> bool:
        """Whether it came to an end, good or bad."""
        return self._future.done()

    def cancel(self) -> bool:
        """Cancel it: its result is no longer needed."""
        return self._future.cancel()

    def result(self) -> Any:
        """Wait for it."""
        try:
            return self._future.result()
        except BrokenProcessPool as error:
            if self._repeated:
                raise LabharnessError(Simulations.PROCESS_ENDED(task=self.processes.task)) from error
            self._repeated = True
            self._future = self.processes.begin(self.work, *self.arguments)
            return self.result()


@contextmanager
def counting_processes(workers: int) -> Iterator[Processes | None]:
    """Give the processes that count beside this one, None where this one counts alone.

    A process takes half a second to start. Whoever is going to count starts them before anything else is loaded.
    """
    if workers == 1:
        yield None
        return
    others = Processes(workers - 1, Task.COUNTING)
    try:
        others.load(COUNTERS)
        yield others
    finally:
        others.close()


def _begin() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the one that the user speaks to; start and end fast."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*SELDOM)
    atexit.register(gc.freeze)  # whoever ends looks for no garbage among all that is loaded


def _import_all(modules: Iterable[str]) -> None:
    for name in modules:
        import_module(name)
