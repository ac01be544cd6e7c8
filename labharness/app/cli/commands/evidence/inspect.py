"""The command ``labharness evidence inspect``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    INCONCLUSIVE,
    PASSED,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    working,
)
from labharness.app.cli.trust import workspace_or_none
from labharness.app.evidence.foreign import ForeignFinding, inspect
from labharness.language.catalog import say, term
from labharness.model.reasons.verification import Answer


def command(
    path: Annotated[Path, typer.Argument(help="Folder of a report or of a run, or the PDF of a report.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Verify what came from elsewhere: read-only, within limits, without any code of devices.

    Exit codes: 0 an issued report or an intact run, 2 intact but not issued or not trusted, 3 changed.
    """
    from labharness.app.people.trusted_authorities import lists

    with working("Verifying", quiet=as_json):
        found = inspect(path, lists(workspace_or_none(workspace)))
    if as_json:
        print_json(
            {
                "path": str(found.path),
                "kind": found.kind,
                "answer": found.answer,
                "problems": found.problems,
                "newer": found.newer,
            }
        )
    else:
        _show(found)
    if found.answer is Answer.CHANGED:
        return ERROR
    return PASSED if found.answer in (Answer.ISSUED, None) else INCONCLUSIVE


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
