"""What a decision is refused for before it is written: a clause, item or disposition that it cannot be about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from labharness.app.submission.submissions import cited, known_disposition, known_item
from labharness.app.workspace import Workspace
from labharness.errors import RegisterError
from labharness.filings.entries.review import Confirmation, Exclusion, Recommendation, Waiver
from labharness.model.reasons.command import Commands
from labharness.model.results import ClauseResult
from labharness.reason import Reason

Cited = Mapping[str, tuple[str, str]]
"""Result and wording by citation."""


def uncited(kind: str, report: str, clauses: Cited, clause: str) -> Reason | None:
    """Return why a clause can be neither confirmed nor excluded, None where it can.

    Only a whole citation of the newest report counts; before the first report nothing can be told.
    """
    if not clauses or not clause or clause in clauses:
        return None
    if kind == Confirmation.kind:
        awaiting = tuple(name for name, (_, wording) in clauses.items() if wording != "seen")
        if awaiting:
            return Commands.CLAUSE_NOT_AWAITING(report=report, clause=clause, awaiting=awaiting)
    else:
        untested = tuple(name for name, (result, _) in clauses.items() if result == ClauseResult.NOT_TESTED)
        if untested:
            return Commands.CLAUSE_NOT_UNTESTED(report=report, clause=clause, untested=untested)
    return Commands.CLAUSE_NOT_CITED(report=report, clause=clause)


def refuse_decision(workspace: Workspace, submission: str, kind: str, values: Mapping[str, Any]) -> None:
    """Raise :class:`RegisterError` for a decision that is about nothing there is."""
    problems = list(_problems(workspace, submission, kind, values))
    if problems:
        raise RegisterError(*problems)


def _problems(
    workspace: Workspace, submission: str, kind: str, values: Mapping[str, Any]
) -> Iterator[Reason]:
    if kind in (Confirmation.kind, Exclusion.kind):
        report, clauses = cited(workspace, submission)
        wrong = uncited(kind, report, clauses, str(values.get("clause", "")))
        if wrong is not None:
            yield wrong
    try:
        if kind == Waiver.kind:
            known_item(str(values.get("item", "")))
        if kind == Recommendation.kind:
            known_disposition(
                str(values.get("disposition", "")), [one for one in values.get("conditions", ()) if one]
            )
    except RegisterError as error:
        yield from error.reasons
