"""How a result is drawn: its title, what tells it from others, and its key."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from labharness.gui.kit import theme
from labharness.gui.kit.run_standing import Tone
from labharness.gui.shell.search.result_model import RESULT, SearchResult

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
