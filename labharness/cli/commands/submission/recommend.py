"""The command ``labharness submission recommend``."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from labharness.app.submission import submissions
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
)
from labharness.cli.deciding import KeyOption
from labharness.cli.decisions import decide
from labharness.cli.from_acts import ByOption
from labharness.cli.submissions import IdArgument
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.review import Recommendation


def command(
    submission: IdArgument,
    disposition: Annotated[str, typer.Argument(metavar="DISPOSITION", help="Disposition, by id.")],
    *,
    grounds: Annotated[str, typer.Option("--grounds", help="Grounds; the report prints them.")],
    condition: Annotated[
        list[str] | None, typer.Option("--condition", help="Condition; repeat for several.")
    ] = None,
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Recommend a disposition to the Executive Director. The report withholds it while open items prevent it."""
    submissions.known_disposition(disposition, condition or ())

    def make(id_: str, who: str, today: date) -> Entry:
        conditions = tuple(condition or ())
        return Recommendation(
            id=id_, disposition=disposition, conditions=conditions, grounds=grounds, by=who, date=today
        )

    decide(workspace, submission, by, grounds, make, key=key, as_json=as_json)
