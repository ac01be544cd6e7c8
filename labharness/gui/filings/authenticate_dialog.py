"""Software of a unit, compared with the hashes of its submission: by its device, by dumped images, or by both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from labharness.acts.authenticate import authenticate
from labharness.assessment.authentication import AuthenticationRecord
from labharness.filings.entries.snapshot import Comparison
from labharness.gui.kit.files import FileField
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.act_form import ActForm
from labharness.gui.kit.parts import LEFT, ask_for_file, boxed, in_column, in_form, push_button
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
        self.form = ActForm(authenticate, ("device", "no_seed"))
        self.images = {
            id_: FileField(
                tr("Image of {name}", name=plain(name, 80)),
                tr("none; dumped image"),
                tr("All files (*)"),
                place,
            )
            for id_, name in components
        }
        images = zip((plain(name, 60) for _, name in components), self.images.values(), strict=True)
        self.asked = boxed(in_column(self.form, in_form(*images)))
        self.table = FactTable(tr("Comparisons"), COLUMNS)
        self.save = push_button(tr("Save &PDF…"), self._ask_file)
        for part in (self.table, self.save):
            part.hide()
        self.content.addLayout(in_column(self.asked, 1, (self.table, 10), (self.save, 0, LEFT)))
        for field in self.images.values():
            field.changed.connect(self.judge)
        self.form.edited.connect(self.judge)
        self.judge()

    def take(self) -> dict[str, Any]:
        """Return what was entered, as the act takes it."""
        images = [f"{id_}={field.text}" for id_, field in self.images.items() if field.text]
        return {**self.form.take(), "image": images, **self.key.take()}

    @property
    def lack(self) -> str:
        """What is missing."""
        if self.record is not None:
            return tr("It is done. Close the dialog, and authenticate again for another result.")
        if not self.images:
            return tr("File the components of this product first, and save them.")
        named = "device" in self.form.values or any(field.text for field in self.images.values())
        return "" if named else tr("Type the address of a device, or choose an image.")

    def show_record(self, record: AuthenticationRecord) -> None:
        """Show what the comparison gave, in the place of what was asked."""
        self.record = record
        for part in (self.about, self.asked):
            part.hide()
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
        title, kinds = tr("Save the PDF"), tr("PDF (*.pdf)")
        ask_for_file(self, title, self.pdf_wanted.emit, place=self._place, kinds=kinds, writes="pdf")


def _grouped(digest: str) -> str:
    """Write a checksum in groups, which a line can break between."""
    return " ".join(digest[at : at + GROUP] for at in range(0, len(digest), GROUP))
