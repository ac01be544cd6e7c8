"""The command ``labharness trust add``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.cli.console import (
    JsonOption,
    print_json,
    screen,
)
from labharness.cli.from_acts import ByOption
from labharness.cli.trust import OwnerOption, owner
from labharness.devices.untrusted import printable


def command(
    file: Annotated[Path, typer.Argument(help="Certificate of an authority, PEM or DER.")],
    *,
    workspace: OwnerOption = None,
    by: ByOption = None,
    as_json: JsonOption = False,
) -> int:
    """Trust an authority. First compare its fingerprint with the fingerprint that the laboratory publishes."""
    from labharness.app.laboratory.trust_lists import trust

    place, added = trust(owner(workspace), file, by)
    if as_json:
        print_json({"list": str(place), "added": [{"name": one.name, "sha256": one.sha256} for one in added]})
        return 0
    for one in added:
        screen.print(f"{place}: {printable(one.name)}, SHA-256 {one.sha256}")
    return 0
