"""Orders of runs as items of a queue, and what is known of a run before it begins."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from statistics import median
from typing import Any

from labharness.app.bench_work.next_question import setup_of
from labharness.app.clock import is_clock_right
from labharness.app.outside.trusted import refuse_untrusted
from labharness.app.plug_ins.discovery import discover
from labharness.app.preflight import LEAST_FREE, RunOrder, fitting_adapters
from labharness.app.run_index import bytes_of, listed
from labharness.app.services import load_plan
from labharness.app.workspace import Workspace
from labharness.devices.identity import identity
from labharness.model.reasons.night import Nights
from labharness.model.results import Ending
from labharness.nights.items import Item
from labharness.plans.frozen import FrozenPlan
from labharness.plans.presence import PersonNeeded, people_needed, waits_for_person
from labharness.reason import Reason

SPARE = 1.5
"""How many times the bytes of the largest run of its plan the disk must have free for another."""


def item_of(order: RunOrder, bench: str, **particulars: Any) -> Item:
    """Return the item that orders a run; ``order.name`` is its id.

    Parameters
    ----------
    particulars
        Further fields of the item.
    """
    assert order.name is not None
    return Item(id=order.name, bench=bench, device=identity(order.device), order=asdict(order), **particulars)


def order_of(item: Item) -> RunOrder:
    """Return the order of an item, under the item's own name; raises :class:`QueueError` as :meth:`RunOrder.load` does."""
    return RunOrder.load({**item.order, "name": item.id})


def needs_person(workspace: Workspace, order: RunOrder) -> tuple[PersonNeeded, ...]:
    """Return who must be at the bench for a run, and when.

    Raises
    ------
    LabharnessError
        If the plan cannot be read, or no adapter fits.
    """
    refuse_untrusted(workspace.path)
    catalog = discover(workspace.path)
    frozen = load_plan(order.plan, catalog, workspace=workspace.path)
    device = catalog.adapter_info(fitting_adapters(catalog, frozen, order).device.name)
    setup = setup_of(order, independent=device.source.independent)
    return people_needed(frozen.plan.stages, setup)


def night_refusal(workspace: Workspace, item: Item, now: datetime, *, here: bool = True) -> Reason | None:
    """Return why a run may not begin at ``now``, None where nothing is known against it.

    The queue asks when an item is added, and the worker before it begins one. Runner and device have their own say
    afterwards: this asks the computer, the plan and earlier runs.

    Parameters
    ----------
    here
        Whether the bench belongs to this computer, whose clock and disk then matter.
    """
    order = order_of(item)
    if not item.attended and (stages := waits_for_person(needs_person(workspace, order))):
        return Nights.PERSON_NEEDED(stages=stages)
    if here and is_clock_right(workspace) is False:
        return Nights.CLOCK_UNSYNCHRONIZED()
    plan = load_plan(order.plan, discover(workspace.path), workspace=workspace.path)
    rows = [row for row in listed(workspace) if _tells(row, plan)]
    expected = expected_s(rows)
    if item.deadline and expected is not None:
        left = (datetime.fromisoformat(item.deadline) - now).total_seconds()
        if expected > left:
            return Nights.TOO_LONG(expected_s=expected, left_s=max(0.0, left))
    if not here:
        return None
    free, needed = shutil.disk_usage(workspace.path).free, _bytes_needed(workspace, rows)
    if free < needed:
        return Nights.SPACE(free=free, needed=needed)
    return None


def expected_s(rows: Iterable[Mapping[str, Any]]) -> float | None:
    """Return the median of the seconds that complete runs took without a gap, None where there is none."""
    took = [
        (datetime.fromisoformat(row["updated"]) - datetime.fromisoformat(row["started"])).total_seconds()
        for row in rows
        if not row["gaps"]
    ]
    return median(took) if took else None


def expected_durations(rows: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """Return median seconds of complete runs without a gap by the id of their plan, as far as rows of the index tell."""
    complete: dict[str, list[Mapping[str, Any]]] = {}
    for row in filter(_tells_seconds, rows):
        complete.setdefault(row["plan"], []).append(row)
    result = {plan: expected_s(each) for plan, each in complete.items()}
    return {plan: seconds for plan, seconds in result.items() if seconds is not None}


def runs_that_tell(rows: Iterable[Mapping[str, Any]]) -> Counter[str]:
    """Return how many runs :func:`expected_durations` rests on, by the id of their plan."""
    return Counter(row["plan"] for row in rows if _tells_seconds(row))


def _tells_seconds(row: Mapping[str, Any]) -> bool:
    return row["ending"] == Ending.COMPLETE.value and not row["gaps"]


def _tells(row: Mapping[str, Any], plan: FrozenPlan) -> bool:
    return (row["plan"], row["ending"]) == (plan.plan.id, Ending.COMPLETE.value)


def _bytes_needed(workspace: Workspace, rows: Iterable[Mapping[str, Any]]) -> int:
    largest = max((bytes_of(workspace.run(row["run"])) for row in rows), default=0)
    return LEAST_FREE + int(SPARE * largest)
