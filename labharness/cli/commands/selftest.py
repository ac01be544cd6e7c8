"""The command ``labharness selftest``."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from labharness.app.plug_ins.discovery import discover
from labharness.app.selftest.conduct import Work
from labharness.app.selftest.filing import file_validation
from labharness.app.selftest.validation_request import (
    PARTS,
    REPLICATES,
    SEED,
    SOUGHT_SAMPLES,
    ValidationOrder,
)
from labharness.cli.console import ERROR, FAILED, PASSED, JsonOption, notes, print_json, screen
from labharness.errors import StorageError
from labharness.language.catalog import say
from labharness.model.reasons.inputs import Inputs
from labharness.model.validation import Validation


def command(
    *,
    out: Annotated[Path, typer.Option(help="Folder for validation.json and validation.pdf.")] = Path(),
    replicates: Annotated[
        int,
        typer.Option(
            min=1, help="Number of fair samples, submissions or files for each check, plan and suite."
        ),
    ] = REPLICATES,
    sought: Annotated[
        int, typer.Option(min=1, help="Number of samples for each defect and size.")
    ] = SOUGHT_SAMPLES,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Number of processes; default: one for each processor.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all random numbers.")] = SEED,
    only: Annotated[list[str] | None, typer.Option(help=f"{', '.join(PARTS)}; repeat for several.")] = None,
    as_json: JsonOption = False,
) -> int:
    """Validate this installation: reproduce published numbers, and measure false-alarm and detection rates.

    Exit codes: 0 no faults, 1 faults, 3 an error or stopped before completion.
    After a stop from the keyboard, the files contain the complete parts and are marked as partial.
    """
    parts = tuple(each for each in PARTS if each in only) if only and set(only) <= set(PARTS) else only
    order = ValidationOrder(replicates, sought, seed, workers or os.cpu_count() or 1, tuple(parts or PARTS))
    _refuse_unwritable(out)
    work = Work(order, discover())
    columns = (
        TextColumn("{task.description:<24}", markup=False),
        BarColumn(28),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[name]}", markup=False, style="dim"),
    )
    try:
        with Progress(*columns, console=notes, disable=as_json) as progress:
            work.carry_out(
                lambda title, total: _bar(progress, progress.add_task(title, total=total, name=""))
            )
    except KeyboardInterrupt:
        notes.print("Stopped from the keyboard. Complete parts are kept.")
    finally:  # whatever stopped it, what is whole is kept, and says that it is not all
        record = work.result()
        files = file_validation(record, out)
    if as_json:
        print_json(
            {
                "complete": record.complete,
                "faults": list(record.faults),
                "files": list(map(str, files)),
            }
        )
    else:
        _tell(record, files)
    return _code(record)


def _refuse_unwritable(folder: Path) -> None:
    """Try the folder before the hours whose result it is to take."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise StorageError(Inputs.UNWRITABLE(path=str(folder), why=str(error.strerror))) from error


def _bar(progress: Progress, bar: TaskID) -> Callable[[str, int], None]:
    def told(name: str, done: int) -> None:
        progress.update(bar, completed=done, name=name)

    return told


def _tell(record: Validation, files: tuple[Path, Path]) -> None:
    for fault in record.faults:
        screen.print(f"  - {say(fault)}")
    if not record.complete:
        word = f"PARTIAL, not a validation: {', '.join(record.missing)} not complete"
    else:
        word = f"{len(record.faults)} faults" if record.faults else "No faults"
    screen.print(f"{word}. Filed: {files[0]} and {files[1]}")
    for note in record.notes:
        screen.print(f"  {say(note)}")


def _code(record: Validation) -> int:
    if not record.complete:
        return ERROR
    return FAILED if record.faults else PASSED
