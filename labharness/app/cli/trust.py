"""Commands about the authorities that are trusted: add, list, remove."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    workspace_or_none,
)
from labharness.app.cli.root import app
from labharness.app.workspace import Workspace
from labharness.devices.untrusted import printable

trust_app = typer.Typer(
    help="Authorities whose signatures you trust: the lists of a workspace, of the user and of the machine.",
    no_args_is_help=True,
)
app.add_typer(trust_app, name="trust")

OwnerOption = Annotated[
    Path | None,
    typer.Option("--workspace", "-w", help="On the list of this workspace, not on the user's own."),
]


@trust_app.command("add")
def add(
    file: Annotated[Path, typer.Argument(help="Certificate of an authority, PEM or DER.")],
    *,
    workspace: OwnerOption = None,
    as_json: JsonOption = False,
) -> int:
    """Pin an authority; compare its fingerprint with the one that the laboratory publishes before."""
    from labharness.app.signing import trusted
    from labharness.app.trust import Authority, pin

    found, place = trusted([file]), _list(workspace)
    pin(place, found)
    added = [Authority.of(one) for one in found]
    if as_json:
        print_json({"list": str(place), "added": [{"name": one.name, "sha256": one.sha256} for one in added]})
        return 0
    for one in added:
        screen.print(f"{place}: {printable(one.name)}, SHA-256 {one.sha256}", markup=False)
    return 0


@trust_app.command("list")
def show(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> int:
    """List the authorities that are trusted, and where they are pinned."""
    from labharness.app.trust import Authority, places, read_list

    rows = [
        {"list": str(place), "name": found.name, "sha256": found.sha256}
        for place in places(workspace_or_none(workspace))
        for found in map(Authority.of, read_list(place))
    ]
    if as_json:
        print_json(rows)
        return 0
    if not rows:
        screen.print("No authority is trusted. Pin one with: labharness trust add FILE")
        return 0
    for row in rows:  # a fingerprint is copied whole, which a cell of a table would fold
        screen.print(f"{row['sha256']}  {printable(row['name'])}  ({row['list']})", markup=False)
    return 0


@trust_app.command("remove")
def remove(
    fingerprint: Annotated[str, typer.Argument(help="SHA-256 of its certificate.")],
    *,
    workspace: OwnerOption = None,
) -> int:
    """Take an authority off a list."""
    from labharness.app.trust import read_fingerprint, unpin

    place = _list(workspace)
    unpin(place, read_fingerprint(fingerprint))
    screen.print(f"{place}: {read_fingerprint(fingerprint)} is removed.", markup=False)
    return 0


def _list(workspace: Path | None) -> Path:
    from labharness.app.trust import LIST, installed

    return Workspace.open(workspace).path / LIST if workspace else installed()[0]
