"""The command ``labharness trust list``."""

from __future__ import annotations

from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.cli.trust import workspace_or_none
from labharness.devices.untrusted import printable


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> int:
    """List the trusted authorities and the lists that hold them."""
    from labharness.app.laboratory.trust_lists import trust_rows

    place = workspace_or_none(workspace)
    rows = [
        {"list": str(one.file), "name": one.authority.name, "sha256": one.authority.sha256}
        for one in trust_rows(Workspace(place) if place else None)
    ]
    if as_json:
        print_json(rows)
        return 0
    if not rows:
        screen.print("No authority is trusted. To trust an authority, run: labharness trust add FILE")
        return 0
    for row in rows:  # a fingerprint is copied whole, which a cell of a table would fold
        screen.print(f"{row['sha256']}  {printable(row['name'])}  ({row['list']})")
    return 0
