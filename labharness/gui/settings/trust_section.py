"""Whom this computer trusts, time stamps, and keys for trials."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from labharness.acts import report, trust
from labharness.acts.declaring import Seat
from labharness.app.laboratory.present_settings import Owner, PresentSettings, TrustRow, authorities_in
from labharness.app.people.authority import Authority
from labharness.gui.kit import theme
from labharness.gui.kit.act_button import ActButton
from labharness.gui.kit.explained import explained_by
from labharness.gui.kit.files import FileField
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.labels import ResultLabel
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.settings.computer_section import STAMPS, WorkspaceSection
from labharness.language.template import plain

OWNERS = {
    Owner.WORKSPACE: tr("this workspace"),
    Owner.USER: tr("only me"),
    Owner.COMPUTER: tr("this computer"),
}
EMPTY = tr("No authority is trusted. Choose the certificate that the laboratory gave you.")
COMPARE = tr("Compare the SHA-256 with the one that the laboratory publishes before you trust it:")
CERTIFICATES = tr("Certificates (*.pem *.crt *.cer *.der);;All files (*)")

LISTED = (
    Column[TrustRow](tr("Authority"), lambda row: row.authority.name, 200),
    Column[TrustRow](tr("Trusted by"), lambda row: OWNERS[row.owner], 120),
    Column[TrustRow](tr("SHA-256"), lambda row: in_groups(row.authority.sha256), 320),
)


def in_groups(digest: str) -> str:
    """Write a hash in groups of eight digits, as people compare it."""
    return " ".join(digest[at : at + 8] for at in range(0, len(digest), 8))


class _Answer:
    """Hears what came of one act, and does something more where it was done."""

    def __init__(self, message: ResultLabel, then: object = None) -> None:
        self._message, self._then = message, then
        self.wait = message.wait
        self.refuse = message.refuse

    def accept(self, sentence: str) -> None:
        """Take up that it was done."""
        self._message.accept(sentence)
        if callable(self._then):
            self._then()


class TrustSection(WorkspaceSection):
    """Lists of trusted authorities, the time-stamp server, and a key for trials."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("Signing and trust"),
            tr("Whose signatures count here, who stamps the time of yours, and keys to try signing with."),
            "settings#signing-and-trust",
            STAMPS,
            parent,
        )
        self._may_workspace, self._may_key = "", ""
        self.table: RowTable[TrustRow] = RowTable(
            tr("Trusted authorities"),
            LISTED,
            lambda row: f"{row.file} {row.authority.sha256}",
            EMPTY,
            lines=2,
        )
        self.table.setMinimumHeight(150)
        self.file = FileField(tr("Certificate of an authority"), tr("PEM or DER"), CERTIFICATES, Path.home())
        self.candidate = QLabel()
        self.candidate.setWordWrap(True)
        self.candidate.setTextFormat(Qt.TextFormat.PlainText)  # it repeats the name of a file
        self.candidate.setAccessibleName(tr("Authorities in the file"))
        self.here, self.own = (
            ActButton(trust.add),
            QPushButton(tr("Trust only for &me")),
        )
        self.remove = ActButton(trust.remove)
        self.table.acts = (self.remove,)
        self.message, self.key_message = ResultLabel(), ResultLabel()
        self.key = FileField(
            tr("Key file to write"), tr("new file, .p12"), tr("Keys (*.p12)"), Path.home(), writes=True
        )
        self.first, self.second = QLineEdit(), QLineEdit()
        for line, title in ((self.first, tr("Pass phrase")), (self.second, tr("Pass phrase again"))):
            line.setEchoMode(QLineEdit.EchoMode.Password)
            line.setPlaceholderText(title)
            line.setAccessibleName(title)
            line.textChanged.connect(self._judge)
        self.issue = QPushButton(tr("&Issue the key"))
        self._lay_out_trust()
        self.file.changed.connect(self._look)
        self.key.changed.connect(self._judge)
        self.here.clicked.connect(partial(self._trust, own=False))
        self.own.clicked.connect(partial(self._trust, own=True))
        self.remove.clicked.connect(self._distrust)
        self.issue.clicked.connect(self._issue)
        self.table.chosen.connect(self._judge)
        self._found: tuple[Authority, ...] = ()
        self._judge()

    def _lay_out_trust(self) -> None:
        self._at = 3
        self._head(tr("Trusted authorities"))
        deeds, phrases = QHBoxLayout(), QHBoxLayout()
        deeds.addWidget(self.file, 1)
        deeds.addWidget(self.here)
        deeds.addWidget(self.own)
        last = QHBoxLayout()
        last.addWidget(self.remove)
        last.addWidget(self.message, 1)
        for part in (self.table, deeds, self.candidate, last):
            self._put(part)
        self._head(tr("Time stamps"))
        self._at = self.column.count() - 1
        self._head(tr("A key for trials"))
        about = QLabel(
            tr(
                "A key of the workspace's own authority shows how signing works. It proves nothing about persons."
            )
        )
        about.setWordWrap(True)
        about.setProperty("muted", True)  # noqa: FBT003  Qt's call
        explained_by(self.key, "signing#the-trial-authority")
        phrases.addWidget(self.key, 2)
        phrases.addWidget(self.first, 1)
        phrases.addWidget(self.second, 1)
        phrases.addWidget(self.issue)
        for part in (about, phrases, self.key_message):
            self._put(part)
        self.note_label(tr("Trusted authorities"), self.table)
        self.note_label(tr("Certificate of an authority"), self.file.line)
        self.note_label(tr("Key for trials"), self.key.line)

    def _head(self, text: str) -> None:
        label = QLabel(text)
        theme.enlarge(label, 1.15, bold=True)
        self._put(label)

    def _put(self, part: QWidget | QHBoxLayout) -> None:
        if isinstance(part, QWidget):
            self.column.insertWidget(self._at, part)
        else:
            self.column.insertLayout(self._at, part)
        self._at += 1

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the lists, and who may change that of the workspace."""
        super().show_standing(standing)
        self._may_workspace = self.restriction
        staff = standing.staff
        on_list = staff is not None and staff.acting is not None
        self._may_key = "" if on_list else tr("Only a person on the list of people gets a key.")
        self.table.show_rows(standing.trust)
        self._judge()

    def _look(self) -> None:
        """Show what a file holds before anybody trusts it."""
        self._found = ()
        self.candidate.setText("")
        named = self.file.text
        if named:
            result: list[Authority] = []

            def look(_: Seat) -> str:
                result.extend(authorities_in(Path(named).expanduser()))
                return ""

            self.wanted.emit(
                look, _Answer(_Quiet(self.candidate), lambda: self._show_found(named, tuple(result)))
            )
        self._judge()

    def _show_found(self, named: str, result: tuple[Authority, ...]) -> None:
        """Show the authorities of a file, unless another one was named meanwhile."""
        if named != self.file.text:
            return
        self._found = result
        lines = [
            tr("{one}\nSHA-256 {in_groups}", one=plain(each.name, 120), in_groups=in_groups(each.sha256))
            for each in self._found
        ]
        self.candidate.setText("\n".join([COMPARE, *lines]))
        self._judge()

    def _trust(self, *, own: bool) -> None:
        file = Path(self.file.text).expanduser()

        def change(seat: Seat) -> str:
            changed = seat.do(trust.add, file, workspace=None if own else seat.workspace.path)
            return tr("Trusted: {added:,} {added:authority|authorities}.", added=len(changed.authorities))

        self.wanted.emit(change, _Answer(self.message, self.file.line.clear))

    def _distrust(self) -> None:
        row = self.table.current
        if row is None:
            return
        digest, own = row.authority.sha256, row.owner is Owner.USER

        def change(seat: Seat) -> str:
            seat.do(trust.remove, digest, workspace=None if own else seat.workspace.path)
            return tr("The authority is trusted no more.")

        self.wanted.emit(change, _Answer(self.message))

    def _issue(self) -> None:
        file, phrase = Path(self.key.text).expanduser(), self.first.text()
        self.first.clear()
        self.second.clear()

        def change(seat: Seat) -> str:
            return tr(
                "{file} holds a key of {name} for trials. It proves nothing about persons.",
                file=file.name,
                name=seat.do(report.trial_key, file, ask=lambda _: phrase).person,
            )

        self.wanted.emit(change, _Answer(self.key_message))

    def _judge(self) -> None:
        unknown = "" if self._found else tr("Choose a file with a certificate first.")
        row = self.table.current
        removal = tr("Choose an authority in the list first.") if row is None else ""
        if row is not None and row.owner is Owner.COMPUTER:
            removal = tr("The list of the computer is changed by its administrator: {file}.", file=row.file)
        elif row is not None and row.owner is Owner.WORKSPACE:
            removal = self._may_workspace
        same = self.first.text() and self.first.text() == self.second.text()
        named = bool(self.key.text) and self.key.text.isprintable()
        key = (
            ""
            if named and same
            else tr("Name the file in printable characters, and write the same pass phrase twice.")
        )
        for button, why in (
            (self.here, self._may_workspace or unknown),
            (self.own, unknown),
            (self.remove, removal),
            (self.issue, self._may_key or key),
        ):
            refuse(button, why) if why else allow(button)


class _Quiet(ResultLabel):
    """Shows only why a file cannot be read; what it holds is shown by the page."""

    def __init__(self, label: QLabel) -> None:
        super().__init__()
        self._label = label

    def accept(self, sentence: str) -> None:
        """Say nothing."""

    def wait(self) -> None:
        """Say nothing."""

    def refuse(self, sentence: str) -> None:
        """Say why the file is not taken."""
        self._label.setText(plain(sentence))
