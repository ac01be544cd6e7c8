"""A report page by page: turned by keys, as wide as there is room, read aloud, printed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QKeySequence, QPainter, QPixmap, QResizeEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from labharness.gui.kit.findable import add_key
from labharness.gui.kit.page import area_of
from labharness.gui.kit.parts import in_column, in_row, push_button, text_label, timer_of
from labharness.gui.kit.pdf_pages import PdfPages
from labharness.gui.kit.words import tr
from labharness.language.numbers import number, whole_percent
from labharness.language.template import plain

ZOOMS = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0)
PAGE_INCHES = 8.5
"""Width of a page of the laboratory's paper."""
SETTLE_MS = 80
PRINTED = 200
"""Dots per inch on paper."""
CACHED = 8


class PdfView(QWidget):
    """A document."""

    turned = Signal(int)
    """Emitted with the number of the page that is shown, from 1."""
    announced = Signal(str)
    """Emitted with one sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.page, self.count = 0, 0
        self._path: Path | None = None
        self._wanted, self._zoom = 0, ZOOMS.index(1.0)
        self._kept: dict[tuple[Path, int, int], tuple[QImage, str]] = {}
        self._printing: tuple[QPrinter, QPainter, int, int] | None = None
        self.previous = _tool(tr("‹ Page"), tr("Previous page"), lambda: self.turn(self.page - 1))
        self.following = _tool(tr("Page ›"), tr("Next page"), lambda: self.turn(self.page + 1))
        self.smaller = _tool("–", tr("Smaller"), lambda: self._resize(-1))
        self.larger = _tool("+", tr("Larger"), lambda: self._resize(+1))
        self.where, self.sheet = text_label(muted=True, wraps=False), QLabel()
        self.sheet.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sheet.setAccessibleName(tr("Page of the report"))
        self.area = area_of(self.sheet)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.area.setAccessibleName(tr("Pages"))
        self.setFocusProxy(self.area)
        tools = in_row(self.previous, self.following, self.smaller, self.larger)
        tools.addSpacing(8)
        tools.addWidget(self.where)
        tools.addStretch(1)
        in_column(tools, (self.area, 1), gap=6, edges=(0, 6, 0, 0), on=self)
        self.pages = PdfPages(self)
        self.pages.opened.connect(self._open)
        self.pages.drawn.connect(self._take)
        self.pages.failed.connect(self._fail)
        self._settle = timer_of(self, self._draw)
        for keys, what, do in (
            ("PgDown", tr("Read on"), partial(self.read_on, +1)),
            ("PgUp", tr("Read back"), partial(self.read_on, -1)),
            (QKeySequence.StandardKey.ZoomIn, tr("Larger"), partial(self._resize, +1)),
            (QKeySequence.StandardKey.ZoomOut, tr("Smaller"), partial(self._resize, -1)),
        ):
            shortcut = add_key(self, keys, what, do)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._tell()

    def show_file(self, path: Path, page: int = 1) -> None:
        """Show a document, from a page on."""
        self._path, self._wanted, self.count = path, page, 0
        self._kept.clear()
        self.sheet.clear()
        self._tell()
        self.pages.open(path)

    def turn(self, page: int) -> None:
        """Show a page by its number from 1; the nearest there is."""
        if not self.count:
            self._wanted = page
            return
        page = min(max(page, 1), self.count)
        if page != self.page:
            self.page = page
            self.area.verticalScrollBar().setValue(0)
            self._draw()
            self._tell()
            self.turned.emit(page)

    def read_on(self, step: int) -> None:
        """Go on by a screen, and from the end of a page to the next one."""
        bar = self.area.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() if step > 0 else bar.value() <= bar.minimum()
        if at_end:
            self.turn(self.page + step)
        else:
            bar.setValue(bar.value() + step * bar.pageStep())

    def print_on(self, printer: QPrinter) -> None:
        """Print the pages that the printer was asked for, one after the other."""
        if self._printing is not None or not self.count:
            return
        first = printer.fromPage() or 1
        last = min(printer.toPage() or self.count, self.count)
        painter = QPainter()
        if not painter.begin(printer):
            self.announced.emit(tr("The printer does not take the pages. Check it, then print again."))
            return
        self._printing = (printer, painter, first, last)
        self.announced.emit(tr("Printing…"))
        self.pages.draw(("print", first), first - 1, PRINTED, every=True)

    def stop(self) -> None:
        """Let go of the thread."""
        self.pages.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Fit the page again, when the size has settled."""
        super().resizeEvent(event)
        if self.count:
            self._settle.start(SETTLE_MS)

    def _open(self, path: Path, count: int) -> None:
        if path == self._path:
            self.count, self.page = count, 0
            self.turn(self._wanted)

    def _fail(self, path: Path) -> None:
        if path == self._path:
            self.sheet.setText(
                tr("{path} cannot be shown as pages. Open it with another program.", path=plain(path, 300))
            )

    def _resize(self, step: int) -> None:
        self._zoom = min(max(self._zoom + step, 0), len(ZOOMS) - 1)
        self._draw()
        self._tell()

    def _pixels(self) -> int:
        room = max(self.area.width() - self.area.verticalScrollBar().sizeHint().width() - 8, 100)
        return round(min(room, 1100) * ZOOMS[self._zoom] * self.devicePixelRatioF())

    def _draw(self) -> None:
        if self._path is None or not self.page:
            return
        asked = (self._path, self.page, self._pixels())
        if asked in self._kept:
            self._show(*self._kept[asked])
        else:
            self.pages.draw(asked, self.page - 1, self._pixels() / PAGE_INCHES)

    def _take(self, asked: object, image: QImage, text: str) -> None:
        match asked:
            case ("print", int(page)):
                self._print(page, image)
            case (Path() as path, int(page), int(pixels)):
                if path == self._path:
                    while len(self._kept) >= CACHED:
                        del self._kept[next(iter(self._kept))]
                    self._kept[path, page, pixels] = (image, text)
                    if page == self.page:
                        self._show(image, text)

    def _show(self, image: QImage, text: str) -> None:
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(self.devicePixelRatioF())
        self.sheet.setPixmap(pixmap)
        self.sheet.setAccessibleDescription(text)

    def _print(self, page: int, image: QImage) -> None:
        if self._printing is None:
            return
        printer, painter, _, last = self._printing
        room = painter.viewport()
        fitted = image.size().scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        painter.setViewport(room.x(), room.y(), fitted.width(), fitted.height())
        painter.setWindow(image.rect())
        painter.drawImage(0, 0, image)
        painter.setViewport(room)
        if page < last:
            printer.newPage()
            self.pages.draw(("print", page + 1), page, PRINTED, every=True)
            return
        painter.end()
        self._printing = None
        self.announced.emit(tr("The pages were handed to the printer."))

    def _tell(self) -> None:
        there, zoom = self.count > 0, whole_percent(ZOOMS[self._zoom])
        page, count = number(self.page), number(self.count)
        where = tr("Page {page} of {count}  ·  {zoom} of the width", page=page, count=count, zoom=zoom)
        self.where.setText(where if there else "")
        self.previous.setEnabled(there and self.page > 1)
        self.following.setEnabled(there and self.page < self.count)
        self.smaller.setEnabled(there and self._zoom > 0)
        self.larger.setEnabled(there and self._zoom < len(ZOOMS) - 1)


def _tool(text: str, name: str, do: Callable[[], object]) -> QPushButton:
    return push_button(text, do, name=name, hint=name)
