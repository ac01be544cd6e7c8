"""The command ``labharness evidence list``."""

from __future__ import annotations

from dataclasses import asdict

from labharness.app.evidence.listing import evidence_of
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.language.catalog import say
from labharness.language.numbers import number, size


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """List how much was recorded of each run, and the hash of its last record."""
    found = evidence_of(Workspace.open(workspace))
    if as_json:
        print_json([asdict(one) | {"problem": one.problem} for one in found])
        return
    shown = table("Run", "Records", "Frames", "Size", "Head")
    for one in found:
        frames = "" if one.frames is None else number(one.frames)
        head = say(one.problem) if one.problem is not None else one.head
        shown.add_row(one.run, number(one.records), frames, size(one.size), head)
    screen.print(shown)
    screen.print("Nothing of this is verified. To verify a run: labharness verify RUN.")
