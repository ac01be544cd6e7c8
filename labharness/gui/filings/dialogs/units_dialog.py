"""Dialogs of a submission: new units by paste or from a device, and the import of a folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from labharness.app.submission.draft_saving import FolderPreview
from labharness.app.submission.open_items import AskedDevice, PastedUnits, pasted_units
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.editors import DateEditor
from labharness.gui.kit.labels import WrappedLabel
from labharness.gui.kit.parts import in_row
from labharness.gui.kit.run_standing import say
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.words import tr
from labharness.language.field_words import field_words, kind_words
from labharness.language.template import plain
from labharness.model.eastern_time import today

FROM_DEVICE = "of the device that was asked"


class UnitsDialog(ActDialog):
    """Asks for serial numbers, one a line, and what all of the units have in common.

    Parameters
    ----------
    products
        Ids and names of the products on file.
    known
        Serial numbers on file.

    Attributes
    ----------
    ask_wanted
        Emitted with the URL of a device that is to be asked.
    look_wanted
        Emitted when devices are to be looked for again.
    """

    ask_wanted = Signal(str)
    look_wanted = Signal()

    def __init__(
        self,
        products: Sequence[tuple[str, str]],
        known: Iterable[str],
        place: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Add units"), tr("Add units"), place=place, parent=parent)
        self.resize(620, 480)
        self._known = tuple(known)
        self.asked: AskedDevice | None = None
        self.device, self.ask, self.look = (
            QComboBox(),
            QPushButton(tr("Ask the device")),
            QPushButton(tr("Look again")),
        )
        self.device.setEditable(True)
        self.device.setAccessibleName(tr("Device"))
        self.device.setMinimumHeight(32)
        line = self.device.lineEdit()
        assert line is not None
        line.setPlaceholderText(tr("choose a device, or type its address"))
        line.setAccessibleName(tr("Address of the device"))
        self._address = line
        for button in (self.ask, self.look):
            button.setAutoDefault(False)
        self.product = QComboBox()
        self.product.setAccessibleName(tr("Product"))
        self.product.setMinimumHeight(32)
        for id_, name in products:
            self.product.addItem(plain(name, 90), id_)
        self.serials = QPlainTextEdit()
        self.serials.setAccessibleName(tr("Serial numbers"))
        self.serials.setTabChangesFocus(True)
        self.serials.setPlaceholderText(tr("Paste the serial numbers, one a line"))
        self.received = DateEditor(tr("Received"))
        self.received.show_value(today().isoformat())
        self.condition = QLineEdit()
        self.condition.setAccessibleName(tr("Condition on receipt"))
        self.condition.setPlaceholderText(tr("as it arrived: seals, traces of use, damage"))
        row = in_row((self.device, 1), self.ask, self.look, edges=-1)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("Device"), row)
        form.addRow(tr("&Product"), self.product)
        form.addRow(tr("&Serial numbers"), self.serials)
        form.addRow(tr("&Received"), self.received)
        form.addRow(tr("&Condition on receipt"), self.condition)
        self.said, self.left_out = WrappedLabel(), WrappedLabel()
        self.said.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.content.addLayout(form)
        for line_of in (self.said, self.left_out):
            self.content.addWidget(line_of)
        self.serials.textChanged.connect(self.judge)
        self.condition.textChanged.connect(self.judge)
        self.received.changed.connect(self.judge)
        self._address.textChanged.connect(self.judge)
        self.device.activated.connect(self._choose_device)
        self.ask.clicked.connect(lambda: self.ask_wanted.emit(self.url))
        self.look.clicked.connect(self.look_wanted)
        self.judge()

    @property
    def url(self) -> str:
        """Address of the device."""
        return self._address.text().strip()

    @property
    def units(self) -> PastedUnits:
        """The serial numbers that are entered."""
        return pasted_units(self.serials.toPlainText(), self._known)

    def show_devices(self, devices: Sequence[tuple[str, str]]) -> None:
        """Offer the devices that are present; a single one is chosen."""
        text = self.url
        self.device.clear()
        for url, title in devices:
            self.device.addItem(plain(f"{title} · {url}", 110), url)
        self.device.setCurrentIndex(-1)
        self.device.setEditText(text or (devices[0][0] if len(devices) == 1 else ""))
        self.judge()

    def begin_to_ask(self) -> None:
        """Say that a device is asked; what another one said before is not what this one says."""
        self.said.clear()
        self.note.setText(tr("Asking the device…"))

    def show_asked(self, device: AskedDevice) -> None:
        """Take up what a device said: its serial number, and a product of its own where none fits."""
        self.asked = device
        identity = device.identity
        names = [self.product.itemText(at) for at in range(self.product.count())]
        fitting = [at for at, name in enumerate(names) if identity.model and identity.model in name]
        if fitting:
            self.product.setCurrentIndex(fitting[0])
        else:
            self.product.addItem(plain(f"{identity.manufacturer} {identity.model}, {FROM_DEVICE}", 110), "")
            self.product.setCurrentIndex(self.product.count() - 1)
        if identity.serial and identity.serial not in self.serials.toPlainText().split("\n"):
            self.serials.setPlainText("\n".join([*self.units.serials, identity.serial]))
        software = tr(
            "{software:,} {software:software component|software components}", software=len(device.software)
        )
        self.said.setText(
            plain(
                tr(
                    "The device says: {manufacturer} {model}, serial {serial}, {software}.",
                    manufacturer=identity.manufacturer,
                    model=identity.model,
                    serial=identity.serial,
                    software=software,
                ),
                400,
            )
        )
        self.refuse("")

    @property
    def lack(self) -> str:
        """What is missing."""
        if self.product.count() == 0:
            return tr("Add the product first, or ask the device.")
        if not self.units.serials:
            return tr("Paste at least one serial number, or ask the device.")
        if not self.condition.text().strip():
            return tr("Describe the condition on receipt.")
        try:
            datetime.fromisoformat(str(self.received.value))
        except ValueError:
            return tr("Write the date as 2026-01-31.")
        return ""

    def judge(self) -> None:
        """Say on the button how many units are added, and which numbers are left out."""
        units = self.units
        self.do.setText(tr("Add {serials:,} {serials:unit|units}", serials=len(units.serials)))
        self.left_out.setText(plain(" ".join(map(say, units.refused)), 400))
        super().judge()
        (allow if self.url else refuse)(self.ask, "" if self.url else tr("Choose a device first."))

    def _choose_device(self, at: int) -> None:
        self.device.setEditText(str(self.device.itemData(at) or self.url))


ABOUT = tr(
    "A file of the folder replaces its kind of entry as a whole: entries that it does not have are removed. "
    "A kind without a file stays as it is."
)
SAME = tr("The folder holds what the register holds. There is nothing to import.")


class ImportDialog(ActDialog):
    """Lists every entry that would be written or removed."""

    def __init__(
        self, found: FolderPreview, place: Path, *, keyed: bool, parent: QWidget | None = None
    ) -> None:
        what = found.submission if found.known else tr("{submission} (new)", submission=found.submission)
        count = len(found.differences)
        super().__init__(
            tr("Import {what}", what=what),
            tr("Import {differences:,} {differences:change|changes}", differences=count),
            f"{plain(found.folder, 200)}\n{ABOUT}",
            place=place,
            keyed=keyed,
            reasoned=True,
            parent=parent,
        )
        self.resize(760, 520)
        self.found = found
        self.list = FactTable(tr("Differences"), ((tr("Entry"), 260), (tr("Act"), 90), (tr("Fields"), 320)))
        self.list.show_rows(
            [
                FactRow(
                    (
                        plain(f"{kind_words(difference.kind).one} {difference.id}", 120),
                        difference.act,
                        ", ".join(field_words(difference.kind, name).label for name in difference.fields),
                    )
                )
                for difference in found.differences
            ]
        )
        self.content.addWidget(self.list, 1)
        self.why.setPlaceholderText(tr("As filed."))
        self.why.setFocus()
        self.note.setText(self.lack)
        self.judge()

    @property
    def lack(self) -> str:
        """What is missing."""
        return "" if self.found.differences else SAME
