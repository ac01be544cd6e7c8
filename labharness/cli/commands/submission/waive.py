"""The command ``labharness submission waive``."""

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
from labharness.cli.decisions import FileOption, PassageOption, ReasonOption, decide
from labharness.cli.from_acts import ByOption
from labharness.cli.submissions import IdArgument
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.review import Waiver


def command(
    submission: IdArgument,
    item: Annotated[str, typer.Argument(metavar="ITEM", help="Checklist item or examination, by id.")],
    *,
    source: PassageOption,
    reason: ReasonOption,
    file: FileOption = None,
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Waive a document of the checklist, or an examination of the laboratory."""
    submissions.known_item(item)
    files = submissions.kept(Workspace.open(workspace), file or ())

    def make(id_: str, who: str, today: date) -> Entry:
        return Waiver(id=id_, item=item, by=who, date=today, source=source, reason=reason, files=files)

    decide(workspace, submission, by, reason, make, key=key, as_json=as_json)
