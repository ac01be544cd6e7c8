"""The command ``labharness submission list``."""

from __future__ import annotations

from labharness.app.register import open_register
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.cli.submissions import submission_facts
from labharness.filings.entries.checklist import checklist_state


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """List the submissions with type, submitter and missing documents."""
    with open_register(Workspace.open(workspace)) as register:
        found = [register.snapshot(name) for name in register.submissions()]
    if as_json:
        print_json([submission_facts(one) for one in found])
        return
    if not found:
        screen.print("No submission is on record. Begin with: labharness submission new REFERENCE")
        return
    shown = table("Submission", "Type", "Submitter and title", "Missing")
    for one in found:
        words = f"{one.filing.submitter}: {one.filing.title}"
        missing = sum(each.blocks for each in checklist_state(one))
        shown.add_row(one.id, one.filing.type.value, words, str(missing))
    screen.print(shown)
