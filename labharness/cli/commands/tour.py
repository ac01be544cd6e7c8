"""The command ``labharness tour``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.workspace import Workspace
from labharness.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from labharness.cli.running import OnBegun, OnStep, watch
from labharness.evidence.folder import RunFolder
from labharness.runner.concluding import Conducted


def command(
    *,
    run: Annotated[str, typer.Option(help="Name of the run; default: the next free one.")] = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Test a simulated shuffler with a known defect in two minutes: two questions, a FAIL and its report."""
    # The simulations are not for the other commands here.
    from labharness.app.demonstration.tour import DEVICE, conduct_tour, next_tour

    space = Workspace.open(workspace)
    name = run or next_tour(space)

    def conduct(on_begun: OnBegun, on_step: OnStep) -> tuple[RunFolder, Conducted]:
        return conduct_tour(space, name, on_begun, on_step)

    return watch(space, DEVICE.title, conduct, as_json=as_json)
