"""The columns of a bench: queue, ended items, schedules, journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from labharness.acts import queue
from labharness.acts.headings import PLAN
from labharness.app.benches.watching import EndedItem, PlannedSchedule
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.column_fit import standing_column
from labharness.gui.kit.tables.columns import counted, shown, written
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import day_and_time, duration, tr, translated
from labharness.nights.acts import AuditLine
from labharness.nights.items import Closing, Item, Schedule, State


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
        seconds, runs = expected_s.get(item.plan), expected_of.get(item.plan, 0)
        return Queued(places[item.id], item, seconds, runs, places.get(item.after))

    return [row(item) for item in items]


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


def _ordered(row: Queued, part: str) -> str:
    return str(row.item.order.get(part) or "")


_item: Callable[[Any], Item] = attrgetter("item")
QUEUE: Sequence[Column[Queued]] = (
    counted("#", lambda row: row.place, 40, name="number"),
    shown(
        queue.STATE.of(_item),
        150,
        tone=lambda row: Tone.BUSY if row.item.state is State.TAKEN else Tone.QUIET,
        facet=True,
    ),
    shown(PLAN.of(_item), 240, named=True, facet=True),
    shown(queue.DEVICE.of(_item), 165, named=True, facet=True, yields=1),
    Column(tr("Submission"), lambda row: _ordered(row, "submission"), 110, facet=True, yields=5),
    shown(queue.WINDOW.of(_item), 250, sort=lambda row: row.item.due, yields=6),
    shown(queue.OVER_BY.of(_item), 180, sort=lambda row: row.item.deadline, yields=8),
    Column(tr("Expected"), _expected, 150, sort=lambda row: row.expected_s or 0.0, number=True, yields=2),
    Column(translated(queue.AFTER.title), _after, 110, yields=4),
    shown(queue.PRIORITY.of(_item), 70, sort=lambda row: row.item.priority, number=True, yields=7),
    Column(tr("Asked by"), lambda row: row.item.asked_by, 110, name="by", facet=True, yields=3),
    shown(queue.ITEM.of(_item), 300, named=True),
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


def _outcome(row: EndedItem) -> tuple[str, Tone]:
    return written(queue.STATE.cell(row.item)), ended_tone(row.item)


ENDED: tuple[Column[EndedItem], ...] = (
    standing_column(lambda row: row.standing, _outcome, translated(queue.OUTCOME.title)),
    shown(queue.ITEM.of(_item), 320, named=True),
    shown(queue.ENDED.of(_item), 190, sort=lambda row: row.item.over),
    shown(queue.WHY.of(_item), 400),
)
_schedule: Callable[[Any], Schedule] = attrgetter("schedule")
SCHEDULES: Sequence[Column[PlannedSchedule]] = (
    shown(
        queue.ACTIVITY.of(_schedule), 90, tone=lambda row: Tone.BUSY if row.schedule.active else Tone.QUIET
    ),
    shown(queue.SCHEDULE.of(_schedule), 160, named=True),
    shown(queue.SCHEDULED.of(_schedule), 260, named=True, yields=1),
    shown(queue.RULE.of(_schedule), 280),
    shown(queue.HOURS.of(_schedule), 80, sort=lambda row: row.schedule.window_h, yields=2),
    Column(tr("Next"), lambda row: "; ".join(map(day_and_time, row.moments)), 400),
)
JOURNAL: Sequence[Column[AuditLine]] = (
    shown(queue.WHEN, 190, sort=lambda act: act.number),
    shown(queue.WHO, facet=True),
    shown(queue.ACCOUNT, 160, yields=1),
    shown(queue.WHAT, facet=True),
    shown(queue.TARGET, 320, named=True),
    shown(queue.DETAILS, 300),
)
