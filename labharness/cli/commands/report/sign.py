"""The command ``labharness report sign``."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Annotated

import typer

from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.cli.reporting import ByOption


def command(
    number: Annotated[str, typer.Argument(help="Number of the report.")],
    *,
    role: Annotated[
        str, typer.Option(help="Role of the signature: tested, reviewed or authorized, in this order.")
    ],
    by: ByOption = None,
    key: Annotated[
        Path | None, typer.Option(help="PKCS#12 file; the command prompts for its pass phrase.")
    ] = None,
    token: Annotated[
        str, typer.Option(help="Name of a PKCS#11 token; the command prompts for its PIN.")
    ] = "",
    module: Annotated[Path | None, typer.Option(help="Driver of the token.")] = None,
    label: Annotated[str, typer.Option(help="Name of key and certificate on the token.")] = "",
    crl: Annotated[
        list[Path] | None, typer.Option(help="List of revoked certificates to keep with the signature.")
    ] = None,
    timestamp: Annotated[
        str | None,
        typer.Option(
            help='URL of an RFC 3161 time-stamp server; default: the setting time_stamps of the workspace, "" for none.'
        ),
    ] = None,
    root: Annotated[
        list[Path] | None,
        typer.Option(
            help="Root certificate of the key's or the time-stamp server's authority, to store with the report."
        ),
    ] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Sign a report in a role; the key's pass phrase comes from a prompt or the system's key store."""
    from labharness.app.issue.key_source import KeySource, sign_with

    source = KeySource(key, token, module, label, tuple(root or ()), tuple(crl or ()), timestamp)
    made = sign_with(Workspace.open(workspace), number, role, by, source, getpass.getpass)
    if as_json:
        told = {"report": number, "role": made.role, "person": made.person, "certificate": made.owner}
        print_json({**told, "path": str(made.path)})
    else:
        screen.print(f"{number}: signed as {made.role} by {made.person}. {made.path}")
    return 0
