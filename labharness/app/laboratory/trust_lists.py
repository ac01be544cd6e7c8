"""The lists of trusted authorities, as people read and change them: of a workspace, of the user, of the computer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from labharness.app.laboratory.people import require
from labharness.app.people import trusted_authorities as lists
from labharness.app.people.signing import trusted
from labharness.app.people.trusted_authorities import (
    LIST,
    Authority,
    pin,
    places,
    read_fingerprint,
    read_list,
    unpin,
)
from labharness.app.workspace import Workspace
from labharness.errors import InputError
from labharness.filings.entries.people import Role
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
        TrustRow(_owner(workspace, file), file, Authority.of(one))
        for file in places(workspace.path if workspace else None)
        for one in read_list(file)
    )


def authorities_in(file: Path) -> tuple[Authority, ...]:
    """Return the authorities of a file of certificates, to be compared before they are trusted."""
    return tuple(Authority.of(one) for one in trusted([file]))


def trust(
    workspace: Workspace | None, file: Path, by: str | None = None
) -> tuple[Path, tuple[Authority, ...]]:
    """Add the certificates of a file to the list of a workspace, or to the user's own; returns the list.

    Raises
    ------
    LabharnessError
        If the file holds no certificate, the list cannot be written, or who acts may not change that of the workspace.
    """
    place, found = _list(workspace, by), trusted([file])
    pin(place, found)
    return place, tuple(map(Authority.of, found))


def distrust(workspace: Workspace | None, fingerprint: str, by: str | None = None) -> Path:
    """Take an authority off the list of a workspace, or off the user's own; returns the list."""
    digits, place = read_fingerprint(fingerprint), _list(workspace, by)
    unpin(place, digits)
    return place


def _list(workspace: Workspace | None, by: str | None) -> Path:
    if workspace is None:
        return lists.installed()[0]
    require(workspace, Role.ADMINISTRATOR, by)
    return workspace.path / LIST


def _owner(workspace: Workspace | None, file: Path) -> Owner:
    if workspace is not None and file == workspace.path / LIST:
        return Owner.WORKSPACE
    known = lists.installed()
    if file not in known:
        raise InputError(Laboratories.NOT_A_LIST(file=str(file)))
    return Owner.USER if file == known[0] and len(known) > 1 else Owner.COMPUTER
