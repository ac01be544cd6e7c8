"""The act ``labharness backup``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from labharness.acts.declaring import Shown, act, silent
from labharness.acts.gates import EVERYBODY
from labharness.app.workspace.workspace import Workspace
from labharness.model.reasons.conduct import Doing
from labharness.reason import OnStep

if TYPE_CHECKING:
    from labharness.app.shared_store.backup import Backup


def _copies(backup: Backup) -> Iterator[Shown]:
    for each in backup.databases:
        yield f"{each.database.value.capitalize()}: {each.records:,} records, head {each.head}"
    yield "Files of submissions (files/), runs, and reports are not in the backup: copy them as well."


@act(EVERYBODY, "Backups are made by a schedule of the computer, without a person.", shown=_copies)
def backup(
    workspace: Workspace, folder: Annotated[Path, typer.Argument(metavar="FOLDER")], *, step: OnStep = silent
) -> Backup:
    """Verify register and queue, and copy them into a new folder while others go on writing."""
    from labharness.app.shared_store.backup import back_up

    step(Doing.COPYING())
    return back_up(workspace, folder)
