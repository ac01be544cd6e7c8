"""What every entry of the register has in common.

The laboratory and its people; they belong to no single submission.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import BaseModel, Field

from labharness.games.mistakes import Data, Slug
from labharness.model.device import Role
from labharness.model.field import FieldShape, Refers


@dataclass(frozen=True, slots=True)
class Typed:
    """Marks a text that people type; what may newly stand in it is in :mod:`labharness.filings.entries.filing`.

    Parameters
    ----------
    lines
        Whether it may have several.
    grounds
        Whether it must state a fact, see :mod:`labharness.filings.entries.review`.
    """

    lines: bool = False
    grounds: bool = False


Line = Annotated[str, Field(min_length=1, max_length=400), Typed()]
Label = Annotated[str, Typed()]
"""One line, or nothing."""
Prose = Annotated[str, Field(min_length=1, max_length=20_000), Typed(lines=True)]
Grounds = Annotated[str, Field(min_length=1, max_length=20_000), Typed(lines=True, grounds=True)]
"""Why somebody decides something; it states a fact."""
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Clause = Annotated[str, Field(min_length=1, max_length=200), Typed(), Refers.CLAUSE]
"""A citation as the report prints it, for example ``58 Pa. Code § 645a.5(h)``."""
Lines = Annotated[str, FieldShape.PROSE]
"""Several lines, or nothing."""
RunName = Annotated[Line, Refers.RUN]
ProductId = Annotated[Slug, Refers.PRODUCT]
ComponentId = Annotated[Slug, Refers.COMPONENT]
PersonId = Annotated[Slug, Refers.PERSON]
GameId = Annotated[Slug, Refers.GAME]


class Attached(Data):
    """A file that belongs to an entry; it is kept under its hash.

    Parameters
    ----------
    name
        Its name as received, without folders.
    size
        In bytes.
    """

    shape: ClassVar[FieldShape] = FieldShape.FILE

    name: Annotated[str, Field(pattern=r"^[^/\\\x00-\x1f]{1,200}$")]
    sha256: Sha256
    size: Annotated[int, Field(ge=0)]
    caption: Label = ""


class Entry(Data):
    """One entry of the register; its kind and id name it within its submission."""

    kind: ClassVar[str]
    """Name of the table of such entries in files, and of the kind in the audit chain."""
    asked: ClassVar[frozenset[str]] = frozenset()
    """Fields without a default in a folder; records of earlier versions may lack them."""

    planned: ClassVar[frozenset[str]] = frozenset()
    """Dates that may be of a future day; every other one tells what has happened."""

    id: Slug


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
