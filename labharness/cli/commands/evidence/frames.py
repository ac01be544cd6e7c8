"""The command ``labharness evidence frames``."""

from __future__ import annotations

from typing import Annotated

import typer

from labharness.app.evidence.ledger_browser import LedgerBrowser
from labharness.app.evidence.transfers import transfers
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.cli.reading import RunArgument, any_folder
from labharness.errors import InputError
from labharness.language.numbers import amount
from labharness.language.text import hex_dump
from labharness.model.reasons.inputs import Inputs


def command(
    run: RunArgument,
    record: Annotated[int, typer.Argument(min=0, help="Number of the record.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Show the recorded transfers that a record was made from, byte by byte."""
    browser = LedgerBrowser(any_folder(run, workspace))
    if record >= len(browser):
        raise InputError(Inputs.OUT_OF_RANGE(low=0, high=len(browser) - 1, got=str(record)))
    source = browser.frames_of(record)
    found = list(transfers(browser.folder, *source)) if source is not None else []
    if as_json:
        print_json(
            [
                {
                    "frame": one.number,
                    "direction": one.direction,
                    "segment": one.segment,
                    "bytes": one.payload.hex(),
                }
                for one in found
            ]
        )
        return
    for one in found:
        screen.print(
            f"Frame {one.number}, {one.direction}, {amount(len(one.payload), 'byte')}, {one.segment}"
        )
        screen.print(hex_dump(one.payload))
    if not found:
        screen.print(f"Record {record} was made from no transfer.")
