"""Page numbers that are known only once the last page is drawn, so that one drawing is enough.

A page shows such a number as a form: the page says where it stands, the end of the drawing says what it is.
"""

from __future__ import annotations

from typing import Any

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from labharness.reporting.layout import LayoutEntry
from labharness.reporting.rows import Words
from labharness.reporting.typography import ACCENT, INK, STRONG, TEXT, style, width
from labharness.reporting.wording import markup, plain

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
