"""The command ``labharness submission invalidate``."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from labharness.app.submission import submissions
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.cli.deciding import KeyOption
from labharness.cli.decisions import FileOption, decide
from labharness.cli.from_acts import ByOption
from labharness.cli.submissions import IdArgument
from labharness.errors import RegisterError
from labharness.filings.entries.review import Invalidation
from labharness.games.mistakes import mistakes
from labharness.language.catalog import say
from labharness.model.eastern_time import today
from labharness.model.reasons.form import Forms


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
    ask: Annotated[
        bool, typer.Option("--ask", help="Tell whether it would take effect, and write nothing.")
    ] = False,
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Invalidate a run for an assignable cause. The report decides from the records whether the run is set aside."""
    folder = Workspace.open(workspace).run(run)
    files = submissions.kept(Workspace.open(workspace), file or ())

    def make(id_: str, who: str, today: date) -> Invalidation:
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

    if ask:
        try:
            word = make("planned", by or "nobody", today())
        except ValidationError as error:
            raise RegisterError(*mistakes(error)) from error
        _tell(workspace, submission, word, as_json=as_json)
        return
    decide(workspace, submission, by, reason, make, key=key, as_json=as_json)


def _tell(workspace: Path, submission: str, word: Invalidation, *, as_json: bool) -> None:
    """Print what an invalidation would come to."""
    from labharness.app.submission.effects import would_take_effect

    found = would_take_effect(Workspace.open(workspace), submission, word)
    if as_json:
        print_json({"run": found.run, "takes": found.takes, "counts": found.counts, "doubt": found.doubt})
        return
    if found.counts is None:
        screen.print(say(Forms.TAKES_EFFECT(run=found.run)))
    else:
        screen.print(say(Forms.TAKES_NO_EFFECT(run=found.run, why=found.counts)))
    if found.doubt is not None:
        screen.print(say(found.doubt))
