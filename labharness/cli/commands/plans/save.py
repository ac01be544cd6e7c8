"""The command ``labharness plans save``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.planning.plan_versions import save_version
from labharness.app.plug_ins.discovery import discover
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    print_mistakes,
    screen,
)
from labharness.cli.from_acts import ByOption
from labharness.errors import PlanError
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.language.catalog import say
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan_prose import PlanProse


def command(
    file: Annotated[Path, typer.Argument(help="Plan file.")],
    *,
    reason: Annotated[str, typer.Option(help="Why it differs from the version before.")],
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Save a plan file as the next version of a plan of the laboratory, with its reason."""
    place = Workspace.open(workspace).path
    try:
        content = read_outside(file, SizeLimit.WRITTEN)
    except OSError as error:
        raise PlanError((Inputs.FILE_UNREADABLE(path=str(file), why=str(error.strerror)),)) from error
    try:
        saved = save_version(content, reason, place, discover(place), by or "")
    except PlanError as error:
        return print_mistakes(error, as_json=as_json)
    if as_json:
        print_json({"saved": saved.version, "file": str(saved.file), "lenient": saved.lenient})
        return 0
    screen.print(f"{saved.file}: version {saved.version.version} of {saved.version.plan}.")
    for each in saved.lenient:
        screen.print(say(PlanProse.LENIENT(reason=each)))
    return 0
