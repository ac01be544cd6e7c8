"""The list of results: groups under their titles, each group added to at its end, so that no row moves under a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from labharness.gui.kit import theme
from labharness.gui.kit.findable import FoundObject, PageCommand, ResultGroup
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr
from labharness.language.template import plain

Index = QModelIndex | QPersistentModelIndex
RESULT = int(Qt.ItemDataRole.UserRole)
"""Role of the :class:`SearchResult`."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One row.

    Parameters
    ----------
    title
        What it is called.
    note
        What tells it from others, or why a command cannot be given now.
    keys
        Key of a command.
    of
        What opens; None for the title of a group.
    typed
        What choosing it types into the search instead, "" for nothing.
    """

    title: str
    note: str = ""
    keys: str = ""
    of: FoundObject | PageCommand | None = None
    typed: str = ""

    @property
    def can_open(self) -> bool:
        """Whether choosing it does something."""
        if isinstance(self.of, PageCommand):
            return not self.of.why_not
        return self.of is not None or bool(self.typed)

    @property
    def spoken(self) -> str:
        """What is read aloud."""
        return ", ".join(part for part in (self.title, self.note, self.keys) if part)


def hints() -> list[SearchResult]:
    """Return one row for each prefix."""
    return [
        SearchResult(
            kind.title,
            tr("type {prefix}", prefix=kind.prefix),
            typed=kind.prefix if not kind.prefix.isalpha() else f"{kind.prefix} ",
        )
        for kind in ResultGroup
    ]


def result_of(of: FoundObject | PageCommand) -> SearchResult:
    """Return the row of an object or a command."""
    if isinstance(of, PageCommand):
        return SearchResult(plain(of.title, 120), of.why_not, of.keys, of)
    return SearchResult(plain(of.title, 160), plain(of.note, 200), "", of)


class ResultModel(QAbstractListModel):
    """Results by kind."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[SearchResult] = []
        self._ends: dict[ResultGroup, int] = {}

    def clear(self, rows: Sequence[SearchResult] = ()) -> None:
        """Begin with these rows."""
        self.beginResetModel()
        self._rows, self._ends = list(rows), {}
        self.endResetModel()

    def add(self, kind: ResultGroup, results: Sequence[SearchResult]) -> None:
        """Add results at the end of their group."""
        if not results:
            return
        if kind not in self._ends:
            self._insert(len(self._rows), [SearchResult(kind.title)])
            self._ends[kind] = len(self._rows)
        at = self._ends[kind]
        self._insert(at, results)
        for other, end in self._ends.items():
            if end >= at:
                self._ends[other] = end + len(results)

    def first(self) -> int:
        """Return the first row that can be opened, -1 where there is none."""
        return next((at for at, row in enumerate(self._rows) if row.can_open), -1)

    def step(self, at: int, by: int) -> int:
        """Return the next row up or down that is no title of a group; the same one at either end."""
        wanted = at + by
        while 0 <= wanted < len(self._rows) and not self._is_row(wanted):
            wanted += by
        return wanted if 0 <= wanted < len(self._rows) else at

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802  Qt's name and default
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Return what a row shows and says."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == RESULT:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        return row.note or None if role == Qt.ItemDataRole.ToolTipRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let only rows that can be opened be enabled, and no title be chosen."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return Qt.ItemFlag.NoItemFlags
        row = self._rows[index.row()]
        if not self._is_row(index.row()):
            return Qt.ItemFlag.NoItemFlags
        base = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return base | Qt.ItemFlag.ItemIsEnabled if row.can_open else base

    def _is_row(self, at: int) -> bool:
        return self._rows[at].of is not None or bool(self._rows[at].typed)

    def _insert(self, at: int, rows: Sequence[SearchResult]) -> None:
        self.beginInsertRows(QModelIndex(), at, at + len(rows) - 1)
        self._rows[at:at] = rows
        self.endInsertRows()


ROW, TITLE = 34, 26


class ResultDelegate(QStyledItemDelegate):
    """Draws a title, what tells it from others, and the key."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:  # noqa: N802  Qt's name
        """Leave the same room to each row, and less to the title of a group."""
        result = index.data(RESULT)
        lines = option.fontMetrics.height()
        is_row = isinstance(result, SearchResult) and (result.of is not None or result.typed)
        return QSize(0, max(ROW, lines + 14) if is_row else max(TITLE, lines + 8))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw one row."""
        result = index.data(RESULT)
        if not isinstance(result, SearchResult):
            return
        colors, area = theme.current(), option.rect.adjusted(10, 0, -10, 0)
        is_row = result.of is not None or bool(result.typed)
        painter.save()
        if is_row and option.state & QStyle.StateFlag.State_Selected:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.tones[Tone.BUSY][1]))
            painter.drawRoundedRect(option.rect.adjusted(2, 1, -2, -1), 5, 5)
        middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        right = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        metrics = option.fontMetrics
        painter.setPen(QColor(colors.muted))
        if not is_row:
            painter.drawText(area, middle, result.title.upper())
            painter.restore()
            return
        painter.drawText(area, right, result.keys)
        if result.keys:
            area.setRight(area.right() - metrics.horizontalAdvance(result.keys) - 12)
        if result.can_open:
            painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        title = metrics.elidedText(result.title, Qt.TextElideMode.ElideMiddle, int(area.width() * 0.72))
        painter.drawText(area, middle, title)
        area.setLeft(area.left() + metrics.horizontalAdvance(title) + 14)
        painter.setPen(QColor(colors.muted))
        note = metrics.elidedText(result.note, Qt.TextElideMode.ElideRight, max(0, area.width()))
        painter.drawText(area, middle, note)
        painter.restore()
