"""What sections are made of: paragraphs, facts, tables and panels, all in one hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, TypeAlias

from reportlab.lib.colors import Color
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, Spacer

from labharness.language.numbers import number
from labharness.language.standings import standing_words
from labharness.model.results import Standing
from labharness.reporting.fitting import fitting, rest
from labharness.reporting.layout import LayoutEntry
from labharness.reporting.pdf.flow import PageOf
from labharness.reporting.rows import Look, TableRows, Words
from labharness.reporting.typography import FRAME_WIDTH, INK, OUTCOME_COLORS, WASH, markup, style

Cell: TypeAlias = "Flowable | list[Flowable] | str | float | None"
"""A cell: text from anywhere, made harmless, a number or none, or something drawn already."""
Rows: TypeAlias = "list[list[Cell]]"
Facts: TypeAlias = "list[tuple[str, Cell]]"

NONE = "None."
_PANEL = Look(top=9, bottom=8, outer=(16, 14), rules=False)
_DENSE = Look(top=1.0, bottom=1.5)
_LINES = Look(top=0.5, bottom=0.5, rules=False)
_HEX = frozenset("0123456789abcdefABCDEF")
_ONE_COLUMN = 90
"""More entries of the contents than these are set in one column, which may run over several pages."""
_LOOSE = 50
"""More entries than these stand closer, so that the contents are one page."""
_BESIDE = 10
"""So many short points are set in two columns."""
_SHORT = 60
"""Characters of a point that fits half a line."""
_BLOCK = 90
"""So many points make one block of two columns, which a page can hold."""


def paragraph(text: object, kind: str = "body") -> Flowable:
    """Set text from anywhere; what reads like markup is printed as it stands."""
    return Words(markup(text), style(kind))


def rich(text: str, kind: str = "body") -> Flowable:
    """Set text that holds markup of our own; whatever came from outside went through ``markup``."""
    return Words(text, style(kind))


def stacked(*texts: object, kind: str = "cell") -> Flowable:
    """Set texts from anywhere below each other; no line end of their own does that."""
    return Words("<br/>".join(markup(text) for text in texts), style(kind))


def subheading(text: object) -> list[Flowable]:
    """Return a heading within a section; it never stands alone at the end of a page."""
    return [Words(markup(text), style("h2"))]


def bullets(texts: Sequence[object], kind: str = "bullet") -> list[Flowable]:
    """Set each text as one point, or say that there is none."""
    if not texts:
        return [paragraph(NONE)]
    return [Words(markup(text), style(kind), bulletText="–") for text in texts]


class Nothing(Words):
    """What a run says where it has nothing to show; a report of many runs says it once for all of them."""

    said = ""


def nothing(text: str) -> Flowable:
    """Say that a run has nothing to show."""
    result = Nothing(markup(text), style("body"))
    result.said = text
    return result


def points(texts: Sequence[str]) -> list[Flowable]:
    """Set points in small type, many short ones at their end in two columns; the left one reads first."""
    first = max((place for place, text in enumerate(texts, 1) if len(text) > _SHORT), default=0)
    if len(texts) - first < _BESIDE:
        return bullets(texts, "detail")
    flowables = bullets(texts[:first], "detail") if first else []
    for start in range(first, len(texts), _BLOCK):
        block = texts[start : start + _BLOCK]
        half = (len(block) + 1) // 2
        pairs = zip_longest(block[:half], block[half:])
        cells = [[bullets([each], "detail") if each is not None else [] for each in pair] for pair in pairs]
        flowables.append(TableRows([FRAME_WIDTH / 2, FRAME_WIDTH / 2], (), cells, _LINES))
    return flowables


def digest(text: str) -> Flowable:
    """Set a hash in full: lines of 64 digits, none of them broken."""
    if not _HEX.issuperset(text):
        return mono(text)
    return Words("<br/>".join(text[place : place + 64] for place in range(0, len(text), 64)), style("hash"))


def hashed(text: object, sha256: str, kind: str = "label") -> list[Flowable]:
    """Return what a hash is of, and below it the hash."""
    return [paragraph(text, kind), digest(sha256)]


def program(lines: Sequence[str]) -> Flowable:
    """Set the lines of a program, with the spaces at their beginning."""
    bare = [line.lstrip() for line in lines]
    before = ("\N{NO-BREAK SPACE}" * (len(line) - len(text)) for line, text in zip(lines, bare, strict=True))
    texts = "<br/>".join(space + markup(text, mono=True) for space, text in zip(before, bare, strict=True))
    return Words(texts, style("mono"))


def mono(text: object) -> Flowable:
    """Set a name or a command exactly as it is spelled."""
    return Words(markup(text, mono=True), style("mono"))


def colored(text: object, color: Color, kind: str) -> Flowable:
    """Set text in a color of its own."""
    return Words(markup(text), style(kind, textColor=color))


def standing_word(standing: Standing, kind: str = "word") -> Flowable:
    """Set a verdict with its qualifiers, or why there is none, in its color."""
    color = INK if standing.verdict is None else OUTCOME_COLORS[standing.verdict.value]
    return colored(standing_words(standing), color, kind)


def outcome_word(outcome: str, kind: str = "word") -> Flowable:
    """Set an outcome in its color."""
    return colored(outcome, OUTCOME_COLORS.get(outcome, INK), kind)


def facts(rows: Sequence[tuple[str, Cell]], label_width: float = 118, *, dense: bool = False) -> Flowable:
    """Set labels and what they stand for, one below the other."""
    cells = [[_cell(label, "label"), _cell(value, "cell")] for label, value in rows]
    return TableRows([label_width, FRAME_WIDTH - label_width], (), cells, _DENSE if dense else Look())


def table(
    head: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    widths: Sequence[float],
    numbers: str = "",
    *,
    dense: bool = False,
) -> Flowable:
    """Set a table whose head is repeated on every page that it runs over.

    Parameters
    ----------
    widths
        Shares of the width between the margins.
    numbers
        One letter for each column, ``r`` where it holds numbers, anything else for text.
    dense
        Whether it is one to look things up in: small type, narrow rows.
    """
    text, figure_ = ("fine", "fine-number") if dense else ("cell", "number")
    right = [index < len(numbers) and numbers[index] == "r" for index in range(len(head))]
    top = [_cell(title, "number-head" if right[i] else "head") for i, title in enumerate(head)]
    cells = [[_cell(cell, figure_ if right[i] else text) for i, cell in enumerate(row)] for row in rows]
    scale = FRAME_WIDTH / sum(widths)
    return TableRows([share * scale for share in widths], top, cells, _DENSE if dense else Look())


def brief_table(
    things: Sequence[Any],
    room: float,
    left_out: tuple[str, str],
    head: Sequence[str],
    widths: Sequence[float],
    row: Callable[[Any], Sequence[Cell]],
    *,
    dense: bool = False,
) -> list[Flowable]:
    """Return a table of as many things as fit the room.

    Parameters
    ----------
    left_out
        What the things are and where the others are, see :func:`~labharness.reporting.fitting.more`.
    row
        Returns the cells of a thing.
    """

    def draw(shown: Sequence[Any], left: int) -> list[Flowable]:
        tables = [table(head, list(map(row, shown)), widths, dense=dense)] if shown else []
        return [*tables, *rest(left, *left_out)]

    return fitting(things, room, draw)


def paired(
    head: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    widths: Sequence[float],
    numbers: str,
    *,
    dense: bool = False,
) -> Flowable:
    """Set a table of few narrow columns as two halves side by side; the left one reads first."""
    half = (len(rows) + 1) // 2
    blank: list[Cell] = [""] * len(head)
    both = [[*left, "", *right] for left, right in zip_longest(rows[:half], rows[half:], fillvalue=blank)]
    gutter = sum(widths) / 8
    return table([*head, "", *head], both, [*widths, gutter, *widths], f"{numbers}l{numbers}", dense=dense)


def contents(entries: Sequence[LayoutEntry]) -> Flowable:
    """Set headings, each a link, with the numbers of their pages."""
    rows: list[list[Cell]] = [[_link(entry), PageOf(entry)] for entry in entries]
    if len(rows) > _ONE_COLUMN:
        return table(("Section", "Page"), rows, (87, 7), "lr")
    return paired(("Section", "Page"), rows, (40, 7), "lr", dense=len(rows) > _LOOSE)


def _link(entry: LayoutEntry) -> Flowable:
    text = f'<a href="#{markup(entry.key)}">{markup(entry.title)}</a>'
    return Words(text, style("cell", leftIndent=12 * (entry.level - 1)))


def panel(content: Sequence[Flowable], color: Color, *, filled: bool = False) -> Flowable:
    """Set something in a box with a heavy left edge, or on a filled ground."""
    look = replace(_PANEL, ground=color if filled else WASH, edge=color)
    return TableRows([FRAME_WIDTH], (), [[list(content)]], look)


def together(title: object, content: Sequence[Flowable]) -> Flowable:
    """Set a heading and what belongs to it on one page, where one page can hold it."""
    return KeepTogether([Words(markup(title), style("h2")), *content])


def figure(title: object, drawing: Flowable, caption: object) -> Flowable:
    """Set a drawing between its title and its caption, all on one page."""
    return together(title, [drawing, gap(4), paragraph(caption, "caption")])


def room_for(height: float) -> Flowable:
    """Begin a new page unless so much room is left on this one."""
    return CondPageBreak(height)


def gap(points: float = 8) -> Flowable:
    """Leave room."""
    return Spacer(1, points)


def _cell(content: Cell, kind: str) -> list[Flowable]:
    if content is None or isinstance(content, str | float | int):
        text = content if isinstance(content, str) else number(content)
        return [Words(markup(text), style(kind))]
    return content if isinstance(content, list) else [content]
