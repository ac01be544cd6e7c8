"""One PDF from headings and sections: pages, footers, bookmarks and what the file says of itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf
from reportlab.platypus import BaseDocTemplate, CondPageBreak, Flowable, Frame, PageTemplate, Paragraph

from labharness.reporting.layout import Entry
from labharness.reporting.typography import (
    ACCENT,
    FRAME_WIDTH,
    MARGIN,
    MONO,
    OUTCOME_COLOURS,
    PAGE,
    QUIET,
    RULE,
    STRONG,
    TEXT,
    style,
    width,
)
from labharness.reporting.wording import markup, moment, plain

_FOOT = 60.0
_HEADING, _LEAST_BODY = 44.0, 86.0


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
    """

    title: str
    author: str
    subject: str
    number: str
    head: str
    warning: str
    made: str
    head_of: str = "Run head (SHA-256)"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn document and where its headings came to stand."""

    pdf: bytes
    entries: tuple[Entry, ...]
    pages: int


def heading(number: int, title: str, body: Sequence[Flowable]) -> list[Flowable]:
    """Return a numbered heading that becomes a bookmark and an entry of the contents.

    Parameters
    ----------
    body
        What follows; where it begins by asking for room, the heading asks for as much and its own.
    """
    asked = body[0].height if body and isinstance(body[0], CondPageBreak) else _LEAST_BODY
    made = Paragraph(markup(f"{number} {title}"), style("h1", spaceBefore=16))
    made.entry = plain(f"{number} {title}")
    return [CondPageBreak(_HEADING + asked), made]


def draw(
    imprint: Imprint, story: Callable[[tuple[Entry, ...]], list[Flowable]], titles: Sequence[str]
) -> bytes:
    """Draw a document whose contents and page count are known only once it has been drawn.

    Parameters
    ----------
    story
        Builds everything between the margins anew, from the contents.
    titles
        Headings in order, so that the contents take the same room before their pages are known.
    """
    drawn = Drawn(b"", tuple(Entry(title, 0) for title in titles), 0)
    for _ in range(4):
        before, drawn = drawn, _draw(imprint, story(drawn.entries), drawn.pages)
        if (before.entries, before.pages) == (drawn.entries, drawn.pages):
            break
    return _describe(drawn.pdf, imprint)


def _draw(imprint: Imprint, story: list[Flowable], pages: int) -> Drawn:
    entries: list[Entry] = []
    out = BytesIO()
    document = BaseDocTemplate(
        out,
        pagesize=PAGE,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        invariant=1,
        pageCompression=1,
        initialFontName=TEXT,
        lang="en-US",
        displayDocTitle=1,
    )

    def note(flowable: Any) -> None:
        if title := getattr(flowable, "entry", None):
            entries.append(Entry(title, document.page))
            document.canv.bookmarkPage(f"s{len(entries)}")
            document.canv.addOutlineEntry(title, f"s{len(entries)}", 0)

    document.afterFlowable = note
    frame = Frame(
        MARGIN,
        MARGIN + 14,
        FRAME_WIDTH,
        PAGE[1] - 2 * MARGIN - 14,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )
    document.addPageTemplates(
        PageTemplate("page", [frame], onPage=lambda canvas, _: _frame_page(canvas, imprint, pages))
    )
    document.build(story)
    return Drawn(out.getvalue(), tuple(entries), document.page)


def _frame_page(canvas: Any, imprint: Imprint, pages: int) -> None:
    right = PAGE[0] - MARGIN
    canvas.saveState()
    if imprint.warning:
        canvas.setFillColor(OUTCOME_COLOURS["FAIL"])
        canvas.setFont(STRONG, _fitting(imprint.warning, STRONG, 7.5, FRAME_WIDTH))
        canvas.drawString(MARGIN, PAGE[1] - MARGIN + 18, imprint.warning)
    canvas.setStrokeColor(RULE)
    canvas.setLineWidth(0.5)
    canvas.line(MARGIN, _FOOT + 10, right, _FOOT + 10)
    place = f"Page {canvas.getPageNumber()} of {pages}"
    canvas.setFillColor(ACCENT)
    canvas.setFont(STRONG, 7.5)
    canvas.drawRightString(right, _FOOT - 2, place)
    number = f"{imprint.title} {imprint.number}"
    room = FRAME_WIDTH - width(place, STRONG, 7.5) - 12
    canvas.setFont(TEXT, _fitting(number, TEXT, 7.5, room))
    canvas.drawString(MARGIN, _FOOT - 2, number)
    canvas.setFillColor(QUIET)
    canvas.setFont(TEXT, 6.8)
    canvas.drawString(MARGIN, _FOOT - 13, imprint.head_of)
    canvas.setFont(MONO, 6.8)
    canvas.drawRightString(right, _FOOT - 13, imprint.head)
    canvas.restoreState()


def _fitting(text: str, font: str, size: float, room: float) -> float:
    """Return the size at which a line fits, ``size`` at most: a footer is never cut off."""
    return min(size, size * room / max(width(text, font, size), 1.0))


def _describe(pdf: bytes, imprint: Imprint) -> bytes:
    """Set what the file says of itself; dates and identifiers come from the record alone."""
    date = moment(imprint.made).strftime("D:%Y%m%d%H%M%S+00'00'")
    said = {
        "/Title": plain(f"{imprint.title} {imprint.number}"),
        "/Author": plain(imprint.author),
        "/Subject": plain(imprint.subject),
        "/Keywords": imprint.head,
        "/Creator": "labharness",
        "/CreationDate": date,
        "/ModDate": date,
    }
    out = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as file:
        file.trailer["/Info"] = file.make_indirect(pikepdf.Dictionary(said))
        del file.trailer["/ID"]
        file.save(out, deterministic_id=True)
    return out.getvalue()
