"""Slow questions, such as looking for devices, on another thread; the answer comes back as a signal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, Signal

from labharness.errors import LabharnessError
from labharness.gui.kit.slow_work.worker_thread import WorkerThread
from labharness.language.catalog import explain


class Poll(QObject):
    """Something to be asked again and again, once at a time.

    Attributes
    ----------
    answered
        Emitted, on the window's thread, with what the call returned.
    failed
        Emitted, on the window's thread, with one sentence.
    """

    answered = Signal(object)
    failed = Signal(str)

    def __init__(self, call: Callable[[], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._call = call
        self._thread = WorkerThread()
        self._asked = False

    def ask(self) -> None:
        """Start, unless it is being answered."""
        if not self._asked:
            self._asked = True
            self._thread.start(self._answer)

    def wait(self) -> None:
        """Return when nothing is being answered any more."""
        self._thread.wait()

    def _answer(self) -> None:
        news: object
        try:
            said, news = self.answered, self._call()
        except (LabharnessError, OSError) as error:
            said, news = self.failed, explain(error)
        finally:
            self._asked = (
                False  # whoever hears the answer may ask again at once, before this thread has ended
            )
        with suppress(RuntimeError):  # the window has gone meanwhile, and nobody hears it
            said.emit(news)
