"""Choose a plan, a device and a reader, and start.

Where an item of the preflight is mended: a field of the form, a page of the window, or another look.

What was looked at before a run: what was found, what is needed, and where it is mended.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QCompleter, QFrame, QHeaderView, QLabel, QMenu, QPushButton, QWidget

from labharness.acts import devices as acts
from labharness.acts.run import run
from labharness.app.devices.preflight import DeviceListing, RunOrder, simulations
from labharness.app.people.conducting import BenchPerson
from labharness.app.planning.preflight_rows import PreflightItem, PreflightRow
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import run_name
from labharness.errors import LabharnessError
from labharness.gui.filings.submission_facts import Filed
from labharness.gui.kit.files import FileField
from labharness.gui.kit.keys import explained_by
from labharness.gui.kit.parts import (
    ActButton,
    boxed,
    choice_box,
    in_column,
    in_form,
    in_wrapped_row,
    line_edit,
    line_of,
    push_button,
    text_label,
)
from labharness.gui.kit.run_standing import Tone, say
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.words import tr
from labharness.gui.services import Services
from labharness.gui.starting.plan_choice import PlanChoice, SubmissionChoice
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.model.reasons.command import Workspaces
from labharness.model.reasons.conduct import Adapters, Conduct
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.run import Runs
from labharness.model.reasons.wire import Wire


class FormField(StrEnum):
    """A field of the form."""

    SUBMISSION = "submission"
    DEVICE = "device"
    PLAN = "plan"
    READER = "reader"
    CARDS = "cards"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class PreflightFix:
    """What mends an item.

    Parameters
    ----------
    title
        The verb with its object.
    leads_to
        A field of the form, an address, or None: the item is looked at again.
    """

    title: str
    leads_to: FormField | Address | None


AGAIN = PreflightFix(tr("Check again"), None)
CHOOSE = {
    field: PreflightFix(title, field)
    for field, title in (
        (FormField.SUBMISSION, tr("Choose another")),
        (FormField.DEVICE, tr("Choose a device")),
        (FormField.PLAN, tr("Choose a plan")),
        (FormField.READER, tr("Choose a reader")),
        (FormField.CARDS, tr("Clear the card set")),
        (FormField.OPERATOR, tr("Enter operator")),
    )
}
_FIELDS = {
    PreflightItem.PLAN: FormField.PLAN,
    PreflightItem.ADAPTERS: FormField.DEVICE,
    PreflightItem.PLACE: FormField.DEVICE,
    PreflightItem.DEVICE: FormField.DEVICE,
    PreflightItem.SUBMISSION: FormField.SUBMISSION,
}


_BY_REASON = (
    (Runs.READER_NEEDED, CHOOSE[FormField.READER]),
    (Runs.SAME_URL, CHOOSE[FormField.READER]),
    (Runs.MARKS_NOT_READ, CHOOSE[FormField.CARDS]),
    (Runs.INPUT_NOT_READ, CHOOSE[FormField.PLAN]),
    (Adapters.OTHER_KIND, CHOOSE[FormField.PLAN]),
    (Conduct.OTHER_CLASS, CHOOSE[FormField.PLAN]),
    (Evidence.IN_USE, AGAIN),
    (Evidence.IN_USE_BY_ANOTHER, AGAIN),
    (Wire.IN_USE, AGAIN),
    (Workspaces.LOW_SPACE, PreflightFix(tr("Show sizes"), Address(Room.EVIDENCE))),
    (Inputs.UNWRITABLE, PreflightFix(tr("Open Workspace"), Address(Room.SETTINGS, ("workspace",)))),
)
CLOCK = PreflightFix(tr("Open Workspace"), Address(Room.SETTINGS, ("workspace",)))
"""Where the laboratory states that it sets the clock by hand; the time service of the computer is none of the window's."""


def fix_of(row: PreflightRow, order: RunOrder) -> PreflightFix | None:
    """Return what mends a row, None where there is nothing to mend here."""
    if row.item is PreflightItem.CLOCK:
        return None if row.good else CLOCK
    if row.item is PreflightItem.PEOPLE:
        return CHOOSE[FormField.OPERATOR] if row.shown and not order.operator else None
    if row.item is PreflightItem.DATA:
        return PreflightFix(tr("Open Submissions"), Address(Room.SUBMISSIONS))
    if row.good is not False:
        return None
    if any(reason.is_a(Runs.OTHER_SERIAL) for reason in row.reasons):
        return PreflightFix(tr("Open the units"), Address(Room.SUBMISSIONS, (order.submission, "items")))
    fixes = (fix for reason in row.reasons for code, fix in _BY_REASON if reason.is_a(code))
    return next(fixes, CHOOSE[_FIELDS[row.item]])


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
        Emitted with the :class:`labharness.app.devices.preflight.RunOrder`, which names the run.
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

    def __init__(self, services: Services) -> None:
        super().__init__()
        self.setObjectName("card")
        self.plan = PlanChoice(services)
        self.plan.changed.connect(self._judge)
        self.device = self._chooser(tr("Device"), tr("usb:// or another address"))
        self.reader = self._chooser(tr("Reader"), tr("none, watch://FOLDER or operator://"))
        self.reader.addItems([NO_READER, PEOPLE])
        with suppress(LabharnessError):
            if folder := read_settings(services.workspace).reader:
                self.reader.addItem(f"watch://{folder}")
        self.operator = line_edit(tr("Operator"), tr("name of the person at the bench"), self._judge)
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
        push_button(self.again, self._search, name=tr("Search for devices again"))
        self.simulate = push_button(
            tr("S&imulate"),
            name=tr("Use a simulated device"),
            hint=tr("Start a simulated device to practice; its runs say SIMULATED everywhere"),
        )
        self._menu = QMenu(self.simulate)
        self._menu.aboutToShow.connect(self._offer_simulations)
        self.simulate.setMenu(self._menu)
        self._people: QCompleter | None = None
        self.start = ActButton(run)
        push_button(self.start, self._start, name=tr("Start the run"), main=True)
        self.note, self._status, self._refused = text_label(SEARCHING, muted=True), SEARCHING, ""
        self._lay_out()
        self._judge()

    def _lay_out(self) -> None:
        form = in_form(
            (tr("1  Submission"), self.submission),
            (tr("2  Device"), self.device),
            (tr("3  &Plan"), self.plan),
            (tr("4  Reader"), self.reader),
            (tr("Card set"), self.cards),
            (tr("Operator"), self.operator),
        )
        form.setHorizontalSpacing(10)
        label = form.labelForField(self.plan)
        assert isinstance(label, QLabel)
        label.setBuddy(self.plan.button)  # a mnemonic brings the keyboard only to what takes it itself
        self.steps: tuple[QWidget, ...] = (self.submission, self.device, self.plan, self.reader)
        self.submission.setEnabled(False)
        self.submission.currentIndexChanged.connect(self._suit)
        self.cards.line.textChanged.connect(self._judge)
        head = text_label(tr("New run"), size=1.1, bold=True, wraps=False)
        deeds = in_wrapped_row(self.again, self.simulate, 1, self.start)
        in_column(head, form, self.note, deeds, gap=8, edges=(14, 10, 14, 12), on=self)

    def _chooser(self, name: str, hint: str) -> QComboBox:
        box = choice_box(name, least=16, typed=(tr("{name} address", name=name), hint))
        box.currentTextChanged.connect(self._judge)
        return box

    def show_devices(self, devices: Sequence[DeviceListing]) -> None:
        """Offer these devices; an address that was typed or chosen stays."""
        kept = self._address(self.device)
        self.device.clear()
        for device in devices:
            self._offer(device, self.device.count())
        self.device.addItem(tr("By hand: a device without a port"), PEOPLE)
        result = self.device.findData(kept)
        if result >= 0:
            self.device.setCurrentIndex(result)
        elif kept:
            self.device.setEditText(kept)
        present = tr("{devices:,} {devices:device|devices} present.", devices=len(devices))
        self.tell(present if devices else NO_DEVICE)
        self.again.setEnabled(True)
        self._judge()

    def _offer(self, device: DeviceListing, at: int) -> None:
        title = plain(device.title, 120)
        self.device.insertItem(at, f"{title}  ({device.url})" if title else device.url, device.url)
        self.device.setItemData(at, device.url, Qt.ItemDataRole.ToolTipRole)

    def take_device(self, device: DeviceListing) -> None:
        """Offer a further device, and choose it."""
        self._offer(device, 0)
        self.device.setCurrentIndex(0)
        self.tell(tr("The simulated device is chosen."))

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

    def tell(self, status: str) -> None:
        """Show beneath the form how the device stands, below what was refused."""
        self._status = status
        self.note.setText("\n".join(filter(None, (self._refused, status))))

    def say(self, sentence: str) -> None:
        """Show why there is no device."""
        self.tell(plain(sentence))
        self.again.setEnabled(True)

    def refuse(self, sentence: str) -> None:
        """Show what the register or the list of people refused, until a person searches again."""
        self._refused = plain(sentence)
        self.tell(self._status)

    def _search(self) -> None:
        self.again.setEnabled(False)
        self._refused = ""
        self.tell(SEARCHING)
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
        return None if order is None or plan is None else replace(order, name=run_name(plan.id))

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
            if not line_of(box).hasFocus():
                line_of(box).setCursorPosition(0)
        address = self._address(self.device)
        if self._status == NO_DEVICE and "://" in address and address != PEOPLE:
            self.tell("")  # the preflight says what was found there
        self.cards.setEnabled(bool(self._address(self.reader)))
        self.changed.emit()

    def _address(self, box: QComboBox) -> str:
        """Return the URL behind the words that are chosen, or what was typed."""
        text = box.currentText().strip()
        place = box.findText(text, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive)
        return str(box.itemData(place) or text) if place >= 0 else text


TITLES = {
    PreflightItem.PLAN: tr("Plan"),
    PreflightItem.ADAPTERS: tr("Adapters"),
    PreflightItem.PLACE: tr("Disk"),
    PreflightItem.DEVICE: tr("Device"),
    PreflightItem.SUBMISSION: tr("Submission"),
    PreflightItem.CLOCK: tr("Clock"),
    PreflightItem.PEOPLE: tr("People"),
    PreflightItem.DATA: tr("Earlier data"),
}
NEEDED = {
    PreflightItem.PLAN: tr("A plan without mistakes"),
    PreflightItem.ADAPTERS: tr("For the device, and for a reader where the plan asks for one"),
    PreflightItem.SUBMISSION: tr("On file"),
    PreflightItem.CLOCK: tr("Synchronized, or set by hand (Settings); required for a run of a submission"),
    PreflightItem.PEOPLE: tr("The people that the stages ask for"),
    PreflightItem.DATA: tr("No equal data without an explanation"),
}
WAITING = tr("Not checked: fix the items above first.")
FIX = 3
"""Place of the column with the buttons."""
NARROWEST, AROUND, PADDING = 60, 3, 54
"""Width of that column without buttons; pixels around a button, and around its text to the edges of the column."""
Mode = QHeaderView.ResizeMode
TOP_LEFT = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft


class PreflightView(FactTable):
    """One row for each item.

    Attributes
    ----------
    fix_wanted
        Emitted with the :class:`PreflightFix` that somebody asks for.
    buttons
        Those that mend, from top to bottom.
    """

    fix_wanted = Signal(object)

    def __init__(self) -> None:
        self._fixes: tuple[PreflightFix | None, ...] = ()
        self.buttons: list[QPushButton] = []
        super().__init__(
            tr("Preflight"),
            ((tr("Item"), 104), (tr("Found"), 200), (tr("Needed"), 200), (tr("Fix"), NARROWEST)),
        )
        header = self.horizontalHeader()
        for place, mode in enumerate((Mode.Interactive, Mode.Stretch, Mode.Stretch, Mode.Fixed)):
            header.setSectionResizeMode(place, mode)

    def show_preflight(self, rows: Sequence[PreflightRow], order: RunOrder | None = None) -> None:
        """Show what was looked at for an order."""
        self._fixes = tuple(None if order is None else fix_of(row, order) for row in rows)
        self.show_rows(
            [
                FactRow((TITLES[row.item], _found(row), _needed(row), fix.title if fix else ""), _tone(row))
                for row, fix in zip(rows, self._fixes, strict=True)
            ]
        )

    def _fill(self) -> None:
        super()._fill()
        self.buttons = []
        for at, fix in enumerate(self._fixes):
            if fix is not None and (item := self.item(at, FIX)) is not None:
                item.setText("")
                name = f"{fix.title}: {self.model().index(at, 0).data()}"
                button = push_button(fix.title, partial(self.fix_wanted.emit, fix), name=name)
                holder = boxed(in_column((button, 0, TOP_LEFT), edges=AROUND))
                self.setCellWidget(at, FIX, holder)
                self.buttons.append(button)
        text = self.fontMetrics()
        wanted = [text.horizontalAdvance(button.text()) + PADDING for button in self.buttons]
        self.horizontalHeader().resizeSection(FIX, max([NARROWEST, *wanted]))


def _found(row: PreflightRow) -> str:
    if row.reasons:
        return " ".join(map(say, row.reasons))
    if row.item is PreflightItem.PLACE and row.good:
        return tr("{shown} free", shown=row.shown)
    if row.item is PreflightItem.CLOCK:
        if row.good:
            return tr("set by hand") if row.shown else tr("synchronized")
        return tr("The system does not say whether it is synchronized.")
    return (row.shown or tr("in order")) if row.good is not None else WAITING


def _needed(row: PreflightRow) -> str:
    match row.item:
        case PreflightItem.PLACE:
            return tr("At least {size} free", size=row.wanted)
        case PreflightItem.DEVICE:
            return tr("Present and free: {device}", device=row.wanted or tr("what the plan asks for"))
        case _:
            return NEEDED[row.item]


def _tone(row: PreflightRow) -> Tone:
    if row.good:
        return Tone.PASS
    if row.good is None:
        return Tone.QUIET
    return Tone.FAIL if row.needed else Tone.UNSURE
