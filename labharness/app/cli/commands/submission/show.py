"""The command ``labharness submission show``."""

from __future__ import annotations

from typing import Any

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.app.cli.submissions import IdArgument, acted, submission_facts
from labharness.app.register import open_register
from labharness.app.submission import submissions
from labharness.app.workspace import Workspace
from labharness.filings.entries.checklist import checklist_state
from labharness.filings.entries.snapshot import KINDS, Submission
from labharness.language.catalog import say


def command(
    submission: IdArgument, *, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False
) -> None:
    """Show the entries of a submission and the missing documents."""
    with open_register(Workspace.open(workspace)) as register:
        found = register.snapshot(submission)
    if as_json:
        print_json(_whole(found))
    else:
        _show(found)


def _whole(found: Submission) -> dict[str, Any]:
    entries = {
        kind: [one.model_dump(mode="json") for one in found.of(model)] for kind, model in KINDS.items()
    }
    states = {one.id: one.state for one in checklist_state(found)}
    return {**submission_facts(found), "entries": entries, "checklist": states}


def _show(found: Submission) -> None:
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
    screen.print(f"Recommendation: {facts['recommendation'] or 'none yet'}")
    if found.changes:
        last = found.changes[-1]
        screen.print(f"Last record: {last.number}, by {acted(last)}")
    screen.print(f"Head: {found.head}")
