"""A new trial key of a person: where to write it, and the pass phrase that protects it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from labharness.gui.kit.explained import explained_by
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.words import tr

WHAT = tr(
    "A trial key comes from the workspace's own authority. It proves nothing about persons: every report says so."
)
DIFFERENT = tr("The two pass phrases differ.")
SHORT = 8
TOO_SHORT = tr("Write at least {short} characters.", short=SHORT)


class TrialKeyDialog(ActDialog):
    """Asks for a file and a pass phrase, twice."""

    def __init__(self, person: str, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(tr("New trial key"), tr("Make the key"), WHAT, parent=parent)
        explained_by(self, "signing#the-trial-authority")
        self.person = person
        self.file, self.first, self.second = (
            QLineEdit(str(folder / f"{person}.p12")),
            QLineEdit(),
            QLineEdit(),
        )
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for line, label, name in (
            (self.file, tr("&File"), tr("File to write")),
            (self.first, tr("&Pass phrase"), tr("Pass phrase")),
            (self.second, tr("&Again"), tr("Pass phrase again")),
        ):
            line.setAccessibleName(name)
            line.textChanged.connect(self.judge)
            form.addRow(label, line)
        for line in (self.first, self.second):
            line.setEchoMode(QLineEdit.EchoMode.Password)
        self.content.addLayout(form)
        self.judge()
        self.first.setFocus()

    def take(self) -> tuple[Path, str]:
        """Return the file and the pass phrase, and empty both fields."""
        pair = Path(self.file.text().strip()).expanduser(), self.first.text()
        self.first.clear()
        self.second.clear()
        return pair

    @property
    def lack(self) -> str:
        """What is missing."""
        first, second = self.first.text(), self.second.text()
        if not self.file.text().strip():
            return tr("Name the file to write.")
        return TOO_SHORT if len(first) < SHORT else DIFFERENT if first != second else ""

    def judge(self) -> None:
        """Say what is wrong with what was entered already."""
        super().judge()
        begun = self.first.text() and (len(self.first.text()) < SHORT or self.second.text())
        self.note.setText(self.lack if begun else "")
