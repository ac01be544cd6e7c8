"""Questions of which only the latest matters: an answer that comes late is dropped."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, SignalInstance

from labharness.gui.kit.slow_work.worker_thread import WorkerThread, news_of

Answer = TypeVar("Answer")


class Latest(QObject):
    """Asks on another thread, one question after the other; those that nobody waits for any more are not asked.

    Parameters
    ----------
    failed
        Hears in one sentence or more why the latest question has no answer.
    broke
        Is told where a call raised what nobody expected; the window tells that as any other mistake.
    """

    _over = Signal(int, object)

    def __init__(
        self,
        parent: QObject,
        failed: Callable[[str], object] | SignalInstance,
        broke: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(parent)
        self._failed, self._broke = failed.emit if isinstance(failed, SignalInstance) else failed, broke
        self._thread, self._number, self._done = WorkerThread(), 0, 0
        self._over.connect(self._hear)

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._done != self._number

    def ask(self, call: Callable[[], Answer], then: Callable[[Answer], object]) -> None:
        """Ask; ``then`` hears the answer on the window's thread unless something else was asked meanwhile."""
        self._number += 1
        self._thread.start(partial(self._do, self._number, call, then))

    def ask_if_idle(self, call: Callable[[], Answer], then: Callable[[Answer], object]) -> bool:
        """Ask unless an answer is awaited; returns whether it was asked."""
        idle = not self.busy
        if idle:
            self.ask(call, then)
        return idle

    def drop(self) -> None:
        """Wait for no answer any more."""
        self._number += 1
        self._done = self._number

    def stop(self) -> None:
        """Wait for no answer any more, and return when nothing is being answered."""
        self.drop()
        self._thread.wait()

    def _do(self, number: int, call: Callable[[], Answer], then: Callable[[Answer], object]) -> None:
        if number != self._number:
            return
        news: Callable[[], object] = self._broke
        try:
            news = news_of(call, then, self._failed)
        finally:
            with suppress(RuntimeError):  # the window has gone meanwhile, and nobody hears it
                self._over.emit(number, news)

    def _hear(self, number: int, news: Callable[[], object]) -> None:
        if number == self._number:
            self._done = number
            news()
