"""The laboratory and its people; they belong to no single submission."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated

from pydantic import BaseModel, Field

from labharness.filings.entries.entry import Entry, Label, Line, Prose
from labharness.model.roles import Role

__all__ = ["Laboratory", "Person", "Role"]


class Person(Entry):
    """Somebody of the laboratory.

    Parameters
    ----------
    active
        False once the person has left; what was done before stays theirs.
    """

    kind = "person"
    name: Line
    title: Label = ""
    roles: Annotated[tuple[Role, ...], Field(min_length=1)]
    active: bool = True


class ListedPerson(BaseModel):
    """Who was on the laboratory's list of people, whatever else other versions keep of them."""

    name: str
    active: bool
    roles: tuple[str, ...]

    @property
    def known_roles(self) -> Iterator[Role]:
        """Yield the roles that this version knows, in whatever spelling."""
        for name in self.roles:
            with suppress(ValueError):
                yield Role(name)


class Laboratory(Entry):
    """Who issues the reports.

    Parameters
    ----------
    addressee
        To whom they go.
    signed_decisions
        Whether entries that only an authorizer or an administrator may change need the signature of that person.
    """

    kind = "laboratory"
    name: Line
    address: Prose
    addressee: Line = "Executive Director, Pennsylvania Gaming Control Board"
    signed_decisions: bool = False
