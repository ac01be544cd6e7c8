"""The act ``labharness accept-loss``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from labharness.acts.declaring import Seat, Shown, act
from labharness.acts.gates import elsewhere
from labharness.app.workspace.register import Kept
from labharness.filings.entries.entry import Role


def _accepted(accepted: dict[str, Any]) -> Iterator[Shown]:
    if not accepted["role_checked"]:
        yield "There is no list of people, so nobody's role was checked."
    yield f"The loss is on record in the {accepted['database'].value}. Back it up now: labharness backup FOLDER"


@act(
    elsewhere("the register, as far as there is one left to ask", Role.AUTHORIZER),
    "A loss is accepted once, by an authorizer at a console, beside whoever restores the database.",
    shown=_accepted,
)
def accept_loss(
    seat: Seat, database: Annotated[Kept, typer.Argument(metavar="DATABASE")], *, why: str
) -> dict[str, Any]:
    """Go on with a register or queue that holds less than this workspace has seen (an authorizer)."""
    from labharness.app.shared_store import backup

    checked = backup.accept_loss(seat.workspace, database, why, seat.by)
    return {"database": database, "role_checked": checked}
