"""Options and output of the commands about submissions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:  # many commands have the option, few read entries
    from labharness.filings.entries.snapshot import Change, Submission

IdArgument = Annotated[str, typer.Argument(metavar="ID", help="Id of a submission.")]


def acted(change: Change) -> str:
    """Return who made a record: the person named, and the account of the operating system."""
    return f"{change.who} (account {change.account})" if change.account else change.who


def action(change: Change) -> str:
    """Return what a change did to an entry."""
    if change.what != "put":
        return "removed"
    return "wrote" if change.before is None else "changed"


def submission_facts(found: Submission) -> dict[str, Any]:
    """Return a submission as JSON."""
    from labharness.filings.entries.checklist import checklist_state
    from labharness.filings.entries.review import Deficiency

    filing = found.filing
    return {
        "id": found.id,
        "reference": filing.reference,
        "type": filing.type.value,
        "submitter": filing.submitter,
        "title": filing.title,
        "missing": [one.id for one in checklist_state(found) if one.blocks],
        "open_deficiencies": [one.id for one in found.of(Deficiency) if one.status == "open"],
        "recommendation_on_file": found.recommendation.disposition if found.recommendation else None,
        "head": found.head,
    }
