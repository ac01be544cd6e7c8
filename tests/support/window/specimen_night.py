"""A made-up queue of two benches, for pictures and tests of the window."""

from __future__ import annotations

from labharness.app.workspace.register import open_queue
from labharness.app.workspace.workspace import Workspace
from labharness.model.reasons.night import Nights
from labharness.nights.items import Closing, Item, Need, Schedule
from labharness.nights.store.benches import Benches
from labharness.nights.store.past import Schedules
from labharness.nights.store.queue import Actor

ACTOR = Actor("engineer", "specimen")
PLANS = (
    "blackjack-633a-continuous-shuffler-rounds",
    "pai-gow-poker-645a-starting-position",
    "pai-gow-poker-645a-dealing-shoe",
)

AT_WORK = f"20250313T180400-{PLANS[1]}"
"""The item that the first bench has taken and that neither was lost nor did not run."""


def queue_a_night(workspace: Workspace) -> None:
    """Queue items for two benches, one of which was at work and left a run open and another not run."""
    with open_queue(workspace) as queue:
        items = [_item(number) for number in range(6)]
        queue.add(items, ACTOR)
        queue.add([_item(6, "bench-2"), _item(7, "bench-2")], ACTOR)
        benches = Benches(queue.database)
        fence = benches.hold("bench-1", "desk-1", 1, ACTOR)
        benches.hold("bench-2", "desk-2", 2, ACTOR)
        benches.take("bench-1", fence, ACTOR, "9999", ahead=3)
        first, second, _ = items[:3]
        benches.end("bench-1", fence, ACTOR, first.id, Closing.NOT_RUN, Nights.CLOCK_UNSYNCHRONIZED(), None)
        benches.end("bench-1", fence, ACTOR, second.id, Closing.LOST, Nights.VANISHED(run=second.id), None)
        Schedules(queue.database).add(
            Schedule(
                id="weeknights",
                cron="0 18 * * 1-5",
                zone="America/New_York",
                window_h=10.0,
                item={"bench": "bench-1", "device": "usb://1209:4614", "order": {"plan": PLANS[0]}},
            ),
            ACTOR,
        )


def _item(number: int, bench: str = "bench-1") -> Item:
    plan = PLANS[number % len(PLANS)]
    return Item(
        id=f"20250313T18{number:02}00-{plan}",
        bench=bench,
        device=f"usb:1209:4614:{number % 2}",
        order={"plan": plan, "device": f"usb://1209:4614/000{number % 2}"},
        priority=1 if number == 4 else 0,
        after=AT_WORK if number == 5 else "",
        need=Need.PASSED,
        until="2026-11-25T12:00:00+00:00" if number % 2 else "",
        asked_by="engineer",
    )
