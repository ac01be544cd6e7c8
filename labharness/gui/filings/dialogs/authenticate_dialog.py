"""Software of a unit, compared with the hashes of its submission: by its device, by dumped images, or by both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QFormLayout, QPushButton, QWidget

from labharness.assessment.authentication import AuthenticationRecord
from labharness.filings.entries.snapshot import Comparison
from labharness.gui.kit.files import FileField
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.run_standing import Tone, say
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.words import tr
from labharness.language.template import plain
from labharness.model.reasons.report import Authentications

ASKS = tr(
    "The device calculates a checksum of each component under a fresh random seed (GAT 3.50); without a seed, "
    "equality proves nothing. Dumped images are hashed here. "
    "The result is put on record, whatever it is."
)
TONES = {Comparison.MATCH: Tone.PASS, Comparison.MISMATCH: Tone.FAIL}
COLUMNS = (
    (tr("Component"), 190),
    (tr("Result"), 150),
    (tr("By"), 70),
    (tr("Algorithm"), 110),
    (tr("Expected"), 210),
    (tr("Obtained"), 210),
)
SIZE = (980, 560)
GROUP = 8
"""Digits of a checksum in a group."""


class AuthenticateDialog(ActDialog):
    """Asks for a device and for images, then shows what the comparison gave.

    Parameters
    ----------
    unit
        Id and serial number.
    components
        Ids and names of the components on file.

    Attributes
    ----------
    pdf_wanted
        Emitted with the path of the PDF that is to be written.
    """

    pdf_wanted = Signal(object)

    def __init__(
        self,
        unit: tuple[str, str],
        components: Sequence[tuple[str, str]],
        place: Path,
        *,
        keyed: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            tr("Authenticate the software of unit {unit}", unit=unit[1]),
            tr("Authenticate"),
            ASKS,
            place=place,
            keyed=keyed,
            parent=parent,
        )
        self.unit = unit[0]
        self.record: AuthenticationRecord | None = None
        self._place = place
        self.device = QComboBox()
        self.device.setEditable(True)
        self.device.setAccessibleName(tr("Device"))
        line = self.device.lineEdit()
        assert line is not None
        line.setPlaceholderText(tr("none, serial:///dev/ttyUSB0 or tcp://HOST:PORT"))
        line.setAccessibleName(tr("Address of the device"))
        self._address = line
        self.seeded = QCheckBox(tr("Give the device a fresh &seed"))
        self.seeded.setChecked(True)
        self.images: dict[str, FileField] = {}
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("&Device"), self.device)
        form.addRow("", self.seeded)
        for id_, name in components:
            field = FileField(
                tr("Image of {name}", name=plain(name, 80)),
                tr("none; dumped image"),
                tr("All files (*)"),
                place,
            )
            field.changed.connect(self.judge)
            self.images[id_] = field
            form.addRow(plain(name, 60), field)
        self.table = FactTable(tr("Comparisons"), COLUMNS)
        self.table.hide()
        self.save = QPushButton(tr("Save &PDF…"))
        self.save.setAutoDefault(False)
        self.save.hide()
        self.content.addLayout(form)
        self.content.addStretch(1)
        self._form = [self.about, self.device, self.seeded, *self.images.values()]
        self._labels = [form.labelForField(field) for field in (self.device, *self.images.values())]
        layout = self.layout()
        assert layout is not None
        self.content.addWidget(self.table, 10)
        self.content.addWidget(self.save, 0, Qt.AlignmentFlag.AlignLeft)
        self._address.textChanged.connect(self.judge)
        self.save.clicked.connect(self._ask_file)
        self.judge()

    @property
    def url(self) -> str:
        """Address of the device, "" for none."""
        place = self.device.findText(self._address.text())
        return str(self.device.itemData(place) or "") if place >= 0 else self._address.text().strip()

    @property
    def named_images(self) -> tuple[str, ...]:
        """Images as ``COMPONENT=FILE``."""
        return tuple(f"{id_}={field.text}" for id_, field in self.images.items() if field.text)

    @property
    def lack(self) -> str:
        """What is missing."""
        if self.record is not None:
            return tr("It is done. Close the dialog, and authenticate again for another result.")
        if not self.images:
            return tr("File the components of this product first, and save them.")
        return (
            "" if self.url or self.named_images else tr("Type the address of a device, or choose an image.")
        )

    def show_devices(self, devices: Sequence[tuple[str, str]]) -> None:
        """Offer the ports that are present; what was typed stays."""
        text = self._address.text()
        self.device.clear()
        for url, title in devices:
            if url.startswith(("serial://", "tcp://")):
                self.device.addItem(plain(f"{title} · {url}", 110), url)
        self.device.setCurrentIndex(-1)
        self.device.setEditText(text)

    def show_record(self, record: AuthenticationRecord) -> None:
        """Show what the comparison gave, in the place of what was asked."""
        self.record = record
        for widget in (*self._form, *self._labels):
            widget.hide()
        self.inside.setEnabled(True)
        self.table.show_rows(
            [
                FactRow(
                    (
                        result.name,
                        result.result.value,
                        result.source,
                        result.algorithm,
                        _grouped(result.expected),
                        _grouped(result.obtained),
                    ),
                    TONES.get(result.result, Tone.UNSURE),
                )
                for result in record.results
            ]
        )
        self.table.show()
        self.save.show()
        sentences = [record.conclusion, *record.problems]
        sentences += [Authentications.SEED_IGNORED(component=name) for name in record.unseeded]
        sentences += [Authentications.CALCULATED_BY_THE_DEVICE()] if record.url else []
        self.heading.setText(f"{self.windowTitle()}: {record.id}")
        self.cancel.setText(tr("Close"))
        self.refuse(" ".join(map(say, sentences)))
        self.resize(*SIZE)

    def _ask_file(self) -> None:
        dialog = QFileDialog(self, tr("Save the PDF"), str(self._place), tr("PDF (*.pdf)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
        dialog.fileSelected.connect(lambda name: self.pdf_wanted.emit(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


def _grouped(digest: str) -> str:
    """Write a checksum in groups, which a line can break between."""
    return " ".join(digest[at : at + GROUP] for at in range(0, len(digest), GROUP))
