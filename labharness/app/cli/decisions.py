"""Commands of the authoriser: labharness submission confirm, waive, exclude, invalidate, recommend."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from labharness.app import submissions
from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    notes,
    print_json,
    screen,
)
from labharness.app.cli.submissions import ByOption, IdArgument, submission_app
from labharness.app.workspace import Workspace
from labharness.errors import RegisterError
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.review import Confirmation, Exclusion, Invalidation, Recommendation, Waiver
from labharness.games.mistakes import mistakes

ClauseArgument = Annotated[
    str, typer.Argument(metavar="CLAUSE", help="A citation as the report prints it, in quotation marks.")
]
SourceOption = Annotated[str, typer.Option("--source", help="Where the wording was read, or who was asked.")]
PassageOption = Annotated[str, typer.Option("--source", help="Where in the attached files it is said.")]
ReasonOption = Annotated[str, typer.Option("--reason", help="Why; the report prints it on page one.")]
FileOption = Annotated[
    list[Path] | None, typer.Option("--file", help="A file that shows it; may be given several times.")
]


@submission_app.command("confirm")
def confirm_clause(
    submission: IdArgument,
    clause: ClauseArgument,
    *,
    source: SourceOption,
    reason: ReasonOption,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Confirm that the wording of a clause was checked against its source."""

    def make(id_: str, who: str, today: date) -> Entry:
        return Confirmation(id=id_, clause=clause, by=who, date=today, source=source, reason=reason)

    _refuse_uncited(
        workspace,
        submission,
        clause,
        lambda _, wording: wording != "seen",
        "await a confirmation",
        as_json=as_json,
    )
    _decide(workspace, submission, by, reason, make, as_json=as_json)


@submission_app.command("waive")
def waive_item(
    submission: IdArgument,
    item: Annotated[
        str, typer.Argument(metavar="ITEM", help="Id of a line of the checklist, or of an examination.")
    ],
    *,
    source: PassageOption,
    reason: ReasonOption,
    file: FileOption = None,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Waive a document of the checklist, or an examination that the laboratory did not make."""
    submissions.known_item(item)
    files = submissions.kept(Workspace.open(workspace), file or ())

    def make(id_: str, who: str, today: date) -> Entry:
        return Waiver(id=id_, item=item, by=who, date=today, source=source, reason=reason, files=files)

    _decide(workspace, submission, by, reason, make, as_json=as_json)


@submission_app.command("exclude")
def exclude_clause(
    submission: IdArgument,
    clause: ClauseArgument,
    *,
    source: PassageOption,
    reason: ReasonOption,
    file: FileOption = None,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Say that a clause does not apply to the submission."""
    files = submissions.kept(Workspace.open(workspace), file or ())

    def make(id_: str, who: str, today: date) -> Entry:
        return Exclusion(id=id_, clause=clause, by=who, date=today, source=source, reason=reason, files=files)

    _refuse_uncited(
        workspace, submission, clause, lambda came, _: came == "NOT TESTED", "are NOT TESTED", as_json=as_json
    )
    _decide(workspace, submission, by, reason, make, as_json=as_json)


@submission_app.command("invalidate")
def invalidate_run(
    submission: IdArgument,
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run of the submission.")],
    *,
    cause: Annotated[str, typer.Option("--cause", help="What happened; the report prints it on page one.")],
    source: Annotated[
        str,
        typer.Option(
            "--source",
            help="Where in the attached files the cause is said, and that it lay outside the device.",
        ),
    ],
    reason: Annotated[str, typer.Option("--reason", help="Why repeating it is no choice among results.")],
    file: FileOption = None,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Invalidate a run for an assignable cause; whether it is set aside is settled when a report is built."""
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

    _decide(workspace, submission, by, reason, make, as_json=as_json)


@submission_app.command("recommend")
def recommend(
    submission: IdArgument,
    disposition: Annotated[str, typer.Argument(metavar="DISPOSITION", help="Id of a disposition.")],
    *,
    grounds: Annotated[str, typer.Option("--grounds", help="On what it rests; the report prints it.")],
    condition: Annotated[
        list[str] | None, typer.Option("--condition", help="A condition; may be given several times.")
    ] = None,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Recommend a disposition to the Executive Director; the report prints it where nothing forbids it."""
    submissions.known_disposition(disposition, condition or ())

    def make(id_: str, who: str, today: date) -> Entry:
        conditions = tuple(condition or ())
        return Recommendation(
            id=id_, disposition=disposition, conditions=conditions, grounds=grounds, by=who, date=today
        )

    _decide(workspace, submission, by, grounds, make, as_json=as_json)


def _decide(
    workspace: Path,
    submission: str,
    by: str | None,
    why: str,
    make: Callable[[str, str, date], Entry],
    *,
    as_json: bool,
) -> None:
    try:
        change = submissions.decide(Workspace.open(workspace), submission, by, why, make)
    except ValidationError as error:
        raise RegisterError(*mistakes(error)) from error
    if as_json:
        print_json(
            {"submission": submission, "entry": change.entry, "record": change.number, "who": change.who}
        )
        return
    screen.print(
        f"{change.entry} of {submission} is on record {change.number}, by {change.who}.", markup=False
    )


def _refuse_uncited(
    workspace: Path,
    submission: str,
    clause: str,
    open_: Callable[[str, str], bool],
    which: str,
    *,
    as_json: bool,
) -> None:
    """Refuse what is no citation of the newest report: only the whole of one counts."""
    number, clauses = submissions.cited(Workspace.open(workspace), submission)
    if clause in clauses or not clause:
        return
    if clauses:
        waiting = [f"  {name}" for name, (came, wording) in clauses.items() if open_(came, wording)]
        raise RegisterError(
            f"{number} cites no clause {clause[:200]!r}, and only a whole citation counts; copy one from the report.",
            *[f"Those that {which}:", *waiting] * bool(waiting),
        )
    if not as_json:
        notes.print(
            f"No report of {submission} says yet how it cites clauses; look at the next one whether this is one.",
            markup=False,
        )
