"""The command ``labharness queue add``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.benches import queueing
from labharness.app.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption, print_json, screen
from labharness.app.cli.orders import (
    AdapterOption,
    CardsOption,
    DeviceOption,
    NameOption,
    OperatorOption,
    PlanArgument,
    ReaderAdapterOption,
    ReaderOption,
    SimulatedOption,
    SubmissionOption,
)
from labharness.app.cli.queues import BenchOption, print_items
from labharness.app.cli.reading import tell_doubted_data
from labharness.app.cli.submissions import ByOption
from labharness.app.preflight import RunOrder
from labharness.app.workspace import Workspace
from labharness.nights.items import Need
from labharness.nights.schedules import LABORATORY


def command(
    plan: PlanArgument,
    *,
    bench: BenchOption,
    device: DeviceOption,
    reader: ReaderOption = None,
    name: NameOption = None,
    operator: OperatorOption = "",
    adapter: AdapterOption = None,
    reader_adapter: ReaderAdapterOption = None,
    simulated: SimulatedOption = "",
    cards: CardsOption = None,
    submission: SubmissionOption = "",
    at: Annotated[
        str, typer.Option(help="Begin not before this moment, such as 18:00 or 2026-11-23T18:00.")
    ] = "",
    until: Annotated[str, typer.Option(help="Begin before this moment, or not at all.")] = "",
    deadline: Annotated[str, typer.Option(help="Be over by this moment.")] = "",
    after: Annotated[str, typer.Option(help="Item that comes before.")] = "",
    passed: Annotated[
        bool, typer.Option("--passed", help="Run only if the item that comes before passed.")
    ] = False,
    priority: Annotated[int, typer.Option(help="Items with more come first.")] = 0,
    repeat: Annotated[int, typer.Option(min=1, max=1000, help="Number of runs, one after the other.")] = 1,
    retries: Annotated[
        int,
        typer.Option(
            min=0, max=10, help="Times that a run is ordered anew if it was not begun or ended in an error."
        ),
    ] = 0,
    attended: Annotated[
        bool, typer.Option("--attended", help="A person is at the bench and answers prompts.")
    ] = False,
    every: Annotated[
        str, typer.Option(help="Repeat on a schedule, such as 'weeknights at 18:00', or five fields of cron.")
    ] = "",
    window: Annotated[
        float,
        typer.Option(
            min=0.1, max=168, help="Hours after each time of the schedule in which a run may begin."
        ),
    ] = 10.0,
    zone: Annotated[str, typer.Option(help="Time zone of the schedule.")] = LABORATORY,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Queue a run for a bench, once, several times, or on a schedule.

    What can be refused is refused now: the plan, the URLs, and prompts that need a person at night.
    """
    space = Workspace.open(workspace)
    order = RunOrder(
        plan, device, reader, name, operator, adapter, simulated, cards, submission, reader_adapter
    )
    wish = queueing.Wish(
        bench=bench,
        repeat=repeat,
        priority=priority,
        after=after,
        need=Need.PASSED if passed else Need.ENDED,
        due=queueing.read_moment(at) if at else None,
        until=queueing.read_moment(until) if until else None,
        deadline=queueing.read_moment(deadline) if deadline else None,
        attended=attended,
        retries=retries,
    )
    tell_doubted_data(space, device, as_json=as_json)
    if every:
        made = queueing.schedule(space, order, wish, queueing.Repetition(every, zone, window, name or ""), by)
        if as_json:
            print_json(made)
        else:
            screen.print(f"Schedule {made.id}: {made.cron} ({made.zone}), window {made.window_h:g} hours.")
        return
    print_items(queueing.add(space, order, wish, by), as_json=as_json)
