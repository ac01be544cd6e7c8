"""Reads the sample of the chosen check, and leads from it to a unit, its record, a frame and its bytes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from labharness.app.run_results.check_facts import CheckFacts
from labharness.app.workspace import Workspace
from labharness.gui.kit.page import Crumb
from labharness.gui.kit.slow_work.errand import Errand
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.results.drill import CHECK, FRAME, UNIT, Way, crumbs_to, level_of
from labharness.gui.results.result_facts import FileFacts, FrameFacts, UnitFacts
from labharness.gui.results.result_reading import read_frames, read_record, read_units
from labharness.gui.results.sample_view import SampleView
from labharness.model.address import Address


class SamplePane(QObject):
    """Four times Return leads from a check to bytes; the way back is that of the window.

    Parameters
    ----------
    workspace
        Whose samples are read.
    checks
        The table of the checks; its Return begins the way.

    Attributes
    ----------
    moved
        Emitted when :meth:`crumbs` changed because somebody went on.
    arrived
        Emitted when what an address names is shown.
    failed
        Emitted with one sentence.
    """

    moved = Signal()
    arrived = Signal()
    failed = Signal(str)

    def __init__(self, workspace: Workspace, checks: RowTable[CheckFacts]) -> None:
        super().__init__(checks)
        self._workspace, self._checks = workspace, checks
        self.view = SampleView()
        self._errand = Errand(self)
        self._errand.failed.connect(self.failed)
        self._errand.changed.connect(self._go_on)
        self._counting = Errand(self)
        self._counting.failed.connect(self._lose_count)
        self._counting.changed.connect(self._count)
        self._asked, self._counted = ("", ""), ("", "")
        self._values: Mapping[int, int] = {}
        self._next: Callable[[], object] | None = None
        self._run, self._stage, self._loaded = "", "", ""
        self._files: Sequence[FileFacts] = ()
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

    def take_files(self, files: Sequence[FileFacts]) -> None:
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

    def _way(self, level: int, unit: UnitFacts | None, frame: FrameFacts | None = None) -> Way:
        check = self._checks.current
        if check is None:
            return Way(self._run, level=level, unit=unit, frame=frame)
        return Way(self._run, check.id, check.title, level, unit, frame)

    @staticmethod
    def _address(way: Way) -> Address | None:
        return next((crumb.address for crumb in reversed(tuple(way.crumbs()))), None)

    def stop(self) -> None:
        """Let go of the threads."""
        self._errand.stop()
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
                self._want(partial(self._want_units, stage))
            else:
                self._next, self._loaded = None, ""
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
        unit = next((card_unit for card_unit in self._units() if _is_unit(card_unit, named)), None)
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

    def _units(self) -> list[UnitFacts]:
        rows = self.view.units.rows
        return [rows.row(at) for at in range(rows.rowCount())]

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

    def _want(self, begin: Callable[[], object]) -> None:
        """Begin to read, or as soon as nothing else is being read; only the last wish counts."""
        self._next = begin
        self._go_on()

    def _go_on(self) -> None:
        if not self._errand.busy and self._next is not None:
            begin, self._next = self._next, None
            begin()

    def _want_units(self, stage: str) -> None:
        run = self._run

        def take(units: Sequence[UnitFacts]) -> None:
            if (run, stage) == (self._run, self._stage):
                self._loaded = stage
                self.view.show_units(stage, units, self._files)
                self._show_counted()
                self.take_up()

        self._errand.begin(lambda _: read_units(self._workspace, run, stage), take)

    def _count(self) -> None:
        """Have counted what the chosen check counts in each unit; meanwhile the numbers of another one are not shown."""
        wanted = run, check = self._run, self._at_check
        if not check or self._counting.busy or self._counted == wanted:
            return
        self._asked = wanted
        self._show_counted()
        self._counting.begin(lambda _: self._unit_values(run, check), self._take_counted)

    def _unit_values(self, run: str, check: str) -> Mapping[int, int]:
        from labharness.app.run_results.unit_values import unit_values

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

        def read(_: object) -> tuple[Sequence[FrameFacts], str]:
            return read_frames(self._workspace, run, unit), read_record(self._workspace, run, unit.record)

        def take(pair: tuple[Sequence[FrameFacts], str]) -> None:
            if run == self._run:
                self.view.show_frames(unit, *pair)
                self.take_up()

        self._want(lambda: self._errand.begin(read, take))


def _is_unit(unit: UnitFacts, named: Mapping[str, str]) -> bool:
    if "record" in named and str(unit.record) != named["record"]:
        return False
    wanted = int(named["unit"]) - 1 if "unit" in named else unit.first
    return unit.first <= wanted < unit.first + unit.units
