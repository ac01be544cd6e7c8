"""The act ``labharness restore``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from labharness.acts.declaring import Shown, act, silent
from labharness.acts.gates import EVERYBODY
from labharness.app.workspace.workspace import Workspace
from labharness.language.catalog import say
from labharness.model.reasons.conduct import Doing
from labharness.reason import OnStep

if TYPE_CHECKING:
    from labharness.app.shared_store.backup import RestoredDatabase


def _restored(restored: Sequence[RestoredDatabase]) -> Iterator[Shown]:
    for each in restored:
        name, records = each.copied.database.value.capitalize(), each.copied.records
        yield f"{name}: restored {records:,} records, head {each.copied.head} as in the backup."
        if each.wrong is not None:
            yield f"  - {say(each.wrong)}"


@act(
    EVERYBODY,
    "It is done by an administrator at a console, while the database is away and the window shows nothing of it.",
    shown=_restored,
    values=lambda restored: [
        {**each.copied.model_dump(mode="json"), "wrong": each.wrong} for each in restored
    ],
    code=lambda restored: 3 if any(each.wrong for each in restored) else 0,
)
def restore(
    workspace: Workspace, folder: Annotated[Path, typer.Argument(metavar="FOLDER")], *, step: OnStep = silent
) -> tuple[RestoredDatabase, ...]:
    """Restore a lost register and queue from a backup, and compare their heads."""
    from labharness.app.shared_store import backup

    step(Doing.RESTORING())
    return backup.restore(workspace, folder)
