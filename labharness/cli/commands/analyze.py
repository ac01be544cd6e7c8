"""The command ``labharness analyze``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.analysis.sampling.files.observes import Observes
from labharness.app.counting import PROCESSES, helpers
from labharness.cli.console import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from labharness.cli.from_acts import ByOption


def command(
    file: Annotated[str, typer.Argument(help="File, or - for standard input.")],
    *,
    observes: Annotated[
        Observes | None,
        typer.Option(
            help="Content of the file, which docs/analyze.md describes; default: by its first bytes."
        ),
    ] = None,
    suite: Annotated[
        str | None,
        typer.Option(help="Suite of checks, by id or file; default: the suite for the content."),
    ] = None,
    plan: Annotated[
        str | None, typer.Option(help="Plan, by id or file, that gives checks, set and range.")
    ] = None,
    stage: Annotated[
        str | None, typer.Option(help="Stage of the plan, if several stages fit the file.")
    ] = None,
    level: Annotated[
        float,
        typer.Option(
            help="Significance level of all checks together: the probability that a fair file is rejected."
        ),
    ] = 0.01,
    workers: Annotated[int, typer.Option(help="Number of processes; it does not change the results.")] = 1,
    executor: Annotated[
        str,
        typer.Option(
            help="Where to count: processes (of this computer), dask://HOST:PORT or dask-tls://HOST:PORT; "
            "it does not change the results."
        ),
    ] = PROCESSES,
    decks: Annotated[
        int | None, typer.Option(help="Decks in the set; default: 1, unless the file or plan states them.")
    ] = None,
    jokers: Annotated[
        int | None,
        typer.Option(help="Jokers in each deck; default: none, unless the file or plan states them."),
    ] = None,
    input_order: Annotated[
        str | None,
        typer.Option("--input", help="Order of every deck before the shuffle: new-deck, or its cards."),
    ] = None,
    round_cards: Annotated[
        int | None, typer.Option(help="Cards of a round; default: those of the first round.")
    ] = None,
    buffer: Annotated[
        int | None,
        typer.Option(help="Cards in the buffer of a continuous shuffler; default: none."),
    ] = None,
    low: Annotated[
        int | None,
        typer.Option(help="Smallest possible outcome; required unless the file or plan states it."),
    ] = None,
    high: Annotated[
        int | None, typer.Option(help="Largest possible outcome; required unless the file or plan states it.")
    ] = None,
    column: Annotated[
        str | None,
        typer.Option(help="Column of outcomes in a table (CSV), by its name in the first row or its number."),
    ] = None,
    power: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=100_000,
            help="Files of the same size to simulate for each defect, to show what the file could have shown; "
            "0 for none; default: 40, where that takes seconds.",
        ),
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write the analysis to this file, as a PDF.")] = None,
    look: Annotated[
        bool,
        typer.Option("--look", help="Say what the first bytes show and which columns there are, and exit."),
    ] = False,
    attach: Annotated[
        str, typer.Option(metavar="SUBMISSION", help="File the report with this submission, as a document.")
    ] = "",
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Run checks on a file of bits, bytes, outcomes, decks or rounds, without a device.

    Exit codes: 0 nothing rejected, 1 rejected, 2 no check applies, 3 error.
    """
    with helpers(executor, 1 if look else workers) as others:
        from labharness.app.file_analysis.analyze import FileOrder
        from labharness.cli.analyzing import Asked, analyze_file, look_at_file

        if look:
            return look_at_file(file, as_json=as_json)
        said = {
            "decks": decks,
            "jokers": jokers,
            "input": input_order,
            "round-cards": round_cards,
            "buffer": buffer,
            "low": low,
            "high": high,
        }
        given = {key: str(value) for key, value in said.items() if value is not None}
        order = FileOrder(file, observes, suite, plan, stage, level, workers, given, column, executor)
        asked = Asked(power, report, attach, by, workspace, as_json=as_json)
        return analyze_file(order, asked, others)
