"""Parameters that several acts have, and a command names otherwise than the function."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

DEFAULT_WORKSPACE = Path("~/labharness-workspace")
WorkspaceOption = Annotated[Path, typer.Option("--workspace", "-w", envvar="LABHARNESS_WORKSPACE")]
KeyOption = Annotated[str, typer.Option("--key", metavar="KEY")]
RunArgument = Annotated[str, typer.Argument(metavar="RUN")]
DeviceOption = Annotated[str, typer.Option("--device", "-d")]
ReaderOption = Annotated[str | None, typer.Option("--reader", "-r")]
NameOption = Annotated[str | None, typer.Option("--run")]
SubmissionArgument = Annotated[str, typer.Argument(metavar="ID")]
BenchOfQueueOption = Annotated[str, typer.Option("--bench", hidden=True)]
BenchOption = Annotated[str, typer.Option("--bench", "-b")]
