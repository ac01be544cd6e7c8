"""Processes that compute for this one."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from labharness.errors import LabharnessError
from labharness.model.reasons.simulation import Simulations, Task

AHEAD = 2
"""Tasks that wait for each process: enough to keep it busy, few enough for flat memory."""
MOST = 61
"""Processes that Windows can wait for."""


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
        with _executor(workers) as made:
            yield made
    except BrokenProcessPool as error:
        raise LabharnessError(Simulations.PROCESS_ENDED(task=task)) from error


def _executor(workers: int) -> ProcessPoolExecutor:
    # Fresh interpreters: a copy of this one could inherit a lock that a thread of it holds.
    return ProcessPoolExecutor(useful(workers), get_context("spawn"), _let_parent_stop)


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

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Calculation:
        """Have one of them calculate; the future raises :class:`LabharnessError` if two of them end over it."""
        return Calculation(self, work, arguments)

    def begin(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have one of them calculate, among new ones if the former were ended."""
        try:
            return self._pool.submit(work, *arguments)
        except BrokenProcessPool:
            self._pool.shutdown()
            self._pool = _executor(self.workers)
            return self._pool.submit(work, *arguments)

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
        """Say that nobody wants it any more."""
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


def _let_parent_stop() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the one that the user speaks to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
