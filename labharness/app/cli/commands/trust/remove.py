"""The command ``labharness trust remove``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.cli.console import (
    screen,
)
from labharness.app.cli.trust import OwnerOption, owner_list


def command(
    fingerprint: Annotated[str, typer.Argument(help="SHA-256 of its certificate.")],
    *,
    workspace: OwnerOption = None,
) -> int:
    """Remove an authority from a list."""
    from labharness.app.people.trust import read_fingerprint, unpin

    place = owner_list(workspace)
    unpin(place, read_fingerprint(fingerprint))
    screen.print(f"{place}: {read_fingerprint(fingerprint)} is removed.")
    return 0
