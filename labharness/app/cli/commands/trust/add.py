"""The command ``labharness trust add``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.cli.console import (
    JsonOption,
    print_json,
    screen,
)
from labharness.app.cli.trust import OwnerOption, owner_list
from labharness.devices.untrusted import printable


def command(
    file: Annotated[Path, typer.Argument(help="Certificate of an authority, PEM or DER.")],
    *,
    workspace: OwnerOption = None,
    as_json: JsonOption = False,
) -> int:
    """Trust an authority. First compare its fingerprint with the fingerprint that the laboratory publishes."""
    from labharness.app.people.signing import trusted
    from labharness.app.people.trust import Authority, pin

    found, place = trusted([file]), owner_list(workspace)
    pin(place, found)
    added = [Authority.of(one) for one in found]
    if as_json:
        print_json({"list": str(place), "added": [{"name": one.name, "sha256": one.sha256} for one in added]})
        return 0
    for one in added:
        screen.print(f"{place}: {printable(one.name)}, SHA-256 {one.sha256}")
    return 0
