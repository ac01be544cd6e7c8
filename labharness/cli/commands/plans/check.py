"""The command ``labharness plans check``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app import services
from labharness.app.plug_ins.discovery import discover
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    print_mistakes,
    screen,
)
from labharness.cli.trust import workspace_or_none
from labharness.errors import PlanError
from labharness.language.catalog import say
from labharness.plans.frozen import find_plan
from labharness.plans.written.mistakes import find_mistakes


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
        return _tell(error, file, as_json=as_json)
    if as_json:
        print_json(
            {"good": True, "id": frozen.plan.id, "version": frozen.plan.version, "sha256": frozen.sha256}
        )
    else:
        screen.print(
            f"{frozen.plan.id} version {frozen.plan.version} has no errors; SHA-256 {frozen.sha256}",
        )
    return 0


def _tell(error: PlanError, file: str, *, as_json: bool) -> int:
    """Print every mistake with its line; of what cannot be read, its sentence alone."""
    try:
        content, where = find_plan(file)
    except PlanError:
        return print_mistakes(error, as_json=as_json)
    mistakes = find_mistakes(error.problems, content, where)
    if as_json:
        placed = [{"key": one.key, "line": one.line, "problem": one.problem} for one in mistakes]
        print_json({"good": False, "problems": error.reasons, "mistakes": placed})
        return ERROR
    for one in mistakes:
        line = f"line {one.line}: " if one.line is not None else ""
        screen.print(f"{where}: {line}{f'{one.key}: ' if one.key else ''}{say(one.problem)}")
    return ERROR
