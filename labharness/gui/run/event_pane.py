"""The events of a run with their filter: all of them or what needs attention, words, and whether the end stays in view."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from labharness.gui.kit.shortcut import add_key
from labharness.gui.kit.words import tr
from labharness.gui.run.event_log import EventLog

KINDS = (tr("All events"), tr("Attention"))


class EventPane(QWidget):
    """The log beneath what is left out of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.log, self.which, self.filter = EventLog(), QComboBox(), QLineEdit()
        self.which.addItems(KINDS)
        self.which.setAccessibleName(tr("Which events"))
        self.which.setToolTip(tr("All events, or those that need attention"))
        self.filter.setPlaceholderText(tr("Filter: words"))
        self.filter.setAccessibleName(tr("Filter events"))
        self.follow = QCheckBox(tr("Follow"))
        self.follow.setAccessibleName(tr("Keep the latest event in view"))
        self.follow.setChecked(True)
        row, column = QHBoxLayout(), QVBoxLayout(self)
        row.setSpacing(6)
        row.addWidget(self.which)
        row.addWidget(self.filter, 1)
        row.addWidget(self.follow)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.log, 1)
        self.setFocusProxy(self.log)
        self.which.currentIndexChanged.connect(lambda _: self._keep())
        self.filter.textChanged.connect(lambda _: self._keep())
        self.follow.toggled.connect(self.log.follow)
        self.log.followed.connect(self._show_following)
        add_key(self, QKeySequence.StandardKey.Find, tr("Filter the events"), self.filter.setFocus)

    def _keep(self) -> None:
        self.log.keep(self.filter.text(), attention=self.which.currentIndex() > 0)

    def _show_following(self, follows: bool) -> None:
        before = self.follow.blockSignals(True)  # noqa: FBT003  Qt's call
        self.follow.setChecked(follows)
        self.follow.blockSignals(before)
