"""Whom this computer trusts, time stamps, and keys for trials."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtWidgets import QLabel, QWidget

from labharness.acts import report, trust
from labharness.acts.declaring import Seat
from labharness.app.people.authority import Authority
from labharness.app.settings.workspace_settings import Owner, PresentSettings, TrustRow, authorities_in
from labharness.gui.kit.files import FileField
from labharness.gui.kit.findable import permit
from labharness.gui.kit.forms.act_form import ActForm
from labharness.gui.kit.keys import explained_by
from labharness.gui.kit.labels import ResultLabel
from labharness.gui.kit.parts import ActButton, in_column, in_row, push_button, text_label
from labharness.gui.kit.slow_work import Latest
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import in_groups, tr
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


class TrustSection(WorkspaceSection):
    """Lists of trusted authorities, the time-stamp server, and a key for trials."""

    def __init__(self) -> None:
        super().__init__(
            tr("Signing and trust"),
            tr("Whose signatures count here, who stamps the time of yours, and keys to try signing with."),
            "settings#signing-and-trust",
            STAMPS,
        )
        self._may_key = ""
        self.table: RowTable[TrustRow] = RowTable(
            tr("Trusted authorities"),
            LISTED,
            lambda row: f"{row.file} {row.authority.sha256}",
            EMPTY,
            lines=2,
        )
        self.table.setMinimumHeight(150)
        self.file = FileField(tr("Certificate of an authority"), tr("PEM or DER"), CERTIFICATES, Path.home())
        self.candidate = text_label(name=tr("Authorities in the file"))
        self.here = ActButton(trust.add, do=partial(self._trust, own=False))
        self.own = push_button(tr("Trust only for &me"), partial(self._trust, own=True))
        self.remove = ActButton(trust.remove, do=self.table.on_current(self._distrust))
        self.table.acts = (self.remove,)
        self.message, self.key_message = ResultLabel(), ResultLabel()
        self.key = ActForm(report.trial_key, ("file", "ask"), writes=("file",), twice=True)
        self.issue = push_button(tr("&Issue the key"), self._issue)
        self._reading = Latest(self, lambda sentence: self.candidate.setText(plain(sentence)))
        self._lay_out_trust()
        self.file.changed.connect(self._look)
        self.key.edited.connect(self._judge)
        self.table.chosen.connect(self._judge)
        self._found: tuple[Authority, ...] = ()
        self._judge()

    def _lay_out_trust(self) -> None:
        explained_by(self.key, "signing#the-trial-authority")
        about = tr(
            "A key of the workspace's own authority shows how signing works. It proves nothing about persons."
        )
        above = in_column(
            _head(tr("Trusted authorities")),
            self.table,
            in_row((self.file, 1), self.here, self.own),
            self.candidate,
            in_row(self.remove, (self.message, 1)),
            _head(tr("Time stamps")),
        )
        below = in_column(
            _head(tr("A key for trials")),
            text_label(about, muted=True),
            self.key,
            in_row(self.issue, (self.key_message, 1)),
        )
        self.column.insertLayout(3, above)
        self.column.insertLayout(self.column.count() - 1, below)
        inside = (each for field in self.fields.values() for each in field.findChildren(QWidget))
        for before, after in pairwise((self.remove, *filter(QWidget.focusPolicy, inside))):
            QWidget.setTabOrder(before, after)  # the settings were made first and stand in the middle
        self.note_label(tr("Trusted authorities"), self.table)
        self.note_label(tr("Certificate of an authority"), self.file.line)
        self.note_label(tr("Key for trials"), self.key.rows["file"].editor)

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the lists, and who may change that of the workspace."""
        super().show_standing(standing)
        staff = standing.staff
        on_list = staff is not None and staff.acting is not None
        self._may_key = "" if on_list else tr("Only a person on the list of people gets a key.")
        self.table.show_rows(standing.trust)
        self._judge()

    def stop(self) -> None:
        """Let go of the thread."""
        self._reading.stop()

    def _look(self) -> None:
        """Show what a file holds before anybody trusts it."""
        self._found = ()
        self.candidate.setText("")
        self._reading.drop()
        if named := self.file.text:
            self._reading.ask(lambda: authorities_in(Path(named).expanduser()), self._show_found)
        self._judge()

    def _show_found(self, result: Sequence[Authority]) -> None:
        self._found = tuple(result)
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

        self.wanted.emit(change, self.message, self.file.line.clear)

    def _distrust(self, row: TrustRow) -> None:
        digest, own = row.authority.sha256, row.owner is Owner.USER

        def change(seat: Seat) -> str:
            seat.do(trust.remove, digest, workspace=None if own else seat.workspace.path)
            return tr("The authority is trusted no more.")

        self.wanted.emit(change, self.message, None)

    def _issue(self) -> None:
        given = self.key.take()

        def change(seat: Seat) -> str:
            key = seat.do(report.trial_key, **given)
            return tr(
                "{file} holds a key of {name} for trials. It proves nothing about persons.",
                file=key.file.name,
                name=key.person,
            )

        self.wanted.emit(change, self.key_message, None)

    def _judge(self) -> None:
        unknown = "" if self._found else tr("Choose a file with a certificate first.")
        row = self.table.current
        removal = tr("Choose an authority in the list first.") if row is None else ""
        if row is not None and row.owner is Owner.COMPUTER:
            removal = tr("The list of the computer is changed by its administrator: {file}.", file=row.file)
        elif row is not None and row.owner is Owner.WORKSPACE:
            removal = self.restriction
        for button, why in (
            (self.here, self.restriction or unknown),
            (self.own, unknown),
            (self.remove, removal),
            (self.issue, self._may_key or self.key.lack),
        ):
            permit(button, why)


def _head(text: str) -> QLabel:
    return text_label(text, size=1.15, bold=True, wraps=False)
