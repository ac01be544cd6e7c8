"""The page This computer: whether it can do the job, item by item, and what to fix."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from labharness.acts import plug_ins
from labharness.acts.declaring import Seat
from labharness.acts.doctor import doctor
from labharness.app.installation.doctor import Diagnosis
from labharness.app.laboratory.present_settings import PresentSettings
from labharness.errors import LabharnessError
from labharness.gui.kit.act_button import ActButton
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.screen_text import as_of, now
from labharness.gui.kit.slow_work.errand import Errand
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.window_sentences import explain
from labharness.gui.kit.words import tr
from labharness.gui.settings.plug_ins_dialog import PlugInsDialog
from labharness.gui.settings.section import SettingsSection

LOOKING = tr("Examining this computer…")


class ComputerSection(SettingsSection):
    """What ``labharness doctor`` prints.

    Parameters
    ----------
    seat
        Whose workspace is examined, with the computer.
    """

    def __init__(self, seat: Seat, parent: QWidget | None = None) -> None:
        super().__init__(
            tr("This computer"),
            tr("Python, USB, the window's libraries, the workspace, its drive, the clock and the register."),
            "settings#this-computer",
            parent,
        )
        self._seat, self._read_at = seat, ""
        self.table = FactTable(
            tr("Examination of this computer"), ((tr("Part"), 110), (tr("State"), 110), (tr("Finding"), 300))
        )
        self.again, self.note = ActButton(doctor), QLabel(LOOKING)
        self.trust = ActButton(plug_ins.trust)
        self.trust.clicked.connect(self._ask)
        self.note.setAccessibleName(tr("State of the examination"))
        self.again.clicked.connect(self._look)
        row = QHBoxLayout()
        row.addWidget(self.again)
        row.addWidget(self.trust)
        row.addWidget(self.note, 1)
        self.column.addWidget(self.table, 1)
        self.column.addLayout(row)
        self.note_label(tr("Examination of this computer"), self.table)
        self._work = Errand(self)
        self._work.failed.connect(self._fail)
        self._looked = False

    def show_standing(self, standing: PresentSettings) -> None:
        """Examine the computer when the page has something to show for the first time."""
        del standing
        if not self._looked:
            self._looked = True
            self._look()

    def stop(self) -> None:
        """Let go of the thread."""
        self._work.stop()

    def _look(self) -> None:
        seat = self._seat
        if self._work.begin(lambda _: seat.do(doctor, workspace=seat.workspace.path), self._take):
            self.note.setText(LOOKING)

    def _ask(self) -> None:
        """Show the code of the workspace, and ask whether it is trusted."""
        try:
            files = self._seat.do(plug_ins.list_)
        except LabharnessError as error:
            self._fail(explain(error))
            return
        if not files:
            self._fail(tr("The workspace has no plug-in with code."))
            return
        asked = PlugInsDialog(
            self._seat.workspace.path,
            files,
            lambda shown: self._seat.do(plug_ins.trust, yes=True, files=shown),
            self,
        )
        asked.trusted.connect(self._look)
        asked.open()

    def _fail(self, sentence: str) -> None:
        self.note.setText(as_of(sentence, self._read_at))

    def _take(self, result: Sequence[Diagnosis]) -> None:
        self.table.show_rows(
            [FactRow((each.what, *_state(each)[:1], each.sentence), _state(each)[1]) for each in result]
        )
        wrong = [each for each in result if not each.good]
        self._read_at = now()
        self.note.setText(
            as_of(
                tr("Everything is in order.")
                if not wrong
                else tr("To fix: {what}.", what=", ".join(each.what for each in wrong)),
                self._read_at,
            )
        )


def _state(diagnosis: Diagnosis) -> tuple[str, Tone]:
    if diagnosis.good:
        return tr("in order"), Tone.PASS
    return (tr("needed"), Tone.FAIL) if diagnosis.needed else (tr("to fix"), Tone.UNSURE)
