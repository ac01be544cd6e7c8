"""A thread of Python for slow work.

``QRunnable.create`` leaves a wrapper behind when the pool deletes the runnable; PySide 6.11 then takes another object at the
same address for it, and the interpreter may crash.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from typing import TypeVar

from labharness.errors import LabharnessError
from labharness.gui.kit.run_standing import explain

Answer = TypeVar("Answer")


class WorkerThread:
    """Does one thing after the other on another thread; what it raises is for the work itself to hand on."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1)
        self._last: Future[None] | None = None

    def start(self, work: Callable[[], None]) -> None:
        """Do something as soon as what was asked before is done."""
        self._last = self._pool.submit(_told, work)

    def wait(self) -> None:
        """Return when nothing is being done any more."""
        if self._last is not None:
            wait([self._last])


def news_of(
    call: Callable[[], Answer], then: Callable[[Answer], object], failed: Callable[[str], object]
) -> Callable[[], object]:
    """Call, and return what hands on the answer, or the sentence why there is none."""
    try:
        return partial(then, call())
    except (LabharnessError, OSError) as error:
        return partial(failed, explain(error))


def _told(work: Callable[[], None]) -> None:
    """Do something; what nobody expected of it is told as any other mistake of the window."""
    try:
        work()
    except Exception as error:  # noqa: BLE001  the pool would keep it for itself
        sys.excepthook(type(error), error, error.__traceback__)
