"""Pages of a PDF as pictures, drawn on a thread of their own; the library draws one page at a time in a process."""

from __future__ import annotations

import threading
from pathlib import Path

import pypdfium2
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from labharness.errors import FileRefused
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.gui.kit.slow_work import WorkerThread

_LIBRARY = threading.Lock()
"""PDFium is not made for several threads."""
POINTS = 72
LONGEST_TEXT = 6000
MOST_PIXELS = 6000
"""Width and height of the largest picture."""


class PdfPages(QObject):
    """A document, read whole and drawn page by page."""

    opened = Signal(object, int)
    """Emitted with the path and the number of pages."""
    drawn = Signal(object, object, str)
    """Emitted with what was asked for, the picture, and the text of the page."""
    failed = Signal(object)
    """Emitted with the path that cannot be shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = WorkerThread()
        self._document: pypdfium2.PdfDocument | None = None
        self._stopped = False
        self._latest: object = None

    def open(self, path: Path) -> None:
        """Read a document; what was asked of another one is not answered any more."""
        self._latest = None
        self._thread.start(lambda: self._open(path))

    def draw(self, asked: object, page: int, dots_per_inch: float, *, every: bool = False) -> None:
        """Draw a page, from 0.

        Parameters
        ----------
        asked
            What comes back with the picture.
        every
            Whether it is drawn even where another one was asked for meanwhile, as for a printer.
        """
        if not every:
            self._latest = asked
        self._thread.start(lambda: self._draw(asked, page, dots_per_inch, every=every))

    def stop(self) -> None:
        """Let go of the thread and of the document."""
        self._stopped = True
        self._thread.start(self._close)
        self._thread.wait()

    def _open(self, path: Path) -> None:
        if self._stopped:
            return
        self._close()
        try:
            content = read_outside(path, SizeLimit.DOCUMENT)
            with _LIBRARY:
                self._document = pypdfium2.PdfDocument(content)
                count = len(self._document)
        except (OSError, FileRefused, pypdfium2.PdfiumError):
            self.failed.emit(path)
            return
        self.opened.emit(path, count)

    def _draw(self, asked: object, page: int, dots_per_inch: float, *, every: bool) -> None:
        if self._stopped or self._document is None or (not every and asked != self._latest):
            return
        try:
            with _LIBRARY:
                image, text = _drawn(self._document, page, dots_per_inch)
        except (IndexError, pypdfium2.PdfiumError):
            return
        self.drawn.emit(asked, image, text)

    def _close(self) -> None:
        with _LIBRARY:
            if self._document is not None:
                self._document.close()
                self._document = None


def _drawn(document: pypdfium2.PdfDocument, number: int, dots_per_inch: float) -> tuple[QImage, str]:
    page = document[number]
    try:
        largest = max(page.get_size()) / POINTS
        scale = min(dots_per_inch, MOST_PIXELS / max(largest, 1e-6)) / POINTS
        bitmap = page.render(scale=scale, may_draw_forms=True, prefer_bgrx=True)
        content = bytes(bitmap.buffer)
        image = QImage(content, bitmap.width, bitmap.height, bitmap.stride, QImage.Format.Format_RGB32).copy()
        reader = page.get_textpage()
        text = reader.get_text_bounded()[:LONGEST_TEXT]
        reader.close()
        bitmap.close()
    finally:
        page.close()
    return image, text
