"""The lists of trusted authorities, as people read and change them: of a workspace, of the user, of the computer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from labharness.app.people import trusted_authorities as lists
from labharness.app.people.signing import trusted
from labharness.app.people.trusted_authorities import (
    LIST,
    Authority,
    places,
    read_list,
)
from labharness.app.workspace import Workspace
from labharness.errors import InputError
from labharness.model.reasons.laboratory import Laboratories


class Owner(StrEnum):
    """Whose list it is."""

    WORKSPACE = "workspace"
    USER = "user"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class TrustRow:
    """An authority on a list."""

    owner: Owner
    file: Path
    authority: Authority


def trust_rows(workspace: Workspace | None) -> tuple[TrustRow, ...]:
    """Return every authority on the lists.

    Raises
    ------
    LabharnessError
        If a list cannot be read or holds anything but certificates.
    """
    return tuple(
        TrustRow(_owner(workspace, file), file, Authority.of(each))
        for file in places(workspace.path if workspace else None)
        for each in read_list(file)
    )


def authorities_in(file: Path) -> tuple[Authority, ...]:
    """Return the authorities of a file of certificates, to be compared before they are trusted."""
    return tuple(Authority.of(each) for each in trusted([file]))


def _owner(workspace: Workspace | None, file: Path) -> Owner:
    if workspace is not None and file == workspace.path / LIST:
        return Owner.WORKSPACE
    known = lists.installed()
    if file not in known:
        raise InputError(Laboratories.NOT_A_LIST(file=str(file)))
    return Owner.USER if file == known[0] and len(known) > 1 else Owner.COMPUTER
