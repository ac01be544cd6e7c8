"""What an amended report changes."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.model.standing import Qualifier


@dataclass(frozen=True, slots=True)
class Amendment:
    """What an amended report changes.

    Parameters
    ----------
    number, sha256
        The report that it replaces.
    why
        In the authorizer's words.
    changes
        One line for each change of the register, and for each run that was added since.
    outcome
        Its verdict by the register, "" where that is not on record.
    qualifiers
        What qualified it; empty where that is not on record.
    given
        Title of the recommendation that it gave, "" where it gave none, None where that is not on record.
    """

    number: str
    sha256: str
    why: str
    by: str
    changes: tuple[str, ...]
    outcome: str = ""
    given: str | None = None
    qualifiers: tuple[Qualifier, ...] = ()
