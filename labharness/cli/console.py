"""How commands speak: tables for people, JSON for programs, one sentence for errors, a file for those nobody expected."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from labharness import __version__
from labharness.acts.declaring import Line, Listing, Piece, Styled
from labharness.errors import StorageError
from labharness.language.standings import as_values, standing_words
from labharness.model.reasons.command import Commands
from labharness.model.results import ExitCode, Outcome, Standing


def diagnose(error: BaseException, arguments: Sequence[str]) -> Path:
    """Write it into the workspace's diagnostics, or else into the system's temporary folder."""
    from labharness.app.workspace.workspace import MARKER

    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    text = "".join(traceback.format_exception(error))
    content = f"labharness {__version__}\npython {sys.version}\narguments {arguments!r}\n\n{text}"
    places = [Path(name) for name in _workspaces(arguments)]
    for place in (*places, None):
        try:
            if place is not None and not (place / MARKER).is_file():
                continue
            folder = Path(tempfile.gettempdir()) if place is None else place / "diagnostics"
            path = folder / f"labharness-{stamp}.txt"
            path.write_text(content, encoding="utf-8", errors="backslashreplace")
        except (OSError, ValueError):  # what cannot be written, or not even named, may be what went wrong
            continue
        return path
    return Path("(not written)")


def _workspaces(arguments: Sequence[str]) -> Iterator[str]:
    """Yield what the arguments, and then the environment, name as workspace."""
    for flag, value in pairwise((*arguments, "")):
        name, equals, rest = flag.partition("=")
        if flag in ("--workspace", "-w"):
            yield value
        elif name == "--workspace" and equals:
            yield rest
        elif flag.startswith("-w"):
            yield flag[2:]
    yield from filter(None, [os.environ.get("LABHARNESS_WORKSPACE")])


# Longer words are addresses, names and hashes, which can be read in parts.
_LONGEST_WORD = 14

# Controls would steer the terminal, and signs of direction reorder what stands around them.
_HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


class _Screen(Console):
    """A console that shows the control characters of data instead of obeying them."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print as rich does; only styles of this program reach the terminal as sequences."""
        super().print(*(harmless(each) if isinstance(each, str) else each for each in objects), **options)


class _Cells(Table):
    """A table whose cells show control characters instead of obeying them.

    Where the screen is too narrow for the words of its columns, each row becomes a block of lines: a word folded after every
    few letters cannot be read.
    """

    in_blocks = False
    """Whether it is shown so in any case."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the table, or its rows as blocks of lines."""
        cells = [[_plain(cell) for cell in (column.header, *column.cells)] for column in self.columns]
        least = sum(
            max(_least(text, whole=column.no_wrap) for text in texts) + 3
            for column, texts in zip(self.columns, cells, strict=True)
        )
        if least + 1 <= options.max_width and not self.in_blocks:
            for column, texts in zip(self.columns, cells, strict=True):
                column.min_width = max(
                    _least(text, whole=False) for text in texts
                )  # fold fractions, not words
            yield from super().__rich_console__(console, options)
            return
        heads, *rows = zip(*cells, strict=True)
        for first, *others in rows:
            yield Text(first)
            for head, text in zip(heads[1:], others, strict=True):
                if text.strip():
                    label = f"{' '.join(head.split())}: " if head.strip() else ""
                    yield Text(f"    {label}{', '.join(filter(None, text.splitlines()))}")

    def add_row(self, *cells: Any, **options: Any) -> None:
        """Add a row as rich does."""
        super().add_row(*(harmless(each) if isinstance(each, str) else each for each in cells), **options)


def _plain(cell: Any) -> str:
    return cell.plain if isinstance(cell, Text) else str(cell)


def _least(text: str, *, whole: bool) -> int:
    """Return the columns of a text that must not fold: a line or a word; a long word, such as a hash, may fold."""
    if whole:
        return max(map(cell_len, text.splitlines()), default=0)
    return max((min(cell_len(word), _LONGEST_WORD) for word in text.split()), default=0)


def harmless(text: str) -> str:
    """Replace every character that commands a terminal by its code point, such as ``U+001B``."""
    return _HIDDEN.sub(lambda match: f"U+{ord(match[0]):04X}", text)


# What foreign files name is data: neither markup nor the names of pictures.
screen = _Screen(highlight=False, soft_wrap=True, markup=False, emoji=False)
notes = _Screen(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)

ERROR = ExitCode.ERROR
JsonOption = Annotated[bool, typer.Option("--json")]

_COLORS = {Outcome.PASS: "bold green", Outcome.FAIL: "bold red", Outcome.INCONCLUSIVE: "bold yellow"}


def shown_standing(standing: Standing) -> Text:
    """Return a verdict with its qualifiers, or why there is none, in its color."""
    return Text(standing_words(standing), "bold" if standing.verdict is None else _COLORS[standing.verdict])


def rendered(shown: Line | Listing) -> Iterator[RenderableType]:
    """Yield what an act shows as the console takes it: controls of data harmless, verdicts in their colors."""
    if not isinstance(shown, Listing):
        yield _line(shown)
        return
    narrow = screen.width < shown.beside
    below = narrow and len(shown.heads) > 2
    listing = table(*(shown.heads[:-1] if below else shown.heads), whole=shown.whole)
    for row in shown.rows:
        listing.add_row(*map(_line, row[:-1] if below else row))
    listing.in_blocks = narrow and not below
    yield listing
    for first, *_, last in shown.rows if below else ():
        if last:
            stacked = ("; " if piece == "\n" else piece for piece in _pieces(last))
            yield _line(("  ", *_pieces(first), ": ", *stacked))


def _pieces(line: Line) -> tuple[Piece, ...]:
    return line if isinstance(line, tuple) else (line,)


def _line(line: Line) -> Text:
    if isinstance(line, tuple):
        return Text().join(map(_line, line))
    if isinstance(line, Standing):
        return shown_standing(line)
    if isinstance(line, Styled):
        return Text(harmless(line.text), line.style)
    return Text(harmless(line))


def table(*heads: str, whole: int = 1) -> _Cells:
    """Return a table that folds long words and never cuts one; the first columns are not wrapped at all."""
    cells = _Cells()
    for place, head in enumerate(heads):
        cells.add_column(head, overflow="fold", no_wrap=place < whole)
    return cells


def print_json(value: Any) -> None:
    """Write one JSON object to standard output, ASCII only, so that no console can spoil it.

    A reason becomes its code, its parameters and its sentence.
    """
    if sys.stdout is None:
        raise StorageError(Commands.OUTPUT_CLOSED())
    sys.stdout.write(json.dumps(as_values(value), indent=2) + "\n")
    sys.stdout.flush()
