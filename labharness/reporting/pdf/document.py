"""One PDF from headings and sections: pages, footers, bookmarks and what the file says of itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate

from labharness.language.dates import moment
from labharness.reporting.layout import WATERMARK, LayoutEntry
from labharness.reporting.pdf.archive import UNDECLARED, About, Declared, archival
from labharness.reporting.pdf.flow import Heading, NumberedCanvas, kept
from labharness.reporting.typography import (
    ACCENT,
    FRAME_BOTTOM,
    FRAME_HEIGHT,
    FRAME_WIDTH,
    MARGIN,
    MONO,
    OUTCOME_COLORS,
    PAGE,
    QUIET,
    RULE,
    STRONG,
    TEXT,
    width,
)
from labharness.reporting.wording import plain

_FOOT = 60.0
_HUGE, _FAINT = 96.0, 0.13
"""Size of the watermark, and how much of it shows over what it crosses."""
_LEAST_SIZE = 5.0
"""A line above or below a page is shortened rather than set smaller; the first page says it in full."""


@dataclass(frozen=True, slots=True)
class Imprint:
    """What stands on every page, and what the file says of itself.

    Parameters
    ----------
    number
        The report's number.
    head
        Hash that the report is about, 64 hex digits.
    warning
        Loud line on top of every page, or "".
    made
        The document's date: that of the record, never of the clock.
    head_of
        What the hash is of, as the footer says it.
    declared
        What the file declares to programs.
    """

    title: str
    author: str
    subject: str
    number: str
    head: str
    warning: str
    made: str
    head_of: str = "Run head (SHA-256)"
    declared: Declared = UNDECLARED


def heading(number: int | str, title: str) -> list[Flowable]:
    """Return a numbered heading that becomes a bookmark, and an entry of the contents that lead to it.

    Parameters
    ----------
    number
        ``7`` for a section, ``"7.2"`` for a part of one, whose bookmark is nested in that of the section.
    """
    return [Heading.of(LayoutEntry(f"{number} {title}"))]


def draw(
    imprint: Imprint, story: Callable[[tuple[LayoutEntry, ...]], list[Flowable]], titles: Sequence[str]
) -> bytes:
    """Draw a document.

    Parameters
    ----------
    story
        Builds everything between the margins from the entries of the contents.
    titles
        Headings that the contents list, in order, with their numbers: ``7 Results``, ``7.2 Overview``.
    """
    return _describe(_draw(imprint, story(tuple(map(LayoutEntry, titles)))), imprint)


def _draw(imprint: Imprint, story: list[Flowable]) -> bytes:
    out = BytesIO()
    document = BaseDocTemplate(
        out,
        pagesize=PAGE,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        invariant=1,
        pageCompression=0,  # the file is compressed once it is whole
        initialFontName=TEXT,
        lang="en-US",
        displayDocTitle=1,
    )
    frame = Frame(
        MARGIN,
        FRAME_BOTTOM,
        FRAME_WIDTH,
        FRAME_HEIGHT,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )
    document.addPageTemplates(
        PageTemplate(
            "page",
            [frame],
            onPage=lambda canvas, _: _frame_page(canvas, imprint),
            onPageEnd=lambda canvas, _: _watermark(canvas) if imprint.declared.specimen else None,
        )
    )
    document.build(kept(story), canvasmaker=NumberedCanvas)
    return out.getvalue()


def _frame_page(canvas: Any, imprint: Imprint) -> None:
    right = PAGE[0] - MARGIN
    canvas.saveState()
    if imprint.warning:
        canvas.setFillColor(OUTCOME_COLORS["FAIL"])
        warning, size = _fitting(plain(imprint.warning), STRONG, 7.5, FRAME_WIDTH)
        canvas.setFont(STRONG, size)
        canvas.drawString(MARGIN, PAGE[1] - MARGIN + 18, warning)
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.5)
    canvas.line(MARGIN, _FOOT + 10, right, _FOOT + 10)
    canvas.saveState()
    canvas.translate(right, _FOOT - 2)
    room = FRAME_WIDTH - canvas.number_here() - 12
    canvas.restoreState()
    number, size = _fitting(plain(f"{imprint.title} {imprint.number}"), TEXT, 7.5, room)
    canvas.setFillColor(ACCENT)
    canvas.setFont(TEXT, size)
    canvas.drawString(MARGIN, _FOOT - 2, number)
    canvas.setFillColor(QUIET)
    canvas.setFont(TEXT, 6.8)
    canvas.drawString(MARGIN, _FOOT - 13, imprint.head_of)
    canvas.setFont(MONO, 6.8)
    canvas.drawRightString(right, _FOOT - 13, imprint.head)
    canvas.restoreState()


def _watermark(canvas: Any) -> None:
    """Set the word across the page and over all that stands on it, so that no part of it can be taken for a report's."""
    canvas.saveState()
    canvas.setFillColor(OUTCOME_COLORS["FAIL"])
    canvas.setFillAlpha(_FAINT)
    canvas.setFont(STRONG, _HUGE)
    canvas.translate(PAGE[0] / 2, PAGE[1] / 2)
    canvas.rotate(52)
    for across in (-1, 0, 1):
        canvas.drawCentredString(0, across * 2.1 * _HUGE - _HUGE / 3, WATERMARK)
    canvas.restoreState()


def _fitting(text: str, font: str, size: float, room: float) -> tuple[str, float]:
    """Return a line, and the size at which it fits, ``size`` at most."""
    result = size * room / max(width(text, font, size), 1.0)
    if result >= _LEAST_SIZE:
        return text, min(size, result)
    shown = len(text)
    while width(f"{text[:shown]} …", font, _LEAST_SIZE) > room:
        shown = min(shown - 1, int(shown * room / width(text[:shown], font, _LEAST_SIZE)))
    return f"{text[:shown]} …", _LEAST_SIZE


def _describe(pdf: bytes, imprint: Imprint) -> bytes:
    """Make a file to keep; dates and identifiers come from the record alone."""
    about = About(
        title=plain(f"{imprint.title} {imprint.number}"),
        author=plain(imprint.author),
        subject=plain(imprint.subject),
        keywords=imprint.head,
        made=moment(imprint.made),
        declared=imprint.declared,
    )
    return archival(pdf, about)
