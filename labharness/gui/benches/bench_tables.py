"""The columns of a bench: queue, ended items, schedules, journal.

Give an item that waits another bench or priority.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QSpinBox, QWidget

from labharness.app.benches.service import plan_of
from labharness.app.benches.watching import EndedItem, PlannedSchedule
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.run_standing import Tone, say
from labharness.gui.kit.tables.column_fit import standing_column
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import day_and_time, duration, tr
from labharness.language.dates import time_of_day
from labharness.language.template import plain
from labharness.nights.acts import AuditLine, values_of
from labharness.nights.items import Closing, Item, State
from labharness.nights.schedules import written_when


@dataclass(frozen=True, slots=True)
class Queued:
    """An item with its place in the queue and the seconds that its plan is expected to take.

    Parameters
    ----------
    runs
        How many complete runs the expected seconds rest on.
    after
        Place of the item that comes before it, None where that is not in the queue.
    """

    place: int
    item: Item
    expected_s: float | None
    runs: int = 0
    after: int | None = None


def queued(
    items: Sequence[Item], expected_s: Mapping[str, float], expected_of: Mapping[str, int]
) -> list[Queued]:
    """Return the items of a bench in the order in which they come."""
    places = {item.id: place for place, item in enumerate(items, 1)}

    def row(item: Item) -> Queued:
        plan = plan_of(item)
        return Queued(
            places[item.id], item, expected_s.get(plan), expected_of.get(plan, 0), places.get(item.after)
        )

    return [row(item) for item in items]


def state_of(item: Item) -> str:
    """Return in words where an item stands."""
    if item.state is State.TAKEN:
        return tr("Taken, to be ended") if item.withdrawn else tr("Taken by bench")
    if item.state is State.DAMAGED:
        return tr("Damaged")
    if item.closing is None:
        return tr("Waiting") if item.state is State.WAITING else tr("Withdrawn")
    return item.closing.value.capitalize()


def _when(utc: str) -> str:
    return day_and_time(utc) if utc else ""


def _after(row: Queued) -> str:
    item = row.item
    if not item.after:
        return ""
    name = f"# {row.after}" if row.after is not None else item.after
    return f"{name} {item.need.value}"


def _expected(row: Queued) -> str:
    if row.expected_s is None:
        return ""
    return tr("{duration} ({runs:,} {runs:run|runs})", duration=duration(row.expected_s), runs=row.runs)


def _window(item: Item) -> str:
    if item.due and item.until and item.due[:10] == item.until[:10]:
        return tr("{when} until {until}", when=_when(item.due), until=time_of_day(item.until))
    until = " " + tr("until {when}", when=_when(item.until)) if item.until else ""
    return f"{_when(item.due)}{until}".strip()


QUEUE = (
    Column[Queued](
        "#", lambda row: str(row.place), 40, sort=lambda row: row.place, number=True, name="number"
    ),
    Column[Queued](
        tr("State"),
        lambda row: state_of(row.item),
        150,
        tone=lambda row: Tone.BUSY if row.item.state is State.TAKEN else Tone.QUIET,
        facet=True,
    ),
    Column[Queued](tr("Plan"), lambda row: plan_of(row.item), 240, named=True, facet=True),
    Column[Queued](
        tr("Device"), lambda row: str(row.item.order.get("device", "")), 165, named=True, facet=True, yields=1
    ),
    Column[Queued](
        tr("Submission"), lambda row: str(row.item.order.get("submission") or ""), 110, facet=True, yields=5
    ),
    Column[Queued](tr("Window"), lambda row: _window(row.item), 250, sort=lambda row: row.item.due, yields=6),
    Column[Queued](
        tr("Over by"), lambda row: _when(row.item.deadline), 180, sort=lambda row: row.item.deadline, yields=8
    ),
    Column[Queued](
        tr("Expected"),
        _expected,
        150,
        sort=lambda row: row.expected_s or 0.0,
        number=True,
        yields=2,
    ),
    Column[Queued](tr("After"), _after, 110, yields=4),
    Column[Queued](
        tr("Priority"),
        lambda row: str(row.item.priority),
        70,
        sort=lambda row: row.item.priority,
        number=True,
        yields=7,
    ),
    Column[Queued](tr("Asked by"), lambda row: row.item.asked_by, 110, name="by", facet=True, yields=3),
    Column[Queued](tr("Item"), lambda row: row.item.id, 300, named=True),
)
CLOSED: Mapping[Closing, Tone] = {
    Closing.RAN: Tone.QUIET,
    Closing.NOT_RUN: Tone.UNSURE,
    Closing.LEFT_OPEN: Tone.UNSURE,
    Closing.LOST: Tone.FAIL,
}


def ended_tone(item: Item) -> Tone:
    """Return which kind of news the end of an item is."""
    return CLOSED[item.closing] if item.closing is not None else Tone.QUIET


ENDED: tuple[Column[EndedItem], ...] = (
    standing_column(
        lambda row: row.standing, lambda row: (state_of(row.item), ended_tone(row.item)), tr("Outcome")
    ),
    Column[EndedItem](tr("Item"), lambda row: row.item.id, 320, named=True),
    Column[EndedItem](tr("Ended"), lambda row: _when(row.item.over), 190, sort=lambda row: row.item.over),
    Column[EndedItem](tr("Why"), lambda row: "" if row.item.reason is None else say(row.item.reason), 400),
)
SCHEDULES = (
    Column[PlannedSchedule](
        tr("State"),
        lambda row: (
            tr("Damaged") if row.schedule.damaged else tr("Active") if row.schedule.active else tr("Stopped")
        ),
        90,
        tone=lambda row: Tone.BUSY if row.schedule.active else Tone.QUIET,
    ),
    Column[PlannedSchedule](tr("Schedule"), lambda row: row.schedule.id, 160, named=True),
    Column[PlannedSchedule](
        tr("Plan"),
        lambda row: str(row.schedule.item.get("order", {}).get("plan", "")),
        260,
        named=True,
        yields=1,
    ),
    Column[PlannedSchedule](
        tr("Rule"), lambda row: f"{written_when(row.schedule.cron)} ({row.schedule.zone})", 280
    ),
    Column[PlannedSchedule](
        tr("Window"),
        lambda row: tr("{window_h:,} {window_h:hour|hours}", window_h=round(row.schedule.window_h)),
        80,
        sort=lambda row: row.schedule.window_h,
        yields=2,
    ),
    Column[PlannedSchedule](tr("Next"), lambda row: "; ".join(map(day_and_time, row.moments)), 400),
)
JOURNAL = (
    Column[AuditLine](tr("When"), lambda act: day_and_time(act.utc), 190, sort=lambda act: act.number),
    Column[AuditLine](tr("Who"), lambda act: act.who, 120, facet=True),
    Column[AuditLine](tr("Account"), lambda act: act.account, 160, yields=1),
    Column[AuditLine](tr("What"), lambda act: act.what.capitalize(), 120, facet=True),
    Column[AuditLine](tr("Target"), lambda act: act.target, 320, named=True),
    Column[AuditLine](
        tr("Details"),
        lambda act: ", ".join(
            f"{name} {value}" for name, value in values_of(act.body).items() if value != ""
        ),
        300,
    ),
)


class ChangeDialog(ActDialog):
    """Bench and priority of an item.

    Attributes
    ----------
    given
        Emitted with the bench and the priority.
    """

    given = Signal(str, int)

    def __init__(self, item: Item, benches: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(tr("Change item"), tr("Change the item"), plain(item.id, 120), parent=parent)
        self.setObjectName("change item")
        self.bench, self.priority = QComboBox(), QSpinBox()
        self.bench.setEditable(True)
        self.bench.setAccessibleName(tr("Bench"))
        self.bench.addItems(list(benches))
        self.bench.setEditText(item.bench)
        line = self.bench.lineEdit()
        assert line is not None
        line.setAccessibleName(tr("Name of the bench"))
        self.priority.setAccessibleName(tr("Priority"))
        self.priority.setRange(-100, 100)
        self.priority.setValue(item.priority)
        self.priority.setToolTip(tr("Items with more come first"))
        form = QFormLayout()
        form.addRow(tr("&Bench"), self.bench)
        form.addRow(tr("&Priority"), self.priority)
        self.content.addLayout(form)
        self.wanted.connect(self._give)
        self.bench.setFocus()

    def _give(self) -> None:
        self.given.emit(self.bench.currentText().strip(), self.priority.value())
        self.accept()
