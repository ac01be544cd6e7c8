"""The span of time of a morning report."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from PySide6.QtCore import QDateTime, Qt, Signal
from PySide6.QtWidgets import (
    QDateTimeEdit,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit.fitted_dialog import FittedDialog
from labharness.gui.kit.words import tr
from labharness.model.eastern_time import eastern, from_eastern

EVENING = time(18)
"""When a night begins unless somebody says otherwise."""
BACKWARDS = tr("The end is before the beginning.")


class NightDialog(FittedDialog):
    """Asks since when and until when; from yesterday evening to now at first.

    Parameters
    ----------
    now
        Which moment now is; both ends are shown and chosen in the time of Pennsylvania.

    Attributes
    ----------
    wanted
        Emitted with both moments, which have an offset.
    """

    wanted = Signal(object, object)

    def __init__(self, now: datetime, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Morning report"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        what = QLabel(tr("Report on all runs of the workspace in a span of time."))
        what.setWordWrap(True)
        what.setProperty("muted", True)  # noqa: FBT003  Qt's call
        there = eastern(now)[0]
        evening = datetime.combine(there.date() - timedelta(days=1), EVENING)
        self.since, self.until = _moment(tr("Since"), evening), _moment(tr("Until"), there)
        self.note = QLabel()
        self.note.setAccessibleName(tr("Message"))
        self.cancel, self.build = QPushButton(tr("Cancel")), QPushButton(tr("Build"))
        self.cancel.setAccessibleName(tr("Cancel the morning report"))
        self.cancel.setAutoDefault(False)
        self.build.setAccessibleName(tr("Build the morning report"))
        self.build.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.build.setDefault(True)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("&Since"), self.since)
        form.addRow(tr("&Until"), self.until)
        row = QHBoxLayout()
        row.addWidget(self.note, 1)
        row.addWidget(self.cancel)
        row.addWidget(self.build)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(10)
        column.addWidget(what)
        column.addLayout(form)
        column.addLayout(row)
        for box in (self.since, self.until):
            box.dateTimeChanged.connect(self._judge)
        self.cancel.clicked.connect(self.reject)
        self.build.clicked.connect(self._want)

    def _judge(self) -> None:
        forwards = _chosen(self.since) < _chosen(self.until)
        self.build.setEnabled(forwards)
        self.note.setText("" if forwards else BACKWARDS)

    def _want(self) -> None:
        self.wanted.emit(_chosen(self.since), _chosen(self.until))
        self.accept()


def _moment(name: str, at: datetime) -> QDateTimeEdit:
    box = QDateTimeEdit(QDateTime(at.year, at.month, at.day, at.hour, at.minute, 0))
    box.setAccessibleName(name)
    box.setDisplayFormat("yyyy-MM-dd HH:mm")
    box.setCalendarPopup(True)
    return box


def _chosen(box: QDateTimeEdit) -> datetime:
    there = datetime.fromisoformat(box.dateTime().toString("yyyy-MM-ddTHH:mm"))
    return from_eastern(there)
