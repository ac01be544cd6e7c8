"""A run as JSON: plan, verdict, ending, units."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from labharness.app.run_index import doubted_data, standing_of_facts
from labharness.app.workspace import Workspace
from labharness.cli.console import notes, screen
from labharness.devices.untrusted import printable
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.summary import RunSummary
from labharness.language.catalog import say
from labharness.reason import load_reason
from labharness.reporting.banners import SIMULATED, signs_in_words

RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="Name of a run, or its folder.")]


def any_folder(run: str, workspace: Path) -> RunFolder:
    """Return a run by name, or any run folder by its path, workspace or not."""
    try:
        return Workspace.open(workspace).run(run)
    except LabharnessError:
        if Path(run).is_dir():
            return RunFolder.open(Path(run))
        raise


def plug_in_place(workspace: Path) -> Path | None:
    """Return the workspace that was named, whose plug-ins may be used; None where it is not there: a folder needs none."""
    try:
        return Workspace.open(workspace).path
    except LabharnessError:
        return None


def shown_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return a run's facts for :func:`~labharness.cli.console.print_json`, with reasons that it can word."""
    slip, problems = facts["not_begun"], facts["problems"]
    hidden = ("ended", "submission", "device", "started", "updated", "gaps", "beginning", "model")
    shown = {name: value for name, value in facts.items() if name not in hidden}
    standing = standing_of_facts(facts)
    return shown | {
        "verdict": standing.verdict,
        "standing": standing,
        "not_begun": None if slip is None else load_reason(slip),
        "problems": tuple(map(load_reason, problems)),
    }


def tell_doubted_data(workspace: Workspace, device: str, *, as_json: bool) -> None:
    """Name unexplained equal data of earlier runs of a device, before another run of it."""
    for each in () if as_json else doubted_data(workspace, device):
        notes.print(say(each))


def print_simulated(summary: RunSummary) -> None:
    """Say loudly that a device was simulated, and what shows it; nothing where it was not."""
    if summary.simulated:
        screen.print(SIMULATED, style="bold reverse")
        screen.print(printable(signs_in_words(summary.simulation), 2000))
