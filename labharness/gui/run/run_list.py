"""The runs of the workspace, the newest first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.icons import icon
from labharness.gui.run.glance import Glance

EMPTY = "No runs yet"
RUN = Qt.ItemDataRole.UserRole


class RunList(QListWidget):
    """Two lines for each run; choosing one attaches the window to it.

    Attributes
    ----------
    chosen
        Emitted with the run's name.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Runs")
        self.setIconSize(QSize(22, 22))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.currentItemChanged.connect(self._choose)
        self._glances: list[Glance] = []

    def show_runs(self, glances: Sequence[Glance]) -> None:
        """Show these runs; what is chosen stays chosen."""
        glances = sorted(glances, key=lambda glance: glance.began, reverse=True)
        if glances == self._glances:
            return
        chosen = self.current_run
        self._glances = glances
        blocked = self.blockSignals(True)  # noqa: FBT003  Qt's call
        while self.count() > len(glances):
            self.takeItem(self.count() - 1)
        while self.count() < len(glances):
            self.addItem(QListWidgetItem())
        for row, glance in enumerate(glances):
            self._fill(self.item(row), glance)
        self.setCurrentRow(next((row for row, one in enumerate(glances) if one.run == chosen), -1))
        self.blockSignals(blocked)

    @property
    def current_run(self) -> str:
        """Name of the chosen run, or ""."""
        return str(self.currentItem().data(RUN)) if self.currentRow() >= 0 else ""

    def select(self, run: str) -> None:
        """Choose a run by name, as if by hand."""
        for row, glance in enumerate(self._glances):
            if glance.run == run:
                self.setCurrentRow(row)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  Qt's name
        """Say so where there is nothing to list."""
        super().paintEvent(event)
        if self.count() == 0:
            painter = QPainter(self.viewport())
            painter.setPen(self.palette().placeholderText().color())
            painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, EMPTY)

    def _fill(self, item: QListWidgetItem, glance: Glance) -> None:
        item.setData(RUN, glance.run)
        word = f"{glance.word}, simulated" if glance.simulated else glance.word
        item.setText(f"{glance.run}\n{word}  ·  {glance.started}")
        item.setToolTip(f"{glance.run}\n{glance.title}")
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{glance.run}, {word}, {glance.title}")
        item.setIcon(icon(glance.tone, theme.current().tones[glance.tone][0]))

    def _choose(self) -> None:
        if self.current_run:
            self.chosen.emit(self.current_run)
