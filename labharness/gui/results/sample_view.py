"""The sample of a stage: its units, the record of each, the frames of that record, and their bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.results.frame_view import FrameView
from labharness.gui.results.record_line import RecordLine
from labharness.gui.results.result_facts import FileFacts, FrameFacts, UnitFacts
from labharness.gui.results.result_tables import UNITS
from labharness.language.text import plain

UNITS_HIGH = 84
"""Pixels that the sample keeps while a record of it is looked at."""
NO_TRANSFER = tr("No transfer: a person entered this unit, or it was made by the run itself.")


class SampleView(QWidget):
    """From a unit to its bytes.

    Attributes
    ----------
    wanted
        Emitted with the unit whose record and frames are to be read.
    deeper
        Emitted with the level that somebody goes on to: 2 the record, 3 its frames, 4 the bytes of one.
    """

    wanted = Signal(object)
    deeper = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel(tr("Sample"))
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.title.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.units: RowTable[UnitFacts] = RowTable(tr("Sample"), UNITS, lambda unit: str(unit.record))
        self.record = RecordLine()
        self.bytes = FrameView(tr("Choose a unit: its frames appear here."))
        self.frames, self.hex, self.where = self.bytes.frames, self.bytes.hex, self.bytes.where
        self.parts = parts = QSplitter(Qt.Orientation.Vertical)
        self.below = below = QWidget()
        below.hide()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.record)
        column.addWidget(self.bytes, 1)
        for widget in (self.units, below):
            parts.addWidget(widget)
            parts.setStretchFactor(parts.count() - 1, 1)
        parts.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.title)
        column.addWidget(parts, 1)
        self._hashes: dict[str, str] = {}
        self.units.chosen.connect(self._choose)
        self.units.opened.connect(lambda _: self.deeper.emit(2))
        self.record.opened.connect(lambda: self.deeper.emit(3))
        self.frames.opened.connect(lambda _: self.deeper.emit(4))

    def show_units(self, stage: str, units: Sequence[UnitFacts], files: Sequence[FileFacts]) -> None:
        """Show the sample of a stage."""
        self._hashes = {file.name: file.sha256 for file in files}
        count = sum(unit.units for unit in units)
        text = tr(
            "Stage {stage}: {count:,} {count:unit|units} in {units:,} {units:record|records}",
            stage=plain(stage, 60),
            count=count,
            units=len(units),
        )
        self.title.setText(text if stage else tr("Sample"))
        self.units.tell_empty(
            tr("No unit of this stage was recorded.") if stage else tr("Choose a check that has a sample.")
        )
        self.units.show_rows(units)
        self.bytes.clear()

    def show_counted(self, values: Mapping[int, int]) -> None:
        """Show what a check counts in each unit."""
        rows = map(self.units.rows.row, range(self.units.rows.rowCount()))
        self.units.show_rows([replace(unit, counted=values.get(unit.first)) for unit in rows])

    def level(self, level: int) -> None:
        """Bring the keyboard to a level: 1 the units, 2 the record, 3 its frames, 4 the bytes of one."""
        self.unfold(level)
        (self.units, self.record, self.frames, self.hex)[level - 1].setFocus()

    def unfold(self, level: int) -> None:
        """Give the sample the room until somebody goes down to a record."""
        self.below.setVisible(level > 1)
        if level > 1:
            whole = self.parts.height()
            self.parts.setSizes([UNITS_HIGH, max(whole - UNITS_HIGH, UNITS_HIGH)])
            self.units.scrollTo(self.units.currentIndex())

    def show_frames(self, unit: UnitFacts, frames: Sequence[FrameFacts], record: str) -> None:
        """Show the record and the frames of a unit, unless another was chosen meanwhile."""
        current = self.units.current
        if current is not None and current.record == unit.record:
            self.record.show_record(unit.record, record)
            self.bytes.show_frames(unit.record, frames, self._hashes, NO_TRANSFER)

    def _choose(self, unit: UnitFacts | None) -> None:
        self.bytes.clear()
        self.record.show_record(0, "")
        if unit is not None:
            self.wanted.emit(unit)
