"""The command ``labharness trust remove``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.cli.console import (
    screen,
)
from labharness.cli.from_acts import ByOption
from labharness.cli.trust import OwnerOption, owner


def command(
    fingerprint: Annotated[str, typer.Argument(help="SHA-256 of its certificate.")],
    *,
    workspace: OwnerOption = None,
    by: ByOption = None,
) -> int:
    """Remove an authority from a list."""
    from labharness.app.laboratory.trust_lists import distrust
    from labharness.app.people.trusted_authorities import read_fingerprint

    place = distrust(owner(workspace), fingerprint, by)
    screen.print(f"{place}: {read_fingerprint(fingerprint)} is removed.")
    return 0
