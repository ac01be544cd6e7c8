"""The command ``labharness submission exclude``."""

from __future__ import annotations

from datetime import date

from labharness.app.submission import submissions
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
)
from labharness.cli.deciding import KeyOption
from labharness.cli.decisions import (
    ClauseArgument,
    FileOption,
    PassageOption,
    ReasonOption,
    decide,
    refuse_uncited,
)
from labharness.cli.from_acts import ByOption
from labharness.cli.submissions import IdArgument
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.review import Exclusion


def command(
    submission: IdArgument,
    clause: ClauseArgument,
    *,
    source: PassageOption,
    reason: ReasonOption,
    file: FileOption = None,
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Exclude a clause that does not apply to the submission."""
    files = submissions.kept(Workspace.open(workspace), file or ())

    def make(id_: str, who: str, today: date) -> Entry:
        return Exclusion(id=id_, clause=clause, by=who, date=today, source=source, reason=reason, files=files)

    refuse_uncited(workspace, submission, Exclusion.kind, clause, as_json=as_json)
    decide(workspace, submission, by, reason, make, key=key, as_json=as_json)
