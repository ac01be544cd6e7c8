"""The command ``labharness submission explain``."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from labharness.app.submission import submissions
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
)
from labharness.cli.deciding import KeyOption
from labharness.cli.decisions import FileOption, PassageOption, decide
from labharness.cli.from_acts import ByOption
from labharness.cli.submissions import IdArgument
from labharness.filings.entries.review import Explanation


def command(
    submission: IdArgument,
    run: Annotated[str, typer.Argument(metavar="RUN", help="Run whose data another run has too.")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The run that has the same data.")],
    *,
    cause: Annotated[
        str, typer.Option("--cause", help="Why the data are the same; the report prints it on page one.")
    ],
    source: PassageOption,
    reason: Annotated[str, typer.Option("--reason", help="Why the device does not repeat its data in play.")],
    file: FileOption = None,
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Explain equal data of two runs with evidence. It lifts that doubt about these two runs, and nothing else."""
    space = Workspace.open(workspace)
    folder, second = space.run(run), space.run(other)
    files = submissions.kept(space, file or ())

    def make(id_: str, who: str, today: date) -> Explanation:
        return Explanation(
            id=id_,
            run=folder.begun().run,
            start=folder.start().hash,
            other=second.begun().run,
            other_start=second.start().hash,
            by=who,
            date=today,
            cause=cause,
            source=source,
            reason=reason,
            files=files,
        )

    decide(workspace, submission, by, reason, make, key=key, as_json=as_json)
