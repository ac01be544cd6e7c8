"""Queue runs for a bench, whose worker conducts them unattended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Shown, Tell, WindowControl, act, silent, tr
from labharness.acts.gates import EVERYBODY, QueueSeat, on_queue
from labharness.acts.headings import PLAN, ListHead, listing, when
from labharness.acts.parameters import BenchOption, DeviceOption, NameOption, ReaderOption
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.records.body import dump
from labharness.language.catalog import say
from labharness.language.dates import brief_day, time_of_day
from labharness.language.numbers import number
from labharness.model.reasons.night import Nights, QueueAct
from labharness.nights.items import (
    Bench,
    Item,
    Need,
    Schedule,
    State,
    why_not_cancel,
    why_not_give_back,
    why_not_move,
)
from labharness.nights.schedules import LABORATORY, written_when

if TYPE_CHECKING:
    from labharness.nights.acts import AuditLine

ItemArgument = Annotated[str, typer.Argument(metavar="ITEM")]
BenchArgument = Annotated[str, typer.Argument(metavar="BENCH")]


def _item_values(item: Item) -> dict[str, Any]:
    values: dict[str, Any] = dump(item)
    return values | {"reason": item.reason, "standing": item.standing}


def _values(items: Iterable[Item]) -> list[dict[str, Any]]:
    return list(map(_item_values, items))


def _state(item: Item) -> str:
    if item.state is State.TAKEN:
        return tr("Taken, to be ended") if item.withdrawn else tr("Taken by bench")
    if item.state is State.DAMAGED:
        return tr("Damaged")
    if item.closing is None:
        return tr("Waiting") if item.state is State.WAITING else tr("Withdrawn")
    return item.closing.value.capitalize()


def _window(item: Item) -> str:
    due, until = when(item.due), when(item.until)
    if not (due and until):
        return tr("until {until}", until=until) if until else due
    # In Pennsylvania a day ends five hours later than in UTC.
    same = brief_day(item.due) == brief_day(item.until)
    return tr("{due} until {until}", due=due, until=time_of_day(item.until) if same else until)


ITEM = ListHead[Item](tr("Item"), lambda item: item.id)
DEVICE = ListHead[Item](tr("Device"), lambda item: str(item.order.get("device") or ""))
STATE = ListHead[Item](tr("State"), _state)
OUTCOME = ListHead[Item](tr("Outcome"), lambda item: item.standing)
WHY = ListHead[Item](tr("Why"), lambda item: item.reason)
WINDOW = ListHead[Item](tr("Window"), _window, labeled=True)
OVER_BY = ListHead[Item](tr("Over by"), lambda item: when(item.deadline), labeled=True)
AFTER = ListHead[Item](
    tr("After"), lambda item: f"{item.after} {item.need.value}" if item.after else "", labeled=True
)
PRIORITY = ListHead[Item](
    tr("Priority"), lambda item: number(item.priority) if item.priority else "", labeled=True
)
ENDED = ListHead[Item](tr("Ended"), lambda item: when(item.over), labeled=True)
_BENCH = ListHead[Item](tr("Bench"), lambda item: item.bench)


def _listing(items: Sequence[Item]) -> Iterator[Shown]:
    if not items:
        yield "The queue is empty. Add a run with: labharness queue add PLAN --bench NAME --device URL"
        return
    over = all(item.over or item.state is State.CANCELED for item in items)
    about = (WHY, ENDED) if over else (WHY, WINDOW, OVER_BY, AFTER, PRIORITY)
    yield listing(items, (ITEM, PLAN), (_BENCH, DEVICE), (STATE, OUTCOME), about)


_OF_ITEM: dict[str, Any] = {
    "shown": lambda item: _listing((item,)),
    "values": lambda item: [_item_values(item)],
}


def _bench_line(bench: Bench) -> Iterator[Shown]:
    yield f"{bench.name}: {'paused' if bench.paused else 'at work'}."


def _added_lines(added: Schedule | tuple[Item, ...]) -> Iterator[Shown]:
    if isinstance(added, Schedule):
        yield f"Schedule {added.id}: {RULE.cell(added)}, window {HOURS.cell(added)}."
    else:
        yield from _listing(added)


@act(
    on_queue(QueueAct.ADD),
    WindowControl("New run", tr("Queue for tonight")),
    shown=_added_lines,
    values=lambda added: added if isinstance(added, Schedule) else _values(added),
)
def add(
    on: QueueSeat,
    plan: str,
    *,
    bench: BenchOption,
    device: DeviceOption,
    reader: ReaderOption = None,
    name: NameOption = None,
    operator: str = "",
    adapter: str | None = None,
    reader_adapter: str | None = None,
    simulated: str = "",
    cards: str | None = None,
    submission: str = "",
    at: str = "",
    until: str = "",
    deadline: str = "",
    after: str = "",
    passed: bool = False,
    priority: int = 0,
    repeat: Annotated[int, typer.Option(min=1, max=1000)] = 1,
    retries: Annotated[int, typer.Option(min=0, max=10)] = 0,
    attended: bool = False,
    every: str = "",
    window: Annotated[float, typer.Option(min=0.1, max=168)] = 10.0,
    zone: str = LABORATORY,
    tell: Tell = silent,
) -> Schedule | tuple[Item, ...]:
    """Queue a run for a bench, once, several times, or on a schedule.

    What can be refused is refused now: the plan, the URLs, and prompts that need a person at night.
    """
    from labharness.app.benches.queueing import KEPT, moment_utc, refuse_tonight, wanted_items
    from labharness.app.devices.preflight import RunOrder
    from labharness.app.runs.run_index import doubted_data
    from labharness.nights.schedules import read_when, zone_of
    from labharness.nights.store.past import Schedules

    order = RunOrder(
        plan, device, reader, name, operator, adapter, simulated, cards, submission, reader_adapter
    )
    items = wanted_items(
        on.workspace,
        order,
        bench,
        repeat=1 if every else repeat,
        after=after,
        need=Need.PASSED if passed else Need.ENDED,
        priority=priority,
        due=moment_utc(at),
        until=moment_utc(until),
        deadline=moment_utc(deadline),
        attended=attended,
        retries=retries,
    )
    for each in doubted_data(on.workspace, device):
        tell(say(each))
    if not every:
        refuse_tonight(on.workspace, on.queue, items[0])
        return on.queue.add(items, on.actor)
    kept = {key: value for key, value in dump(items[0]).items() if key in KEPT}
    zone_of(zone)
    schedule = Schedule(id=name or items[0].id, cron=read_when(every), zone=zone, window_h=window, item=kept)
    refuse_tonight(on.workspace, on.queue, items[0])
    Schedules(on.queue.database).add(schedule, on.actor)
    return schedule


@act(
    on_queue(QueueAct.CANCEL), WindowControl("Benches", tr("&Withdraw…")), **_OF_ITEM, why_not=why_not_cancel
)
def cancel(on: QueueSeat, item: ItemArgument) -> Item:
    """Cancel an item; if its run is at work, its bench tells the run to stop."""
    return on.queue.cancel(item, on.actor)


@act(on_queue(QueueAct.ADD), WindowControl("Benches", tr("Dup&licate")), **_OF_ITEM)
def duplicate(on: QueueSeat, item: ItemArgument) -> Item:
    """Queue the order of an item once more, as a new attempt under a new name."""
    from labharness.app.benches.queueing import once_more

    (added,) = on.queue.add([once_more(on.workspace, on.queue, on.queue.item(item))], on.actor)
    return added


@act(
    on_queue(QueueAct.MOVE),
    WindowControl("Benches", tr("As&k the bench to return it…")),
    **_OF_ITEM,
    why_not=why_not_give_back,
)
def give_back(on: QueueSeat, item: ItemArgument) -> Item:
    """Ask a bench for an item that it has taken and not begun.

    Its worker lets the order wait anew under a new name. A run that was begun goes on.
    """
    from labharness.errors import QueueError
    from labharness.evidence.lock import LEDGER
    from labharness.nights.store.benches import Benches

    if (on.workspace.path / "runs" / item / LEDGER).exists():
        raise QueueError(Nights.BEGUN(item=item))
    return Benches(on.queue.database).ask_back(item, on.actor)


@act(on_queue(QueueAct.MOVE), WindowControl("Benches", tr("Move &up")), **_OF_ITEM, why_not=why_not_move)
def move(
    on: QueueSeat,
    item: ItemArgument,
    *,
    bench: Annotated[str | None, typer.Option("--bench", "-b")] = None,
    priority: int | None = None,
    before: str | None = None,
    first: bool = False,
) -> Item:
    """Move an item that waits to another bench, priority or place."""
    from labharness.app.benches.queue_access import refuse_bench_name

    if bench is not None:
        refuse_bench_name(bench)
    return on.queue.move(item, on.actor, bench=bench, priority=priority, before=before, first=first)


@act(on_queue(QueueAct.PAUSE), WindowControl("Benches", tr("&Pause bench")), shown=_bench_line)
def pause(on: QueueSeat, bench: BenchArgument) -> Bench:
    """Let a bench begin nothing new; runs at work go on."""
    from labharness.nights.store.benches import Benches

    return Benches(on.queue.database).pause(bench, on.actor, paused=True)


@act(on_queue(QueueAct.RESUME), WindowControl("Benches", tr("&Continue bench")), shown=_bench_line)
def resume(on: QueueSeat, bench: BenchArgument) -> Bench:
    """Let a paused bench go on."""
    from labharness.nights.store.benches import Benches

    return Benches(on.queue.database).pause(bench, on.actor, paused=False)


@act(EVERYBODY, WindowControl("Benches", tr("&Queue")), shown=_listing, values=_values)
def list_(
    workspace: Workspace,
    *,
    bench: Annotated[str | None, typer.Option("--bench", "-b")] = None,
    ended: bool = False,
    limit: Annotated[int, typer.Option(min=1)] = 200,
) -> tuple[Item, ...]:
    """List what waits and what is taken, in the order in which it comes."""
    from labharness.app.workspace.register import open_queue

    states = (State.ENDED, State.CANCELED) if ended else (State.WAITING, State.TAKEN)
    with open_queue(workspace) as queue:
        return queue.items(bench, states, limit)


def _details(act: AuditLine) -> str:
    from labharness.nights.acts import values_of

    return ", ".join(f"{name} {value}" for name, value in values_of(act.body).items() if value != "")


WHEN: ListHead[AuditLine] = ListHead(tr("When"), lambda act: when(act.utc))
WHO: ListHead[AuditLine] = ListHead(tr("Who"), lambda act: act.who)
ACCOUNT: ListHead[AuditLine] = ListHead(tr("Account"), lambda act: act.account, labeled=True)
WHAT: ListHead[AuditLine] = ListHead(tr("What"), lambda act: act.what.capitalize())
TARGET: ListHead[AuditLine] = ListHead(tr("Target"), lambda act: act.target)
DETAILS: ListHead[AuditLine] = ListHead(tr("Details"), _details)


def _history(acts: Iterable[AuditLine]) -> Iterator[Shown]:
    yield listing(acts, WHEN, (WHO, ACCOUNT), WHAT, (TARGET, DETAILS))


def _history_values(acts: Iterable[AuditLine]) -> list[dict[str, Any]]:
    from labharness.nights.acts import values_of

    return [
        {name: getattr(act, name) for name in ("number", "utc", "who", "account", "what", "target")}
        | {"body": values_of(act.body)}
        for act in acts
    ]


@act(EVERYBODY, WindowControl("Benches", tr("&Journal")), shown=_history, values=_history_values)
def history(
    workspace: Workspace,
    target: Annotated[str | None, typer.Argument(metavar="[ITEM]")] = None,
    *,
    limit: Annotated[int, typer.Option(min=1)] = 100,
) -> tuple[AuditLine, ...]:
    """List who did or tried what in the queue."""
    from labharness.app.workspace.register import open_queue

    with open_queue(workspace) as queue:
        return queue.acts(target, limit)


def _activity(schedule: Schedule) -> str:
    if schedule.damaged:
        return tr("Damaged")
    return tr("Active") if schedule.active else tr("Stopped")


def _hours(schedule: Schedule) -> str:
    hours = schedule.window_h
    return tr("{hours} {n:hour|hours}", hours=number(hours), n=1 if hours == 1 else 2)


SCHEDULE = ListHead[Schedule](tr("Schedule"), lambda each: each.id)
SCHEDULED = ListHead[Schedule](tr("Plan"), lambda each: str(each.item.get("order", {}).get("plan", "")))
RULE = ListHead[Schedule](tr("Rule"), lambda each: f"{written_when(each.cron)} ({each.zone})")
HOURS = ListHead[Schedule](tr("Window"), _hours, labeled=True)
ACTIVITY = ListHead[Schedule](tr("State"), _activity)
_OF_BENCH = ListHead[Schedule](tr("Bench"), lambda each: str(each.item.get("bench", "")))


def _schedule_listing(listed: Iterable[Schedule]) -> Iterator[Shown]:
    yield listing(listed, (SCHEDULE, SCHEDULED), (RULE, HOURS), _OF_BENCH, ACTIVITY)


ScheduleArgument = Annotated[str, typer.Argument(metavar="SCHEDULE")]


@act(EVERYBODY, WindowControl("Benches", tr("S&chedules")), shown=_schedule_listing)
def schedules(workspace: Workspace) -> tuple[Schedule, ...]:
    """List the schedules; add one with 'labharness queue add --every'."""
    from labharness.app.workspace.register import open_queue
    from labharness.nights.store.past import Schedules

    with open_queue(workspace) as queue:
        return Schedules(queue.database).all()


@act(
    on_queue(QueueAct.CHANGE_SCHEDULE),
    WindowControl("Benches", tr("&Stop schedule")),
    shown=_schedule_listing,
)
def stop_schedule(on: QueueSeat, schedule: ScheduleArgument) -> tuple[Schedule, ...]:
    """Let a schedule make no more items; what it made stays in the queue."""
    return _set_active(on, schedule, active=False)


@act(
    on_queue(QueueAct.CHANGE_SCHEDULE),
    WindowControl("Benches", tr("&Start schedule")),
    shown=_schedule_listing,
)
def start_schedule(on: QueueSeat, schedule: ScheduleArgument) -> tuple[Schedule, ...]:
    """Let a schedule make items again."""
    return _set_active(on, schedule, active=True)


def _set_active(on: QueueSeat, schedule: str, *, active: bool) -> tuple[Schedule, ...]:
    from labharness.nights.store.past import Schedules

    kept = Schedules(on.queue.database)
    kept.set_active(schedule, on.actor, active=active)
    return kept.all()


@act(
    on_queue(QueueAct.TAKE_OVER),
    WindowControl("Benches", tr("&Take over…")),
    shown=lambda bench: (f"A worker of {bench} is starting on this computer.",),
)
def take_over(on: QueueSeat, bench: BenchArgument, *, why: str) -> str:
    """Take a bench over from another computer that is off, and start a worker on this one."""
    from labharness.app.benches.watching import explain_taking_over, start_worker

    explain_taking_over(on.queue, on.actor, bench, why)
    start_worker(on.workspace, bench, take=True)
    return bench
