"""Parameters that several acts have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

DEFAULT_WORKSPACE = Path("~/labharness-workspace")
WorkspaceOption = Annotated[
    Path,
    typer.Option(
        "--workspace", "-w", envvar="LABHARNESS_WORKSPACE", help="Folder made by 'labharness init'."
    ),
]
WhyOption = Annotated[str, typer.Option("--why", help="Reason, for the record.")]
KeyOption = Annotated[
    str,
    typer.Option(
        "--key",
        metavar="KEY",
        help="Key of the person: a PKCS#12 file, or pkcs11:token=NAME;object=KEY?module-path=DRIVER. "
        "The laboratory may require it.",
    ),
]
RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="Name of a run, or its folder.")]
PlanArgument = Annotated[str, typer.Argument(help="Plan, by id or file.")]
DeviceOption = Annotated[
    str,
    typer.Option(
        "--device",
        "-d",
        help="URL of the device: usb://VID:PID/SERIAL (/SERIAL is optional), serial:///dev/ttyUSB0?baud=9600, tcp://HOST:PORT, "
        "tls://HOST:PORT?sha256=CERTIFICATE, usbip://HOST:PORT/BUSID, file:///PATH, "
        "operator:// for a device without a port, or capture:///RUNFOLDER for a recorded run.",
    ),
]
ReaderOption = Annotated[
    str | None,
    typer.Option(
        "--reader",
        "-r",
        help="URL of the card reader: watch://FOLDER, operator://, or the port of a reading shoe.",
    ),
]
NameOption = Annotated[str | None, typer.Option("--run", help="Name of the run; default: date and plan.")]
OperatorOption = Annotated[str, typer.Option(help="Name of the operator, for the record.")]
AdapterOption = Annotated[str | None, typer.Option(help="Adapter, if several fit the URL.")]
ReaderAdapterOption = Annotated[
    str | None, typer.Option(help="Adapter of the reader, if several fit its URL.")
]
SimulatedOption = Annotated[
    str, typer.Option(help="Declare that the device is simulated, and name the simulation.")
]
CardsOption = Annotated[
    str | None, typer.Option(help="Card-set file of marked stock, for a reader that writes backs or codes.")
]
SubmissionArgument = Annotated[str, typer.Argument(metavar="ID", help="Id of a submission.")]
SubmissionOption = Annotated[str, typer.Option(help="Id of the submission.")]
BenchOfQueueOption = Annotated[
    str, typer.Option("--bench", hidden=True, help="Bench whose worker acts, for a run that it has taken.")
]

BenchOption = Annotated[str, typer.Option("--bench", "-b", help="Name of the bench.")]
