"""Sign a report: in which role, who, with which key."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from labharness.gui.kit import theme
from labharness.gui.kit.file_field import FileField
from labharness.gui.submission_facts import ReportFacts, Signatories
from labharness.language.text import plain

NOBODY = "No person on the list may sign in this role. See: labharness people list"
SIGNING = "Verifying and signing the report…"


@dataclass(frozen=True, slots=True)
class SigningOrder:
    """A signature that somebody wants made; the pass phrase is in no text of it."""

    number: str
    role: str
    by: str
    key: Path
    passphrase: str = field(repr=False)


class SignDialog(QDialog):
    """Asks for everything that a signature with a key file needs.

    Parameters
    ----------
    report
        What is signed.
    signatories
        Who may.
    folder
        Where the choice of a key begins.

    Attributes
    ----------
    wanted
        Emitted when somebody wants to sign; :meth:`take_order` has what was entered.
    """

    wanted = Signal()

    def __init__(
        self, report: ReportFacts, signatories: Signatories, folder: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._report, self._signatories = report, signatories
        self.setWindowTitle(f"Sign {report.number}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(520)
        heading = QLabel(f"Sign {report.number}")
        heading.setTextFormat(Qt.TextFormat.PlainText)
        theme.enlarge(heading, 1.1, bold=True)
        self.role, self.person = QComboBox(), QComboBox()
        self.role.setAccessibleName("Role")
        self.person.setAccessibleName("Person")
        self.role.addItems(list(signatories.roles))
        due = [role for role in signatories.roles if role not in report.signed]
        self.role.setCurrentText(due[0] if due else "")
        self.key = FileField("Key file", "PKCS#12: .p12 or .pfx", "Keys (*.p12 *.pfx);;All files (*)", folder)
        self.passphrase = QLineEdit()
        self.passphrase.setAccessibleName("Pass phrase")
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.passphrase.setPlaceholderText("empty, if the system's key store holds it")
        self.note = QLabel()
        self.note.setAccessibleName("Message")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.cancel, self.sign = QPushButton("Cancel"), QPushButton("Sign")
        self.cancel.setAccessibleName("Cancel signing")
        self.cancel.setAutoDefault(False)
        self.sign.setAccessibleName("Sign the report")
        self.sign.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.sign.setDefault(True)
        self._lay_out(heading)
        self.role.currentTextChanged.connect(self._show_people)
        self.person.currentIndexChanged.connect(self._judge)
        self.key.changed.connect(self._judge)
        self.cancel.clicked.connect(self.reject)
        self.sign.clicked.connect(self._want)
        self._show_people()

    def take_order(self) -> SigningOrder:
        """Return what was entered, and empty the field of the pass phrase."""
        key = Path(self.key.text).expanduser()
        order = SigningOrder(
            self._report.number,
            self.role.currentText(),
            str(self.person.currentData()),
            key,
            self.passphrase.text(),
        )
        self.passphrase.clear()
        return order

    def refuse(self, sentence: str) -> None:
        """Say why it was not signed, and let it be tried again."""
        self._form.setEnabled(True)
        self.note.setText(plain(sentence))
        self._judge()
        self.passphrase.setFocus()

    def _lay_out(self, heading: QLabel) -> None:
        self._form = QWidget()
        form = QFormLayout(self._form)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setHorizontalSpacing(10)
        form.addRow("&Role", self.role)
        form.addRow("&Person", self.person)
        form.addRow("&Key file", self.key)
        form.addRow("Pa&ss phrase", self.passphrase)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.sign)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(10)
        column.addWidget(heading)
        column.addWidget(self._form)
        column.addWidget(self.note)
        column.addStretch(1)
        column.addLayout(row)

    def _show_people(self) -> None:
        role = self.role.currentText()
        self.person.clear()
        for one in self._signatories.people:
            if role in one.roles:
                self.person.addItem(plain(f"{one.name} ({one.id})", 120), one.id)
        self.note.setText("" if self.person.count() else NOBODY)
        self._judge()

    def _judge(self) -> None:
        self.sign.setEnabled(self.person.count() > 0 and bool(self.key.text))

    def _want(self) -> None:
        self._form.setEnabled(False)
        self.sign.setEnabled(False)
        self.note.setText(SIGNING)
        self.wanted.emit()
