"""The command ``labharness evidence photographs``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from labharness.app.evidence.ledger_browser import LedgerBrowser
from labharness.app.evidence.photographs import attachment
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.cli.reading import RunArgument, any_folder


def command(
    run: RunArgument,
    *,
    into: Annotated[Path | None, typer.Option(help="Folder to write the photographs to.")] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """List the photographs and other files that people added to a run, or write them to a folder."""
    browser = LedgerBrowser(any_folder(run, workspace))
    found = browser.photographs()
    if into is not None:
        into.mkdir(parents=True, exist_ok=True)
        for one in found:
            name = f"{one.record}-{Path(one.name).name}"
            (into / name).write_bytes(attachment(browser.folder, one.sha256))
    if as_json:
        print_json([asdict(one) for one in found])
        return
    shown = table("Record", "Stage", "Item", "File", "SHA-256")
    for one in found:
        shown.add_row(str(one.record), one.stage, one.item, one.name, one.sha256)
    screen.print(shown if found else "Nobody added a file to this run.")
