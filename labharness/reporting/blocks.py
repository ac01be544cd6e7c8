"""What sections are made of: paragraphs, facts, tables and panels, all in one hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, TypeAlias

from reportlab.lib.colors import Color
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, Paragraph, Spacer, Table, TableStyle

from labharness.reporting.typography import (
    ACCENT,
    FRAME_WIDTH,
    INK,
    OUTCOME_COLOURS,
    RULE,
    TEXT,
    WASH,
    style,
)
from labharness.reporting.wording import markup

Cell: TypeAlias = "Flowable | list[Flowable] | str"
"""A cell: text from anywhere, made harmless, or something drawn already."""

NONE = "None."
_ROOM = 76.0
"""A heading needs this much room below it, or begins a new page."""


def paragraph(text: object, kind: str = "body") -> Flowable:
    """Set text from anywhere; what reads like markup is printed as it stands."""
    return Paragraph(markup(text), style(kind))


def rich(text: str, kind: str = "body") -> Flowable:
    """Set text that holds markup of our own; whatever came from outside went through ``markup``."""
    return Paragraph(text, style(kind))


def stacked(*texts: object, kind: str = "cell") -> Flowable:
    """Set texts from anywhere below each other; no line end of their own does that."""
    return Paragraph("<br/>".join(markup(text) for text in texts), style(kind))


def subheading(text: object) -> list[Flowable]:
    """Return a heading within a section; it never stands alone at the end of a page."""
    return [CondPageBreak(_ROOM), Paragraph(markup(text), style("h2"))]


def bullets(texts: Sequence[object], kind: str = "bullet") -> list[Flowable]:
    """Set each text as one point, or say that there is none."""
    if not texts:
        return [paragraph(NONE)]
    return [Paragraph(markup(text), style(kind), bulletText="–") for text in texts]


def digest(text: str) -> Flowable:
    """Set a hash in full: lines of 64 digits, none of them broken."""
    parts = [markup(text[place : place + 64], mono=True) for place in range(0, len(text), 64)]
    return Paragraph("<br/>".join(parts), style("hash"))


def mono(text: object) -> Flowable:
    """Set a name or a command exactly as it is spelled."""
    return Paragraph(markup(text, mono=True), style("mono"))


def coloured(text: object, colour: Color, kind: str) -> Flowable:
    """Set text in a colour of its own."""
    return Paragraph(markup(text), style(kind, textColor=colour))


def outcome_word(outcome: str, kind: str = "word") -> Flowable:
    """Set an outcome in its colour."""
    return coloured(outcome, OUTCOME_COLOURS.get(outcome, INK), kind)


def facts(rows: Sequence[tuple[str, Cell]], label_width: float = 118) -> Flowable:
    """Set labels and what they stand for, one below the other."""
    data = [[_cell(label, "label"), _cell(value, "cell")] for label, value in rows]
    return _table(
        data,
        [label_width, FRAME_WIDTH - label_width],
        [("LINEBELOW", (0, 0), (-1, -1), 0.4, RULE), ("LEFTPADDING", (0, 0), (0, -1), 0)],
    )


def table(
    head: Sequence[str], rows: Sequence[Sequence[Cell]], widths: Sequence[float], numbers: str = ""
) -> Flowable:
    """Set a table whose head is repeated on every page that it runs over.

    Parameters
    ----------
    widths
        Shares of the width between the margins.
    numbers
        One letter for each column, ``r`` where it holds numbers, anything else for text.
    """
    right = [index < len(numbers) and numbers[index] == "r" for index in range(len(head))]
    data = [[_cell(text, "number-head" if right[i] else "head") for i, text in enumerate(head)]]
    data += [[_cell(cell, "number" if right[i] else "cell") for i, cell in enumerate(row)] for row in rows]
    scale = FRAME_WIDTH / sum(widths)
    rules = [
        ("LINEBELOW", (0, 0), (-1, 0), 0.9, ACCENT),
        ("LINEBELOW", (0, 1), (-1, -1), 0.4, RULE),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
    ]
    return _table(data, [share * scale for share in widths], rules, repeatRows=1)


def paired(
    head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[float], numbers: str
) -> Flowable:
    """Set a table of few narrow columns as two halves side by side; the left one reads first."""
    half = (len(rows) + 1) // 2
    blank = [""] * len(head)
    both = [[*left, "", *right] for left, right in zip_longest(rows[:half], rows[half:], fillvalue=blank)]
    gutter = sum(widths) / 8
    return table([*head, "", *head], both, [*widths, gutter, *widths], f"{numbers}l{numbers}")


def panel(content: Sequence[Flowable], colour: Color, *, filled: bool = False) -> Flowable:
    """Set something in a box with a heavy left edge, or on a filled ground."""
    return _table(
        [[list(content)]],
        [FRAME_WIDTH],
        [
            ("BACKGROUND", (0, 0), (-1, -1), colour if filled else WASH),
            ("LINEBEFORE", (0, 0), (0, -1), 5, colour, "butt"),
            ("LEFTPADDING", (0, 0), (-1, -1), 16),
            ("RIGHTPADDING", (0, 0), (-1, -1), 14),
            ("TOPPADDING", (0, 0), (-1, -1), 9),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 8),
        ],
    )


def together(title: object, content: Sequence[Flowable]) -> Flowable:
    """Set a heading and what belongs to it on one page, where one page can hold it."""
    return KeepTogether([Paragraph(markup(title), style("h2")), *content])


def room_for(height: float) -> Flowable:
    """Begin a new page unless so much room is left on this one."""
    return CondPageBreak(height)


def gap(points: float = 8) -> Flowable:
    """Leave room."""
    return Spacer(1, points)


def _cell(content: Cell, kind: str) -> Flowable:
    return Paragraph(markup(content), style(kind)) if isinstance(content, str) else content


def _table(data: Any, widths: Sequence[float], rules: Sequence[tuple[Any, ...]], **options: Any) -> Flowable:
    # A row higher than a page is split inside, so that nothing is ever cut off.
    made = Table(data, colWidths=list(widths), splitInRow=1, hAlign="LEFT", spaceAfter=10, **options)
    padding = [("TOPPADDING", (0, 0), (-1, -1), 3), ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5)]
    # Cells hold paragraphs, but a table names its own default font all the same, and that is not embedded.
    plain = [("FONTNAME", (0, 0), (-1, -1), TEXT), ("VALIGN", (0, 0), (-1, -1), "TOP")]
    made.setStyle(TableStyle([*plain, *padding, *rules]))
    return made
