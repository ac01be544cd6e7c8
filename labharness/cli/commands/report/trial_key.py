"""The command ``labharness report trial-key``."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Annotated

import typer

from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    WorkspaceOption,
    screen,
)
from labharness.cli.reporting import ByOption
from labharness.errors import InputError
from labharness.model.reasons.command import Commands


def command(
    file: Annotated[Path, typer.Argument(help="PKCS#12 file to write.")],
    *,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
) -> int:
    """Issue a trial key from the workspace's own authority. It proves nothing about persons."""
    from labharness.app.people.signing import issue_trial_key

    name = issue_trial_key(Workspace.open(workspace), by, file, _new_passphrase)
    screen.print(f"{file}: key of {name}, for trials only.")
    return 0


def _new_passphrase() -> str:
    first = getpass.getpass("Pass phrase for the new key: ")
    if first != getpass.getpass("Again: "):
        raise InputError(Commands.PASSPHRASES_DIFFER())
    return first
