"""The command ``labharness run``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app import services
from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
)
from labharness.app.cli.running import OnBegun, OnStep, watch
from labharness.app.preflight import RunOrder
from labharness.app.workspace import Workspace
from labharness.evidence.folder import RunFolder
from labharness.runner.concluding import Conducted


def command(
    plan: Annotated[str, typer.Argument(help="Id of a plan, or a plan file.")],
    *,
    device: Annotated[
        str,
        typer.Option(
            "--device",
            "-d",
            help="URL of the device: usb://VID:PID/SERIAL (the serial may be left out), usbip://HOST:PORT/BUSID, file:///PATH, "
            "operator:// for a machine without a port, or capture:///RUNFOLDER for what a run recorded.",
        ),
    ],
    reader: Annotated[
        str | None,
        typer.Option("--reader", "-r", help="URL of what reads the cards: watch://FOLDER or operator://."),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--run", help="Name of the run; made from date and plan if left out.")
    ] = None,
    operator: Annotated[str, typer.Option(help="Who is at the bench, for the record.")] = "",
    adapter: Annotated[str | None, typer.Option(help="Adapter, where several fit the URL.")] = None,
    simulated: Annotated[str, typer.Option(help="Say that the device is a simulation, and which.")] = "",
    cards: Annotated[
        str | None,
        typer.Option(help="Card-set file of marked stock, where the reader writes backs or codes."),
    ] = None,
    submission: Annotated[str, typer.Option(help="Id of the submission that the run is part of.")] = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Run a plan on a device, unattended, to a verdict and a report.

    Stop it at any time with Ctrl-C: what is recorded stays.  After a power cut or a crash, use 'labharness
    resume'.
    """
    space = Workspace.open(workspace)
    order = RunOrder(plan, device, reader, name, operator, adapter, simulated, cards, submission)

    def conduct(on_begun: OnBegun, on_step: OnStep) -> tuple[RunFolder, Conducted]:
        return services.start_run(space, order, on_begun, on_step)

    return watch(space, Path(plan).stem, conduct, as_json=as_json)
