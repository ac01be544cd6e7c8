"""Slow work on threads of its own: errands, questions of which only the latest matters, and what is seen of them.

``QRunnable.create`` leaves a wrapper behind when the pool deletes the runnable; PySide 6.11 then takes another object at the
same address for it, and the interpreter may crash.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal, SignalInstance
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from labharness.errors import LabharnessError
from labharness.gui.kit.parts import in_row, push_button, text_label
from labharness.gui.kit.run_standing import explain, step
from labharness.gui.kit.words import tr
from labharness.language.numbers import number, size
from labharness.language.template import plain
from labharness.reason import OnStep, Reason

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
    """Do something; an error that is not expected is shown like any other error of the window."""
    try:
        work()
    except Exception as error:  # noqa: BLE001  the pool would keep it for itself
        sys.excepthook(type(error), error, error.__traceback__)


class Latest(QObject):
    """Asks on another thread, one question after the other; questions whose answers are no longer wanted are skipped.

    Parameters
    ----------
    failed
        Hears in one sentence or more why the latest question has no answer.
    broke
        Called where a call raised an unexpected error, which the window shows like any other.
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


SHOWN_S = 0.1
"""Seconds between two pictures of the progress."""
PARTS = 1000
CANCELED = tr("Canceled. Nothing was changed.")


class WorkProgress:
    """What the work says of itself, on its own thread; each call ends the work where somebody gave it up."""

    def __init__(self, check: Callable[[], None], say: OnStep, read: Callable[[int, int], None]) -> None:
        self._check, self._read = check, read
        self.say = say
        """Say what is being done now."""
        self._done, self._shown = 0, 0.0

    def check(self) -> None:
        """End the work where somebody gave it up."""
        self._check()

    def at(self, done: int, total: int) -> None:
        """Say how much of the whole is done."""
        self._check()
        self._done = done
        now = time.monotonic()
        if now - self._shown >= SHOWN_S or done >= total:
            self._shown = now
            self._read(done, total)

    def counting(self, total: int) -> Callable[[int], None]:
        """Return what is told of further parts of a whole of this size."""
        self._done = 0
        return lambda further: self.at(self._done + further, total)


class LongWork(QWidget):
    """Does one thing at a time; its place is kept free while nothing is done."""

    changed = Signal()
    """Emitted when something was begun or is over."""
    failed = Signal(str)
    """Emitted with one sentence, which is also shown."""
    _read = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self._errand, self._canceled = Errand(self), False
        self.was_canceled = False
        self.note = text_label(name=tr("Messages"))
        self.bar = QProgressBar()
        self.cancel = push_button(tr("Cancel"), self._cancel, name=tr("Cancel what is being done"))
        self.note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar.setAccessibleName(tr("Progress"))
        self.bar.setFixedWidth(220)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(8)
        for widget in (self.bar, self.cancel):
            policy = QSizePolicy(widget.sizePolicy())
            policy.setRetainSizeWhenHidden(True)
            widget.setSizePolicy(policy)
            widget.hide()
        in_row((self.note, 1), self.bar, self.cancel, gap=10, on=self)
        self._errand.step.connect(self.say)
        self._errand.failed.connect(self._fail)
        self._errand.changed.connect(self._follow)
        self._read.connect(self._show_read)

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._errand.busy

    def do(self, doing: str, call: Callable[[WorkProgress], Answer], then: Callable[[Answer], None]) -> bool:
        """Begin something unless something else is being done; ``then`` hears the answer on the window's thread.

        Parameters
        ----------
        doing
            What it is, for the message.
        """

        def take(answer: Answer) -> None:
            self.say("")
            then(answer)

        begun = self._errand.begin(
            lambda say: call(WorkProgress(self._errand.check, say, self._read.emit)), take
        )
        if begun:
            self._canceled = self.was_canceled = False
            self.say(doing)
            self.bar.setRange(0, 0)
        return begun

    def say(self, sentence: str) -> None:
        """Show one sentence."""
        self.note.setText(plain(sentence, 2000))

    def stop(self) -> None:
        """Give up, and return when that is so; nothing can be begun any more."""
        self._errand.stop()

    def _cancel(self) -> None:
        self._canceled = True
        self._errand.cancel()
        self.cancel.setEnabled(False)

    def _follow(self) -> None:
        self.bar.setVisible(self.busy)
        self.cancel.setVisible(self.busy)
        self.cancel.setEnabled(True)
        if not self.busy and self._canceled:
            self._canceled, self.was_canceled = False, True
            self.say(CANCELED)
        self.changed.emit()

    def _show_read(self, done: int, total: int) -> None:
        if not self.busy:
            return
        self.bar.setRange(0, PARTS)
        self.bar.setValue(round(PARTS * done / total) if total else PARTS)
        self.bar.setToolTip(tr("{done} of {total}", done=size(done), total=size(total)))
        self.bar.setAccessibleDescription(f"{number(100 * done // total if total else 100)}%")

    def _fail(self, sentence: str) -> None:
        self.say(sentence)
        self.failed.emit(sentence)
