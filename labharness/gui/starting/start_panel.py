"""Choose a plan, a device and a reader, and start."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from labharness.acts import devices as acts
from labharness.acts.run import run
from labharness.app.devices import DeviceListing
from labharness.app.people.at_the_bench import BenchPerson
from labharness.app.preflight import RunOrder
from labharness.app.settings import read_settings
from labharness.app.simulated_devices import simulations
from labharness.app.workspace import run_name
from labharness.errors import LabharnessError
from labharness.gui.kit import theme
from labharness.gui.kit.act_button import ActButton
from labharness.gui.kit.explained import explained_by
from labharness.gui.kit.file_field import FileField
from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.words import tr
from labharness.gui.services import Services
from labharness.gui.starting.plan_choice import PlanChoice
from labharness.gui.starting.preflight_fixes import FormField
from labharness.gui.starting.submission_choice import SubmissionChoice
from labharness.gui.submission_facts import Filed
from labharness.language.text import plain

NO_READER = ""
PEOPLE = "operator://"
NO_DEVICE = tr("No device found. Connect one, type its address, or use a simulator.")
SEARCHING = tr("Looking for devices…")


class StartPanel(QFrame):
    """The form of a new run.

    Parameters
    ----------
    services
        Lists the plans; the settings of its workspace name a reader.

    Attributes
    ----------
    wanted
        Emitted with the :class:`labharness.app.preflight.RunOrder`, which names the run.
    search
        Emitted when the devices are to be looked for again.
    practice
        Emitted with the kind of a simulated device that somebody wants.
    changed
        Emitted when :meth:`order` may have changed.
    """

    wanted = Signal(object)
    search = Signal()
    practice = Signal(str)
    changed = Signal()

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        heading = QLabel(tr("New run"))
        theme.enlarge(heading, 1.1, bold=True)
        self.plan = PlanChoice(services)
        self.plan.changed.connect(self._judge)
        self.device = _chooser(tr("Device"), tr("usb:// or another address"))
        self.reader = _chooser(tr("Reader"), tr("none, watch://FOLDER or operator://"))
        self.reader.addItems([NO_READER, PEOPLE])
        with suppress(LabharnessError):
            if folder := read_settings(services.workspace).reader:
                self.reader.addItem(f"watch://{folder}")
        self.operator = QLineEdit()
        self.operator.setAccessibleName(tr("Operator"))
        self.operator.setPlaceholderText(tr("name of the person at the bench"))
        # Fields that do not apply are disabled: no control moves while somebody works with the form.
        self.cards = FileField(
            tr("Card-set file"),
            tr("none; for marked stock"),
            tr("Card sets (*.toml);;All files (*)"),
            services.workspace.path,
        )
        self.submission = SubmissionChoice()
        explained_by(self.plan, "user-guide-window#choosing-a-plan")
        explained_by(self.reader, "deck-order-files")
        explained_by(self.cards, "deck-order-files#marked-cards-and-card-set-files")
        self.again = ActButton(acts.devices)
        self.again.setAccessibleName(tr("Search for devices again"))
        self.again.clicked.connect(self._search)
        self.simulate = QPushButton(tr("S&imulate"))
        self.simulate.setAccessibleName(tr("Use a simulated device"))
        self.simulate.setToolTip(
            tr("Start a simulated device to practice; its runs say SIMULATED everywhere")
        )
        self._menu = QMenu(self.simulate)
        self._menu.aboutToShow.connect(self._offer_simulations)
        self.simulate.setMenu(self._menu)
        self._people: QCompleter | None = None
        self.start = ActButton(run)
        self.start.setAccessibleName(tr("Start the run"))
        self.start.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.start.clicked.connect(self._start)
        self.note = QLabel(SEARCHING)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self._lay_out(heading)
        self._judge()

    def _lay_out(self, heading: QLabel) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(10)
        form.addRow(tr("1  Submission"), self.submission)
        form.addRow(tr("2  Device"), self.device)
        form.addRow(tr("3  &Plan"), self.plan)
        label = form.labelForField(self.plan)
        assert isinstance(label, QLabel)
        label.setBuddy(self.plan.button)  # a mnemonic brings the keyboard only to what takes it itself
        form.addRow(tr("4  Reader"), self.reader)
        form.addRow(tr("Card set"), self.cards)
        form.addRow(tr("Operator"), self.operator)
        for box in (self.device, self.reader):
            box.currentTextChanged.connect(self._judge)
        self.steps: tuple[QWidget, ...] = (self.submission, self.device, self.plan, self.reader)
        self.submission.setEnabled(False)
        self.submission.currentIndexChanged.connect(self._suit)
        self.operator.textChanged.connect(self._judge)
        self.cards.line.textChanged.connect(self._judge)
        row = WrapRow()
        row.put(self.again)
        row.put(self.simulate)
        row.spring()
        row.put(self.start)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.setSpacing(8)
        column.addWidget(heading)
        column.addLayout(form)
        column.addWidget(self.note)
        column.addLayout(row)

    def show_devices(self, devices: Sequence[DeviceListing]) -> None:
        """Offer these devices; an address that was typed or chosen stays."""
        kept = self._address(self.device)
        self.device.clear()
        for device in devices:
            title = plain(device.title, 120)
            self.device.addItem(f"{title}  ({device.url})" if title else device.url, device.url)
            self.device.setItemData(self.device.count() - 1, device.url, Qt.ItemDataRole.ToolTipRole)
        self.device.addItem(tr("By hand: a device without a port"), PEOPLE)
        result = self.device.findData(kept)
        if result >= 0:
            self.device.setCurrentIndex(result)
        elif kept:
            self.device.setEditText(kept)
        self.note.setText(
            tr("{devices:,} {devices:device|devices} present.", devices=len(devices))
            if devices
            else NO_DEVICE
        )
        self.again.setEnabled(True)
        self._judge()

    def take_device(self, device: DeviceListing) -> None:
        """Offer a further device, and choose it."""
        self.device.insertItem(0, f"{plain(device.title, 120)}  ({device.url})", device.url)
        self.device.setCurrentIndex(0)
        self.note.setText(tr("The simulated device is chosen."))

    def _offer_simulations(self) -> None:
        """Offer what fits the plan; everything where no plan is chosen."""
        plan = self.plan.plan
        self._menu.clear()
        for each in simulations(plan.device if plan is not None else None):
            self._menu.addAction(each.title, partial(self.practice.emit, each.kind))
        if self._menu.isEmpty():
            nothing = self._menu.addAction(tr("No simulated device fits this plan."))
            nothing.setEnabled(False)

    def show_people(self, people: Sequence[BenchPerson]) -> None:
        """Name the person who is logged in as the operator, and complete the names of the others."""
        self._people = QCompleter([person.name for person in people], self)
        self._people.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.operator.setCompleter(self._people)
        if not self.operator.text() and people and people[0].id:
            self.operator.setText(people[0].name)

    def _suit(self) -> None:
        """Let the choice of a plan begin with what fits the submission."""
        filed = self.submission.filed
        self.plan.suit(filed.games if filed else (), filed.devices if filed else ())
        self._judge()

    def show_filed(self, filed: Sequence[Filed]) -> None:
        """Offer these submissions; a workspace that has none is not asked for one."""
        self.submission.show_filed(filed)
        self.submission.setEnabled(bool(filed))

    def say(self, sentence: str) -> None:
        """Show one sentence beneath the form."""
        self.note.setText(plain(sentence))
        self.again.setEnabled(True)

    def _search(self) -> None:
        self.again.setEnabled(False)
        self.note.setText(SEARCHING)
        self.search.emit()

    def lead_to(self, field: FormField) -> None:
        """Give a field the keyboard; lists open, and a card set that no reader reads is cleared."""
        if field is FormField.CARDS:
            self.cards.line.clear()
        control: QWidget = {
            FormField.SUBMISSION: self.submission,
            FormField.DEVICE: self.device,
            FormField.PLAN: self.plan.button,
            FormField.READER: self.reader,
            FormField.CARDS: self.cards.line,
            FormField.OPERATOR: self.operator,
        }[field]
        control.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(control, QComboBox) and control.count() > 1:
            control.showPopup()

    def order(self) -> RunOrder | None:
        """Return what the form orders, without a name; None while plan or device is missing."""
        plan, device = self.plan.plan, self._address(self.device)
        if plan is None or "://" not in device:
            return None
        reader = self._address(self.reader) or None
        return RunOrder(
            plan.name,
            device,
            reader,
            operator=self.operator.text().strip(),
            cards=self.cards.text if reader else None,
            submission=self.submission.submission,
        )

    def named(self) -> RunOrder | None:
        """Return what the form orders, under the name of a run that begins now."""
        order, plan = self.order(), self.plan.plan
        if order is None or plan is None:
            return None
        return replace(order, name=run_name(plan.id))

    def allow(self, *, form: bool, start: bool) -> None:
        """Enable the fields, and the start."""
        for widget in (self.plan, self.device, self.reader, self.operator, self.again):
            widget.setEnabled(form)
        self.start.setEnabled(start)

    def _start(self) -> None:
        order = self.named()
        if order is not None:
            self.wanted.emit(order)

    def _judge(self) -> None:
        for box in (self.device, self.reader):
            box.setToolTip(box.currentText())
            line = box.lineEdit()
            if line is not None and not line.hasFocus():
                line.setCursorPosition(0)
        address = self._address(self.device)
        if self.note.text() == NO_DEVICE and "://" in address and address != PEOPLE:
            self.note.clear()  # the preflight says what was found there
        self.cards.setEnabled(bool(self._address(self.reader)))
        self.changed.emit()

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
    line.setAccessibleName(tr("{name} address", name=name))
    return box
