"""Trusted authorities: the lists of the workspace, the user and the computer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.acts.declaring import Seat, Shown, WindowControl, act, tr
from labharness.acts.gates import IF_THERE, elsewhere
from labharness.app.workspace.workspace import Workspace
from labharness.devices.adapter import printable
from labharness.filings.entries.entry import Role

if TYPE_CHECKING:
    from labharness.app.people.authority import Authority
    from labharness.app.settings.workspace_settings import TrustRow

_OWNER = elsewhere(
    "the list of people of the workspace whose list is changed; the user's own is the user's",
    Role.ADMINISTRATOR,
    of_workspace=False,
)
OwnerOption = Annotated[Path | None, typer.Option("--workspace", "-w")]


@dataclass(frozen=True, slots=True)
class ChangedList:
    """A list of trusted authorities, and those that were added to it or removed."""

    file: Path
    authorities: tuple[Authority, ...]


def _list_of(seat: Seat, workspace: Path | None, name: str, about: str) -> Path:
    """Return the list of a workspace, or the user's own; raises :class:`NotPermitted` for the former."""
    from labharness.app.people import authority as lists
    from labharness.app.people.staff import permitted

    if workspace is None:
        return lists.installed()[0]
    space = Workspace.open(workspace)
    permitted(space, _OWNER.roles, seat.by, about={"act": name, "target": about})
    return space.path / lists.LIST


def _added(changed: ChangedList) -> Iterator[Shown]:
    for each in changed.authorities:
        yield f"{changed.file}: {printable(each.name)}, SHA-256 {each.sha256}"


@act(
    _OWNER,
    WindowControl("Settings", tr("&Trust in this workspace")),
    shown=_added,
    values=lambda changed: {
        "list": changed.file,
        "added": [{"name": each.name, "sha256": each.sha256} for each in changed.authorities],
    },
)
def add(seat: Seat, file: Path, *, workspace: OwnerOption = None) -> ChangedList:
    """Trust an authority. First compare its fingerprint with the fingerprint that the laboratory publishes."""
    from labharness.app.people.authority import Authority, pin
    from labharness.app.people.signing import trusted

    place, certificates = _list_of(seat, workspace, "trust add", str(file)), trusted([file])
    pin(place, certificates)
    return ChangedList(place, tuple(map(Authority.of, certificates)))


@act(
    _OWNER,
    WindowControl("Settings", tr("&Remove from its list…")),
    shown=lambda changed: (f"{changed['list']}: {changed['removed']} is removed.",),
)
def remove(seat: Seat, fingerprint: str, *, workspace: OwnerOption = None) -> dict[str, str]:
    """Remove an authority from a list."""
    from labharness.app.people.authority import read_fingerprint, unpin

    digits = read_fingerprint(fingerprint)
    place = _list_of(seat, workspace, "trust remove", digits)
    unpin(place, digits)
    return {"list": str(place), "removed": digits}


def _listing(rows: Sequence[TrustRow]) -> Iterator[Shown]:
    if not rows:
        yield "No authority is trusted. To trust an authority, run: labharness trust add FILE"
    for each in rows:  # a fingerprint is copied whole, which a cell of a table would fold
        yield f"{each.authority.sha256}  {printable(each.authority.name)}  ({each.file})"


def _values(rows: Sequence[TrustRow]) -> list[dict[str, Any]]:
    return [
        {"list": each.file, "name": each.authority.name, "sha256": each.authority.sha256} for each in rows
    ]


@act(IF_THERE, WindowControl("Settings", tr("Signing and trust")), shown=_listing, values=_values)
def list_(workspace: Workspace | None) -> tuple[TrustRow, ...]:
    """List the trusted authorities and the lists that hold them."""
    from labharness.app.settings.workspace_settings import trust_rows

    return trust_rows(workspace)
