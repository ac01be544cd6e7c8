"""A chart over the whole window: for a small screen, or to be shown to somebody."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDialog, QSplitter, QStackedWidget, QVBoxLayout, QWidget


class EnlargedChart(QDialog):
    """Borrows a chart from its page, and gives it back to the same place when it is closed.

    Parameters
    ----------
    chart
        Stands in a layout, a splitter or a stack.
    title
        What the chart says in its heading.
    """

    def __init__(self, chart: QWidget, title: str) -> None:
        window = chart.window()
        super().__init__(window)
        self.setObjectName("enlarged chart")
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._chart, self._place = chart, QWidget()
        self._place.setSizePolicy(chart.sizePolicy())
        _swap(chart, self._place)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(chart)
        self.resize(window.size())
        self.move(window.mapToGlobal(QPoint(0, 0)))
        self.finished.connect(self._give_back)
        chart.show()
        chart.setFocus()

    def _give_back(self) -> None:
        _swap(self._place, self._chart)
        self._place.deleteLater()
        self._chart.show()
        self._chart.setFocus()


def _swap(old: QWidget, new: QWidget) -> None:
    """Put a widget in the place of another one."""
    parent = old.parentWidget()
    if isinstance(parent, QSplitter):
        parent.replaceWidget(parent.indexOf(old), new)
    elif isinstance(parent, QStackedWidget):
        parent.insertWidget(parent.indexOf(old), new)
        parent.setCurrentWidget(new)
        old.setParent(None)
    elif parent is not None and (layout := parent.layout()) is not None:
        layout.replaceWidget(old, new)
        new.setVisible(True)
