"""The command ``labharness plans check``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app import services
from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    print_mistakes,
    screen,
)
from labharness.app.cli.trust import workspace_or_none
from labharness.app.discovery import discover
from labharness.errors import PlanError


def command(
    file: Annotated[str, typer.Argument(help="Plan, by id or file.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Check a plan file and print all errors at once."""
    try:
        place = workspace_or_none(workspace)
        frozen = services.load_plan(file, discover(place), workspace=place)
    except PlanError as error:
        return print_mistakes(error, as_json=as_json)
    if as_json:
        print_json(
            {"good": True, "id": frozen.plan.id, "version": frozen.plan.version, "sha256": frozen.sha256}
        )
    else:
        screen.print(
            f"{frozen.plan.id} version {frozen.plan.version} has no errors; SHA-256 {frozen.sha256}",
        )
    return 0
