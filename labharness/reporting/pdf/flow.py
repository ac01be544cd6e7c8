"""Headings stay with what they head, and what belongs together stands on one page where one can hold it.

A heading asks for the room that the beginning of what follows needs; a banner for that of the text below it; the
last two points of a list for that of both.  A table keeps its own rows together, see :mod:`.rows`, and the note
below it.

Page numbers that are known only once the last page is drawn, so that one drawing is enough.

A page shows such a number as a form: the page says where it stands, the end of the drawing says what it is.

How many pages a file has.

One PDF from headings and sections: pages, footers, bookmarks and what the file says of itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import pikepdf
from reportlab.graphics.shapes import Drawing
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    PageBreak,
    PageTemplate,
    Spacer,
    Table,
)

from labharness.language.dates import moment
from labharness.reporting.layout import WATERMARK, LayoutEntry
from labharness.reporting.pdf.archive import UNDECLARED, About, Declared, archival
from labharness.reporting.rows import Noted, TableRows, Words
from labharness.reporting.typography import (
    ACCENT,
    FRAME_BOTTOM,
    FRAME_HEIGHT,
    FRAME_WIDTH,
    INK,
    MARGIN,
    MONO,
    OUTCOME_COLORS,
    PAGE,
    QUIET,
    RULE,
    STRONG,
    TEXT,
    markup,
    plain,
    style,
    width,
)

_RANKS = {"h1": 1, "h1-within": 2, "h2": 3}
HEADINGS = frozenset(_RANKS)
"""Styles of which no page ends with one."""
_NOTES = frozenset({"quiet", "caption"})
"""Styles of what explains something else and is nothing of its own."""
_ENOUGH = 75.0
"""So much text is enough below a heading; after less of it, what follows belongs to its beginning."""
_TABLE = 120.0
"""Room for the beginning of a table of another kind."""
_NOTE = 60.0
"""A note of this height at most is kept with the end of its table."""
_PARTED = FRAME_HEIGHT / 2
"""What is higher and has no drawing may be parted, or it would leave too much of a page empty."""
_FAR = 12
"""So many things after a heading are looked at."""


class _Block(CondPageBreak):  # type: ignore[misc]  # the library has no types
    """The room of what stands together from here, 0 where it may be parted; and the rank of its heading."""

    def __init__(self, height: float, rank: int = 0) -> None:
        super().__init__(height)
        self.rank = rank


def kept(story: Sequence[Flowable]) -> list[Flowable]:
    """Return a story in which each thing asks for its own room and for that of what may not be parted from it."""
    things = list(_noted(list(flat(story))))
    flowables: list[Flowable] = []
    for place, thing in enumerate(things):
        if isinstance(thing, _Block) and not thing.height:
            continue
        if (room := _room(things, place)) > 0:
            flowables.append(CondPageBreak(min(room, FRAME_HEIGHT)))
        flowables.append(thing)
    return flowables


def flat(story: Iterable[Any]) -> Iterator[Any]:
    """Yield things one after another, the room of those that stand together before the first of them."""
    for each in story:
        if isinstance(each, KeepTogether):
            content = list(each._content)  # noqa: SLF001  the library offers no other way to it
            whole, most = _total(content), FRAME_HEIGHT if any(map(_drawn, content)) else _PARTED
            yield _Block(whole if whole <= most else 0.0, _rank(content[0]) if content else 0)
            yield from flat(content)
        elif isinstance(each, CondPageBreak):
            yield _Block(float(each.height))
        else:
            yield each


def _noted(things: Sequence[Any]) -> Iterator[Any]:
    """Yield things, a table and the note below it as one."""
    rest = iter(range(len(things)))
    for place in rest:
        thing, after = things[place], things[place + 1] if place + 1 < len(things) else None
        if (
            type(thing) is TableRows
            and not _is_panel(thing)
            and _name(after) in _NOTES
            and _high(after) <= _NOTE
        ):
            next(rest)
            yield Noted(thing, after)
        else:
            yield thing


def _room(things: Sequence[Any], place: int) -> float:
    """Return the room without which something does not begin on a page, 0 where it looks after that itself."""
    thing = things[place]
    if _rank(thing):
        has_room = place > 0 and isinstance(things[place - 1], _Block) and things[place - 1].height
        return 0.0 if has_room else _headed(things, place)
    if _is_panel(thing) or _name(thing) == "word":
        return _led(things, place)
    return _pointed(things, place)


def _headed(things: Sequence[Any], place: int) -> float:
    """Return the room of a heading and of the beginning of what it heads."""
    rank, taken, rest = _rank(things[place]), [things[place]], 0.0
    text, notes = 0.0, True
    for at, thing in enumerate(islice(things, place + 1, place + _FAR), place + 1):
        own = thing.rank if isinstance(thing, _Block) else _rank(thing)
        # What stands under the next heading of its rank has no part in it, if more than a note came before.
        if (0 < own <= rank and text and not notes) or isinstance(thing, PageBreak):
            break
        if isinstance(thing, _Block):
            rest = float(thing.height)
            if rest:
                break
        elif own or isinstance(thing, Spacer):
            taken.append(thing)
            notes = notes and not 0 < own <= rank
        elif isinstance(thing, Words) and _name(thing) != "word" and not _is_point(thing):
            text, notes = text + _high(thing), notes and _name(thing) in _NOTES
            if text > _ENOUGH:
                rest = _least(thing)
                break
            taken.append(thing)
        else:
            rest = _led(things, at) or _pointed(things, at) or _least(thing)
            break
    whole = _total(taken)
    return whole + (rest if whole + rest <= FRAME_HEIGHT else min(rest, _ENOUGH))


def _pointed(things: Sequence[Any], place: int) -> float:
    """Return the room of a point with those that are not parted from it, two at both ends of a list; else 0."""
    if not _is_point(things[place]):
        return 0.0
    before = place > 0 and _is_point(things[place - 1])
    after = [_is_point(thing) for thing in things[place + 1 : place + 4]]
    left = after.index(False) if False in after else len(after)  # points that follow, up to three
    count = left if left <= (1 if before else 2) else 0 if before else 1
    return _total(things[place : place + 1 + count]) if count else 0.0


def _led(things: Sequence[Any], place: int) -> float:
    """Return the room of a banner or a loud word and of the beginning of the text below it."""
    thing = things[place]
    if not (_is_panel(thing) or _name(thing) == "word"):
        return 0.0
    taken = [thing]
    for after in islice(things, place + 1, place + _FAR):
        if isinstance(after, Spacer) and not isinstance(after, CondPageBreak):
            taken.append(after)
        elif isinstance(after, Words) and not _rank(after):
            return _total(taken) + _least(after)
        else:
            break
    return _high(thing)


def _drawn(value: Any) -> bool:
    return isinstance(value, Drawing) or (isinstance(value, TableRows) and value.holds(Drawing))


def _is_panel(value: Any) -> bool:
    return isinstance(value, TableRows) and value.is_panel


def _is_point(value: Any) -> bool:
    return bool(getattr(value, "bulletText", None))


def _name(value: Any) -> str:
    return str(getattr(getattr(value, "style", None), "name", ""))


def _rank(value: Any) -> int:
    return _RANKS.get(_name(value), 0)


def _high(value: Any) -> float:
    return float(value.wrap(FRAME_WIDTH, FRAME_HEIGHT)[1])


def _least(value: Any) -> float:
    """Return the room that something needs at the end of a page, or does not begin there."""
    if isinstance(value, TableRows | Noted):
        return float(value.least)
    high = _high(value)
    if isinstance(value, Table):
        return min(high, _TABLE)
    leading = getattr(getattr(value, "style", None), "leading", None)
    # Of four lines and more two stand here; fewer are not parted.
    return min(high, FRAME_HEIGHT) if leading is None or high < 3.5 * leading else 2 * float(leading)


def _total(content: Iterable[Any]) -> float:
    """Return the height of things below each other."""
    total = after = 0.0
    for each in content:
        if isinstance(each, KeepTogether):
            total += _total(each._content)  # noqa: SLF001
        elif not isinstance(each, CondPageBreak):
            total += max(after, each.getSpaceBefore()) + _high(each)
            after = each.getSpaceAfter()
    return total + after


_FOOT_SIZE, _CELL_SIZE = 7.5, 8.5
_ABOVE = 6.0
"""A link leads to a place so far above the heading that nothing of it is hidden."""


class NumberedCanvas(Canvas):  # type: ignore[misc]  # the library has no types
    """Canvas that knows at its end how many pages there are and where the headings stand."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._stands: dict[str, int] = {}
        self._asked: set[str] = set()
        self._level = -1

    def mark(self, entry: LayoutEntry, height: float) -> None:
        """Make a bookmark of the heading that stands here."""
        _, top = self.absolutePosition(0, height)
        self.bookmarkPage(entry.key, fit="XYZ", left=0, top=top + _ABOVE, zoom=0)
        self._level = min(entry.level - 1, self._level + 1)
        self.addOutlineEntry(plain(entry.title), entry.key, self._level)
        self._stands[entry.key] = self.getPageNumber()

    def number_of(self, key: str) -> None:
        """Show the page of a heading here, its right edge at the origin."""
        self._asked.add(key)
        self.doForm(f"page-of-{key}")

    def number_here(self) -> float:
        """Show ``Page 3 of 12`` with its right edge at the origin; return the room that it may take."""
        self.doForm(f"page-{self.getPageNumber()}")
        return width(_place(8888, 8888), STRONG, _FOOT_SIZE)

    def save(self) -> None:
        """Fill in what the pages left open, and write the file."""
        pages = self.getPageNumber() - 1
        for page in range(1, pages + 1):
            self._fill(f"page-{page}", _place(page, pages), STRONG, _FOOT_SIZE, ACCENT)
        for key in sorted(self._asked):
            self._fill(f"page-of-{key}", str(self._stands.get(key, "–")), TEXT, _CELL_SIZE, INK)
        super().save()

    def _fill(self, form: str, text: str, font: str, size: float, color: Any) -> None:
        self.beginForm(form, -width(text, font, size) - 1, -size, 1, size)
        self.setFillColor(color)
        self.setFont(font, size)
        self.drawRightString(0, 0, text)
        self.endForm()


class Heading(Words):
    """A numbered heading: a bookmark, and the place that its entry of the contents leads to."""

    entry: LayoutEntry | None = None

    @classmethod
    def of(cls, entry: LayoutEntry) -> Heading:
        """Return the heading of an entry."""
        heading = cls(markup(entry.title), style("h1" if entry.level == 1 else "h1-within"))
        heading.entry = entry
        return heading

    def split(self, available: float, height: float) -> list[Flowable]:
        """Divide a heading of many lines; the place is that of its first line."""
        parts: list[Any] = super().split(available, height)
        if parts:
            parts[0].entry = self.entry
        return parts

    def draw(self) -> None:
        """Draw the words and mark the place."""
        super().draw()
        if self.entry is not None:
            self.canv.mark(self.entry, self.height)


class PageOf(Flowable):  # type: ignore[misc]  # the library has no types
    """The number of the page on which a heading stands, set to the right."""

    def __init__(self, entry: LayoutEntry) -> None:
        super().__init__()
        self._key = entry.key

    def wrap(self, available: float, _: float) -> tuple[float, float]:
        """Take the whole width and one line."""
        self._right = available
        return available, style("number").leading

    def draw(self) -> None:
        """Leave the number to the end of the drawing."""
        self.canv.saveState()
        self.canv.translate(self._right, style("number").leading - _CELL_SIZE)
        self.canv.number_of(self._key)
        self.canv.restoreState()


def _place(page: int, pages: int) -> str:
    return f"Page {page} of {pages}"


def count_pages(path: Path) -> int | None:
    """Return the number of pages of a PDF, None where it cannot be read."""
    try:
        with pikepdf.open(path) as pdf:
            return len(pdf.pages)
    except (OSError, pikepdf.PdfError):
        return None


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
    frame = Frame(MARGIN, FRAME_BOTTOM, FRAME_WIDTH, FRAME_HEIGHT, *[0] * 4)  # without padding
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
