"""Why a signed report is replaced, and who decides that."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from labharness.gui.kit.deciding_button import DecidingButton
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.words import tr
from labharness.gui.reports.report_facts import Signatories
from labharness.language.text import plain
from labharness.reporting.stamps import SignatureRole

NOBODY = tr(
    "No active person on the list of people is an authorizer. An administrator adds one in Settings, People."
)


class AmendDialog(ActDialog):
    """Asks for the reason.

    Attributes
    ----------
    given
        Emitted with the reason and the id of the authorizer.
    """

    given = Signal(str, str)

    def __init__(self, number: str, signatories: Signatories, parent: QWidget | None = None) -> None:
        words = tr(
            "The amended report gets the next number. It prints the reason and every change since {number}, which is kept and says "
            "nothing of its successor: tell whoever has it.",
            number=number,
        )
        amend = DecidingButton(tr("Build amended report"))
        super().__init__(tr("Amend {number}", number=number), amend, words, reasoned=True, parent=parent)
        self.by = QComboBox()
        self.by.setAccessibleName(tr("Authorizer"))
        for person in signatories.people:
            if SignatureRole.AUTHORIZED.value in person.roles:
                self.by.addItem(plain(f"{person.name} ({person.id})", 120), person.id)
        self.by.setCurrentIndex(max(self.by.findData(signatories.me), 0))
        form = QFormLayout()
        form.addRow(tr("&Authorizer"), self.by)
        self.content.addLayout(form)
        self.note.setText(self.lack)
        self.wanted.connect(self._give)
        self.judge()
        self.why.setFocus()

    @property
    def lack(self) -> str:
        """What is missing."""
        return "" if self.by.count() else NOBODY

    def _give(self) -> None:
        self.given.emit(self.reason, str(self.by.currentData()))
        self.accept()
