"""The command ``labharness init``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.workspace import Workspace
from labharness.cli.console import (
    JsonOption,
    print_json,
    screen,
)


def command(
    folder: Annotated[Path, typer.Argument(help="An empty or new folder on a local drive.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """Make a workspace: the folder that holds runs, submissions and reports, and an authority for trial keys."""
    from labharness.app.people.authority import (  # cryptography is not for every command
        FOLDER,
        TrialAuthority,
        pin_own,
    )
    from labharness.app.people.trusted_authorities import LIST, fingerprint, read_list

    workspace = Workspace.init(folder)
    authority = TrialAuthority.of(workspace.path)
    pin_own(workspace.path)
    pinned = workspace.path / LIST
    if as_json:
        held = {"list": str(pinned), "sha256": [fingerprint(one) for one in read_list(pinned)]}
        print_json({"workspace": str(workspace.path), "trial_authority": str(authority.path), "trust": held})
        return
    screen.print(f"The workspace is {workspace.path}. Next: labharness plans list")
    screen.print(
        f"{FOLDER}/ in it holds a certificate authority FOR TRIALS. Signatures made with its keys prove nothing "
        "about persons.",
    )
    screen.print(f"{LIST} in it lists the authorities that the workspace trusts:")
    for one in read_list(pinned):
        screen.print(f"  SHA-256 {fingerprint(one)}")
