"""The choice by which runs are grouped, remembered for the workspace."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.language.run_groups import RunGrouping

CHOICES = (
    (None, tr("No groups")),
    (RunGrouping.SUBMISSION, tr("By submission")),
    (RunGrouping.DEVICE, tr("By device")),
    (RunGrouping.NIGHT, tr("By night")),
)


class GroupingChoice(QComboBox):
    """Offers the groups of runs.

    Attributes
    ----------
    changed
        Emitted with the :class:`~labharness.language.run_groups.RunGrouping`, None for no groups.
    """

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._memory, self._place = WindowState(), ""
        self.setMinimumHeight(32)
        self.setAccessibleName(tr("Group the runs"))
        self.setToolTip(tr("Group the runs by submission, by device or by night"))
        for by, title in CHOICES:
            self.addItem(title, by)
        self.currentIndexChanged.connect(self._tell)

    @property
    def grouping(self) -> RunGrouping | None:
        """What the runs of a group have in common, None for no groups."""
        return CHOICES[self.currentIndex()][0]

    def use_memory(self, memory: WindowState, room: str) -> None:
        """Take up the choice that somebody left, and keep those that follow."""
        self._memory, self._place = memory, f"groups/{room}"
        left = memory.text(self._place)
        self.setCurrentIndex(next((at for at, (by, _) in enumerate(CHOICES) if by and by.value == left), 0))

    def _tell(self) -> None:
        by = self.grouping
        if self._place:
            self._memory.put(self._place, by.value if by is not None else "")
        self.changed.emit(by)
