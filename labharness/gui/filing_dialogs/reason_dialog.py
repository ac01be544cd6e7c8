"""An act that needs nothing but its reason."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from labharness.gui.filing_dialogs.act_dialog import ActDialog
from labharness.gui.kit.words import tr


class ReasonDialog(ActDialog):
    """Says what follows, and asks why."""

    def __init__(
        self,
        title: str,
        act: str,
        follows: str,
        place: Path,
        *,
        keyed: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, act, place, keyed=keyed, parent=parent)
        result, label = QLabel(follows), QLabel(tr("&Reason, for the record"))
        result.setWordWrap(True)
        self.why = QLineEdit()
        self.why.setAccessibleName(tr("Reason, for the record"))
        label.setBuddy(self.why)
        for widget in (result, label, self.why):
            self.content.addWidget(widget)
        self.content.addStretch(1)
        self.why.textChanged.connect(self.judge)
        self.judge()

    @property
    def lack(self) -> str:
        """What is missing."""
        return "" if self.why.text().strip() else tr("Say why: the register keeps the reason.")
