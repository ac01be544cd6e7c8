"""Rows in groups: each group stands together, with a head above its first row.

A head is no row: it is drawn in room that the first row of its group has above its cells, so that whoever chooses, copies,
opens or counts rows meets rows alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTableView

from labharness.gui.kit import theme
from labharness.gui.kit.parts import timer_of
from labharness.gui.kit.tables.row_model import FilteredRows
from labharness.language.numbers import number

AIR, INSET = 12, 8
"""Pixels above and below the text of a head, and before it."""
Index = QModelIndex | QPersistentModelIndex


class RankedGroup(Protocol):
    """What rows have in common: ``rank`` sorts groups, ``title`` is their head."""

    @property
    def rank(self) -> Any:
        """By what groups are sorted."""

    @property
    def title(self) -> str:
        """What the head says."""


class GroupHeads(QObject):
    """The heads of a table."""

    def __init__(self, table: QTableView, shown: FilteredRows) -> None:
        super().__init__(table)
        self._table, self._shown = table, shown
        self._heads: dict[int, str] = {}
        self._ranks: list[Any] = []
        self._again = timer_of(self, self.lay_out)
        for changed in (shown.layoutChanged, shown.modelReset, shown.rowsInserted, shown.rowsRemoved):
            changed.connect(self._lay_out_soon)
        shown.dataChanged.connect(self._look_at)
        table.selectionModel().currentRowChanged.connect(lambda *_: self._describe())

    @property
    def height(self) -> int:
        """Pixels of a head."""
        return self._table.fontMetrics().lineSpacing() + AIR

    @property
    def titles(self) -> dict[int, str]:
        """The heads by the places of the rows below them."""
        return dict(self._heads)

    def above(self, row: int) -> int:
        """Return the pixels of the head above a row, 0 where there is none."""
        return self.height if row in self._heads else 0

    def by(self, group: Callable[[Any], RankedGroup] | None) -> None:
        """Group the rows, or do not."""
        self._shown.group_by(group)
        self.lay_out()

    def lay_out(self) -> None:
        """Find where groups begin, and make room there."""
        self._again.stop()
        self._heads = self._found()
        down, usual, first = self._table.verticalHeader(), self._usual(), self._usual() + self.height
        for row in range(down.count()):
            wanted = first if row in self._heads else usual
            if down.sectionSize(row) != wanted:
                down.resizeSection(row, wanted)
        self._describe()
        self._table.viewport().update()

    def paint(self) -> None:
        """Draw the heads that are in sight."""
        if not self._heads:
            return
        table, colors = self._table, theme.current()
        port = table.viewport()
        top, bottom = table.rowAt(0), table.rowAt(port.height() - 1)
        painter = QPainter(port)
        font = painter.font()
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        for row in range(max(top, 0), (bottom if bottom >= 0 else self._shown.rowCount() - 1) + 1):
            if row not in self._heads:
                continue
            strip = QRect(0, table.rowViewportPosition(row), port.width(), self.height)
            painter.fillRect(strip, QColor(colors.window))
            painter.setPen(QColor(colors.text))
            inside = strip.adjusted(INSET, 0, -INSET, 0)
            text = painter.fontMetrics().elidedText(
                self._heads[row], Qt.TextElideMode.ElideMiddle, inside.width()
            )
            painter.drawText(inside, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), text)
        painter.end()

    def _lay_out_soon(self) -> None:
        if self._shown.group is not None:
            self._again.start(0)

    def _look_at(self, first: QModelIndex, last: QModelIndex) -> None:
        """Lay out anew where a row is of another group now; most changes are of other values."""
        group = self._shown.group
        if group is None:
            return
        places = range(first.row(), last.row() + 1)
        if [group(self._shown.row(at)).rank for at in places] != self._ranks[places.start : places.stop]:
            self._lay_out_soon()

    def _found(self) -> dict[int, str]:
        group = self._shown.group
        if group is None:
            self._ranks = []
            return {}
        groups = [group(self._shown.row(at)) for at in range(self._shown.rowCount())]
        self._ranks = [each.rank for each in groups]
        counts = Counter(self._ranks)
        return {
            at: f"{each.title} · {number(counts[each.rank])}"
            for at, each in enumerate(groups)
            if at == 0 or groups[at - 1].rank != each.rank
        }

    def _usual(self) -> int:
        return self._table.verticalHeader().defaultSectionSize()

    def _describe(self) -> None:
        """Tell a screen reader in which group the chosen row is."""
        at = self._table.currentIndex().row()
        starts = [row for row in self._heads if row <= at] if at >= 0 else []
        self._table.setAccessibleDescription(self._heads[max(starts)] if starts else "")


class HeadedDelegate(QStyledItemDelegate):
    """Draws a cell below the head of its row."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Leave the head free."""
        heads = getattr(self.parent(), "heads", None)
        if heads is not None and (above := heads.above(index.row())):
            option.rect = option.rect.adjusted(0, above, 0, 0)
        super().paint(painter, option, index)
