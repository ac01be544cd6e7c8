"""What a report shows, read from the rows and words that its sections return; nothing is drawn.

Use this wherever a test asks what a report says. Only tests of the paper itself (page breaks, fonts, PDF/A,
signatures) read PDFs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from unittest import mock

from reportlab.graphics.shapes import Drawing, Group, String
from reportlab.platypus import KeepTogether, Table

from labharness.reporting import build
from labharness.reporting.layout import LayoutEntry
from labharness.reporting.pdf.flow import Heading, Imprint, draw
from labharness.reporting.rows import Noted, TableRows, Words
from labharness.reporting.typography import OUTCOME_COLORS

_RED = OUTCOME_COLORS["FAIL"]
_CHANGING = re.compile(r"\b[0-9a-f]{64}\b|(?<=ledger\.jsonl \| )[\d,]+")


@dataclass(frozen=True)
class Shown:
    """A report before it is drawn.

    Parameters
    ----------
    imprint
        What stands on every page.
    story
        Everything between the margins.
    """

    imprint: Imprint
    story: list[Any]

    @cached_property
    def text(self) -> str:
        """All words in reading order, white space as one blank."""
        return spaced(said(self.story))

    @cached_property
    def parts(self) -> list[str]:
        """The text before the first numbered section, and that of each section."""
        starts = [
            0,
            *(
                at
                for at, value in enumerate(self.story)
                if isinstance(value, Heading) and value.entry.level == 1
            ),
        ]
        ends = [*starts[1:], len(self.story)]
        return [spaced(said(self.story[start:end])) for start, end in zip(starts, ends, strict=True)]

    @cached_property
    def lines(self) -> str:
        """What stands on every page, then each paragraph and each row of a table as a line; what is loud begins with "!".

        Hashes and sizes are left out that change with every field of a record.
        """
        of = self.imprint
        first = f"{of.title} | {of.subject} | {of.number} | {of.warning} | {of.made}"
        return _CHANGING.sub("…", "\n".join([first, *_lines(self.story)]))

    def rows(self, *widths: float) -> list[list[str]]:
        """Return the rows of all tables whose columns have these shares of the width, heads included."""
        return [
            [spaced(said(cell)) for cell in row]
            for table in _tables(self.story)
            if _shares(table._widths) == _shares(widths)
            for row in _rows(table)
        ]


def shown(make: Callable[..., bytes], *arguments: Any, **named: Any) -> Shown:
    """Return what a report shows that a function builds, such as ``build_dossier``; it is not drawn."""
    result: list[Shown] = []
    with _kept(result, lambda *_: b""):
        make(*arguments, **named)
    (only,) = result
    return only


def drawn(make: Callable[..., Any], *arguments: Any, **named: Any) -> tuple[Any, Shown]:
    """Return what a function returns that builds and draws a report, and what that report shows."""
    result: list[Shown] = []
    with _kept(result, draw):
        built = make(*arguments, **named)
    return built, result[-1]


@contextmanager
def _kept(result: list[Shown], instead: Callable[..., bytes]) -> Iterator[None]:
    def keep(
        imprint: Imprint, story: Callable[[tuple[LayoutEntry, ...]], list[Any]], titles: Sequence[str]
    ) -> bytes:
        result.append(Shown(imprint, story(tuple(map(LayoutEntry, titles)))))
        return instead(imprint, story, titles)

    with mock.patch.object(build, "draw", keep):
        yield


def said(things: Iterable[Any]) -> Iterator[str]:
    """Yield the words of what sections return, piece by piece."""
    for each in things:
        if isinstance(each, str):
            yield each
        elif isinstance(each, Words):
            yield from _words(each)
        elif isinstance(each, Drawing | Group):
            yield from said(each.contents)
        elif isinstance(each, String):
            yield each.text
        else:
            yield from said(_within(each))


def spaced(pieces: Iterable[str]) -> str:
    """Return pieces of text as one line."""
    return " ".join(" ".join(pieces).split())


def _lines(things: Iterable[Any], mark: str = "") -> Iterator[str]:
    for each in things:
        if isinstance(each, TableRows) and len(each._widths) > 1:
            for row in _rows(each):
                loud = mark or _mark(part for cell in row for part in cell)
                yield f"{loud}{' | '.join(spaced(said(cell)) for cell in row)}"
        elif isinstance(each, Words | Drawing):
            if words := spaced(said([each])):
                yield f"{mark or _mark([each])}{words}"
        else:
            filled = isinstance(each, TableRows) and each._look.ground == each._look.edge == _RED
            yield from _lines(_within(each), "! " if filled else mark)


def _mark(things: Iterable[Any]) -> str:
    return "! " if any(isinstance(each, Words) and each.style.textColor == _RED for each in things) else ""


def _words(words: Words) -> Iterator[str]:
    if words.bulletText:
        yield (
            words.bulletText
            if isinstance(words.bulletText, str)
            else "".join(frag.text for frag in words.bulletText)
        )
    if any(getattr(frag, "lineBreak", False) for frag in words.frags):
        yield "".join("\n" if getattr(frag, "lineBreak", False) else frag.text for frag in words.frags)
    else:
        yield words.getPlainText()


def _within(value: Any) -> list[Any]:
    if isinstance(value, TableRows):
        return [each for row in _rows(value) for cell in row for each in cell]
    if isinstance(value, KeepTogether):
        return list(value._content)
    if isinstance(value, Table):
        return [each for row in value._cellvalues for cell in row for each in _listed(cell)]
    return [value._rows, value._note] if isinstance(value, Noted) else []


def _listed(cell: Any) -> list[Any]:
    return list(cell) if isinstance(cell, list | tuple) else [cell]


def _tables(things: Iterable[Any]) -> Iterator[TableRows]:
    for each in things:
        if isinstance(each, TableRows):
            yield each
        yield from _tables(_within(each))


def _rows(table: TableRows) -> Iterator[Any]:
    if table._head is not None:
        yield table._head.cells
    yield from (row.cells for row in table._rows[table._first : table._last])


def _shares(widths: Iterable[float]) -> list[float]:
    each = list(widths)
    return [round(entry / sum(each), 6) for entry in each]
