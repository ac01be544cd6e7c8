"""The command ``labharness plans copy``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.cli.console import JsonOption, print_json, screen
from labharness.app.cli.plans import keep_plan
from labharness.app.workspace import quoted
from labharness.plans.frozen import find_plan


def command(
    plan: Annotated[str, typer.Argument(help="Id of a plan.")],
    file: Annotated[Path, typer.Argument(help="File to write, ending in .toml.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """Copy a plan as the start of your own."""
    content, _ = find_plan(plan)
    keep_plan(content, file)
    if as_json:
        print_json({"plan": plan, "file": str(file)})
        return
    screen.print(f"Edit {file}, then: labharness plans check {quoted(file)}")
