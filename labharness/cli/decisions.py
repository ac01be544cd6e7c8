"""Options and steps of the decisions about a submission."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from labharness.app.submission import submissions
from labharness.app.submission.decision_limits import uncited
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    notes,
    print_json,
    screen,
)
from labharness.cli.deciding import signer
from labharness.errors import RegisterError
from labharness.filings.entries.entry import Entry
from labharness.games.mistakes import mistakes

ClauseArgument = Annotated[
    str, typer.Argument(metavar="CLAUSE", help="A citation as the report prints it, in quotation marks.")
]

PassageOption = Annotated[str, typer.Option("--source", help="Place in the attached files, such as a page.")]

ReasonOption = Annotated[str, typer.Option("--reason", help="Reason; the report prints it on page one.")]

FileOption = Annotated[
    list[Path] | None, typer.Option("--file", help="File that documents it; repeat for several.")
]


def decide(
    workspace: Path,
    submission: str,
    by: str | None,
    why: str,
    make: Callable[[str, str, date], Entry],
    *,
    key: str,
    as_json: bool,
) -> None:
    """Record a decision about a submission, signed where a key is named, and print its entry."""
    space = Workspace.open(workspace)
    try:
        with signer(space, key) as sign:
            change = submissions.decide(space, submission, by, why, make, sign)
    except ValidationError as error:
        raise RegisterError(*mistakes(error)) from error
    if as_json:
        print_json(
            {"submission": submission, "entry": change.entry, "record": change.number, "who": change.who}
        )
        return
    screen.print(f"{change.entry} of {submission} is stored as record {change.number}, by {change.who}.")


def refuse_uncited(workspace: Path, submission: str, kind: str, clause: str, *, as_json: bool) -> None:
    """Refuse what is not a citation of the newest report: only a whole citation counts."""
    number, clauses = submissions.cited(Workspace.open(workspace), submission)
    wrong = uncited(kind, number, clauses, clause)
    if wrong is not None:
        raise RegisterError(wrong)
    if clause and not clauses and not as_json:
        notes.print(
            f"No report of {submission} exists yet, so the citation cannot be checked. Compare it with the next report.",
        )
