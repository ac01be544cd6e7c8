"""Slow questions, such as looking for devices, on another thread; the answer comes back as a signal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from PySide6.QtCore import QObject, Signal

from labharness.errors import LabharnessError
from labharness.gui.kit.slow_work.worker_thread import WorkerThread
from labharness.gui.kit.window_sentences import explain


class Poll(QObject):
    """Something to be asked again and again, once at a time.

    Attributes
    ----------
    answered
        Emitted, on the window's thread, with what the call returned.
    failed
        Emitted, on the window's thread, with one sentence.
    broke
        Emitted, on the window's thread, where the call raised what nobody expected; the window tells that as any other mistake.
    """

    answered = Signal(object)
    failed = Signal(str)
    broke = Signal()
    _over = Signal(int, object)

    def __init__(self, call: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._call = call
        self._thread = WorkerThread()
        self._asked, self._edition = False, 0
        self._over.connect(self._hear)

    def ask(self) -> bool:
        """Start, unless it is being answered; returns whether it was started."""
        if self._asked:
            return False
        self.ask_anew()
        return True

    def ask_anew(self) -> None:
        """Start, and hear no answer to what was asked before: something has changed since."""
        self._asked, self._edition = True, self._edition + 1
        self._thread.start(partial(self._answer, self._edition))

    def wait(self) -> None:
        """Return when nothing is being answered any more."""
        self._thread.wait()

    def _answer(self, edition: int) -> None:
        news: Callable[[], None] = self.broke.emit
        try:
            news = partial(self.answered.emit, self._call())
        except (LabharnessError, OSError) as error:
            news = partial(self.failed.emit, explain(error))
        finally:
            with suppress(RuntimeError):  # the window has gone meanwhile, and nobody hears it
                self._over.emit(edition, news)

    def _hear(self, edition: int, news: Callable[[], None]) -> None:
        if edition == self._edition:
            self._asked = False  # whoever hears the answer may ask again at once
            news()
