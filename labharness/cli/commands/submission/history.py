"""The command ``labharness submission history``."""

from __future__ import annotations

from dataclasses import asdict

from labharness.app.register import open_register
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.cli.submissions import IdArgument, acted, action
from labharness.filings.entries.snapshot import Change
from labharness.language.dates import day_and_time


def command(
    submission: IdArgument, *, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False
) -> None:
    """List the changes of a submission with person, time and reason, oldest first."""
    with open_register(Workspace.open(workspace)) as register:
        changes = register.snapshot(submission).changes
    if as_json:
        print_json([asdict(one) for one in changes])
        return
    shown = table("Record", "When", "Who", "Change, and reason")
    for one in changes:
        what = f"{action(one)} {one.kind} {one.entry}" if one.kind else one.what
        fields = f" ({', '.join(_changed(one))})" if one.before and one.after else ""
        shown.add_row(str(one.number), day_and_time(one.utc), acted(one), f"{what}{fields}: {one.why}")
    screen.print(shown)
    screen.print(f"Head: {changes[-1].hash}")


def _changed(change: Change) -> list[str]:
    before, after = change.before or {}, change.after or {}
    return [name for name in after if before.get(name) != after[name]]
