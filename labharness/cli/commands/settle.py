"""The command ``labharness settle``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from labharness.app.submission.attempts import settle_runs
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    exit_code,
    print_json,
    screen,
    shown_standing,
    table,
    working,
)
from labharness.evidence.history.run import RunHistory
from labharness.language.catalog import say
from labharness.language.dates import clock
from labharness.language.numbers import number, p_value
from labharness.language.values import as_values
from labharness.model.settlement import Settlement
from labharness.reporting.banners import SIMULATED


def command(
    runs: Annotated[
        list[str],
        typer.Argument(metavar="RUN...", help="Any attempt on the device; the command finds the others."),
    ],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Judge all attempts on one device together, including the retest that the plan allows."""
    space = Workspace.open(workspace)
    with working("Judging every attempt again", quiet=as_json):
        found = settle_runs(space, runs)
    if as_json:
        print_json(as_values(found) | {"standing": found.standing})
    else:
        _print(found, _titles(space, found))
    return exit_code(found.standing, None)


def _titles(space: Workspace, found: Settlement) -> dict[str, str]:
    """Return the titles of the checks, as the attempts recorded them."""
    titles: dict[str, str] = {}
    for one in found.attempts:
        titles |= RunHistory.of(space.run(one.run)).summary.titles
    return titles


def _print(found: Settlement, titles: Mapping[str, str]) -> None:
    if simulated := [one.run for one in found.attempts if one.simulated]:
        screen.print(f"{SIMULATED}: {', '.join(simulated)}", style="bold reverse")
    screen.print(shown_standing(found.standing), end="  ")
    screen.print(" ".join(say(each, titles) for each in found.basis))
    manufacturer, model, serial = found.unit
    screen.print(f"{manufacturer} {model}, serial {serial}; plan {found.plan[0]}.")
    shown = table("Attempt", "Outcome alone", "Ending", "Run, its start, and what awaits the retest", whole=2)
    for one in found.attempts:
        lines = [f"{one.run}, {clock(one.started)} UTC"]
        lines += [
            f"{titles.get(check, check)}: {'p = none' if p is None else p_value(p)}"
            for check, p in one.p.items()
        ]
        lines += [f"recorded part, for information: {say(each.reason, titles)}" for each in one.interim]
        lines += [f"invalidated, but counts: {say(one.counts)}"] if one.counts else []
        shown.add_row(one.role, shown_standing(one.standing), one.ending.value, "\n".join(lines))
    screen.print(shown)
    for level in found.levels:
        screen.print(
            f"{titles.get(level.check, level.check)} answers {level.citation} at {number(level.level)}: below "
            f"{number(level.fail_below)} the first sample fails, below {number(level.retest_below)} the retest.",
        )
    for reason in found.reasons:
        screen.print(f"  - {say(reason, titles)}")
    for note in found.notes:
        screen.print(f"Note: {say(note, titles)}")
