"""The command ``labharness report amend``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    working,
)
from labharness.cli.reporting import ByOption, print_issued


def command(
    number: Annotated[str, typer.Argument(help="Number of the signed report to replace.")],
    *,
    why: Annotated[str, typer.Option(help="Reason; the new report prints it.")],
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Replace a signed report by an amended report that states the changes and the reason. The former report is kept."""
    from labharness.app.submission.submission_reports import amend_report

    with working("Building the amended report", quiet=as_json):
        made = amend_report(Workspace.open(workspace), number, why, by)
    return print_issued(made, as_json=as_json)
