"""Commands about the workspace and devices: init, doctor, devices."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.app.cli.root import app
from labharness.app.devices import present
from labharness.app.doctor import examine
from labharness.app.workspace import Workspace


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(help="An empty or new folder on a local drive.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """Make a workspace: the folder that holds runs, submissions and reports, and an authority for trial keys."""
    from labharness.app.authority import (  # cryptography is not for every command
        FOLDER,
        TrialAuthority,
        pin_own,
    )
    from labharness.app.trust import LIST, fingerprint, read_list

    workspace = Workspace.init(folder)
    authority = TrialAuthority.of(workspace.path)
    pin_own(workspace.path)
    pinned = workspace.path / LIST
    if as_json:
        held = {"list": str(pinned), "sha256": [fingerprint(one) for one in read_list(pinned)]}
        print_json({"workspace": str(workspace.path), "trial_authority": str(authority.path), "trust": held})
        return
    screen.print(f"The workspace is {workspace.path}. Next: labharness plans list", markup=False)
    screen.print(
        f"{FOLDER}/ in it holds a certificate authority FOR TRIALS: signatures made with its keys prove nothing "
        "about persons.",
        markup=False,
    )
    screen.print(f"{LIST} in it lists the authorities that the workspace trusts:", markup=False)
    for one in read_list(pinned):
        screen.print(f"  SHA-256 {fingerprint(one)}", markup=False)


@app.command()
def doctor(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> int:
    """Look whether this computer can do the job, and say what to do where it cannot."""
    findings = examine(workspace)
    if as_json:
        print_json([asdict(one) for one in findings])
    else:
        for one in findings:
            mark = "[green]ok[/]  " if one.good else "[red]look[/]"
            screen.print(f"{mark} {one.what}: ", end="")
            screen.print(one.sentence, markup=False)
    return 0 if all(one.good or not one.needed for one in findings) else ERROR


@app.command()
def devices(
    *,
    usbip: Annotated[list[str] | None, typer.Option(help="Also ask a USB/IP host, HOST:PORT.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the devices that answer on USB, with the URLs to use them by."""
    found = present(usbip or [])
    if as_json:
        print_json([asdict(one) for one in found])
        return
    if not found:
        screen.print(
            "No device answers on USB. A simulated one: labharness simulate rng --usbip 127.0.0.1:3240"
        )
        return
    shown = table("URL", "Device")
    for one in found:
        shown.add_row(one.url, one.title)
    screen.print(shown)
