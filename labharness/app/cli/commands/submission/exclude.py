"""The command ``labharness submission exclude``."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
)
from labharness.app.cli.deciding import KeyOption
from labharness.app.cli.decisions import (
    ClauseArgument,
    FileOption,
    PassageOption,
    ReasonOption,
    decide,
    refuse_uncited,
)
from labharness.app.cli.submissions import ByOption, IdArgument
from labharness.app.submission import submissions
from labharness.app.workspace import Workspace
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.review import Exclusion
from labharness.model.reasons.command import Commands
from labharness.model.results import ClauseResult
from labharness.reason import Reason


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

    def uncited(report: str, clauses: Mapping[str, tuple[str, str]]) -> Reason:
        untested = tuple(name for name, (result, _) in clauses.items() if result == ClauseResult.NOT_TESTED)
        if not untested:
            return Commands.CLAUSE_NOT_CITED(report=report, clause=clause)
        return Commands.CLAUSE_NOT_UNTESTED(report=report, clause=clause, untested=untested)

    refuse_uncited(workspace, submission, clause, uncited, as_json=as_json)
    decide(workspace, submission, by, reason, make, key=key, as_json=as_json)
