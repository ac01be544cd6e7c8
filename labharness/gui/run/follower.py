"""The clock that reads the attached run, a little at a time, in the window's own thread.

A second Python thread would hold the interpreter while it parses and make every Qt call wait for it; a
slice of a few milliseconds between two events keeps the window at hand however fast the run writes.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from labharness.evidence.folder import RunFolder
from labharness.gui.run.attachment import Attachment

SLICE_S = 0.012
TICK_MS = 100
LOOK_S = 0.5
BROKEN_MS = 10_000
"""Pause after a mistake of this program, which the window tells: the run is followed on."""


class Follower(QObject):
    """Reads at most :data:`SLICE_S` at a time and says so at most every :data:`TICK_MS`.

    Parameters
    ----------
    clock
        Seconds that only grow; by it slices, looks and news are told.

    Attributes
    ----------
    changed
        Emitted with the :class:`Attachment` when there is something new to show.
    """

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._clock = clock
        self.attachment: Attachment | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tick)
        self._looked = self._told = 0.0
        self._news = False

    def attach(self, folder: RunFolder) -> None:
        """Follow this run from its first record on, and no other."""
        self.attachment = Attachment(folder, clock=self._clock)
        self._looked = self._told = 0.0
        self._news = True
        self._timer.start(0)

    def detach(self) -> None:
        """Follow nothing."""
        self._timer.stop()
        self.attachment = None

    def _tick(self) -> None:
        attachment = self.attachment
        if attachment is None:
            return
        pause = BROKEN_MS
        try:
            self._follow(attachment)
            pause = 1 if attachment.behind else TICK_MS
        finally:
            self._timer.start(pause)

    def _follow(self, attachment: Attachment) -> None:
        now = self._clock()
        if now - self._looked >= LOOK_S:
            self._looked = now
            self._news |= attachment.look()
        self._news |= attachment.advance(SLICE_S)
        if self._news and now - self._told >= TICK_MS / 1000:
            self._news, self._told = False, now
            self.changed.emit(attachment)
