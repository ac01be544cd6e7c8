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
    plan: Annotated[str, typer.Argument(help="Plan, by id or file.")],
    *,
    device: Annotated[
        str,
        typer.Option(
            "--device",
            "-d",
            help="URL of the device: usb://VID:PID/SERIAL (/SERIAL is optional), serial:///dev/ttyUSB0?baud=9600, tcp://HOST:PORT, "
            "tls://HOST:PORT?sha256=CERTIFICATE, usbip://HOST:PORT/BUSID, file:///PATH, "
            "operator:// for a device without a port, or capture:///RUNFOLDER for a recorded run.",
        ),
    ],
    reader: Annotated[
        str | None,
        typer.Option("--reader", "-r", help="URL of the card reader: watch://FOLDER or operator://."),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--run", help="Name of the run; default: date and plan.")
    ] = None,
    operator: Annotated[str, typer.Option(help="Name of the operator, for the record.")] = "",
    adapter: Annotated[str | None, typer.Option(help="Adapter, if several fit the URL.")] = None,
    simulated: Annotated[
        str, typer.Option(help="Declare that the device is simulated, and name the simulation.")
    ] = "",
    cards: Annotated[
        str | None,
        typer.Option(help="Card-set file of marked stock, for a reader that writes backs or codes."),
    ] = None,
    submission: Annotated[str, typer.Option(help="Id of the submission.")] = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Run a plan on a device, to a verdict and a report.

    Ctrl-C stops the run at any time and keeps its records.  After a power cut or a crash, use 'labharness
    resume'.
    """
    space = Workspace.open(workspace)
    order = RunOrder(plan, device, reader, name, operator, adapter, simulated, cards, submission)

    def conduct(on_begun: OnBegun, on_step: OnStep) -> tuple[RunFolder, Conducted]:
        return services.start_run(space, order, on_begun, on_step)

    return watch(space, Path(plan).stem, conduct, as_json=as_json)
