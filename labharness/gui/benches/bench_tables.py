"""The columns of a bench: queue, ended items, schedules, journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from labharness.app.benches.service import plan_of
from labharness.app.benches.watching import EndedItem, PlannedSchedule
from labharness.gui.kit.run_standing import Tone, say
from labharness.gui.kit.tables.column_fit import standing_column
from labharness.gui.kit.tables.columns import counted, moment
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import day_and_time, duration, tr
from labharness.language.dates import time_of_day
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
        return tr("{when} until {until}", when=day_and_time(item.due), until=time_of_day(item.until))
    until = " " + tr("until {when}", when=day_and_time(item.until)) if item.until else ""
    return f"{day_and_time(item.due)}{until}".strip()


def _ordered(row: Queued, part: str) -> str:
    return str(row.item.order.get(part) or "")


def _hours(row: PlannedSchedule) -> str:
    return tr("{window_h:,} {window_h:hour|hours}", window_h=round(row.schedule.window_h))


def _activity(row: PlannedSchedule) -> str:
    if row.schedule.damaged:
        return tr("Damaged")
    return tr("Active") if row.schedule.active else tr("Stopped")


def _details(act: AuditLine) -> str:
    return ", ".join(f"{name} {value}" for name, value in values_of(act.body).items() if value != "")


QUEUE: Sequence[Column[Queued]] = (
    counted("#", lambda row: row.place, 40, name="number"),
    Column(
        tr("State"),
        lambda row: state_of(row.item),
        150,
        tone=lambda row: Tone.BUSY if row.item.state is State.TAKEN else Tone.QUIET,
        facet=True,
    ),
    Column(tr("Plan"), lambda row: plan_of(row.item), 240, named=True, facet=True),
    Column(tr("Device"), lambda row: _ordered(row, "device"), 165, named=True, facet=True, yields=1),
    Column(tr("Submission"), lambda row: _ordered(row, "submission"), 110, facet=True, yields=5),
    Column(tr("Window"), lambda row: _window(row.item), 250, sort=lambda row: row.item.due, yields=6),
    Column(
        tr("Over by"),
        lambda row: day_and_time(row.item.deadline),
        180,
        sort=lambda row: row.item.deadline,
        yields=8,
    ),
    Column(tr("Expected"), _expected, 150, sort=lambda row: row.expected_s or 0.0, number=True, yields=2),
    Column(tr("After"), _after, 110, yields=4),
    counted(tr("Priority"), lambda row: row.item.priority, 70, yields=7),
    Column(tr("Asked by"), lambda row: row.item.asked_by, 110, name="by", facet=True, yields=3),
    Column(tr("Item"), lambda row: row.item.id, 300, named=True),
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
    Column(tr("Item"), lambda row: row.item.id, 320, named=True),
    moment(tr("Ended"), lambda row: row.item.over, 190, dated=False),
    Column(tr("Why"), lambda row: "" if row.item.reason is None else say(row.item.reason), 400),
)
SCHEDULES: Sequence[Column[PlannedSchedule]] = (
    Column(tr("State"), _activity, 90, tone=lambda row: Tone.BUSY if row.schedule.active else Tone.QUIET),
    Column(tr("Schedule"), lambda row: row.schedule.id, 160, named=True),
    Column(
        tr("Plan"),
        lambda row: str(row.schedule.item.get("order", {}).get("plan", "")),
        260,
        named=True,
        yields=1,
    ),
    Column(tr("Rule"), lambda row: f"{written_when(row.schedule.cron)} ({row.schedule.zone})", 280),
    Column(tr("Window"), _hours, 80, sort=lambda row: row.schedule.window_h, yields=2),
    Column(tr("Next"), lambda row: "; ".join(map(day_and_time, row.moments)), 400),
)
JOURNAL: Sequence[Column[AuditLine]] = (
    Column(tr("When"), lambda act: day_and_time(act.utc), 190, sort=lambda act: act.number),
    Column(tr("Who"), lambda act: act.who, 120, facet=True),
    Column(tr("Account"), lambda act: act.account, 160, yields=1),
    Column(tr("What"), lambda act: act.what.capitalize(), 120, facet=True),
    Column(tr("Target"), lambda act: act.target, 320, named=True),
    Column(tr("Details"), _details, 300),
)
