"""The command ``labharness submission new``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.workspace import quoted
from labharness.cli.console import (
    JsonOption,
    print_json,
    screen,
)
from labharness.filings.entries.filing import SubmissionKind
from labharness.filings.entries.templates import id_of, write_templates
from labharness.model.device import DeviceClass


def command(
    reference: Annotated[
        list[str], typer.Argument(metavar="REF...", help="Submission reference, as the Bureau writes it.")
    ],
    *,
    kind: Annotated[
        SubmissionKind | None,
        typer.Option("--type", help="Type of the submission; selects the checklist items."),
    ] = None,
    device: Annotated[
        DeviceClass | None,
        typer.Option("--device", help="Device class; selects the checklist items. Omit it for several."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--out", help="Folder to make; default: named after the reference.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Make a folder with a commented file for every kind of entry, ready to complete and import."""
    text = " ".join(reference)
    place = folder or Path(id_of(text))
    write_templates(place, text, kind, device)
    if as_json:
        print_json({"submission": id_of(text), "folder": str(place)})
        return
    screen.print(
        f"Fill in the files in {place}, then: labharness submission import {quoted(place)} --why WHY",
    )
