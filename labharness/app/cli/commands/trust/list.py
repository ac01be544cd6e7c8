"""The command ``labharness trust list``."""

from __future__ import annotations

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.app.cli.trust import workspace_or_none
from labharness.devices.untrusted import printable


def command(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> int:
    """List the trusted authorities and the lists that hold them."""
    from labharness.app.people.trust import Authority, places, read_list

    rows = [
        {"list": str(place), "name": found.name, "sha256": found.sha256}
        for place in places(workspace_or_none(workspace))
        for found in map(Authority.of, read_list(place))
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
