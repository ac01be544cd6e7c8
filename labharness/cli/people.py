"""Options and output of the commands about people."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.cli.console import (
    print_json,
    screen,
)
from labharness.filings.entries.people import Person

PersonArgument = Annotated[
    str, typer.Argument(metavar="ID", help="Short name of lowercase letters, digits and hyphens.")
]

WhyOption = Annotated[str, typer.Option("--why", help="Reason, for the record.")]


def print_person(entry: Person, *, as_json: bool) -> None:
    """Print a person as recorded."""
    if as_json:
        print_json(entry.model_dump(mode="json"))
        return
    screen.print(
        f"{entry.id} is {entry.name}: {', '.join(entry.roles)}{'' if entry.active else ' (left)'}.",
    )
