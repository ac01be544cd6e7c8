"""What ``labharness analyze`` does and shows, loaded once the processes that count beside this one are starting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from labharness.analysis.sampling.processes import Processes
from labharness.app.file_analysis.analyze import FileOrder, analyze
from labharness.app.file_analysis.file_look import bad_line, look_at
from labharness.assessment.file_analysis import Analysis, CheckOfFile, ExaminedFile, FileFinding, FilePower
from labharness.cli.console import FAILED, INCONCLUSIVE, PASSED, notes, print_json, screen, table
from labharness.errors import InputError
from labharness.evidence.codec import dump
from labharness.language.catalog import clause, say
from labharness.language.checked import shortly
from labharness.language.numbers import number, percent, probability

WIDE = 120
"""Columns of a console that has room for words beside the numbers."""

COLORS = {
    FileFinding.REJECTED: "bold red",
    FileFinding.NOT_REJECTED: "green",
    FileFinding.UNRESOLVED: "yellow",
}

AUTOMATIC_S = 30.0
"""Estimated seconds up to which files of the same size are simulated without a request."""

SPEAKS_OF = "These results are about the file, not about a device. The origin of the file is not known."


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants of an analysis.

    Parameters
    ----------
    power
        Files of the same size to simulate for each defect; None for as many as take seconds.
    report
        File for the PDF, if any.
    attach, by, workspace
        Submission to file the report with, if any, by whom, and where.
    as_json
        Whether to print JSON.
    """

    power: int | None
    report: Path | None
    attach: str
    by: str | None
    workspace: Path
    as_json: bool


def analyze_file(order: FileOrder, asked: Asked, others: Processes | None) -> int:
    """Analyze a file, show what was found, and return the exit code."""
    found = _watched(order, others, quiet=asked.as_json)
    powers = _powers(found, asked.power, order.workers, quiet=asked.as_json)
    if asked.as_json:
        print_json(describe(found) | {"power": None if powers is None else list(powers)})
    else:
        _show(found)
        _show_power(powers)
    if asked.report is not None:
        from labharness.app.file_analysis.file_report import write_report

        write_report(ExaminedFile(found, powers), asked.report)
        if not asked.as_json:
            screen.print(f"Report: {asked.report}")
    if asked.attach:
        from labharness.app.submission.analysis_document import attach_analysis
        from labharness.app.workspace import Workspace

        workspace = Workspace.open(asked.workspace)
        document = attach_analysis(workspace, asked.attach, ExaminedFile(found, powers), asked.by)
        if not asked.as_json:
            screen.print(f"Stored with {asked.attach} as document/{document}.")
    if found.rejected:
        return FAILED
    return PASSED if found.tested else INCONCLUSIVE


def look_at_file(file: str, *, as_json: bool) -> int:
    """Say what the first bytes of a file show, and which columns it has."""
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
    """Return an analysis for JSON; pictures, which repeat the counts, are left out."""
    source = found.checks_from
    return {
        "file": found.file,
        "sha256": found.sha256,
        "bytes": found.size,
        "observes": found.observes.value,
        "compared_with": found.compared_with,
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
        "checks": list(map(_judged, found.judged)),
        "versions": dict(found.versions),
        "speaks_of": SPEAKS_OF,
    }


def _judged(one: CheckOfFile) -> dict[str, Any]:
    return {**dump(replace(one, result=replace(one.result, pictures=()))), "remark": one.remark}


def _remark(one: CheckOfFile) -> str:
    return say(one.remark) if one.remark is not None else ""


def _watched(order: FileOrder, others: Processes | None, *, quiet: bool) -> Analysis:
    if quiet:
        return analyze(order, others=others)
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

        return analyze(order, read, step, others)


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
    if asked == 0:
        return None
    from labharness.app.file_analysis.file_power import (
        REPLICATES,
        can_be_simulated,
        defects_of,
        file_power,
        known_power,
        seconds_of,
    )
    from labharness.cli.power_bars import power_bars

    if not can_be_simulated(found):
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
        f"{number(found.level)} (Holm, two-sided); {len(silent)} do not apply.",
    )
    # Words beside four columns that are never wrapped need room; a narrow console has them below.
    wide = screen.width >= WIDE
    shown = table("Check", "Finding", "p", "corrected", *["Effect and reason"] * wide, whole=4)
    below = []
    for one in found.judged:
        color, effect = COLORS.get(one.finding, ""), one.result.effect
        mark = Text(one.finding.value, color)
        size = f"{clause(effect.name)}: {shortly(effect)}" if effect else ""
        words = "; ".join(part for part in (size, _remark(one)) if part)
        shown.add_row(one.id, mark, _number(one.p), _number(one.corrected), *[words] * wide)
        below += [f"  {one.id}: {words}"] * bool(words and not wide)
    screen.print(shown)
    for line in below:
        screen.print(line)
    for note in found.notes:
        screen.print(f"  - {say(note)}")
    source = found.checks_from
    units = f"{found.units:,} unit{'s' * (found.units != 1)}"
    screen.print(f"{units}, compared with: {say(found.compared_with)}")
    screen.print(f"File: {found.size:,} bytes, SHA-256 {found.sha256}")
    screen.print(f"Checks: {source.kind} {source.id} version {source.version}, SHA-256 {source.sha256}")
    screen.print(", ".join(f"{name} {version}" for name, version in found.versions.items()))
    screen.print(SPEAKS_OF)


def _number(value: float | None) -> str:
    return "" if value is None else probability(value)
