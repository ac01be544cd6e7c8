"""What goes on, asked for again and again on other threads: the workspace twice a second, the devices seldom."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from labharness.app.overview.overview import Overview
from labharness.gui.kit.slow_work.errand import Poll
from labharness.gui.kit.words import tr
from labharness.gui.services import Services

LOOK_MS, DEVICES_MS = 500, 20_000
SHARE = 4
"""A look that takes long is repeated after so many times its duration."""
BROKEN_MS = 10_000
"""Pause after a look that ended by a mistake of this program."""
BROKEN = tr(
    "The state of the workspace is not known: this program made a mistake. It looks again in a few seconds."
)


class Feed(QObject):
    """News of a workspace.

    Attributes
    ----------
    took
        Emitted with the :class:`Overview`.
    lost
        Emitted with a sentence where the workspace cannot be read.
    devices
        Emitted with how many devices are present, None where nobody knows.
    """

    took = Signal(object)
    lost = Signal(str)
    devices = Signal(object)

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._poll, self._present = Poll(services.overview, self), Poll(services.devices, self)
        self._poll.answered.connect(self._take)
        self._poll.failed.connect(self._lose)
        self._poll.broke.connect(self._break)
        self._present.answered.connect(lambda result: self.devices.emit(len(result)))
        self._present.failed.connect(lambda _: self.devices.emit(None))
        self._present.broke.connect(lambda: self.devices.emit(None))
        self._since = QElapsedTimer()
        self._again, self._seldom = QTimer(self), QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self.ask)
        self._seldom.timeout.connect(self._present.ask)

    def start(self) -> None:
        """Begin to ask."""
        self.ask()
        self._seldom.start(DEVICES_MS)
        QTimer.singleShot(2 * LOOK_MS, self, self._present.ask)

    def ask(self) -> None:
        """Look at the workspace now."""
        self._since.start()
        self._poll.ask()

    def stop(self) -> None:
        """Ask no more; what is being answered is waited for."""
        self._again.stop()
        self._seldom.stop()
        self._poll.wait()

    def _take(self, overview: Overview) -> None:
        self._wait()
        self.took.emit(overview)

    def _lose(self, sentence: str) -> None:
        self._wait()
        self.lost.emit(sentence)

    def _break(self) -> None:
        self._again.start(BROKEN_MS)
        self.lost.emit(BROKEN)

    def _wait(self) -> None:
        self._again.start(max(LOOK_MS, SHARE * self._since.elapsed()))
