"""The command ``labharness evidence inspect``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.evidence.foreign import ForeignFinding, inspect
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    PASSED,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    working,
)
from labharness.cli.trust import workspace_or_none
from labharness.language.catalog import say, term


def command(
    path: Annotated[Path, typer.Argument(help="Folder of a report or of a run, or the PDF of a report.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Verify what came from elsewhere: read-only, within limits, without any code of devices.

    Exit codes: those of report verify; of a run 0 intact, 3 changed.
    """
    from labharness.app.people.named_trust import named_trust

    with working("Verifying", quiet=as_json):
        found = inspect(path, named_trust(workspace_or_none(workspace), path))
    if as_json:
        print_json(
            {
                "path": str(found.path),
                "kind": found.kind,
                "answer": found.answer,
                "state": found.report.state if found.report is not None else None,
                "problems": found.problems,
                "newer": found.newer,
            }
        )
    else:
        _show(found)
    if found.report is not None:
        return found.report.state.exit_code
    return ERROR if found.problems else PASSED


def _show(found: ForeignFinding) -> None:
    if found.newer is not None:
        screen.print(say(found.newer))
    if found.report is not None:
        from labharness.app.issue.verification_words import told

        for line in told(found.path, found.report):
            screen.print(line)
    elif found.run is not None:
        for problem in found.run.problems:
            screen.print(say(problem))
        state = "INTEGRITY NOT VERIFIED" if found.problems else "integrity verified"
        screen.print(f"{found.path.name}: {state} ({found.run.records:,} records), head {found.run.head}")
    if found.answer is not None:
        screen.print(f"Answer: {term(found.answer)}")
