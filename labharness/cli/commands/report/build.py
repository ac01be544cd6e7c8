"""The command ``labharness report build``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    working,
)
from labharness.cli.reporting import ByOption, print_issued
from labharness.errors import InputError
from labharness.model.reasons.command import Commands
from labharness.reporting.banners import UNVERIFIED


def command(
    run: Annotated[str, typer.Argument(metavar="[RUN]", help="Name of a run, or its folder.")] = "",
    *,
    submission: Annotated[str, typer.Option(help="Id of a submission, for the report of all its runs.")] = "",
    night: Annotated[
        str, typer.Option(help="Span of a morning report, SINCE..UNTIL in ISO 8601; UNTIL is optional.")
    ] = "",
    layout: Annotated[
        str,
        typer.Option(
            help="Kind of report. Of a run: run or run-summary. Of a submission: approval, deficiency, or rehearsal: a SPECIMEN of the "
            "approval with simulated devices."
        ),
    ] = "",
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Build a report of a run, of a submission, or of a night."""
    if sum(map(bool, (run, submission, night))) != 1:
        raise InputError(Commands.ONE_SUBJECT())
    space = Workspace.open(workspace)
    if run:
        return _build_run(space, run, layout or "run", as_json=as_json)
    if night:
        return _build_night(space, night, as_json=as_json)
    from labharness.app.submission.submission_reports import build_submission_report

    with working("Building the report", quiet=as_json):
        made = build_submission_report(space, submission, layout or "approval", by)
    return print_issued(made, as_json=as_json)


def _build_run(space: Workspace, run: str, layout: str, *, as_json: bool) -> int:
    from labharness.app.reports import build

    folder = space.run(run)
    with working("Building the report", quiet=as_json):
        built = build(space, folder, layout)
    if as_json:
        print_json({"run": folder.run, "report": str(built.path), "verifies": built.verifies})
    else:
        screen.print(str(built.path) if built.verifies else f"{UNVERIFIED}: {built.path}")
    return 0 if built.verifies else ERROR


def _build_night(space: Workspace, night: str, *, as_json: bool) -> int:
    from labharness.app.morning_report import build_night_report, read_span

    since, until = read_span(night)
    with working("Building the report", quiet=as_json):
        path = build_night_report(space, since, until)
    if as_json:
        print_json({"report": str(path)})
    else:
        screen.print(str(path))
    return 0
