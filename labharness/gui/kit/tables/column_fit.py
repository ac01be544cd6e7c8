"""Widths of columns that fit the room of their table: the wide ones give way before anything has to be scrolled."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QHeaderView

AIR = 26
"""Pixels beside the title of a column."""
SHARE = 0.75
"""What is left of a column at least; a table that needs more room is scrolled."""


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


class ColumnFit(QObject):
    """Fits the columns of a table to its room until somebody sets a width.

    Parameters
    ----------
    widths
        What the columns have where there is room; the last one takes what is left.
    firm
        Columns that never give way: those of a verdict, a date or a number.

    Attributes
    ----------
    follows
        Whether the columns still follow the room.
    """

    def __init__(self, header: QHeaderView, widths: Sequence[int], firm: Collection[int]) -> None:
        super().__init__(header)
        self._widths, self._firm = tuple(widths), frozenset(firm)
        self.follows, self._fitting = True, False
        header.sectionResized.connect(self._take)

    @property
    def _header(self) -> QHeaderView:
        """The header, asked for anew: PySide can let go of a wrapper whose header still lives."""
        header = self.parent()
        assert isinstance(header, QHeaderView)
        return header

    def fit(self, room: int) -> None:
        """Fit the columns that are shown."""
        header = self._header
        shown = [at for at in range(min(header.count(), len(self._widths))) if not header.isSectionHidden(at)]
        if self._fitting or not self.follows or not shown or room <= 0:
            return
        font = header.fontMetrics()
        titles = [str(header.model().headerData(at, Qt.Orientation.Horizontal)) for at in shown]
        wanted = [self._widths[at] for at in shown]
        least = [
            self._widths[at]
            if at in self._firm
            else min(
                self._widths[at], max(int(SHARE * self._widths[at]), font.horizontalAdvance(title) + AIR)
            )
            for at, title in zip(shown, titles, strict=True)
        ]
        self._fitting = True
        for at, width in zip(shown, fitted(wanted, least, room), strict=True):
            if header.sectionSize(at) != width and (at != shown[-1] or header.sectionSize(at) > width):
                header.resizeSection(at, width)  # the last one takes by itself what is left
        self._fitting = False

    def _take(self, at: int, _before: int, _now: int) -> None:
        """Leave the columns alone once somebody has set a width."""
        header = self._header
        last = max(
            (each for each in range(header.count()) if not header.isSectionHidden(each)),
            default=-1,
        )
        if not self._fitting and at != last:
            self.follows = False
