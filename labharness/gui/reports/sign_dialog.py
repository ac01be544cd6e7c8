"""Sign a report in the role whose turn it is: who, with the key from which file or token.

A new trial key of a person: where to write it, and the pass phrase that protects it.

Why a signed report is replaced, and who decides that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QWidget

from labharness.app.reports.report_list import ReportRow
from labharness.gui.kit.explained import explained_by
from labharness.gui.kit.files import FileField
from labharness.gui.kit.findable import DecidingButton
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.labels import LoudLabel
from labharness.gui.kit.layouts import FittedDialog
from labharness.gui.kit.parts import (
    boxed,
    choice_box,
    in_column,
    in_form,
    in_row,
    line_edit,
    push_button,
    text_label,
)
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
        self.stamp = LoudLabel(tr("Specimen or simulated device"))
        self.stamp.say(SPECIMEN if row.report.specimen else SIMULATED if row.simulated else "")
        self.person = people_box(tr("Person"), signatories, role)
        self.source = choice_box(
            tr("Where the key is"), ((tr("PKCS#12 file"), None), (tr("PKCS#11 token"), None))
        )
        self.key = FileField(tr("Key file"), tr("PKCS#12: .p12 or .pfx"), KEYS, folder)
        self.driver = FileField(tr("Driver of the token"), tr("PKCS#11 library"), DRIVERS, folder)
        self.root = FileField(tr("Root certificate"), tr("optional"), CERTIFICATES, folder)
        self.crl = FileField(tr("List of revoked certificates"), tr("optional"), LISTS, folder)
        self.token = line_edit(tr("Token"), tr("name of the token"), self._judge)
        self.label = line_edit(tr("Name on the token"), tr("name of key and certificate"), self._judge)
        self.stamps = line_edit(tr("Time-stamp server"), tr("empty, as the settings have it"))
        self.passphrase = line_edit(
            tr("Pass phrase"), tr("empty, if the system's key store holds it"), secret=True
        )
        self.note = text_label(name=tr("Message"))
        self.cancel = push_button(tr("Cancel"), self.reject, name=tr("Cancel signing"))
        self.sign = push_button(DecidingButton(tr("Sign as {role}", role=role.value)), self._want, main=True)
        self.passphrase.returnPressed.connect(self.sign.setFocus)
        self.trial = push_button(tr("New trial key…"), lambda: self.key_wanted.emit(self._by))
        self._lay_out(tr("Sign {number} as {role}", number=row.number, role=role.value))
        self.person.setEnabled(self.person.count() > 1)
        if not self.person.count():
            self.note.setText(
                tr(
                    "No active person on the list of people may sign as {role}. An administrator adds one in Settings, People.",
                    role=role.value,
                )
            )
        self.person.currentIndexChanged.connect(self._choose_person)
        self.source.currentIndexChanged.connect(self._choose_source)
        for field in (self.key, self.driver):
            field.changed.connect(self._judge)
        self._choose_person()
        self._choose_source()

    def _lay_out(self, heading: str) -> None:
        self.form = in_form(
            (tr("&Person"), self.person),
            (tr("Key &in"), self.source),
            (tr("&Key file"), self.key),
            (tr("Dri&ver"), self.driver),
            (tr("&Token"), self.token),
            (tr("&Name on the token"), self.label),
            (tr("Pa&ss phrase"), self.passphrase),
        )
        further = in_form(
            (tr("Time-stamp server"), self.stamps),
            (tr("Root certificate"), self.root),
            (tr("Revoked"), self.crl),
        )
        self._form, self._further = boxed(self.form), boxed(further)
        self._further.hide()
        self.more = push_button(tr("Time stamp and certificates…"), toggles=self._further.setVisible)
        in_column(
            self.stamp,
            text_label(heading, size=1.1, bold=True, wraps=False),
            text_label(STATES[self.role]),
            self._form,
            in_row(self.trial, self.more, 1),
            self._further,
            self.note,
            1,
            in_row(1, self.cancel, self.sign),
            gap=10,
            edges=14,
            on=self,
        )

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
        given: dict[str, Any] = {
            "root": _paths(self.root),
            "crl": _paths(self.crl),
            "timestamp": self.stamps.text().strip() or None,
        }
        if self._of_token:
            given["module"] = Path(self.driver.text).expanduser()
            given |= {"token": self.token.text().strip(), "label": self.label.text().strip()}
        else:
            given["key"] = Path(self.key.text).expanduser()
            self._memory.put(f"key/{self._by}", self.key.text)
        order = SigningOrder(self._row.number, self.role.value, self._by, given, self.passphrase.text())
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


def people_box(name: str, signatories: Signatories, role: SignatureRole) -> QComboBox:
    """Return a choice of the people who may sign in a role; whoever sits here is chosen if they may."""
    people = (each for each in signatories.people if role.value in each.roles)
    box = choice_box(name, ((plain(f"{each.name} ({each.id})", 120), each.id) for each in people))
    box.setCurrentIndex(max(box.findData(signatories.me), 0))
    return box


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
        self.file = line_edit(tr("File to write"))
        self.file.setText(str(folder / f"{person}.p12"))
        self.first = line_edit(tr("Pass phrase"), secret=True)
        self.second = line_edit(tr("Pass phrase again"), secret=True)
        for each in (self.file, self.first, self.second):
            each.textChanged.connect(self.judge)
        self.content.addLayout(
            in_form((tr("&File"), self.file), (tr("&Pass phrase"), self.first), (tr("&Again"), self.second))
        )
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
        self.by = people_box(tr("Authorizer"), signatories, SignatureRole.AUTHORIZED)
        self.content.addLayout(in_form((tr("&Authorizer"), self.by)))
        self.note.setText(self.lack)
        self.wanted.connect(lambda: self.given.emit(self.reason, str(self.by.currentData())))
        self.wanted.connect(self.accept)
        self.judge()
        self.why.setFocus()

    @property
    def lack(self) -> str:
        """What is missing."""
        return "" if self.by.count() else NOBODY
