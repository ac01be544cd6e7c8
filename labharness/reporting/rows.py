"""Tables that run over pages: each row is measured once, however many pages follow.

A row stays whole where a page can hold it; a higher one is divided inside, so that nothing is cut off.  A small
table is not parted, and of a large one no row stands alone on a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from reportlab.lib.colors import Color
from reportlab.platypus import Flowable, Paragraph

from labharness.reporting.typography import ACCENT, FRAME_HEIGHT, FRAME_WIDTH, RULE, width

_BETWEEN = 6.0
"""Room at each side of a cell beside another."""
_WORTH = 72.0
"""A high row is begun at the end of a page only if so much of it has room there."""
_NARROW = 240.0
"""In wider columns every identifier of ours fits a line."""
_SMALL = FRAME_HEIGHT / 4
"""A table of this height at most is not parted, nor are two rows of it at a table's beginning or end."""


_FEW = 4
"""A table of so many rows is small up to a higher height."""


class Words(Paragraph):  # type: ignore[misc]  # the library has no types
    """A paragraph that breaks its lines once for each width; too long an identifier it breaks at a hyphen."""

    def wrap(self, available: float, height: float) -> tuple[float, float]:
        """Return the room that it takes, found before if the width was the same."""
        if getattr(self, "blPara", None) is None or getattr(self, "_broken_at", None) != available:
            self._broken_at = available
            self._hyphened(available)
            super().wrap(available, height)
        return self.width, self.height

    def _hyphened(self, available: float) -> None:
        for each, text, broken in getattr(self, "_rewritten", ()):  # for another width
            each.text = text if each.text == broken else each.text
        self._rewritten = []
        if available > _NARROW:
            return
        room = available - self.style.leftIndent - self.style.rightIndent
        for each in self.frags:
            if "-" in (text := getattr(each, "text", "")):
                each.text = _broken(text, each.fontName, each.fontSize, room)
                self._rewritten.append((each, text, each.text))


def _broken(text: str, font: str, size: float, room: float) -> str:
    """Return text whose words fit a line, as far as hyphens allow; the others are left to the library."""
    result = []
    for word in text.split(" "):
        line = ""
        if width(word, font, size) > room:
            for piece in word.replace("-", "-\n").split("\n"):
                if line and width(line + piece, font, size) > room:
                    result.append(line)
                    line = ""
                line += piece
        result.append(line or word)
    return " ".join(result)


@dataclass(frozen=True, slots=True)
class Look:
    """How a table is drawn: room inside its cells, rules, and a ground with a heavy left edge.

    Parameters
    ----------
    left, right
        Room beside the words between columns; ``outer`` is that at the table's own edges.
    """

    top: float = 3.0
    bottom: float = 3.5
    outer: tuple[float, float] = (0.0, 0.0)
    rules: bool = True
    ground: Color | None = None
    edge: Color | None = None


@dataclass(slots=True)
class _Row:
    cells: Sequence[Sequence[Any]]
    heights: list[float] = field(default_factory=list)

    @property
    def content(self) -> float:
        return max(self.heights, default=0.0)


class TableRows(Flowable):  # type: ignore[misc]  # the library has no types
    """Rows of cells under a head that is repeated on every page.

    Parameters
    ----------
    widths
        Widths of the columns in points.
    head
        Cells of the head, or empty.
    rows
        Cells; each holds flowables that stand below each other.
    """

    def __init__(
        self,
        widths: Sequence[float],
        head: Sequence[Sequence[Any]],
        rows: Sequence[Sequence[Sequence[Any]]],
        look: Look,
    ) -> None:
        super().__init__()
        self._widths, self._look = widths, look
        self._head = _Row(head) if head else None
        self._rows, self._first, self._last = [_Row(row) for row in rows], 0, len(rows)
        self._ends: list[float] = []
        self.spaceAfter = 10

    @property
    def is_panel(self) -> bool:
        """Whether it is a box on a ground of its own."""
        return self._look.ground is not None

    @property
    def least(self) -> float:
        """Height of the head and of what of the first rows must stand below it."""
        self._measure()
        if self._first == self._last:
            return self._top
        if self._is_small:
            return self._top + self._between(self._first, self._last)
        first = self._height(self._first)
        if self._top + first > FRAME_HEIGHT:
            return self._top + _WORTH
        return self._top + (
            self._between(self._first, self._first + 2) if self._paired(self._first) else first
        )

    def holds(self, kind: type) -> bool:
        """Whether something of a kind stands in its first row."""
        return any(isinstance(each, kind) for row in self._rows[:1] for cell in row.cells for each in cell)

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """Return the room that head and rows take."""
        self._measure()
        self.width, self.height = sum(self._widths), self._top + self._between(self._first, self._last)
        return self.width, self.height

    def split(self, _width: float, available: float) -> list[Flowable]:
        """Return what fits the height, and the rest with the head again; nothing if not one row fits."""
        self._measure()
        fits = self._first
        while fits < self._last and self._top + self._between(self._first, fits + 1) <= available + 1e-6:
            fits += 1
        if fits == self._last:
            return [self]
        if self._is_small:
            return []
        if fits + 1 == self._last and fits - self._first > 2 and self._paired(fits - 1):
            fits -= 1
        left = available - self._top - self._between(self._first, fits)
        # What is higher than any page is begun where there is room for it.
        if self._top + self._height(fits) > FRAME_HEIGHT and left >= _WORTH:
            upper, lower = self._divided(self._rows[fits], left - self._padding)
            if upper is not None:
                before = [*self._rows[self._first : fits], upper]
                after = [lower, *self._rows[fits + 1 : self._last]]
                return [self._part(before, 0, len(before)), self._part(after, 0, len(after))]
        if fits == self._first or (fits == self._first + 1 and self._paired(self._first)):
            return []
        return [
            self._part(self._rows, self._first, fits, self._ends),
            self._part(self._rows, fits, self._last, self._ends),
        ]

    def draw(self) -> None:
        """Draw ground, cells and rules."""
        look, canvas, top = self._look, self.canv, self.height
        if look.ground is not None:
            canvas.saveState()
            canvas.setFillColor(look.ground)
            canvas.rect(0, 0, self.width, self.height, stroke=0, fill=1)
            canvas.setFillColor(look.edge)
            canvas.rect(-2.5, 0, 5, self.height, stroke=0, fill=1)
            canvas.restoreState()
        if self._head is not None:
            top = self._draw_row(self._head, top, self._top, bottom=True)
            self._rule(top, 0.9, ACCENT)
        for place in range(self._first, self._last):
            top = self._draw_row(self._rows[place], top, self._height(place), bottom=False)
            if look.rules:
                self._rule(top, 0.4, RULE)

    def _draw_row(self, row: _Row, top: float, height: float, *, bottom: bool) -> float:
        x = 0.0
        for column, cell in enumerate(row.cells):
            left, room = self._inside(column)
            y = top - self._look.top - (row.content - row.heights[column] if bottom else 0)
            after = 0.0
            for place, flowable in enumerate(cell):
                wide, high = flowable.wrap(room, FRAME_HEIGHT)
                y -= (max(after, flowable.getSpaceBefore()) if place else 0) + high
                flowable.drawOn(self.canv, x + left, y, _sW=room - wide)
                after = flowable.getSpaceAfter()
            x += self._widths[column]
        return top - height

    def _rule(self, y: float, thick: float, color: Color) -> None:
        self.canv.setStrokeColor(color)
        self.canv.setLineWidth(thick)
        self.canv.line(0, y, self.width, y)

    def _inside(self, column: int) -> tuple[float, float]:
        left = _BETWEEN if column else self._look.outer[0]
        right = _BETWEEN if column + 1 < len(self._widths) else self._look.outer[1]
        return left, self._widths[column] - left - right

    @property
    def _padding(self) -> float:
        return self._look.top + self._look.bottom

    @property
    def _top(self) -> float:
        return self._head.content + self._padding if self._head is not None else 0.0

    def _height(self, place: int) -> float:
        return self._rows[place].content + self._padding

    @property
    def _is_small(self) -> bool:
        most = _SMALL if self._last - self._first > _FEW else 1.6 * _SMALL
        return bool(self._top + self._between(self._first, self._last) <= most)

    def _paired(self, place: int) -> bool:
        """Whether a row and the next one are not parted."""
        return place + 1 < self._last and self._between(place, place + 2) <= _SMALL

    def _between(self, first: int, last: int) -> float:
        return self._ends[last] - self._ends[first]

    def _measure(self) -> None:
        if self._ends:
            return
        for row in self._rows if self._head is None else [self._head, *self._rows]:
            if not row.heights:
                row.heights = [_stack(cell, self._inside(column)[1]) for column, cell in enumerate(row.cells)]
        # A head that would fill the pages that it heads is a first row instead.
        if self._head is not None and self._head.content > FRAME_HEIGHT / 3:
            self._rows, self._head, self._last = [self._head, *self._rows], None, self._last + 1
        self._ends = [0.0, *accumulate(row.content + self._padding for row in self._rows)]

    def _divided(self, row: _Row, room: float) -> tuple[_Row | None, _Row]:
        """Divide a row at a height; None and the row itself where nothing of it fits."""
        parts = [_divide(cell, self._inside(column)[1], room) for column, cell in enumerate(row.cells)]
        if all(not rest or fit for fit, rest in parts) and any(fit for fit, _ in parts):
            return _Row([fit for fit, _ in parts]), _Row([rest for _, rest in parts])
        return None, row

    def _part(self, rows: list[_Row], first: int, last: int, ends: list[float] | None = None) -> TableRows:
        part = TableRows(self._widths, (), (), self._look)
        part._head, part._rows, part._ends = self._head, rows, ends or []
        part._first, part._last = first, last
        return part


class Noted(Flowable):  # type: ignore[misc]  # the library has no types
    """A table and the note below it, which stands on the page of the last rows."""

    def __init__(self, rows: TableRows, note: Flowable) -> None:
        super().__init__()
        self._rows, self._note = rows, note
        self.spaceBefore, self.spaceAfter = rows.getSpaceBefore(), note.getSpaceAfter()

    @property
    def least(self) -> float:
        """Height of the beginning of the table, and of the note where the table is small."""
        least = self._rows.least
        return least + self._below if least >= self._rows.wrap(0, 0)[1] else least

    def wrap(self, available: float, height: float) -> tuple[float, float]:
        """Return the room that both take."""
        self.width, high = self._rows.wrap(available, height)
        self.height = high + self._below
        return self.width, self.height

    def split(self, available: float, height: float) -> list[Flowable]:
        """Return rows that fit the height, and the last ones with the note."""
        parts = self._rows.split(available, min(height, self._rows.wrap(available, height)[1] - 1))
        if parts:
            return [*parts[:-1], Noted(parts[-1], self._note)]
        return [self._rows, self._note] if height > FRAME_HEIGHT - 1 else []

    def draw(self) -> None:
        """Draw the table above the note."""
        self._rows.drawOn(self.canv, 0, self._below)
        self._note.drawOn(self.canv, 0, 0)

    @property
    def _below(self) -> float:
        gap = max(self._rows.getSpaceAfter(), self._note.getSpaceBefore())
        return float(gap + self._note.wrap(FRAME_WIDTH, FRAME_HEIGHT)[1])


def _stack(cell: Sequence[Any], room: float) -> float:
    """Return the height of flowables below each other."""
    total = after = 0.0
    for place, flowable in enumerate(cell):
        total += (max(after, flowable.getSpaceBefore()) if place else 0) + flowable.wrap(room, FRAME_HEIGHT)[
            1
        ]
        after = flowable.getSpaceAfter()
    return total


def _divide(cell: Sequence[Any], room: float, height: float) -> tuple[list[Any], list[Any]]:
    """Return what of a cell fits a height, and the rest."""
    used = after = 0.0
    for place, flowable in enumerate(cell):
        used += max(after, flowable.getSpaceBefore()) if place else 0
        high = flowable.wrap(room, FRAME_HEIGHT)[1]
        if used + high > height:
            parts = flowable.split(room, height - used)
            return [*cell[:place], *parts[:1]], [*parts[1:], *cell[place + 1 :]] if parts else list(
                cell[place:]
            )
        used, after = used + high, flowable.getSpaceAfter()
    return list(cell), []
