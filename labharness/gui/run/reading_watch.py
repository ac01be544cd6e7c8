"""Looks again and again at what a reader has reported, while a run waits for it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from labharness.app.bench_work.reading_progress import ReaderWatch
from labharness.app.workspace import Workspace
from labharness.gui.kit.slow_work.errand import Errand
from labharness.gui.run.attachment import Attachment

LOOK_MS = 500


class ReadingWatch(QObject):
    """Works only while the run that is shown waits for its reader.

    Parameters
    ----------
    workspace
        Whose adapters the readers may have.

    Attributes
    ----------
    seen
        Emitted with the :class:`ReadingProgress`, None where nothing can be counted.
    """

    seen = Signal(object)

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.progress = ReaderWatch(workspace).progress
        self._attachment: Attachment | None = None
        self._errand = Errand(self)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)

    def follow(self, attachment: Attachment | None) -> None:
        """Look at this run where it waits for its reader."""
        self._attachment = attachment
        wanted = attachment is not None and attachment.reads
        if wanted and not self._timer.isActive():
            self._timer.start()
            self._look()
        elif not wanted:
            self._timer.stop()

    def stop(self) -> None:
        """Let go of the thread."""
        self._timer.stop()
        self._errand.stop()

    def _look(self) -> None:
        attachment = self._attachment
        if attachment is not None:
            folder, first = attachment.folder, attachment.unread
            self._errand.begin(lambda _: self.progress(folder, first), self.seen.emit)
