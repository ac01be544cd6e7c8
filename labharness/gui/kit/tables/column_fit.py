"""Widths of columns that fit the room of their table: wide ones give way, then those that matter least leave it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QHeaderView

from labharness.gui.kit.follow_text import follow_text
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.typeface import text_scale

AIR = 26
"""Pixels beside the title of a column."""
SIGN = 20
"""Pixels of the sign before a text that has a tone."""
SHARE, SHARE_OF_NAMES = 0.75, 0.5
"""What is left of a column at least; a name is cut where it does not matter."""
LAST = 130
"""Pixels of the last column at least, which takes what is left."""
BUTTON = 30
"""Pixels of the button at the end of the header."""
USUAL_HEIGHT = 18
"""Pixels of a line in the size of text for which widths are given."""


def fitted(widths: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Return widths whose sum is at most the room, each at least its least; where that is not possible, the widths.

    Examples
    --------
    >>> fitted([100, 300], [60, 60], 500)
    [100, 300]
    >>> fitted([100, 300], [100, 60], 250)
    [100, 150]
    >>> fitted([100, 300], [100, 200], 250)
    [100, 300]
    """
    over, spare = sum(widths) - room, [width - most for width, most in zip(widths, least, strict=True)]
    if over <= 0 or over > sum(spare):
        return list(widths)
    return [int(width - over / sum(spare) * each) for width, each in zip(widths, spare, strict=True)]


def staying(least: Mapping[int, int], yields: Mapping[int, int], room: int) -> list[int]:
    """Return the columns that a table has room for; of those that yield the last one of the highest turn leaves first.

    Examples
    --------
    >>> staying({0: 100, 1: 100, 2: 100}, {1: 2, 2: 1}, 220)
    [0, 2]
    >>> staying({0: 100, 1: 100}, {}, 120)
    [0, 1]
    """
    stay = list(least)
    for leaving in sorted((at for at in stay if yields.get(at)), key=lambda at: (-yields[at], -at)):
        if sum(least[at] for at in stay) <= room:
            break
        stay.remove(leaving)
    return stay


class ColumnFit(QObject):
    """Fits the columns of a table to its room; what somebody chose stays as it was chosen.

    Parameters
    ----------
    columns
        What is in the table; the last one takes what is left, or the one that its header stretches.
    """

    def __init__(self, header: QHeaderView, columns: Sequence[Column[Any]]) -> None:
        super().__init__(header)
        self._columns = tuple(columns)
        self._set: dict[int, int] = {}
        self._chosen: dict[int, bool] = {}
        self._rest: set[int] = set()
        self._longest: dict[int, str] = {}
        self._room, self._fitting = 0, False
        header.sectionResized.connect(self._take)
        follow_text(header, lambda _: self.fit(self._room))  # its text changes after that of the table

    @property
    def _header(self) -> QHeaderView:
        """The header, asked for anew: PySide can let go of a wrapper whose header still lives."""
        header = self.parent()
        assert isinstance(header, QHeaderView)
        return header

    @property
    def wanted(self) -> list[int]:
        """Columns that nobody left out, those among them that have no room at present."""
        return [at for at in range(len(self._columns)) if self._chosen.get(at, True)]

    def hold(self, at: int, texts: Iterable[str]) -> None:
        """Give a column room for the longest of its texts."""
        longest = max(texts, key=len, default="")
        if self._longest.get(at) != longest:
            self._longest[at] = longest
            self.fit(self._room)

    def choose(self, at: int, *, shown: bool) -> None:
        """Show a column whatever the room, or leave it out."""
        self._chosen[at] = shown
        self.fit(self._room)

    def forget(self) -> None:
        """Let all columns follow the room again."""
        self._set.clear()
        self._chosen.clear()
        self.fit(self._room)

    def state(self) -> list[str]:
        """Return what somebody chose, as texts."""
        return [
            *(f"width {at} {width}" for at, width in self._set.items()),
            *(f"shown {at} {int(shown)}" for at, shown in self._chosen.items()),
        ]

    def take_state(self, texts: Iterable[str]) -> None:
        """Take up what :meth:`state` returned."""
        for text in texts:
            match text.split():
                case ["width", at, width] if at.isdecimal() and width.isdecimal():
                    self._set[int(at)] = int(width)
                case ["shown", at, shown] if at.isdecimal() and shown in ("0", "1"):
                    self._chosen[int(at)] = shown == "1"
        self.fit(self._room)

    def fit(self, room: int) -> None:
        """Fit the columns to so many pixels."""
        header, self._room = self._header, room
        if self._fitting or room <= 0:
            return
        wanted, least = self._widths(header, SHARE)
        yields = {
            at: self._columns[at].yields for at in least if at not in self._chosen and at not in self._set
        }
        stay = self._staying(header, wanted, least, yields)
        if sum(least[at] for at in stay) > room:  # nothing more can leave
            wanted, least = self._widths(header, SHARE_OF_NAMES)
            stay = self._staying(header, wanted, least, yields)
        self._fitting = True
        for at in range(len(self._columns)):
            if header.isSectionHidden(at) is (at in stay):
                header.setSectionHidden(at, at not in stay)
        widths = fitted([wanted[at] for at in stay], [least[at] for at in stay], room)
        # Where no other column takes what is left, the last one does by itself.
        last = -1 if any(self._takes_the_rest(at) for at in stay) else stay[-1]
        # Qt leaves no room then to the column that takes the rest; with large text the table scrolls sideways instead.
        full = sum(widths) > room and text_scale() > 1
        if last >= 0:
            header.setStretchLastSection(not full)
        for at, width in zip(stay, widths, strict=True):
            if self._takes_the_rest(at):
                mode = QHeaderView.ResizeMode
                header.setSectionResizeMode(at, mode.Interactive if full else mode.Stretch)
                if full:
                    header.resizeSection(at, least[at])
                continue
            if header.sectionSize(at) != width and (full or at != last or header.sectionSize(at) > width):
                header.resizeSection(at, width)
        self._fitting = False

    def _staying(
        self, header: QHeaderView, wanted: dict[int, int], least: dict[int, int], yields: Mapping[int, int]
    ) -> list[int]:
        """Return the columns that stay; the title of the last one has room beside the button."""
        stay = staying(least, yields, self._room)
        while stay and least[last := stay[-1]] < (own := _title_width(header, last) + BUTTON):
            wanted[last], least[last] = max(wanted[last], own), own
            stay = staying(least, yields, self._room)
        return stay

    def _widths(self, header: QHeaderView, of_names: float) -> tuple[dict[int, int], dict[int, int]]:
        """Return what the columns want and the least of each, but for those that somebody left out.

        Parameters
        ----------
        of_names
            Share of a column of names that is left at least.
        """
        scale = max(1.0, header.fontMetrics().height() / USUAL_HEIGHT)
        wanted, least = dict[int, int](), dict[int, int]()
        for at, column in enumerate(self._columns):
            if not self._chosen.get(at, True):
                continue
            width = max(self._set.get(at, round(column.width * scale)), header.minimumSectionSize())
            own = _title_width(header, at)
            if held := self._longest.get(at):
                own = max(own, header.fontMetrics().horizontalAdvance(held) + round(SIGN * scale) + AIR)
            share = of_names if column.named else SHARE
            wanted[at] = width if at in self._set else max(width, own)
            if column.firm or at in self._set:
                least[at] = wanted[at]
            elif at == len(self._columns) - 1 or self._takes_the_rest(at):
                least[at] = max(min(LAST, width), own)
            else:
                least[at] = max(round(share * width), own)
        return wanted, least

    def _takes_the_rest(self, at: int) -> bool:
        if self._header.sectionResizeMode(at) is QHeaderView.ResizeMode.Stretch:
            self._rest.add(at)
        return at in self._rest

    def _take(self, at: int, _before: int, now: int) -> None:
        """Keep a width that somebody sets."""
        header = self._header
        last = max((each for each in range(header.count()) if not header.isSectionHidden(each)), default=-1)
        if not self._fitting and now and at != last and not self._takes_the_rest(at):
            self._set[at] = now


def _title_width(header: QHeaderView, at: int) -> int:
    """Return the pixels of the title of a column with the air beside it."""
    title = str(header.model().headerData(at, Qt.Orientation.Horizontal))
    return header.fontMetrics().horizontalAdvance(title) + AIR
