"""The way from a check to its sample, a unit, its record, a frame and its bytes.

Recorded bytes as a picture of their bits: a stuck bit is a column, a repeated block a pattern.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QPlainTextEdit, QSplitter, QStackedWidget, QWidget

from labharness.app.runs.run_comparison import CheckFacts
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.kit.charts.chart_frame import ChartFrame, color_plot, ticks_within
from labharness.gui.kit.page import Crumb
from labharness.gui.kit.parts import TOP, boxed, in_column, in_row, in_splitter, push_button, text_label
from labharness.gui.kit.slow_work import Latest
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.results.result_tables import (
    FRAMES,
    UNITS,
    UnitFacts,
    read_frames,
    read_record,
    read_units,
)
from labharness.gui.results.run_tabs import RecordLine, read_only
from labharness.language.numbers import number
from labharness.language.template import hex_dump, plain
from labharness.model.address import Address, Room

if TYPE_CHECKING:
    from labharness.app.evidence.ledger_browser import ListedFrame
    from labharness.assessment.runs.subject import EvidenceFile

MOST = 1 << 16
"""Bytes of a frame that are shown; the file of the segment holds all of them."""


class FrameView(QWidget):
    """Frames of one record, and the bytes of the chosen one.

    Parameters
    ----------
    hint
        What stands there before a record is chosen.
    """

    def __init__(self, hint: str) -> None:
        super().__init__()
        self._record, self._hashes, self._payload = 0, dict[str, str](), b""
        self.hint = hint
        self.frames: RowTable[ListedFrame] = RowTable(
            tr("Frames"), FRAMES, lambda frame: str(frame.number), hint
        )
        self.frames.setMinimumHeight(72)
        self.hex, self.where = QPlainTextEdit(), text_label(muted=True, selects=True)
        read_only(self.hex, tr("Bytes"))
        theme.enlarge(self.hex, 0.88)
        self.bits = push_button(
            tr("Picture of the bits"),
            name=tr("Show the bytes as a picture of their bits"),
            toggles=self._show_bits,
        )
        self.image: BitImage | None = None
        self.content = QStackedWidget()
        self.content.addWidget(self.hex)
        self.content.setFocusProxy(self.hex)
        down = QSplitter(Qt.Orientation.Vertical)
        self.parts = in_splitter(down, self.frames, self.content, shares=(1, 3))
        in_column((self.parts, 1), in_row((self.where, 1), (self.bits, 0, TOP)), gap=4, on=self)
        self.frames.chosen.connect(self._show)
        self.frames.opened.connect(lambda _: self.content.setFocus())

    def show_frames(
        self, record: int, frames: Sequence[ListedFrame], hashes: Mapping[str, str], empty: str = ""
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

    def _show(self, frame: ListedFrame | None) -> None:
        if frame is None:
            return
        self.hex.setPlainText(hex_dump(frame.payload[:MOST]))
        self._draw(frame.payload)
        shown = tr("{payload:,} {payload:byte|bytes}", payload=len(frame.payload))
        cut = ", " + tr("the first {most} shown", most=number(MOST)) if len(frame.payload) > MOST else ""
        digest = self._hashes.get(frame.segment, "")
        where = tr("Record {record} › frame {number}", record=self._record, number=frame.number)
        known = ", " + tr("SHA-256 {digest}", digest=digest) if digest else ""
        self.where.setText(f"{where} ({shown}{cut}) › {frame.segment}{known}")

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


UNITS_HIGH = 84
"""Pixels that the sample keeps while a record of it is looked at."""
NO_TRANSFER = tr("No transfer: a person entered this unit, or it was made by the run itself.")


class SampleView(QWidget):
    """From a unit to its bytes."""

    wanted = Signal(object)
    """Emitted with the unit whose record and frames are to be read."""
    deeper = Signal(int)
    """Emitted with the level that somebody goes on to: 2 the record, 3 its frames, 4 the bytes of one."""

    def __init__(self) -> None:
        super().__init__()
        self.title = text_label(tr("Sample"), muted=True)
        self.units: RowTable[UnitFacts] = RowTable(tr("Sample"), UNITS, lambda unit: str(unit.record))
        self.record = RecordLine()
        self.bytes = FrameView(tr("Choose a unit: its frames appear here."))
        self.frames, self.hex, self.where = self.bytes.frames, self.bytes.hex, self.bytes.where
        self.below = boxed(in_column(self.record, (self.bytes, 1), gap=4))
        self.below.hide()
        parts = QSplitter(Qt.Orientation.Vertical)
        self.parts = in_splitter(parts, self.units, self.below, grows=(0, 1))
        in_column(self.title, (parts, 1), gap=4, on=self)
        self._hashes: dict[str, str] = {}
        self.units.chosen.connect(self._choose)
        self.units.opened.connect(lambda _: self.deeper.emit(2))
        self.record.opened.connect(lambda: self.deeper.emit(3))
        self.frames.opened.connect(lambda _: self.deeper.emit(4))

    def show_units(self, stage: str, units: Sequence[UnitFacts], files: Sequence[EvidenceFile]) -> None:
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
        every = self.units.rows.every
        self.units.show_rows([replace(unit, counted=values.get(unit.first)) for unit in every])

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

    def show_frames(self, unit: UnitFacts, frames: Sequence[ListedFrame], record: str) -> None:
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


CHECK, UNIT, RECORD, FRAME, BYTES = range(5)
"""Levels, from the outside in."""


@dataclass(frozen=True, slots=True)
class Way:
    """Where somebody stands in the results of a run."""

    run: str
    check: str = ""
    title: str = ""
    level: int = CHECK
    unit: UnitFacts | None = None
    frame: ListedFrame | None = None

    def crumbs(self) -> Iterator[Crumb]:
        """Yield the levels down to the one that is shown."""
        if not self.run:
            return
        address, unit, frame = Address(Room.RUNS, (self.run,)), self.unit, self.frame
        yield Crumb(self.run, address)
        levels: list[tuple[int, str, tuple[str, ...]]] = []
        if self.check:
            levels.append((CHECK, self.title or self.check, ("check", self.check)))
        if self.check and unit is not None:
            first, record = number(unit.first + 1), number(unit.record)
            levels.append((UNIT, tr("unit {first}", first=first), ("unit", str(unit.first + 1))))
            levels.append((RECORD, tr("record {record}", record=record), ("record", str(unit.record))))
            if frame is not None:
                at, last = frame.number, len(frame.payload) - 1
                levels.append(
                    (FRAME, tr("frame {number}", number=number(at)), ("frame", unit.channel, str(at)))
                )
                if frame.payload:
                    levels.append((BYTES, tr("bytes 0–{last}", last=number(last)), ("bytes", f"0-{last}")))
        for level, text, part in levels:
            if level <= self.level:
                address = address.within(*part)
                yield Crumb(text, address)


def level_of(named: Mapping[str, str]) -> int:
    """Return how deep the named parts of an address lead."""
    deepest = (("first", BYTES), ("frame", FRAME), ("record", RECORD), ("unit", UNIT))
    return next((level for name, level in deepest if name in named), CHECK)


def crumbs_to(address: Address) -> Iterator[Crumb]:
    """Yield the levels of an address whose run is still being read, by its own words."""
    levels = [address]
    while (outer := levels[0].outer) is not None and outer.path:
        levels.insert(0, outer)
    for level in levels:
        yield Crumb(level.path[-1], level)


class SamplePane(QObject):
    """Four times Return leads from a check to bytes; the way back is that of the window.

    Parameters
    ----------
    workspace
        Whose samples are read.
    checks
        The table of the checks; its Return begins the way.
    """

    moved = Signal()
    """Emitted when :meth:`crumbs` changed because somebody went on."""
    arrived = Signal()
    """Emitted when what an address names is shown."""
    failed = Signal(str)
    """Emitted with one sentence."""

    def __init__(self, workspace: Workspace, checks: RowTable[CheckFacts]) -> None:
        super().__init__(checks)
        self._workspace, self._checks = workspace, checks
        self.view = SampleView()
        self._reads, self._counting = Latest(self, self.failed), Latest(self, self._lose_count)
        self._asked, self._counted = ("", ""), ("", "")
        self._values: Mapping[int, int] = {}
        self._run, self._stage, self._loaded = "", "", ""
        self._files: Sequence[EvidenceFile] = ()
        self._level, self._at_check = CHECK, ""
        self._sought: Address | None = None
        self.view.wanted.connect(self._want_frames)
        self.view.deeper.connect(self._go)
        self.view.units.chosen.connect(lambda _: self._leave(UNIT))
        self.view.frames.chosen.connect(lambda _: self._leave(FRAME))
        checks.opened.connect(lambda _: self._go(UNIT))
        checks.address = lambda check: self._address(Way(self._run, check.id))
        self.view.units.address = lambda unit: self._address(self._way(UNIT, unit))
        self.view.frames.address = lambda frame: self._address(
            self._way(FRAME, self.view.units.current, frame)
        )

    def begin(self, run: str) -> None:
        """Begin with another run, of which nothing is read yet."""
        self._run, self._stage, self._loaded, self._level = run, "", "", CHECK
        self.view.show_units("", (), ())

    def seek(self, address: Address | None) -> None:
        """Remember what an address names, until it can be shown."""
        self._sought = address

    def take_files(self, files: Sequence[EvidenceFile]) -> None:
        """Take the hashes of the files of the run."""
        self._files = files

    @property
    def wanted_check(self) -> str:
        """Check that the address names, "" for none."""
        return self._named.get("check", "")

    @property
    def _named(self) -> Mapping[str, str]:
        return self._sought.named if self._sought is not None else {}

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return where somebody stands, or will as soon as it is read."""
        if self._sought is not None and self._sought.path:
            return tuple(crumbs_to(self._sought))
        return tuple(self._way(self._level, self.view.units.current, self.view.frames.current).crumbs())

    def _way(self, level: int, unit: UnitFacts | None, frame: ListedFrame | None = None) -> Way:
        check = self._checks.current
        if check is None:
            return Way(self._run, level=level, unit=unit, frame=frame)
        return Way(self._run, check.id, check.title, level, unit, frame)

    @staticmethod
    def _address(way: Way) -> Address | None:
        return next((crumb.address for crumb in reversed(tuple(way.crumbs()))), None)

    def stop(self) -> None:
        """Let go of the threads."""
        self._reads.stop()
        self._counting.stop()

    def choose(self, check: CheckFacts | None) -> None:
        """Read the sample of another check; the way begins anew."""
        if check is not None and check.id == self._at_check and self._sought is not None:
            return
        self._at_check = check.id if check is not None else ""
        self._level = CHECK
        self.view.unfold(CHECK)
        if check is not None and (stage := check.stage if check.checked else "") != self._stage:
            self._stage = stage
            if stage:
                self._want_units(stage)
            else:
                self._reads.drop()
                self._loaded = ""
                self.view.show_units("", (), ())
        self._count()
        if self._sought is None:
            self.moved.emit()

    def take_up(self) -> None:
        """Go down to what the address names, as far as it is read."""
        named = self._named
        level = level_of(named)
        if self._sought is None:
            return
        if level == CHECK or self._checks.current is None:
            self._arrive(CHECK)
            return
        if self._loaded != self._stage:
            return
        unit = next((each for each in self.view.units.rows.every if _is_unit(each, named)), None)
        if unit is None:
            self.failed.emit(tr("The sample of this stage has no such unit."))
            self._arrive(CHECK)
            return
        self.view.units.select(str(unit.record))
        frames = self.view.frames
        if level >= FRAME and not frames.rows.rowCount():
            return
        if "frame" in named:
            frames.select(named["frame"])
        self._arrive(level)

    def _arrive(self, level: int) -> None:
        self._level, self._sought = level, None
        self._focus(level)
        self.arrived.emit()

    def _focus(self, level: int) -> None:
        if level == CHECK:
            self.view.unfold(level)
            self._checks.setFocus()
        else:
            self.view.level(level)

    def _go(self, level: int) -> None:
        """Go one level deeper; where nothing is chosen yet, the first one is."""
        table = self.view.units
        if table.current is None and table.shown.rowCount():
            table.select(table.rows.key(0))
        self._level = level
        self._focus(level)
        self.moved.emit()

    def _leave(self, level: int) -> None:
        """Take the level back where somebody chooses another unit or frame by hand."""
        if self._sought is None and self._level > level:
            self._level = level
            self.moved.emit()

    def _want_units(self, stage: str) -> None:
        run = self._run

        def take(units: Sequence[UnitFacts]) -> None:
            if (run, stage) == (self._run, self._stage):
                self._loaded = stage
                self.view.show_units(stage, units, self._files)
                self._show_counted()
                self.take_up()

        self._reads.ask(lambda: read_units(self._workspace, run, stage), take)

    def _count(self) -> None:
        wanted = run, check = self._run, self._at_check
        if check and wanted not in (self._counted, self._asked):
            self._asked = wanted
            self._show_counted()
            self._counting.ask(lambda: self._unit_values(run, check), self._take_counted)

    def _unit_values(self, run: str, check: str) -> Mapping[int, int]:
        from labharness.app.runs.run_comparison import unit_values

        return unit_values(self._workspace.run(run), check, self._workspace.path)

    def _take_counted(self, values: Mapping[int, int]) -> None:
        self._counted, self._values = self._asked, values
        self._show_counted()

    def _lose_count(self, sentence: str) -> None:
        self._take_counted({})
        self.failed.emit(sentence)

    def _show_counted(self) -> None:
        shown = self._counted == (self._run, self._at_check)
        self.view.show_counted(self._values if shown else {})

    def _want_frames(self, unit: UnitFacts) -> None:
        run = self._run

        def read() -> tuple[Sequence[ListedFrame], str]:
            return read_frames(self._workspace, run, unit), read_record(self._workspace, run, unit.record)

        def take(pair: tuple[Sequence[ListedFrame], str]) -> None:
            if run == self._run:
                self.view.show_frames(unit, *pair)
                self.take_up()

        self._reads.ask(read, take)


def _is_unit(unit: UnitFacts, named: Mapping[str, str]) -> bool:
    if "record" in named and str(unit.record) != named["record"]:
        return False
    wanted = int(named["unit"]) - 1 if "unit" in named else unit.first
    return unit.first <= wanted < unit.first + unit.units


ACROSS = 8
"""Bytes of a row: 64 bits."""
MOST_DRAWN = 1 << 13
"""Bytes that are drawn."""


class BitImage(ChartFrame):
    """Eight bytes a row, the first bit of each byte the highest; a one is filled."""

    def __init__(self) -> None:
        super().__init__(tr("Bits of the recorded bytes"))
        self._image: Any = pg.ImageItem(axisOrder="row-major")
        self._frame: Any = pg.PlotCurveItem()
        for item in (self._image, self._frame):
            self.plot.addItem(item)
        self.view.invertY(True)  # noqa: FBT003  pyqtgraph's call
        self.plot.setLabel("bottom", tr("bit of the row"))
        self.plot.setLabel("left", tr("byte at the beginning of the row"))
        self.bits: NDArray[np.uint8] = np.zeros((0, ACROSS * 8), dtype=np.uint8)
        self._bytes = b""
        self._at = (0, 0)
        self.paint()

    def show_bytes(self, content: bytes) -> None:
        """Draw the bits of recorded bytes."""
        self._bytes = content[:MOST_DRAWN]
        rows = -(-len(self._bytes) // ACROSS)
        padded = self._bytes.ljust(rows * ACROSS, b"\0")
        self.bits = np.unpackbits(np.frombuffer(padded, dtype=np.uint8)).reshape(rows, ACROSS * 8)
        cut = (
            ", " + tr("the first {most} shown", most=number(MOST_DRAWN)) if len(content) > MOST_DRAWN else ""
        )
        self.heading.setText(
            tr("Bits of {content:,} {content:byte|bytes}{cut}", content=len(content), cut=cut)
        )
        self._at = (0, 0)
        self.show_axes(bool(rows))
        if rows:
            shades = self.bits.astype(np.float64)
            shades.reshape(-1)[len(self._bytes) * 8 :] = np.nan  # behind the last byte there is nothing
            self._image.setImage(shades, autoLevels=False, levels=(0, 1))
            self.show_range((0, ACROSS * 8), (0, rows))
            self.fit_ticks()
        self.move_cursor(0, 0)

    def move_cursor(self, down: int, right: int) -> None:
        """Read out the bit beside."""
        count = len(self._bytes) * 8
        if not count:
            self.tell(tr("There are no bytes."))
            return
        row = min(max(self._at[0] + down, 0), len(self.bits) - 1)
        column = min(max(self._at[1] + right, 0), self.bits.shape[1] - 1)
        at = min(row * ACROSS * 8 + column, count - 1)
        self._at = divmod(at, ACROSS * 8)
        byte, bit = divmod(at, 8)
        y, x = self._at
        self._frame.setData([x, x + 1, x + 1, x, x], [y, y, y + 1, y + 1, y])
        value = self._bytes[byte]
        ones = number(int(self.bits.sum()))
        self.tell(
            tr(
                "Byte {byte} (0x{value:02X}), bit {bit} of 8: {one}. {ones} of {count} bits are ones.",
                byte=number(byte),
                value=value,
                bit=bit + 1,
                one=value >> (7 - bit) & 1,
                ones=ones,
                count=number(count),
            )
        )

    def point_at(self, x: float, y: float) -> None:
        """Read out the bit beneath the pointer."""
        if 0 <= x < ACROSS * 8 and 0 <= y < len(self.bits):
            self._at = (int(y), int(x))
            self.move_cursor(0, 0)

    def numbers(self) -> list[list[str]]:
        """Return the bits, a row for each byte."""
        rows = [[str(at), f"{value:02X}", f"{value:08b}"] for at, value in enumerate(self._bytes)]
        return [[tr("Byte"), tr("Hexadecimal"), tr("Bits")], *rows]

    def fit_ticks(self) -> None:
        """Name the bytes that begin rows, and the first bit of each byte."""
        if not len(self.bits):
            return
        (left, right), (low, high) = self.view.viewRange()
        across, down = self.fitting
        names = [str(at * ACROSS) for at in range(len(self.bits))]
        self.plot.getAxis("left").setTicks([ticks_within(names, low, high, down)])
        bits = [str(at) for at in range(ACROSS * 8)]
        self.plot.getAxis("bottom").setTicks([ticks_within(bits, left, right, min(across, ACROSS))])

    def paint(self) -> None:
        """Give the bits the colors of the theme."""
        colors = theme.current()
        color_plot(self.plot)
        ends = [QColor(colors.window).getRgb(), QColor(colors.accent).getRgb()]
        self._image.setColorMap(pg.ColorMap([0.0, 1.0], ends))
        self._frame.setPen(pg.mkPen(QColor(colors.text), width=2))
