"""The units that a submission delivered, for whoever reads a name plate."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.app.workspace import Workspace


@dataclass(frozen=True, slots=True)
class FiledUnit:
    """A unit as filed; the hardware revision is that of its first board, "" where none is filed."""

    manufacturer: str
    model: str
    serial: str
    hardware: str


def filed_units(workspace: Workspace, submission: str) -> tuple[FiledUnit, ...]:
    """Return the units of a submission, none where there is no register or no such submission.

    Raises
    ------
    LabharnessError
        If the register does not answer.
    """
    from labharness.app.register import has_register, open_register
    from labharness.filings.entries.items import Product, Unit

    if not submission or not has_register(workspace):
        return ()
    with open_register(workspace) as register:
        if submission not in register.submissions():
            return ()
        snapshot = register.snapshot(submission)
    products = {each.id: each for each in snapshot.of(Product)}
    return tuple(
        FiledUnit(
            products[unit.product].manufacturer,
            products[unit.product].model,
            unit.serial,
            next((board.revision for board in unit.boards), ""),
        )
        for unit in snapshot.of(Unit)
        if unit.product in products
    )
