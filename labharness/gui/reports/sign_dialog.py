"""Sign a report in the role whose turn it is: who, with the key from which file or token.

A new trial key of a person: where to write it, and the pass phrase that protects it.

Why a signed report is replaced, and who decides that.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from labharness.app.issue.key_source import KeySource
from labharness.app.issue.report_list import ReportRow
from labharness.gui.kit import theme
from labharness.gui.kit.explained import explained_by
from labharness.gui.kit.files import FileField
from labharness.gui.kit.findable import DecidingButton
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.labels import LoudLabel
from labharness.gui.kit.layouts import FittedDialog
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.gui.reports.build_dialog import Signatories, SigningOrder
from labharness.language.template import plain
from labharness.reporting.layout import SIMULATED, SPECIMEN
from labharness.reporting.stamps import SignatureRole

SIGNING = tr("Verifying and signing the report…")
KEYS = tr("Keys (*.p12 *.pfx);;All files (*)")
DRIVERS = tr("Drivers (*.so *.dll *.dylib);;All files (*)")
CERTIFICATES = tr("Certificates (*.pem *.crt *.cer);;All files (*)")
LISTS = tr("Lists of revoked certificates (*.crl *.pem);;All files (*)")
STATES = {
    SignatureRole.TESTED: tr("Your signature states that you conducted the tests."),
    SignatureRole.REVIEWED: (
        tr(
            "Your signature states that you checked this report against the evidence. Before it is made, every run is judged "
            "again and the report is drawn again; this may take minutes."
        )
    ),
    SignatureRole.AUTHORIZED: tr(
        "Your signature authorizes the issue of this report. It never changes after that."
    ),
}


class SignDialog(FittedDialog):
    """Asks for what a signature needs; the role is fixed.

    Parameters
    ----------
    memory
        Which key a person used last: the path of the file, never a pass phrase.
    folder
        Where the choice of a key begins.

    Attributes
    ----------
    wanted
        Emitted when somebody wants to sign; :meth:`take_order` has what was entered.
    key_wanted
        Emitted with the id of the person for whom a trial key is to be made.
    """

    wanted = Signal()
    key_wanted = Signal(str)

    def __init__(
        self,
        row: ReportRow,
        role: SignatureRole,
        signatories: Signatories,
        memory: WindowState,
        folder: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        explained_by(self, "signing#three-signatures")
        self._row, self.role, self._memory = row, role, memory
        self.setWindowTitle(tr("Sign {number}", number=row.number))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumWidth(560)
        heading, what = (
            QLabel(tr("Sign {number} as {role}", number=row.number, role=role.value)),
            QLabel(STATES[role]),
        )
        theme.enlarge(heading, 1.1, bold=True)
        what.setWordWrap(True)
        self.stamp = LoudLabel(tr("Specimen or simulated device"))
        self.stamp.say(SPECIMEN if row.report.specimen else SIMULATED if row.simulated else "")
        self.person, self.source, self.passphrase = QComboBox(), QComboBox(), QLineEdit()
        self.person.setAccessibleName(tr("Person"))
        self.source.setAccessibleName(tr("Where the key is"))
        self.source.addItems([tr("PKCS#12 file"), tr("PKCS#11 token")])
        self.key = FileField(tr("Key file"), tr("PKCS#12: .p12 or .pfx"), KEYS, folder)
        self.driver = FileField(tr("Driver of the token"), tr("PKCS#11 library"), DRIVERS, folder)
        self.token, self.label, self.stamps = QLineEdit(), QLineEdit(), QLineEdit()
        self.root = FileField(tr("Root certificate"), tr("optional"), CERTIFICATES, folder)
        self.crl = FileField(tr("List of revoked certificates"), tr("optional"), LISTS, folder)
        self.passphrase.setEchoMode(QLineEdit.EchoMode.Password)
        self.note = QLabel()
        self.note.setAccessibleName(tr("Message"))
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.cancel, self.sign = (
            QPushButton(tr("Cancel")),
            DecidingButton(tr("Sign as {role}", role=role.value)),
        )
        self.trial, self.more = (
            QPushButton(tr("New trial key…")),
            QPushButton(tr("Time stamp and certificates…")),
        )
        self._lay_out(heading, what)
        for person in signatories.people:
            if role.value in person.roles:
                self.person.addItem(plain(f"{person.name} ({person.id})", 120), person.id)
        mine = self.person.findData(signatories.me)
        self.person.setCurrentIndex(max(mine, 0))
        self.person.setEnabled(self.person.count() > 1)
        if not self.person.count():
            self.note.setText(
                tr(
                    "No active person on the list of people may sign as {role}. An administrator adds one in Settings, People.",
                    role=role.value,
                )
            )
        self._connect()
        self._choose_person()
        self._choose_source()

    def _lay_out(self, heading: QLabel, what: QLabel) -> None:
        self._form, self._further = QWidget(), QWidget()
        self.form, further = QFormLayout(self._form), QFormLayout(self._further)
        rows: tuple[tuple[str, QWidget], ...] = (
            (tr("&Person"), self.person),
            (tr("Key &in"), self.source),
            (tr("&Key file"), self.key),
            (tr("Dri&ver"), self.driver),
            (tr("&Token"), self.token),
            (tr("&Name on the token"), self.label),
            (tr("Pa&ss phrase"), self.passphrase),
        )
        for form, lines in (
            (self.form, rows),
            (
                further,
                (
                    (tr("Time-stamp server"), self.stamps),
                    (tr("Root certificate"), self.root),
                    (tr("Revoked"), self.crl),
                ),
            ),
        ):
            form.setContentsMargins(0, 0, 0, 0)
            form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
            for title, widget in lines:
                form.addRow(title, widget)
        for line, name, hint in (
            (self.token, tr("Token"), tr("name of the token")),
            (self.label, tr("Name on the token"), tr("name of key and certificate")),
            (self.stamps, tr("Time-stamp server"), tr("empty, as the settings have it")),
            (self.passphrase, tr("Pass phrase"), tr("empty, if the system's key store holds it")),
        ):
            line.setAccessibleName(name)
            line.setPlaceholderText(hint)
        self._further.hide()
        self.more.setCheckable(True)
        self.sign.setProperty("main", True)  # noqa: FBT003  Qt's call
        self.cancel.setAccessibleName(tr("Cancel signing"))
        row, extra = QHBoxLayout(), QHBoxLayout()
        for button in (self.trial, self.more, self.cancel):
            button.setAutoDefault(False)
        extra.addWidget(self.trial)
        extra.addWidget(self.more)
        extra.addStretch(1)
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.sign)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(10)
        for widget in (self.stamp, heading, what, self._form):
            column.addWidget(widget)
        column.addLayout(extra)
        column.addWidget(self._further)
        column.addWidget(self.note)
        column.addStretch(1)
        column.addLayout(row)

    def _connect(self) -> None:
        self.person.currentIndexChanged.connect(self._choose_person)
        self.source.currentIndexChanged.connect(self._choose_source)
        self.key.changed.connect(self._judge)
        self.driver.changed.connect(self._judge)
        for line in (self.token, self.label):
            line.textChanged.connect(self._judge)
        self.more.toggled.connect(self._further.setVisible)
        self.trial.clicked.connect(lambda: self.key_wanted.emit(self._by))
        self.cancel.clicked.connect(self.reject)
        self.sign.clicked.connect(self._want)
        self.passphrase.returnPressed.connect(self.sign.setFocus)

    @property
    def _by(self) -> str:
        return str(self.person.currentData() or "")

    @property
    def _of_token(self) -> bool:
        return self.source.currentIndex() == 1

    def use_key(self, file: Path) -> None:
        """Take up a key file that was made just now."""
        self.source.setCurrentIndex(0)
        self.key.line.setText(str(file))
        self.passphrase.setFocus()

    def take_order(self) -> SigningOrder:
        """Return what was entered, and empty the field of the pass phrase; the key's place is remembered."""
        roots, crls = (tuple(_paths(field)) for field in (self.root, self.crl))
        if self._of_token:
            source = KeySource(
                token=self.token.text().strip(),
                module=Path(self.driver.text).expanduser(),
                label=self.label.text().strip(),
                roots=roots,
                crls=crls,
                timestamp=self.stamps.text().strip() or None,
            )
        else:
            source = KeySource(
                Path(self.key.text).expanduser(),
                roots=roots,
                crls=crls,
                timestamp=self.stamps.text().strip() or None,
            )
            self._memory.put(f"key/{self._by}", self.key.text)
        order = SigningOrder(self._row.number, self.role.value, self._by, source, self.passphrase.text())
        self.passphrase.clear()
        return order

    def refuse(self, sentence: str) -> None:
        """Say why it was not signed, and let it be tried again."""
        self._form.setEnabled(True)
        self.note.setText(plain(sentence))
        self._judge()
        self.passphrase.setFocus()

    def _choose_person(self) -> None:
        self.key.line.setText(self._memory.text(f"key/{self._by}"))
        self._judge()
        (self.passphrase if self.key.text else self.key.line).setFocus()

    def _choose_source(self) -> None:
        for widget in (self.driver, self.token, self.label):
            self.form.setRowVisible(widget, self._of_token)
        self.form.setRowVisible(self.key, not self._of_token)
        self._judge()

    def _judge(self) -> None:
        named = (
            all((self.driver.text, self.token.text().strip(), self.label.text().strip()))
            if self._of_token
            else bool(self.key.text)
        )
        self.sign.setEnabled(self.person.count() > 0 and named and self._form.isEnabled())
        self.trial.setEnabled(self.person.count() > 0)

    def _want(self) -> None:
        self._form.setEnabled(False)
        self.sign.setEnabled(False)
        self.note.setText(SIGNING)
        self.wanted.emit()


def _paths(field: FileField) -> list[Path]:
    return [Path(field.text).expanduser()] if field.text else []


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
        super().__init__(tr("Amend {number}", number=number), amend, words, lines=True, parent=parent)
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
