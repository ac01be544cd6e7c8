"""What was looked at before a run: what was found, what is needed, and where it is mended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QPushButton, QVBoxLayout, QWidget

from labharness.app.preflight import RunOrder
from labharness.app.preflight_rows import PreflightItem, PreflightRow
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.gui.starting.preflight_fixes import PreflightFix, fix_of

TITLES = {
    PreflightItem.PLAN: tr("Plan"),
    PreflightItem.ADAPTERS: tr("Adapters"),
    PreflightItem.PLACE: tr("Disk"),
    PreflightItem.DEVICE: tr("Device"),
    PreflightItem.SUBMISSION: tr("Submission"),
    PreflightItem.CLOCK: tr("Clock"),
    PreflightItem.PEOPLE: tr("People"),
    PreflightItem.DATA: tr("Earlier data"),
}
NEEDED = {
    PreflightItem.PLAN: tr("A plan without mistakes"),
    PreflightItem.ADAPTERS: tr("For the device, and for a reader where the plan asks for one"),
    PreflightItem.SUBMISSION: tr("On file"),
    PreflightItem.CLOCK: tr("Synchronized, or set by hand (Settings); required for a run of a submission"),
    PreflightItem.PEOPLE: tr("The people that the stages ask for"),
    PreflightItem.DATA: tr("No equal data without an explanation"),
}
WAITING = tr("Not checked: fix the items above first.")
FIX = 3
"""Place of the column with the buttons."""
NARROWEST, AROUND, PADDING = 60, 3, 54
"""Width of that column without buttons; pixels around a button, and around its text to the edges of the column."""
Mode = QHeaderView.ResizeMode


class PreflightView(FactTable):
    """One row for each item.

    Attributes
    ----------
    fix_wanted
        Emitted with the :class:`PreflightFix` that somebody asks for.
    """

    fix_wanted = Signal(object)

    def __init__(self) -> None:
        self._fixes: tuple[PreflightFix | None, ...] = ()
        self._buttons: list[QPushButton] = []
        super().__init__(
            tr("Preflight"),
            ((tr("Item"), 104), (tr("Found"), 200), (tr("Needed"), 200), (tr("Fix"), NARROWEST)),
        )
        header = self.horizontalHeader()
        for place, mode in enumerate((Mode.Interactive, Mode.Stretch, Mode.Stretch, Mode.Fixed)):
            header.setSectionResizeMode(place, mode)

    def show_preflight(self, rows: Sequence[PreflightRow], order: RunOrder | None = None) -> None:
        """Show what was looked at for an order."""
        self._fixes = tuple(None if order is None else fix_of(row, order) for row in rows)
        self.show_rows(
            [
                FactRow((TITLES[row.item], _found(row), _needed(row), fix.title if fix else ""), _tone(row))
                for row, fix in zip(rows, self._fixes, strict=True)
            ]
        )

    def buttons(self) -> list[QPushButton]:
        """Return the buttons that mend, from top to bottom."""
        return list(self._buttons)

    def _fill(self) -> None:
        super()._fill()
        self._buttons = []
        for at, fix in enumerate(self._fixes):
            if fix is not None and (item := self.item(at, FIX)) is not None:
                item.setText("")
                button = QPushButton(fix.title)
                button.setAccessibleName(f"{fix.title}: {self._title(at)}")
                button.clicked.connect(partial(self.fix_wanted.emit, fix))
                self.setCellWidget(at, FIX, _held(button))
                self._buttons.append(button)
        text = self.fontMetrics()
        wanted = [text.horizontalAdvance(button.text()) + PADDING for button in self.buttons()]
        self.horizontalHeader().resizeSection(FIX, max([NARROWEST, *wanted]))

    def _title(self, at: int) -> str:
        item = self.item(at, 0)
        return item.text() if item is not None else ""


def _held(button: QPushButton) -> QWidget:
    """Return a button at the top of its cell."""
    holder = QWidget()
    column = QVBoxLayout(holder)
    column.setContentsMargins(AROUND, AROUND, AROUND, AROUND)
    column.addWidget(button, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    return holder


def _found(row: PreflightRow) -> str:
    if row.reasons:
        return " ".join(map(say, row.reasons))
    if row.item is PreflightItem.PLACE and row.good:
        return tr("{shown} free", shown=row.shown)
    if row.item is PreflightItem.CLOCK:
        if row.good:
            return tr("set by hand") if row.shown else tr("synchronized")
        return tr("The system does not say whether it is synchronized.")
    return (row.shown or tr("in order")) if row.good is not None else WAITING


def _needed(row: PreflightRow) -> str:
    match row.item:
        case PreflightItem.PLACE:
            return tr("At least {size} free", size=row.wanted)
        case PreflightItem.DEVICE:
            return tr("Present and free: {device}", device=row.wanted or tr("what the plan asks for"))
        case _:
            return NEEDED[row.item]


def _tone(row: PreflightRow) -> Tone:
    if row.good:
        return Tone.PASS
    if row.good is None:
        return Tone.QUIET
    return Tone.FAIL if row.needed else Tone.UNSURE
