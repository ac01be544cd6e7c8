"""People that a test puts on the list of a workspace."""

from labharness.acts import people
from labharness.acts.declaring import Seat


def listed(space, person, *roles, name="", why="Hired.", by="chief", **given):
    """Put somebody on the list; their name is their id in capitals where none is given."""
    named = name or person.replace("-", " ").title()
    return people.add(Seat(space, by), person, name=named, role=list(roles), why=why, **given)
