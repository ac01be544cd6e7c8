"""The command ``labharness submission confirm``."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
)
from labharness.cli.deciding import KeyOption
from labharness.cli.decisions import ClauseArgument, ReasonOption, decide, refuse_uncited
from labharness.cli.from_acts import ByOption
from labharness.cli.submissions import IdArgument
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.review import Confirmation

SourceOption = Annotated[
    str, typer.Option("--source", help="Source of the wording, or the person consulted.")
]


def command(
    submission: IdArgument,
    clause: ClauseArgument,
    *,
    source: SourceOption,
    reason: ReasonOption,
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Confirm that the wording of a clause was checked against its source."""

    def make(id_: str, who: str, today: date) -> Entry:
        return Confirmation(id=id_, clause=clause, by=who, date=today, source=source, reason=reason)

    refuse_uncited(workspace, submission, Confirmation.kind, clause, as_json=as_json)
    decide(workspace, submission, by, reason, make, key=key, as_json=as_json)
