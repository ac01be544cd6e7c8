"""The command ``labharness morning``."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from labharness.app.morning_report import LAYOUT, gather_night, read_span
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
from labharness.language.dates import period
from labharness.reporting.layout import read_layout

HOURS = 16
"""Hours that a morning looks back where no span is named."""


def command(
    *,
    night: Annotated[
        str,
        typer.Option(
            help="Span, SINCE..UNTIL in ISO 8601; without UNTIL it ends now. Default: the last 16 hours."
        ),
    ] = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Say what ran in the night, what did not and why, and what waits for a person."""
    now = datetime.now(UTC)
    since, until = read_span(night) if night else (now - timedelta(hours=HOURS), now)
    found = gather_night(Workspace.open(workspace), since, until)
    texts = next(part.texts for part in read_layout(name=LAYOUT).sections if part.name == "morning")
    runs = [
        {
            "run": one.run,
            "plan": one.subject.frozen.plan.id,
            "computer": one.computer,
            "verdict": one.standing.verdict,
            "standing": one.standing,
            "state": one.state.value,
        }
        for one in found.runs
    ]
    duties = [{"need": one.need.value, "run": one.run, "said": one.said} for one in found.duties]
    if as_json:
        span = {"since": since.isoformat(), "until": until.isoformat()}
        told = {"warnings": found.warnings, "not_covered": found.elsewhere}
        print_json({**span, **told, "runs": runs, "tasks": duties})
        return
    screen.print(period(since.isoformat(), until.isoformat()))
    for warning in found.warnings:
        screen.print(warning, style="bold")
    for reason in found.elsewhere:
        screen.print(say(reason), style="bold")
    for one in found.runs:
        state = "" if one.standing.verdict else f" ({one.state.value})"
        plan = one.subject.frozen.plan.id
        screen.print(" ", shown_standing(one.standing), f"{state} {one.run} ({plan}, on {one.computer})")
    if not runs:
        screen.print(f"  {texts['empty']}")
    if not duties:
        screen.print(texts["nothing"])
        return
    shown = table("Run", "Task, most urgent first")
    for duty in found.duties:
        shown.add_row(duty.run, "\n".join([texts[duty.need.value], *duty.said]))
    screen.print(shown)
