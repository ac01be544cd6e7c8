"""The command ``labharness status``."""

from __future__ import annotations

from typing import Any

from labharness.app.overview.overview import Overview, Overviews
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    shown_standing,
    table,
)
from labharness.language.catalog import say
from labharness.language.dates import day_and_time
from labharness.language.numbers import amount


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """Show what needs a person, what is running, and what ended in the last 24 hours."""
    overview = Overviews(Workspace.open(workspace)).look()
    if as_json:
        print_json(_facts(overview))
        return
    if overview.matters:
        times = {"Since": "since", "Until": "until"}  # a column without one time says nothing
        times = {
            head: name
            for head, name in times.items()
            if any(getattr(each, name) for each in overview.matters)
        }
        needs = table("What needs a person", *times, whole=0)
        for matter in overview.matters:
            needs.add_row(say(matter.reason), *(_when(getattr(matter, name)) for name in times.values()))
        screen.print(needs)
    else:
        screen.print("Nothing needs a person.")
    if overview.benches:
        benches = table("Bench, computer", "Running", "Taken, waiting")
        for each in overview.benches:
            state = "paused" if each.bench.paused else "silent" if each.silent else ""
            counts = f"{amount(len(each.taken), 'item')}, {len(each.waiting)} waiting"
            place = "\n".join(filter(None, (each.bench.name, each.bench.host, state)))
            benches.add_row(place, "\n".join(each.at_work), counts)
        screen.print(benches)
    if overview.ended:
        ended = table("Ended in the last 24 hours", "Verdict, ending", "When, computer")
        for run in overview.ended:
            result = shown_standing(run.standing).append(f"\n{run.ending}", "not bold default")
            ended.add_row(f"{run.run}\n{run.plan}", result, f"{day_and_time(run.updated)}\n{run.host}")
        screen.print(ended)
    for reason in overview.elsewhere:
        screen.print(say(reason), style="bold")


def _facts(overview: Overview) -> dict[str, Any]:
    return {
        "now": overview.now.isoformat(),
        "matters": [
            {
                "reason": each.reason,
                "address": str(each.address),
                "since": each.since,
                "until": each.until,
            }
            for each in overview.matters
        ],
        "open_runs": [{"run": run.folder.run, "alive": run.alive} for run in overview.open_runs],
        "benches": [
            {
                "bench": each.bench.name,
                "computer": each.bench.host,
                "paused": each.bench.paused,
                "silent": each.silent,
                "heard": each.bench.heard,
                "taken": [item.id for item in each.taken],
                "waiting": [item.id for item in each.waiting],
                "at_work": each.at_work,
            }
            for each in overview.benches
        ],
        "ended": [
            {
                "run": run.run,
                "computer": run.host,
                "verdict": run.standing.verdict,
                "standing": run.standing,
                "ending": run.ending,
                "updated": run.updated,
            }
            for run in overview.ended
        ],
        "not_covered": overview.elsewhere,
        "free": overview.free,
        "clock_synchronized": overview.clock_synchronized,
    }


def _when(utc: str) -> str:
    return day_and_time(utc) if utc else ""
