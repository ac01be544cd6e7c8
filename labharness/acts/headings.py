"""Columns of what is listed: declared once, beside the act that lists it, for the command and for the window.

A column is a heading and what a row says below it, as a value or a marked text: the command and the window say it each in its own
words.  The command has room for few columns: those of a stack stand below each other in one cell.

Game files that cannot be read, named below a list that leaves them out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from labharness.acts.declaring import Line, Listing, Piece, tr
from labharness.language.catalog import say, sentences
from labharness.language.dates import brief
from labharness.language.template import words
from labharness.reason import Reason

Listed_contra = TypeVar("Listed_contra", contravariant=True)
Whole = TypeVar("Whole")
Cell = Piece | Reason | None
"""What a row says: a text that is data or is marked, perhaps in a style of the terminal, a standing, a reason, or nothing."""


@dataclass(frozen=True)
class ListHead(Generic[Listed_contra]):
    """A heading, and what a row says below it.

    Parameters
    ----------
    title
        Marked for translators.
    labeled
        Whether the command repeats the heading before the text, where that does not say by itself what it is.
    """

    title: str
    cell: Callable[[Listed_contra], Cell]
    labeled: bool = False

    def of(self, part: Callable[[Whole], Listed_contra]) -> ListHead[Whole]:
        """Return the same of rows of which something is such a row."""
        return ListHead(self.title, lambda row: self.cell(part(row)), self.labeled)


RUN = ListHead[Any](tr("Run"), lambda row: row.run)
PLAN = ListHead[Any](tr("Plan"), lambda row: row.plan)
VERDICT = ListHead[Any](tr("Verdict"), lambda row: row.standing)
ENDING = ListHead[Any](tr("Ending"), lambda row: words(row.ending).capitalize())
COMPUTER = ListHead[Any](tr("Computer"), lambda row: row.host)
DEVICE = ListHead[Any](tr("Device"), lambda row: row.device)

P, ADJUSTED, SHOWN_ONLY = tr("p"), tr("p, adjusted"), tr("For information")
"""What a p-value is called before and after Holm's correction, and a result that passes nothing."""


def when(utc: str) -> str:
    """Write a moment of a list, "" for none."""
    return brief(utc) if utc else ""


def listing(
    rows: Iterable[Whole],
    *columns: ListHead[Whole] | tuple[ListHead[Whole], ...],
    whole: int = 1,
    beside: int = 0,
) -> Listing:
    """Return the table of a command; columns in a tuple are a stack."""
    stacks = tuple(each if isinstance(each, tuple) else (each,) for each in columns)
    heads = (", ".join((stack[0].title, *(_within(each.title) for each in stack[1:]))) for stack in stacks)
    cells = (tuple(_below(stack, row) for stack in stacks) for row in rows)
    return Listing(tuple(heads), tuple(cells), whole, beside)


def _within(title: str) -> str:
    """Return a heading as it stands within a line; one of capitals keeps them."""
    return title if title[:2].isupper() else f"{title[:1].lower()}{title[1:]}"


def _below(stack: tuple[ListHead[Any], ...], row: object) -> Line:
    """Return the cell of a stack: a line for each of its columns that says something."""
    pieces: list[Piece] = []
    for each in stack:
        for piece in _piece(each, each.cell(row)):
            pieces += ["\n", piece] if pieces else [piece]
    return tuple(pieces) if len(pieces) > 1 else pieces[0] if pieces else ""


def _piece(heading: ListHead[Any], cell: Cell) -> Iterator[Piece]:
    piece = say(cell) if isinstance(cell, Reason) else cell
    if piece:
        yield f"{_within(heading.title)} {piece}" if heading.labeled else piece


REFUSED = 3
"""Exit code of what has mistakes."""


def left_out(_: object) -> Iterator[str]:
    """Name the game files that cannot be read and that a list leaves out."""
    from labharness.games.game import readable_games

    if errors := readable_games()[1]:
        for error in errors:
            yield from sentences(error)
        yield "The list above omits these files. Correct them; to check, run: labharness games check FILE"


def code_of_list(_: object) -> int:
    """Return the exit code of a list: an error where a game file cannot be read."""
    from labharness.games.game import readable_games

    return REFUSED if readable_games()[1] else 0
