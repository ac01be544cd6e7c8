"""A first look at a file that somebody sent: what its first bytes show, its columns, and the line that is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from labharness.analysis.sampling.files.csv_column import columns_of
from labharness.analysis.sampling.files.guess import guess
from labharness.analysis.sampling.files.observes import Observes
from labharness.analysis.sampling.files.source import LONGEST_LINE, opened
from labharness.errors import FileRefused, InputError, LabharnessError
from labharness.evidence.outside import open_outside
from labharness.model.reasons.file import Files
from labharness.reason import Reason

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
