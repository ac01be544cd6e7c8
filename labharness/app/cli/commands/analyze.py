"""The command ``labharness analyze``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from labharness.analysis.sampling.files.observes import Observes
from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    FAILED,
    INCONCLUSIVE,
    PASSED,
    JsonOption,
    WorkspaceOption,
    notes,
    print_json,
    screen,
    table,
)
from labharness.app.cli.power_bars import power_bars
from labharness.app.cli.submissions import ByOption
from labharness.app.counting import PROCESSES
from labharness.app.file_analysis.analyze import FileOrder, analyze
from labharness.app.file_analysis.file_look import bad_line, look_at
from labharness.app.file_analysis.file_power import (
    REPLICATES,
    can_be_simulated,
    defects_of,
    file_power,
    known_power,
    seconds_of,
)
from labharness.app.file_analysis.file_report import write_report
from labharness.app.submission.analysis_document import attach_analysis
from labharness.app.workspace import Workspace
from labharness.assessment.file_analysis import Analysis, ExaminedFile, FileFinding, FilePower
from labharness.errors import InputError
from labharness.evidence.codec import dump
from labharness.language.catalog import clause, say
from labharness.language.numbers import percent
from labharness.model.probabilities import probability

WIDE = 120
"""Columns of a console that has room for words beside the numbers."""

COLORS = {
    FileFinding.REJECTED: "bold red",
    FileFinding.NOT_REJECTED: "green",
    FileFinding.UNRESOLVED: "yellow",
}

AUTOMATIC_S = 30.0
"""Estimated seconds up to which files of the same size are simulated though nobody asks for it."""

SPEAKS_OF = "These results are about the file, not about a device. The origin of the file is not known."


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
    if look:
        return _look(file, as_json=as_json)
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
    found = _watched(order, quiet=as_json)
    powers = _powers(found, power, workers, quiet=as_json)
    if as_json:
        print_json(describe(found) | {"power": None if powers is None else list(powers)})
    else:
        _show(found)
        _show_power(powers)
    if report is not None:
        write_report(ExaminedFile(found, powers), report)
        if not as_json:
            screen.print(f"Report: {report}")
    if attach:
        document = attach_analysis(Workspace.open(workspace), attach, ExaminedFile(found, powers), by)
        if not as_json:
            screen.print(f"Stored with {attach} as document/{document}.")
    if found.rejected:
        return FAILED
    return PASSED if found.tested else INCONCLUSIVE


def _look(file: str, *, as_json: bool) -> int:
    seen = look_at(file)
    if as_json:
        print_json(seen)
        return PASSED
    for why in seen.why:
        screen.print(say(why))
    if seen.observes is not None:
        screen.print(f"{seen.name}: {seen.observes.value}, by its first bytes.")
    if seen.columns:
        screen.print(f"Columns: {', '.join(seen.columns)}")
    return PASSED


def describe(found: Analysis) -> dict[str, Any]:
    """Return an analysis as JSON; pictures, which repeat the counts, are left out."""
    source = found.checks_from
    return {
        "file": found.file,
        "sha256": found.sha256,
        "bytes": found.size,
        "observes": found.observes.value,
        "population": found.population,
        "units": found.units,
        "notes": list(found.notes),
        "checks_from": {
            "kind": source.kind,
            "id": source.id,
            "version": source.version,
            "sha256": source.sha256,
        },
        "level": found.level,
        "rejected": found.rejected,
        "checks": [dump(replace(one, result=replace(one.result, pictures=()))) for one in found.judged],
        "versions": dict(found.versions),
        "speaks_of": SPEAKS_OF,
    }


def _watched(order: FileOrder, *, quiet: bool) -> Analysis:
    if quiet:
        return analyze(order)
    with ExitStack() as stack:
        stack.enter_context(_quoting(order.path))
        columns = TextColumn("{task.description}", markup=False), BarColumn(28), DownloadColumn()
        progress = stack.enter_context(
            Progress(*columns, TimeRemainingColumn(), console=notes, transient=True)
        )
        bar = progress.add_task("Counting", total=None)

        def read(done: int, size: int) -> None:
            progress.update(bar, completed=done, total=size)

        def step(name: str) -> None:
            progress.update(bar, description=f"Judging {name}")

        return analyze(order, read, step)


@contextmanager
def _quoting(path: str) -> Iterator[None]:
    """Quote the line that is wrong, before the sentence that says so."""
    try:
        yield
    except InputError as error:
        wrong = bad_line(Path(path), error)
        if wrong is not None:
            notes.print(f"{wrong.quoted}\n{' ' * wrong.place}^")
        raise


def _powers(found: Analysis, asked: int | None, workers: int, *, quiet: bool) -> tuple[FilePower, ...] | None:
    """Return what files of this size could show; None where nobody asks for it and it would take long."""
    if asked == 0 or not can_be_simulated(found):
        return None
    replicates = asked or REPLICATES
    known = known_power(found, replicates)
    if known is not None:
        return known
    defects = defects_of(found)
    if asked is None and (not AUTOMATIC_S or seconds_of(found, replicates) > AUTOMATIC_S):
        return None
    with power_bars(defects, replicates, quiet=quiet) as on_done:
        return file_power(found, replicates, workers, on_done)


def _show_power(powers: tuple[FilePower, ...] | None) -> None:
    if powers is None:
        screen.print("What a file of this size could have shown was not simulated. To do so: --power 40")
        return
    shown = table("Simulated source", "Files rejected", "Share, 95% limits")
    for one in powers:
        rate = one.rejected
        shown.add_row(
            one.defect,
            f"{round(rate.share * one.replicates)} of {one.replicates}",
            f"{percent(rate.low)} to {percent(rate.high)}",
        )
    screen.print(shown)


def _show(found: Analysis) -> None:
    required = [one for one in found.judged if one.required]
    rejecting = [one for one in required if one.finding is FileFinding.REJECTED]
    silent = [one for one in required if one.finding is FileFinding.NOT_APPLICABLE]
    if found.rejected:
        screen.print("REJECTED", style="bold red", end="  ")
    elif found.tested:
        screen.print("NOTHING REJECTED", style="bold green", end="  ")
    else:
        screen.print("NOTHING TESTED", style="bold yellow", end="  ")
    screen.print(
        f"{found.file}: {len(rejecting)} of {len(required)} required checks reject it at the family-wise level "
        f"{found.level:g} (Holm, two-sided); {len(silent)} do not apply.",
    )
    # Words beside four columns that are never wrapped need room; a narrow console has them below.
    wide = screen.width >= WIDE
    shown = table("Check", "Finding", "p", "corrected", *["Effect and reason"] * wide, whole=4)
    below = []
    for one in found.judged:
        color, effect = COLORS.get(one.finding, ""), one.result.effect
        mark = Text(one.finding.value, color)
        size = (
            f"{clause(effect.name)}: {effect.value:.4g} ({effect.low:.4g} to {effect.high:.4g})"
            if effect
            else ""
        )
        words = "; ".join(part for part in (size, one.sentence) if part)
        shown.add_row(one.id, mark, _number(one.p), _number(one.corrected), *[words] * wide)
        below += [f"  {one.id}: {words}"] * bool(words and not wide)
    screen.print(shown)
    for line in below:
        screen.print(line)
    for note in found.notes:
        screen.print(f"  - {note}")
    source = found.checks_from
    screen.print(f"{found.units:,} unit{'s' * (found.units != 1)}, compared with {found.population}.")
    screen.print(f"File: {found.size:,} bytes, SHA-256 {found.sha256}")
    screen.print(f"Checks: {source.kind} {source.id} version {source.version}, SHA-256 {source.sha256}")
    screen.print(", ".join(f"{name} {version}" for name, version in found.versions.items()))
    screen.print(SPEAKS_OF)


def _number(value: float | None) -> str:
    return "" if value is None else probability(value)
