"""Choose a plan, a device and a reader, and start."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from labharness.app.preflight import RunOrder
from labharness.gui.kit import theme
from labharness.gui.kit.file_field import FileField
from labharness.gui.services import DeviceChoice, Services
from labharness.gui.starting.plan_field import PlanField
from labharness.gui.starting.submission_choice import SubmissionChoice
from labharness.gui.submission_facts import Filed
from labharness.language.text import plain

NO_READER = ""
PEOPLE = "operator://"
SEARCHING = "Looking for devices…"


class StartPanel(QFrame):
    """The form of a new run.

    Parameters
    ----------
    services
        Lists the plans.

    Attributes
    ----------
    wanted
        Emitted with the :class:`labharness.app.preflight.RunOrder`, which names the run.
    search
        Emitted when the devices are to be looked for again.
    """

    wanted = Signal(object)
    search = Signal()

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        heading = QLabel("Start a run")
        theme.enlarge(heading, 1.1, bold=True)
        self.plan = PlanField(services)
        self.plan.changed.connect(self._judge)
        self.device = _chooser("Device", "usb:// or another address")
        self.reader = _chooser("Reader", "none, watch://FOLDER or operator://")
        self.reader.addItems([NO_READER, PEOPLE])
        # Most readers write cards as they are, and not every workspace has a register: these rows come when needed.
        self.cards = FileField(
            "Card-set file",
            "none; for marked stock",
            "Card sets (*.toml);;All files (*)",
            services.place,
        )
        self.submission = SubmissionChoice()
        self.again = QPushButton("Search again")
        self.again.setAccessibleName("Search for devices again")
        self.again.clicked.connect(self._search)
        self.start = QPushButton("Start")
        self.start.setAccessibleName("Start the run")
        self.start.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.start.clicked.connect(self._start)
        self.note = QLabel(SEARCHING)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(10)
        form.addRow("&Plan", self.plan)
        for box in (self.device, self.reader):
            form.addRow(box.accessibleName(), box)
            box.currentTextChanged.connect(self._judge)
        form.addRow("Card set", self.cards)
        form.addRow("Submission", self.submission)
        form.setRowVisible(self.submission, False)  # noqa: FBT003  Qt's call
        self._form = form
        row = QHBoxLayout()
        row.addWidget(self.again)
        row.addStretch(1)
        row.addWidget(self.start)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(8)
        column.addWidget(heading)
        column.addLayout(form)
        column.addWidget(self.note)
        column.addLayout(row)
        self._judge()

    def show_devices(self, devices: Sequence[DeviceChoice]) -> None:
        """Offer these devices; an address that was typed or chosen stays."""
        kept = self._address(self.device)
        self.device.clear()
        for device in devices:
            title = plain(device.title, 120)
            self.device.addItem(f"{title}  ({device.url})" if title else device.url, device.url)
            self.device.setItemData(self.device.count() - 1, device.url, Qt.ItemDataRole.ToolTipRole)
        self.device.addItem("By hand: a device without a port", PEOPLE)
        found = self.device.findData(kept)
        if found >= 0:
            self.device.setCurrentIndex(found)
        elif kept:
            self.device.setEditText(kept)
        here = (
            f"{len(devices)} present" if devices else "No device found. Connect a device, or type its address"
        )
        self.note.setText(f"{here}.")
        self.again.setEnabled(True)
        self._judge()

    def show_filed(self, filed: Sequence[Filed]) -> None:
        """Offer these submissions; a workspace that has none is not asked for one."""
        self.submission.show_filed(filed)
        self._form.setRowVisible(self.submission, bool(filed))

    def say(self, sentence: str) -> None:
        """Show one sentence beneath the form."""
        self.note.setText(plain(sentence))
        self.again.setEnabled(True)

    def _search(self) -> None:
        self.again.setEnabled(False)
        self.note.setText(SEARCHING)
        self.search.emit()

    def _start(self) -> None:
        plan = self.plan.plan
        if plan is not None:
            reader = self._address(self.reader) or None
            order = RunOrder(
                plan.name,
                self._address(self.device),
                reader,
                name=f"{datetime.now().astimezone():%Y%m%dT%H%M%S}-{plan.id}",
                cards=self.cards.text if reader else None,
                submission=self.submission.submission,
            )
            self.wanted.emit(order)

    def _judge(self) -> None:
        for box in (self.device, self.reader):
            box.setToolTip(box.currentText())
            line = box.lineEdit()
            if line is not None and not line.hasFocus():
                line.setCursorPosition(0)
        self._form.setRowVisible(self.cards, bool(self._address(self.reader)))
        self.start.setEnabled(self.plan.plan is not None and "://" in self._address(self.device))

    def _address(self, box: QComboBox) -> str:
        """Return the URL behind the words that are chosen, or what was typed."""
        text = box.currentText().strip()
        place = box.findText(text, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive)
        return str(box.itemData(place) or text) if place >= 0 else text


def _chooser(name: str, hint: str) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(16)
    box.setEditable(True)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    line = box.lineEdit()
    assert line is not None
    line.setPlaceholderText(hint)
    line.setAccessibleName(f"{name} address")
    return box
