"""Tabs that ask for the height of the part that is shown; Qt's ask for that of the highest one, and for what it would like."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QTabWidget, QWidget

from labharness.gui.kit.scrolled import least_height


class ShownTabs(QTabWidget):
    """Parts of a page; what is higher than the window scrolls with the page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return the least size, of whatever height the other parts are."""
        least = super().minimumSizeHint()
        if self.count():
            least.setHeight(self._bar + self.currentWidget().minimumSizeHint().height())
        return least

    def hasHeightForWidth(self) -> bool:  # noqa: N802  Qt's name
        """Say that the height depends on the width: rows of buttons and sentences break."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802  Qt's name
        """Return the least height at a width."""
        return self._bar + (least_height(self.currentWidget(), width) if self.count() else 0)

    @property
    def _bar(self) -> int:
        return self.tabBar().sizeHint().height()
