"""What the sample of a file could have shown, by simulation; kept in the user's cache, as the same file comes again.

A first look at a file that somebody sent: what its first bytes show, its columns, and the line that is wrong.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from labharness.analysis.power import SEED
from labharness.analysis.power.defects.named import Defect, usual_defects
from labharness.analysis.power.detection import (
    MOST_UNITS,
    DetectionRate,
    FilesOfDefect,
    Job,
    rate_of,
    replicated,
)
from labharness.analysis.sampling.files.source import LONGEST_LINE, Observes, columns_of, guess, opened
from labharness.analysis.sampling.tables import BLOCK_UNITS
from labharness.app.catalog import odds_cache
from labharness.app.plug_ins.discovery import discover
from labharness.assessment.file_analysis import Analysis, FilePower
from labharness.errors import FileRefused, InputError, LabharnessError
from labharness.evidence.durable import keep
from labharness.evidence.outside import SizeLimit, open_outside, read_outside
from labharness.model.observations import Kind
from labharness.model.reasons.inputs import Files
from labharness.reason import Reason

REPLICATES = 40
"""Simulated files of each defect where nobody asks for more."""
FOLDER = "file-power"
TIMED_BLOCKS = 4
"""Blocks of a simulated file by which the time of a simulation is estimated."""


def file_power(
    analysis: Analysis,
    replicates: int = REPLICATES,
    workers: int = 1,
    on_done: Callable[[str, int], None] = lambda _name, _done: None,
) -> tuple[FilePower, ...]:
    """Return how often the checks of an analysis reject files of its size from fair and from flawed sources.

    Parameters
    ----------
    on_done
        Told of each defect how many files there are.

    Returns
    -------
    tuple
        The fair source first; empty where such samples cannot be simulated.
    """
    return tuple(_powers(analysis, replicates, workers, on_done)) if can_be_simulated(analysis) else ()


def known_power(analysis: Analysis, replicates: int = REPLICATES) -> tuple[FilePower, ...] | None:
    """Return what was simulated before, None where any of it was not."""
    kept = [_kept(_place(analysis, defect, replicates)) for defect in defects_of(analysis)]
    return tuple(each for each in kept if each is not None) if kept and None not in kept else None


def can_be_simulated(analysis: Analysis) -> bool:
    """Say whether files of this kind and size can be made."""
    population = analysis.drawn_from
    return analysis.units <= MOST_UNITS and not population.determinant and bool(defects_of(analysis))


def seconds_of(analysis: Analysis, replicates: int) -> float:
    """Return about how many seconds of the processor a simulation takes, by the beginning of one fair file.

    A whole file would take the memory and the time that are to be estimated.
    """
    (fair, *_), every = defects_of(analysis), len(defects_of(analysis))
    units = min(analysis.units, TIMED_BLOCKS * BLOCK_UNITS[analysis.drawn_from.kind])
    judged = replace(_simulation(analysis, fair), units=units).ready()
    judged(0)  # what is loaded at first use does not count
    begun = time.process_time()
    judged(1)
    return (time.process_time() - begun) * analysis.units / units * replicates * every


def _simulation(analysis: Analysis, defect: Defect) -> FilesOfDefect:
    return FilesOfDefect(
        discover(),
        analysis.checks_from.checks,
        analysis.drawn_from,
        analysis.input_known,
        analysis.units,
        analysis.level,
        defect,
        SEED,
    )


def _powers(
    analysis: Analysis, replicates: int, workers: int, on_done: Callable[[str, int], None]
) -> Iterator[FilePower]:
    by_name = {defect.name: defect for defect in defects_of(analysis)}
    known = {name: _kept(_place(analysis, each, replicates)) for name, each in by_name.items()}
    jobs = {
        name: Job(_simulation(analysis, by_name[name]), replicates)
        for name, kept in known.items()
        if kept is None
    }
    for name, rejected in replicated(jobs, workers, on_done):
        power = FilePower(name, by_name[name].title, replicates, rate_of(rejected))
        keep(_place(analysis, by_name[name], replicates), json.dumps(asdict(power)).encode())
        known[name] = power
    for kept in known.values():
        assert kept is not None
        yield kept


def defects_of(analysis: Analysis) -> tuple[Defect, ...]:
    """Return what files of this kind are simulated with, fair first."""
    kind, cards = analysis.drawn_from.kind, analysis.drawn_from.cards
    alike = cards is not None and not cards.distinct
    return usual_defects(frozenset({kind}), unmarked=alike and kind is Kind.SHUFFLE)


def _place(analysis: Analysis, defect: Defect, replicates: int) -> Path | None:
    folder = odds_cache.folder()
    if folder is None:
        return None
    about = {
        "checks": analysis.checks_from.sha256,
        "population": repr(analysis.drawn_from),
        "input": analysis.input_known.value,
        "units": analysis.units,
        "level": analysis.level,
        "defect": defect.name,
        "replicates": replicates,
        "seed": SEED,
        "versions": {name: analysis.versions[name] for name in ("labharness", "numpy", "scipy")},
    }
    return folder / FOLDER / f"{hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()}.json"


def _kept(place: Path | None) -> FilePower | None:
    """Return what was kept; whatever is wrong with it, it is simulated again."""
    with suppress(OSError, ValueError, TypeError, LookupError, FileRefused):
        values = json.loads(read_outside(place, SizeLimit.KEPT)) if place is not None else {}
        return FilePower(**{**values, "rejected": DetectionRate(**values["rejected"])})
    return None


AROUND = 60
"""Characters before and after a wrong place that are quoted."""


@dataclass(frozen=True, slots=True)
class FileLook:
    """What the beginning of a file shows.

    Parameters
    ----------
    observes
        Likely content, None where the first bytes do not show it.
    why
        Why they do not.
    columns
        Names or numbers of columns; empty where it is no table.
    """

    name: str
    size: int
    observes: Observes | None
    why: tuple[Reason, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BadLine:
    """The place of a file that is wrong, from 1, some of its line, and how many characters of that stand before it."""

    line: int
    column: int
    quoted: str
    place: int


def look_at(path: str) -> FileLook:
    """Look at the first bytes of a file.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    with opened(path) as source:
        try:
            observes, why = guess(source), tuple[Reason, ...]()
        except InputError as error:
            observes, why = None, error.reasons
        columns = () if observes in (Observes.DECKS, Observes.ROUNDS) else columns_of(source)
        return FileLook(source.name, source.size, observes, why, columns)


def bad_line(path: Path, error: LabharnessError) -> BadLine | None:
    """Return the line that an error names, with some of what stands around the place; None where it names none."""
    reason = next((reason for reason in error.reasons if reason.code == Files.AT.code), None)
    if reason is None:
        return None
    named = dict(reason.parameters)
    line, column = int(str(named["line"])), int(str(named["column"]))
    try:
        with open_outside(path) as file:  # a pipe was read, and gives nothing again
            text = b""
            for _ in range(line):
                text = file.readline(LONGEST_LINE)
    except (OSError, FileRefused):
        return None
    shown = "".join(
        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}"
        for c in text.rstrip(b"\r\n").decode("utf-8", "replace")
    )
    start = max(0, column - 1 - AROUND)
    return BadLine(line, column, shown[start : column + AROUND], column - 1 - start)
