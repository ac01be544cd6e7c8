"""The photographs and other files that people added to a run."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt, Signal
from PySide6.QtGui import QImageReader, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from labharness.app.evidence.ledger_browser import Photograph
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.language.numbers import number, size
from labharness.language.text import plain

LARGEST = QSize(4096, 4096)
"""Size down to which a picture is decoded."""
FORMATS = {b"\x89PNG\r\n\x1a\n": b"png", b"\xff\xd8\xff": b"jpg"}
NOT_A_PICTURE = tr(
    "This file is not a PNG or JPEG picture. Its SHA-256 is as recorded. It can be exported with the run."
)
PHOTOGRAPHS = (
    Column[Photograph](
        tr("Record"), lambda each: number(each.record), 80, sort=lambda each: each.record, number=True
    ),
    Column[Photograph](tr("Stage"), lambda each: each.stage, 120, yields=1),
    Column[Photograph](tr("Item"), lambda each: each.item, 200, named=True),
    Column[Photograph](tr("File"), lambda each: each.name, 160, named=True),
    Column[Photograph](tr("SHA-256"), lambda each: each.sha256, 200, yields=2),
)


class PhotographView(QWidget):
    """A list of files, and the one that is chosen.

    Attributes
    ----------
    wanted
        Emitted with the :class:`Photograph` whose content is to be shown.
    opened
        Emitted with the number of the record of a photograph.
    """

    wanted = Signal(object)
    opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table: RowTable[Photograph] = RowTable(
            tr("Photographs"),
            PHOTOGRAPHS,
            lambda each: str(each.record),
            tr("Nobody added a photograph to this run."),
        )
        self.picture, self.note = QLabel(), QLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.picture.setMinimumHeight(120)
        self.picture.setAccessibleName(tr("Photograph"))
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        parts = QSplitter(Qt.Orientation.Vertical)
        for widget, stretch in ((self.table, 1), (self.picture, 2)):
            parts.addWidget(widget)
            parts.setStretchFactor(parts.count() - 1, stretch)
        parts.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(parts, 1)
        column.addWidget(self.note)
        self._pixmap = QPixmap()
        self.table.chosen.connect(self._choose)
        self.table.opened.connect(lambda each: self.opened.emit(each.record))

    def show_photographs(self, result: Sequence[Photograph]) -> None:
        """List these."""
        self.table.show_rows(result)
        self._show(QPixmap(), "")

    def show_content(self, photograph: Photograph, content: bytes) -> None:
        """Show a file, unless another was chosen meanwhile."""
        if self.table.current != photograph:
            return
        pixmap = pixmap_of(content)
        about = tr(
            "{name}, {size}, SHA-256 {sha256}, as recorded",
            name=plain(photograph.name, 120),
            size=size(len(content)),
            sha256=photograph.sha256,
        )
        self._show(pixmap, about if not pixmap.isNull() else f"{about}. {NOT_A_PICTURE}")
        self.picture.setAccessibleDescription(about)

    def refuse(self, sentence: str) -> None:
        """Say why a file cannot be shown."""
        self._show(QPixmap(), sentence)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Fit the picture again."""
        super().resizeEvent(event)
        self._fit()

    def _choose(self, photograph: Photograph | None) -> None:
        self._show(QPixmap(), "")
        if photograph is not None:
            self.wanted.emit(photograph)

    def _show(self, pixmap: QPixmap, note: str) -> None:
        self._pixmap = pixmap
        self.note.setText(note)
        self._fit()

    def _fit(self) -> None:
        if self._pixmap.isNull():
            self.picture.clear()
            return
        ratio = self.devicePixelRatioF()
        room = self.picture.size() * ratio
        fitted = self._pixmap.scaled(
            room.boundedTo(self._pixmap.size()),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        fitted.setDevicePixelRatio(ratio)
        self.picture.setPixmap(fitted)


def pixmap_of(content: bytes) -> QPixmap:
    """Return a PNG or JPEG picture, no larger than :data:`LARGEST`; an empty one for anything else."""
    form = next((name for begin, name in FORMATS.items() if content.startswith(begin)), None)
    if form is None:
        return QPixmap()
    held = QByteArray(content)
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(form))
    reader.setAutoTransform(True)
    whole = reader.size()
    if whole.isValid() and (whole.width() > LARGEST.width() or whole.height() > LARGEST.height()):
        reader.setScaledSize(whole.scaled(LARGEST, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    return QPixmap() if image.isNull() else QPixmap.fromImage(image)
