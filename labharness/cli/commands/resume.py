"""The command ``labharness resume``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.acts.parameters import BenchOfQueueOption
from labharness.app import services
from labharness.app.clock import is_evidence
from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
)
from labharness.cli.from_acts import ByOption
from labharness.cli.running import OnBegun, OnStep, watch
from labharness.evidence.folder import RunFolder
from labharness.runner.concluding import Conducted


def command(
    name: Annotated[str, typer.Argument(metavar="RUN", help="Name of the run.")],
    *,
    by: ByOption = None,
    bench: BenchOfQueueOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Continue a run after a closed session or an interruption.

    The gap is recorded. It can only lower the verdict; the plan states the number of interruptions allowed.
    """
    space = Workspace.open(workspace)
    folder = space.run(name)

    def conduct(on_begun: OnBegun, on_step: OnStep) -> tuple[RunFolder, Conducted]:
        return folder, services.resume_run(folder, on_begun, on_step, named=space, by=by, bench=bench)

    return watch(space, folder.run, conduct, practice=not is_evidence(folder.begun()), as_json=as_json)
