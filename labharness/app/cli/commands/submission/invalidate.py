"""The command ``labharness submission invalidate``."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
)
from labharness.app.cli.deciding import KeyOption
from labharness.app.cli.decisions import FileOption, decide
from labharness.app.cli.submissions import ByOption, IdArgument
from labharness.app.submission import submissions
from labharness.app.workspace import Workspace
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.review import Invalidation


def command(
    submission: IdArgument,
    run: Annotated[str, typer.Argument(metavar="RUN", help="Run of the submission.")],
    *,
    cause: Annotated[str, typer.Option("--cause", help="Cause; the report prints it on page one.")],
    source: Annotated[
        str,
        typer.Option(
            "--source",
            help="Place in the attached files that states the cause and that it lay outside the device.",
        ),
    ],
    reason: Annotated[
        str, typer.Option("--reason", help="Why rerunning does not select a favorable result.")
    ],
    file: FileOption = None,
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Invalidate a run for an assignable cause. The report decides from the records whether the run is set aside."""
    folder = Workspace.open(workspace).run(run)
    files = submissions.kept(Workspace.open(workspace), file or ())

    def make(id_: str, who: str, today: date) -> Entry:
        return Invalidation(
            id=id_,
            run=folder.begun().run,
            start=folder.start().hash,
            by=who,
            date=today,
            cause=cause,
            source=source,
            reason=reason,
            files=files,
        )

    decide(workspace, submission, by, reason, make, key=key, as_json=as_json)
