"""Dialogs of a report's signatures: sign in the role whose turn it is, make a trial key, replace what is signed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from labharness.acts import report as acts
from labharness.acts.declaring import Seat
from labharness.app.reports.report_list import ReportRow
from labharness.gui.kit.findable import DecidingButton
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.act_form import ActForm
from labharness.gui.kit.forms.editors import Offer, PathEditor, SecretEditor
from labharness.gui.kit.keys import explained_by
from labharness.gui.kit.labels import LoudLabel
from labharness.gui.kit.parts import LEFT, push_button
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.reporting.layout import SIMULATED, SPECIMEN
from labharness.reporting.stamps import SignatureRole

if TYPE_CHECKING:
    from labharness.app.reports.key_source import ReportSigned
    from labharness.app.workspace.workspace import Workspace

STATES = {
    SignatureRole.TESTED: tr("Your signature states that you conducted the tests."),
    SignatureRole.REVIEWED: tr(
        "Your signature states that you checked this report against the evidence. Before it is made, every run is judged "
        "again and the report is drawn again; this may take minutes."
    ),
    SignatureRole.AUTHORIZED: tr(
        "Your signature authorizes the issue of this report. It never changes after that."
    ),
}


TOKEN = ("module", "token", "label")


def signers(workspace: Workspace, role: SignatureRole) -> Sequence[Offer]:
    """Return who may sign in a role, by id and name; whoever sits here is first."""
    from labharness.app.people.signing import NEEDS
    from labharness.app.people.staff import read_staff

    staff = read_staff(workspace)
    people = [person for person in staff.people if NEEDS[role] in person.roles]
    people.sort(key=lambda person: person.id != staff.login)
    return [(person.id, f"{person.name} ({person.id})") for person in people]


class SignDialog(ActDialog):
    """Asks for what a signature needs; the role is fixed.

    Parameters
    ----------
    people
        Who may sign, the likeliest first.
    memory
        Which key a person used last: the path of the file, never a pass phrase.
    place
        Where the choice of a key begins.

    Attributes
    ----------
    trial
        The button that asks for a trial key of the person.
    """

    def __init__(
        self,
        row: ReportRow,
        role: SignatureRole,
        people: Sequence[Offer],
        memory: WindowState,
        place: Path,
        parent: QWidget | None = None,
    ) -> None:
        self.form = ActForm(
            acts.sign,
            ("by", "key", "ask"),
            further=(*TOKEN, "timestamp", "root", "crl"),
            folder=place,
            offers={"by": people},
            values={"by": ""},
        )
        title = tr("Sign {number} as {role}", number=row.number, role=role.value)
        sign = DecidingButton(tr("Sign as {role}", role=role.value))
        super().__init__(title, sign, STATES[role], self.form, parent=parent)
        explained_by(self, "signing#three-signatures")
        self.row, self.role, self._memory = row, role, memory
        self.stamp = LoudLabel(tr("Specimen or simulated device"))
        self.stamp.say(SPECIMEN if row.report.specimen else SIMULATED if row.simulated else "")
        self.trial = push_button(tr("New trial key…"))
        self.trial.setEnabled(bool(people))
        self.content.insertWidget(0, self.stamp)
        self.content.addWidget(self.trial, 0, LEFT)
        key, self.passphrase = self.form.rows["key"].editor, self.form.rows["ask"].editor
        assert isinstance(key, PathEditor)
        assert isinstance(self.passphrase, SecretEditor)
        self.file = key.file
        self.passphrase.lines[0].returnPressed.connect(self.do.setFocus)
        self.form.rows["by"].editor.changed.connect(self._choose_person)
        self._choose_person()
        self.note.setText("" if people else nobody(role))

    @property
    def by(self) -> str:
        """Id of the person who signs, "" where nobody may."""
        return str(self.form.rows["by"].editor.value)

    @property
    def lack(self) -> str:
        """What is missing."""
        given = self.form.values
        token = [name in given for name in TOKEN]
        if "key" in given and any(token):
            return tr("Choose a key file or a token, and empty the other.")
        if "key" not in given and not all(token):
            return tr("Choose a key file, or name driver, token and key.")
        return super().lack

    def use_key(self, file: Path) -> None:
        """Take up a key file that was made just now."""
        self.file.line.setText(str(file))
        self.passphrase.setFocus()

    def order(self, seat: Seat) -> Callable[..., ReportSigned]:
        """Return what signs the report; the key's place is remembered."""
        if self.file.text:
            self._memory.put(f"key/{self.by}", self.file.text)
        return self.form.order(seat, number=self.row.number, role=self.role.value)

    def refuse(self, sentence: str) -> None:
        """Say why it was not signed, and let it be tried again."""
        super().refuse(sentence)
        self.passphrase.setFocus()

    def _choose_person(self) -> None:
        self.file.line.setText(self._memory.text(f"key/{self.by}"))
        self.judge()
        (self.passphrase if self.file.text else self.file.line).setFocus()


WHAT = tr(
    "A trial key comes from the workspace's own authority. It proves nothing about persons: every report says so."
)


class TrialKeyDialog(ActDialog):
    """Asks for a file and a pass phrase, twice."""

    def __init__(self, person: str, place: Path, parent: QWidget | None = None) -> None:
        file = str(place / f"{person}.p12")
        self.form = ActForm(
            acts.trial_key, ("file", "ask"), folder=place, writes=("file",), twice=True, values={"file": file}
        )
        super().__init__(tr("New trial key"), tr("Make the key"), WHAT, self.form, parent=parent)
        explained_by(self, "signing#the-trial-authority")
        self.judge()
        self.form.rows["ask"].editor.setFocus()

    def judge(self) -> None:
        """Say what is wrong with what was entered already."""
        super().judge()
        self.note.setText(self.lack if self.form.rows["ask"].editor.value else "")


def nobody(role: SignatureRole) -> str:
    """Return the sentence that nobody may sign in a role."""
    return tr(
        "No active person on the list of people may sign as {role}. An administrator adds one in Settings, People.",
        role=role.value,
    )


class AmendDialog(ActDialog):
    """Asks for the reason, and who decides."""

    def __init__(self, number: str, people: Sequence[Offer], parent: QWidget | None = None) -> None:
        words = tr(
            "The amended report gets the next number. It prints the reason and every change since {number}, which is kept and says "
            "nothing of its successor: tell whoever has it.",
            number=number,
        )
        self.number = number
        self.form = ActForm(acts.amend, ("by",), offers={"by": people}, values={"by": ""})
        amend = DecidingButton(tr("Build amended report"))
        super().__init__(
            tr("Amend {number}", number=number), amend, words, self.form, lines=True, parent=parent
        )
        self.note.setText("" if people else nobody(SignatureRole.AUTHORIZED))
        self.judge()
        self.why.setFocus()
