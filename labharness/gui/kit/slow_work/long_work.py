"""Work that takes a while, below what it is about: what is being done, how far it is, and a button that gives it up."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from labharness.gui.kit.parts import in_row, push_button, text_label
from labharness.gui.kit.slow_work.errand import Errand
from labharness.gui.kit.words import tr
from labharness.language.numbers import number, size
from labharness.language.template import plain
from labharness.reason import OnStep

Answer = TypeVar("Answer")
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
