"""A run as JSON: plan, verdict, ending, units."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from labharness.app.cli.console import screen
from labharness.devices.untrusted import printable
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.history.summary import RunSummary
from labharness.reason import Reason
from labharness.reporting.banners import SIMULATED, signs_in_words

RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="Name of a run, or its folder.")]


def run_facts(folder: RunFolder) -> dict[str, Any]:
    """Return a run for :func:`~labharness.app.cli.console.print_json`, with the reasons where it cannot be read."""
    try:
        history = RunHistory.of(folder)
        summary, slip, problems = history.summary, history.beginning.slip, tuple[Reason, ...]()
    except LabharnessError as error:
        summary, slip, problems = RunSummary(run=folder.run), None, error.reasons
    return {
        "run": folder.run,
        "plan": printable(summary.start.plan.id) if summary.start else "",
        "verdict": summary.outcome.value,
        "ending": ending_of(folder, summary),
        "not_begun": slip,
        "simulated": dict(summary.simulation),
        "units": summary.units,
        "head": summary.head,
        "problems": problems,
    }


def ending_of(folder: RunFolder, summary: RunSummary) -> str:
    """Return how a run ended, or its state where it has not."""
    if summary.ending is not None:
        return summary.ending.value
    if folder.alive:
        return "RUNNING"
    if summary.awaits_judgment:
        return "NOT_JUDGED"
    return "SESSION_CLOSED" if summary.session_closed else "INTERRUPTED"


def print_simulated(summary: RunSummary) -> None:
    """Say loudly that a device was simulated, and what shows it; nothing where it was not."""
    if summary.simulated:
        screen.print(SIMULATED, style="bold reverse")
        screen.print(printable(signs_in_words(summary.simulation), 2000))
