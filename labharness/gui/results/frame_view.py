"""The transfers that a record was decoded from, and the bytes of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit import theme
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.results.bit_image import BitImage
from labharness.gui.results.result_facts import FrameFacts
from labharness.gui.results.result_tables import FRAMES
from labharness.language.numbers import number
from labharness.language.text import hex_dump

MOST = 1 << 16
"""Bytes of a frame that are shown; the file of the segment holds all of them."""


class FrameView(QWidget):
    """Frames of one record, and the bytes of the chosen one.

    Parameters
    ----------
    hint
        What stands there before a record is chosen.
    """

    def __init__(self, hint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._record, self._hashes = 0, dict[str, str]()
        self.hint = hint
        self.frames: RowTable[FrameFacts] = RowTable(
            tr("Frames"), FRAMES, lambda frame: str(frame.number), hint
        )
        self.hex, self.where = QPlainTextEdit(), QLabel()
        self.hex.setReadOnly(True)
        self.hex.setTabChangesFocus(True)
        self.hex.setAccessibleName(tr("Bytes"))
        self.hex.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        theme.enlarge(self.hex, 0.88)
        self.hex.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.where.setTextFormat(Qt.TextFormat.PlainText)
        self.where.setWordWrap(True)
        self.where.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.where.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.bits = QPushButton(tr("Picture of the bits"))
        self.bits.setCheckable(True)
        self.bits.setAutoDefault(False)
        self.bits.setAccessibleName(tr("Show the bytes as a picture of their bits"))
        self.bits.toggled.connect(self._show_bits)
        self._payload = b""
        self.image: BitImage | None = None
        self.content = QStackedWidget()
        self.content.addWidget(self.hex)
        self.parts = QSplitter(Qt.Orientation.Vertical)
        self.frames.setMinimumHeight(72)
        for widget, stretch in ((self.frames, 1), (self.content, 3)):
            self.parts.addWidget(widget)
            self.parts.setStretchFactor(self.parts.count() - 1, stretch)
        self.parts.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.parts, 1)
        row = QHBoxLayout()
        row.addWidget(self.where, 1)
        row.addWidget(self.bits, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(row)
        self.frames.chosen.connect(self._show)
        self.content.setFocusProxy(self.hex)
        self.frames.opened.connect(lambda _: self.content.setFocus())

    def show_frames(
        self, record: int, frames: Sequence[FrameFacts], hashes: Mapping[str, str], empty: str = ""
    ) -> None:
        """Show the frames of a record, and the bytes of the last one.

        Parameters
        ----------
        hashes
            SHA-256 of the files that hold frames, where it is known.
        empty
            Why a record has none.
        """
        self._record, self._hashes = record, dict(hashes)
        self.frames.tell_empty(empty or self.hint)
        self.frames.show_rows(frames)
        if frames:
            self.frames.select(str(frames[-1].number))

    def clear(self) -> None:
        """Show nothing."""
        self.frames.show_rows(())
        self.frames.tell_empty(self.hint)
        self.hex.clear()
        self.where.setText("")
        self._draw(b"")

    def _show(self, frame: FrameFacts | None) -> None:
        if frame is None:
            return
        self.hex.setPlainText(hex_dump(frame.payload[:MOST]))
        self._draw(frame.payload)
        shown = tr("{payload:,} {payload:byte|bytes}", payload=len(frame.payload))
        cut = ", " + tr("the first {most} shown", most=number(MOST)) if len(frame.payload) > MOST else ""
        digest = self._hashes.get(frame.segment, "")
        known = ", " + tr("SHA-256 {digest}", digest=digest) if digest else ""
        self.where.setText(
            tr(
                "Record {record} › frame {number} ({shown}{cut}) › {segment}{known}",
                record=self._record,
                number=frame.number,
                shown=shown,
                cut=cut,
                segment=frame.segment,
                known=known,
            )
        )

    def _show_bits(self, wanted: bool) -> None:
        """Show the bits in the place of the bytes, or the bytes again."""
        if self.image is None:
            self.image = BitImage()
            self.content.addWidget(self.image)
            self.image.show_bytes(self._payload)
        shown = self.image if wanted else self.hex
        self.content.setCurrentWidget(shown)
        self.content.setFocusProxy(shown)

    def _draw(self, payload: bytes) -> None:
        self._payload = payload
        if self.image is not None:
            self.image.show_bytes(payload)
