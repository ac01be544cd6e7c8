"""The command ``labharness evaluate``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.counting import MOST_WORKERS, PROCESSES, helpers
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    exit_code,
    print_json,
    screen,
    shown_standing,
    working,
)
from labharness.errors import InputError
from labharness.language.catalog import say
from labharness.language.values import as_values
from labharness.model.reasons.run import Runs


def command(
    run: Annotated[str, typer.Argument(metavar="RUN", help="Name of a run, or its folder.")],
    *,
    workers: Annotated[
        int,
        typer.Option(min=1, max=MOST_WORKERS, help="Number of processes; it does not change the results."),
    ] = 1,
    executor: Annotated[
        str, typer.Option(help="Where to count: processes, dask://HOST:PORT or dask-tls://HOST:PORT.")
    ] = PROCESSES,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Judge the recorded samples of a run again, without its device, and compare with its record.

    Nothing is written. 'labharness resume' records the verdict of a run that has none.
    """
    if Path(run).is_file():
        raise InputError(Runs.A_FILE(file=run))
    with helpers(executor, workers) as others:
        from labharness.app.evaluating import evaluate_run
        from labharness.cli.reading import any_folder, plug_in_place

        folder = any_folder(run, workspace)
        with working("Evaluating", quiet=as_json):
            found = evaluate_run(folder, workers, executor, others=others, workspace=plug_in_place(workspace))
    code = ERROR if found.differing else exit_code(found.standing, found.ending)
    if as_json:
        print_json({"run": folder.run, **as_values(found)})
        return code
    for one in found.verdict.decisions:
        screen.print(f"{one.outcome.value:<12}  {say(one.reason, found.titles)}")
    screen.print(shown_standing(found.standing), end="  ")
    if found.differing:
        screen.print(f"{folder.run}: NOT REPRODUCED: {', '.join(found.differing)}.")
    elif found.recorded:
        screen.print(f"{folder.run}: the same as on record, {len(found.results)} results.")
    else:
        screen.print(f"{folder.run}: no verdict is on record. Record it: labharness resume {folder.run}")
    return code
