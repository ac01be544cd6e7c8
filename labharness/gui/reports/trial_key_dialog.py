"""A new trial key of a person: where to write it, and the pass phrase that protects it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit.explained import explained_by
from labharness.gui.kit.fitted_dialog import FittedDialog
from labharness.gui.kit.words import tr
from labharness.language.text import plain

WHAT = tr(
    "A trial key comes from the workspace's own authority. It proves nothing about persons: every report says so."
)
DIFFERENT = tr("The two pass phrases differ.")
SHORT = 8
TOO_SHORT = tr("Write at least {short} characters.", short=SHORT)


class TrialKeyDialog(FittedDialog):
    """Asks for a file and a pass phrase, twice.

    Attributes
    ----------
    wanted
        Emitted when the key is to be made.
    """

    wanted = Signal()

    def __init__(self, person: str, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        explained_by(self, "signing#the-trial-authority")
        self.person = person
        self.setWindowTitle(tr("New trial key"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(480)
        what, self.note = QLabel(WHAT), QLabel()
        what.setWordWrap(True)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setAccessibleName(tr("Message"))
        self.file, self.first, self.second = (
            QLineEdit(str(folder / f"{person}.p12")),
            QLineEdit(),
            QLineEdit(),
        )
        self.file.setAccessibleName(tr("File to write"))
        for line, name in ((self.first, tr("Pass phrase")), (self.second, tr("Pass phrase again"))):
            line.setAccessibleName(name)
            line.setEchoMode(QLineEdit.EchoMode.Password)
            line.textChanged.connect(self._judge)
        form, row = QFormLayout(), QHBoxLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("&File"), self.file)
        form.addRow(tr("&Pass phrase"), self.first)
        form.addRow(tr("&Again"), self.second)
        self.cancel, self.make = QPushButton(tr("Cancel")), QPushButton(tr("Make the key"))
        self.make.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.make.setDefault(True)
        self.cancel.setAutoDefault(False)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.make)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(10)
        column.addWidget(what)
        column.addLayout(form)
        column.addWidget(self.note)
        column.addLayout(row)
        self.file.textChanged.connect(self._judge)
        self.cancel.clicked.connect(self.reject)
        self.make.clicked.connect(self.wanted)
        self._judge()

    def take(self) -> tuple[Path, str]:
        """Return the file and the pass phrase, and empty both fields."""
        pair = Path(self.file.text().strip()).expanduser(), self.first.text()
        self.first.clear()
        self.second.clear()
        return pair

    def refuse(self, sentence: str) -> None:
        """Say why the key was not made."""
        self.note.setText(plain(sentence))

    def _judge(self) -> None:
        first, second = self.first.text(), self.second.text()
        short = bool(first) and len(first) < SHORT
        self.note.setText(TOO_SHORT if short else DIFFERENT if second and first != second else "")
        self.make.setEnabled(bool(self.file.text().strip()) and len(first) >= SHORT and first == second)
