"""The command ``labharness evidence records``."""

from __future__ import annotations

from bisect import bisect_left
from pathlib import Path
from typing import Annotated

import typer

from labharness.app.evidence.ledger_browser import LedgerBrowser
from labharness.app.evidence.ledger_csv import write_records
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.cli.reading import RunArgument, any_folder
from labharness.evidence.records.body import RecordType
from labharness.language.numbers import amount
from labharness.language.values import as_values


def command(
    run: RunArgument,
    *,
    start: Annotated[int, typer.Option("--from", min=0, help="Number of the first record.")] = 0,
    count: Annotated[int, typer.Option(min=1, max=1_000_000, help="Number of records.")] = 20,
    kind: Annotated[RecordType | None, typer.Option("--type", help="Only records of this type.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Print each record in full.")] = False,
    csv: Annotated[
        Path | None, typer.Option("--csv", help="Write all records from --from on, of --type, to a CSV file.")
    ] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """List the records of a run's ledger, wherever in it."""
    browser = LedgerBrowser(any_folder(run, workspace))
    every = range(len(browser)) if kind is None else browser.index.places(kind).tolist()
    listed = every[bisect_left(every, start) :]
    if csv is not None:
        screen.print(f"{csv} was written: {amount(write_records(browser, listed, csv), 'record')}.")
        return
    chosen = listed[:count]
    if as_json:
        print_json([as_values(browser.row(at)) for at in chosen])
        return
    if full:
        for at in chosen:
            screen.print(browser.text(at))
        return
    for row in map(browser.row, chosen):
        where = f"{row.stage}: " if row.stage else ""
        screen.print(
            f"{row.number:>7}  {row.utc[11:23]}  {row.hash[:12]:12}  {row.type:<16}  {where}{row.summary}"
        )
    screen.print(f"{len(browser):,} records, times in UTC. Nothing of this is verified.")
