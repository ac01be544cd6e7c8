"""A laboratory with its people, whose settings are shown."""

from __future__ import annotations

from pathlib import Path

from labharness.acts import people
from labharness.acts.declaring import Seat
from labharness.app.people.authority import TrialAuthority, pin_own
from labharness.app.workspace.workspace import Workspace
from labharness.filings.entries.entry import Role

CHIEF, CLERK = "a-chief", "b-clerk"
PEOPLE = (
    (CHIEF, "A. Chief", "Head of laboratory", ("administrator", "authorizer")),
    (CLERK, "B. Clerk", "Engineer", ("engineer",)),
    ("c-reader", "C. Reader", "Reviewer", ("technical reviewer",)),
)


def write_staff(place: Path) -> None:
    """Leave a laboratory with three people."""
    space = Workspace(place)
    TrialAuthority.of(place)
    pin_own(place)
    chief = Seat(space, CHIEF)
    for id_, name, title, roles in PEOPLE:
        people.add(chief, id_, name=name, title=title, role=list(map(Role, roles)), why="Hired.")
    address = "1 Example Street\nHarrisburg, PA 17101"
    people.laboratory(chief, name="Example Gaming Laboratory", address=address, why="Founded.")
