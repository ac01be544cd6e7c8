"""The command ``labharness submission show``."""

from __future__ import annotations

from typing import Any

from labharness.app.register import open_register
from labharness.app.submission import submissions
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
    working,
)
from labharness.cli.submissions import IdArgument, acted, submission_facts
from labharness.errors import LabharnessError
from labharness.filings.entries.checklist import checklist_state
from labharness.filings.entries.snapshot import KINDS, Submission
from labharness.language.catalog import say
from labharness.language.numbers import amount
from labharness.language.standings import standing_words


def command(
    submission: IdArgument, *, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False
) -> None:
    """Show the entries of a submission and the missing documents."""
    space = Workspace.open(workspace)
    with open_register(space) as register:
        found = register.snapshot(submission)
    with working("Judging", quiet=as_json or found.recommendation is None):
        given, advice = _advice(space, found)
    if as_json:
        print_json({**_whole(found), "recommendation": given})
    else:
        _show(found, advice)


def _advice(workspace: Workspace, found: Submission) -> tuple[str | None, str]:
    """Return the id of the recommendation that the conclusion permits, and what is said of the one on file."""
    if found.recommendation is None:
        return None, "none yet"
    from labharness.app.submission.dossiers import gather_dossier
    from labharness.assessment.case import Case

    filed = found.recommendation.disposition
    try:
        case = Case.of(gather_dossier(workspace, found.id))
    except LabharnessError as error:
        return (
            None,
            f"none: “{filed}” is on file, and the submission cannot be judged. {say(error.reasons[0])}",
        )
    if case.conclusion.given:
        return filed, filed
    items = amount(len(case.conclusion.objections), "open item")
    return None, f"none: “{filed}” is on file and withheld; {standing_words(case.standing)}, {items}"


def _whole(found: Submission) -> dict[str, Any]:
    entries = {
        kind: [one.model_dump(mode="json") for one in found.of(model)] for kind, model in KINDS.items()
    }
    states = {one.id: one.state for one in checklist_state(found)}
    return {**submission_facts(found), "entries": entries, "checklist": states}


def _show(found: Submission, advice: str) -> None:
    filing, facts = found.filing, submission_facts(found)
    screen.print(f"{filing.reference}: {filing.title}", style="bold")
    complete = f"complete {filing.complete}" if filing.complete else "not complete"
    who = f"{filing.submitter} ({filing.submitter_kind.value}, license {filing.license})"
    screen.print(f"{filing.type.value} of {who}, received {filing.received}, {complete}")
    shown = table("Kind", "Entries")
    for kind, model in KINDS.items():
        names = [one.id for one in found.of(model)]
        if names:
            shown.add_row(kind, ", ".join(names))
    screen.print(shown)
    for one in checklist_state(found):
        if one.blocks:
            screen.print(f"Missing: {one.id} - {one.title}")
    for doubt in map(say, submissions.doubts(found)):
        screen.print(f"Doubt: {doubt}")
    for name in facts["open_deficiencies"]:
        screen.print(f"Open deficiency: {name}")
    screen.print(f"Recommendation: {advice}")
    if found.changes:
        last = found.changes[-1]
        screen.print(f"Last record: {last.number}, by {acted(last)}")
    screen.print(f"Head: {found.head}")
