"""The stages of a run with their progress and the time that is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionProgressBar,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from labharness.app.bench_work.pace import Pace, TimeLeft
from labharness.evidence.history.stage_view import StageView
from labharness.gui.kit.follow_text import follow_text
from labharness.gui.kit.screen_text import code_words
from labharness.gui.kit.tables.taking import offer_to_take
from labharness.gui.kit.words import tr
from labharness.language.dates import between
from labharness.language.numbers import number
from labharness.language.recorded import worded
from labharness.language.text import plain

Index = QModelIndex | QPersistentModelIndex
COLUMNS = (tr("Stage"), tr("Progress"), tr("Over about"), tr("Found"))
_SIGNS = {"waiting": "○", "running": "▶", "done": "✓", "failed": "✕", "stopped": "■"}
PROGRESS = Qt.ItemDataRole.UserRole


class StageModel(QAbstractTableModel):
    """Rows of :class:`StageView`, copied, so that the fold may go on meanwhile."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stages: list[StageView] = []
        self._running = ""
        self._left: TimeLeft | None = None

    def show_stages(self, stages: Sequence[StageView]) -> None:
        """Show these stages; only rows that differ are drawn again."""
        if len(stages) != len(self._stages):
            self.beginResetModel()
            self._stages = [replace(stage) for stage in stages]
            self.endResetModel()
            return
        for row, stage in enumerate(stages):
            if stage != self._stages[row]:
                self._stages[row] = replace(stage)
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(COLUMNS) - 1))

    def rowCount(self, parent: Index | None = None) -> int:  # noqa: N802  Qt's name
        """Return the number of stages."""
        return 0 if parent is not None and parent.isValid() else len(self._stages)

    def columnCount(self, parent: Index | None = None) -> int:  # noqa: N802  Qt's name
        """Return the number of columns."""
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:  # noqa: N802  Qt's name
        """Name the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        return None

    def data(self, index: Index, role: int = 0) -> object:
        """Return text, tooltip or progress of a cell."""
        stage = self._stages[index.row()]
        if role == PROGRESS:
            return (stage.done, stage.units)
        if role in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return self._text(stage, index.column())
        return None

    def show_pace(self, pace: Pace) -> None:
        """Take how fast the stage goes that runs."""
        left = pace.left
        self._running, self._left = pace.stage, left

    def _over(self, stage: StageView) -> str:
        """Return between which moments a stage will be over, "" where nobody can tell yet."""
        if stage.status != "running" or stage.name != self._running or self._left is None:
            return ""
        if self._left.soon:
            return tr("within 2 min")
        now = datetime.now(UTC)
        return between(*self._left.moments(now), now.isoformat())

    def _text(self, stage: StageView, column: int) -> str:
        if column == 0:
            return f"{_SIGNS.get(stage.status, '▲')}  {plain(stage.name, 80)}"
        if column == 1:
            if not stage.units:
                return code_words(stage.status)
            return tr("{done} of {units}", done=number(stage.done), units=number(stage.units))
        if column == 2:
            return self._over(stage)
        return plain(worded(stage.reasons))


class ProgressDelegate(QStyledItemDelegate):
    """Draws a bar with the numbers on it where a stage counts units."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        done, units = index.data(PROGRESS)
        if not units:
            super().paint(painter, option, index)
            return
        bar = QStyleOptionProgressBar()
        bar.rect = option.rect.adjusted(8, 6, -8, -6)
        bar.state = option.state | QStyle.StateFlag.State_Horizontal
        bar.palette = option.palette
        bar.fontMetrics = option.fontMetrics
        # Qt counts in 32 bits, stages do not.
        bar.minimum, bar.maximum, bar.progress = 0, 1000, min(1000, done * 1000 // units)
        bar.text, bar.textVisible = str(index.data()), True
        bar.textAlignment = Qt.AlignmentFlag.AlignCenter
        QApplication.style().drawControl(QStyle.ControlElement.CE_ProgressBar, bar, painter)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802  Qt's name
        """Leave room for the bar."""
        return super().sizeHint(option, index).expandedTo(QSize(160, 30))


TITLE_AIR = 26
"""Pixels beside the title of a column."""


class StageTable(QTableView):
    """The list of stages."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Stages"))
        self.rows = StageModel(self)
        self._running = -1
        self.setModel(self.rows)
        self.setItemDelegateForColumn(1, ProgressDelegate(self))
        offer_to_take(self)
        self.setSelectionMode(QTableView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        for column, width in enumerate((130, 190, 110)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            header.resizeSection(column, width)
        follow_text(self, self._measure)
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Stretch)

    def _measure(self, scale: float) -> None:
        """Give rows their height, and titles their width, in any size of text; wider columns stay as they are."""
        header = self.horizontalHeader()
        self.verticalHeader().setDefaultSectionSize(round(32 * scale))
        for column in range(header.count() - 1):
            title = str(self.model().headerData(column, Qt.Orientation.Horizontal))
            least = self.fontMetrics().horizontalAdvance(title) + TITLE_AIR
            header.resizeSection(column, max(header.sectionSize(column), least))

    def show_stages(self, stages: Sequence[StageView]) -> None:
        """Show these stages, the one that runs in view."""
        self.rows.show_stages(stages)
        running = next((at for at, stage in enumerate(stages) if stage.status == "running"), -1)
        if running != self._running:
            self._running = running
            self.scrollTo(self.rows.index(max(running, 0), 0))
