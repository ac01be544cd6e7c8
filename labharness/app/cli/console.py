"""How commands speak: tables for people, JSON for programs, one sentence for errors."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from labharness.errors import PlanError, StorageError
from labharness.language.catalog import sentences
from labharness.language.values import as_values
from labharness.model.reasons.command import Commands
from labharness.model.results import Ending, Outcome

# Controls would steer the terminal, and signs of direction reorder what stands around them.
_HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


class _Screen(Console):
    """A console that shows the control characters of data instead of obeying them."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print as rich does; only styles of this program reach the terminal as sequences."""
        super().print(*(harmless(each) if isinstance(each, str) else each for each in objects), **options)


class _Cells(Table):
    """A table whose cells show control characters instead of obeying them."""

    def add_row(self, *cells: Any, **options: Any) -> None:
        """Add a row as rich does."""
        super().add_row(*(harmless(each) if isinstance(each, str) else each for each in cells), **options)


def harmless(text: str) -> str:
    """Replace every character that commands a terminal by its code point, such as ``U+001B``."""
    return _HIDDEN.sub(lambda match: f"U+{ord(match[0]):04X}", text)


# What foreign files name is data: neither markup nor the names of pictures.
screen = _Screen(highlight=False, soft_wrap=True, markup=False, emoji=False)
notes = _Screen(stderr=True, highlight=False, soft_wrap=True, markup=False, emoji=False)

PASSED, FAILED, INCONCLUSIVE, ERROR = 0, 1, 2, 3

WorkspaceOption = Annotated[
    Path,
    typer.Option(
        "--workspace", "-w", envvar="LABHARNESS_WORKSPACE", help="Folder made by 'labharness init'."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
DEFAULT_WORKSPACE = Path("~/labharness-workspace")

COLORS = {Outcome.PASS: "bold green", Outcome.FAIL: "bold red", Outcome.INCONCLUSIVE: "bold yellow"}


def exit_code(outcome: Outcome, ending: Ending | None) -> int:
    """Return the exit code of a run: 0 pass, 1 fail, 2 inconclusive, 3 error."""
    if outcome is Outcome.FAIL:
        return FAILED
    if ending is Ending.ERROR:
        return ERROR
    return PASSED if outcome is Outcome.PASS else INCONCLUSIVE


def table(*heads: str, whole: int = 1) -> Table:
    """Return a table that folds long words and never cuts one; the first columns are not wrapped at all."""
    made = _Cells()
    for place, head in enumerate(heads):
        made.add_column(head, overflow="fold", no_wrap=place < whole)
    return made


def print_json(value: Any) -> None:
    """Write one JSON object to standard output, ASCII only, so that no console can spoil it.

    A reason becomes its code, its parameters and its sentence.
    """
    if sys.stdout is None:
        raise StorageError(Commands.OUTPUT_CLOSED())
    sys.stdout.write(json.dumps(as_values(value), indent=2) + "\n")
    sys.stdout.flush()


@contextmanager
def working(text: str, *, quiet: bool) -> Iterator[None]:
    """Show that something takes a while."""
    if quiet:
        yield
        return
    with notes.status(text):
        yield


def print_mistakes(error: PlanError, *, as_json: bool) -> int:
    """Print every mistake of a file that was asked about, and return the exit code of an error."""
    if as_json:
        print_json({"good": False, "problems": error.reasons})
    else:
        for problem in sentences(error):
            screen.print(problem)
    return ERROR
