"""What somebody asked for and takes a while: on another thread, one at a time, given up when the window goes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from labharness.gui.kit.run_standing import step
from labharness.gui.kit.slow_work.worker_thread import WorkerThread, news_of
from labharness.reason import OnStep, Reason

Answer = TypeVar("Answer")


class Errand(QObject):
    """Does one thing after the other, never two at once."""

    changed = Signal()
    """Emitted when something was begun or is over."""
    step = Signal(str)
    """Emitted with what is being done, in words."""
    failed = Signal(str)
    """Emitted with one sentence."""
    _over = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = WorkerThread()
        self._given_up, self._canceled = threading.Event(), threading.Event()
        self.busy = False
        self._over.connect(self._hear)

    def begin(self, call: Callable[[OnStep], Answer], then: Callable[[Answer], None]) -> bool:
        """Do something unless something else is being done; ``then`` hears the answer on the window's thread."""
        if self.busy or self._given_up.is_set():
            return False
        self.busy = True
        self._canceled.clear()
        self._thread.start(partial(self._do, call, then))
        self.changed.emit()
        return True

    def cancel(self) -> None:
        """Give up what is being done, at its next step; something else can be begun after that."""
        self._canceled.set()

    def check(self) -> None:
        """End what is being done where somebody gave it up; called by the work itself, on its thread."""
        if self._given_up.is_set() or self._canceled.is_set():
            raise _GivenUp

    def wait(self) -> None:
        """Return when nothing is being done any more; what it came to is heard later."""
        self._thread.wait()

    def stop(self) -> None:
        """Give up at the next step, and return when that is so; nothing can be begun any more."""
        self._given_up.set()
        self._thread.wait()

    def _do(self, call: Callable[[OnStep], Answer], then: Callable[[Answer], None]) -> None:
        news: Callable[[], object] = _nothing
        try:
            news = news_of(partial(call, self._say), then, self.failed.emit)
        except _GivenUp:
            pass
        finally:
            self._over.emit(news)

    def _say(self, doing: Reason) -> None:
        self.check()
        self.step.emit(f"{step(doing)}…")

    def _hear(self, news: Callable[[], None]) -> None:
        self.busy = False
        if not self._given_up.is_set():
            news()
        self.changed.emit()


class _GivenUp(Exception):
    """The window is going."""


def _nothing() -> None:
    pass
