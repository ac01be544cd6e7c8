"""Processes that compute for this one."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context

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
        # Fresh interpreters: a copy of this one could inherit a lock that a thread of it holds.
        with ProcessPoolExecutor(useful(workers), get_context("spawn"), _let_parent_stop) as made:
            yield made
    except BrokenProcessPool as error:
        raise LabharnessError(Simulations.PROCESS_ENDED(task=task)) from error


def _let_parent_stop() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the one that the user speaks to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
