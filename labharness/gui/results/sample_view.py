"""The sample of a stage: its units, the record of each, the frames of that record, and their bytes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from labharness.gui.kit.row_table import RowTable
from labharness.gui.results.facts import FileFacts, FrameFacts, UnitFacts
from labharness.gui.results.result_tables import FRAMES, UNITS
from labharness.language.numbers import amount
from labharness.language.text import plain

ROW = 16
MOST = 1 << 16
"""Bytes of a frame that are shown; the file of the segment holds all of them."""


class SampleView(QWidget):
    """From a unit to its bytes.

    Attributes
    ----------
    wanted
        Emitted with the unit whose frames are to be read.
    """

    wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.where = QLabel("Sample"), QLabel()
        for text in (self.title, self.where):
            text.setTextFormat(Qt.TextFormat.PlainText)
            text.setWordWrap(True)
            text.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.where.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.units: RowTable[UnitFacts] = RowTable(
            "Sample", UNITS, lambda unit: str(unit.record), "No unit of this stage was recorded."
        )
        self.frames: RowTable[FrameFacts] = RowTable(
            "Frames", FRAMES, lambda frame: str(frame.number), "Choose a unit: its frames appear here."
        )
        self.hex = QPlainTextEdit()
        self.hex.setReadOnly(True)
        self.hex.setTabChangesFocus(True)
        self.hex.setAccessibleName("Bytes")
        self.hex.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.hex.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        parts = QSplitter(Qt.Orientation.Vertical)
        for widget, stretch in ((self.units, 3), (self.frames, 1), (self.hex, 2)):
            parts.addWidget(widget)
            parts.setStretchFactor(parts.count() - 1, stretch)
        parts.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.title)
        column.addWidget(parts, 1)
        column.addWidget(self.where)
        self._files: dict[str, FileFacts] = {}
        self.units.chosen.connect(self._choose)
        self.units.opened.connect(lambda _: self.frames.setFocus())
        self.frames.chosen.connect(self._show_frame)
        self.frames.opened.connect(lambda _: self.hex.setFocus())

    def show_units(self, stage: str, units: Sequence[UnitFacts], files: Sequence[FileFacts]) -> None:
        """Show the sample of a stage."""
        self._files = {file.name: file for file in files}
        count = sum(unit.units for unit in units)
        self.title.setText(
            f"Stage {plain(stage, 60)}: {amount(count, 'unit')} in {amount(len(units), 'record')}"
        )
        self.units.show_rows(units)
        self._clear()

    def show_frames(self, unit: UnitFacts, frames: Sequence[FrameFacts]) -> None:
        """Show the frames of a unit, unless another was chosen meanwhile."""
        if self.units.current == unit:
            self.frames.tell_empty(
                "No transfer: a person entered this unit, or it was made by the run itself."
            )
            self.frames.show_rows(frames)
            if frames:
                self.frames.select(str(frames[-1].number))

    def _choose(self, unit: UnitFacts | None) -> None:
        self._clear()
        if unit is not None:
            self.wanted.emit(unit)

    def _clear(self) -> None:
        self.frames.show_rows(())
        self.hex.clear()
        self.where.setText("")

    def _show_frame(self, frame: FrameFacts | None) -> None:
        unit = self.units.current
        if frame is None or unit is None:
            return
        self.hex.setPlainText(dump(frame.payload[:MOST]))
        file = self._files.get(frame.segment)
        shown = amount(len(frame.payload), "byte")
        digest = f", SHA-256 {file.sha256}" if file is not None else ""
        self.where.setText(f"Record {unit.record} › frame {frame.number} ({shown}) › {frame.segment}{digest}")


def dump(data: bytes) -> str:
    """Write bytes as offset, hexadecimal digits and printable characters.

    Examples
    --------
    >>> dump(b"AS 2S" + bytes([0]))
    '000000  41 53 20 32 53 00                                |AS 2S.|'
    """
    lines = []
    for at in range(0, len(data), ROW):
        part = data[at : at + ROW]
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in part)
        lines.append(f"{at:06x}  {part.hex(' '):<{ROW * 3 - 1}}  |{text}|")
    return "\n".join(lines)
