"""The page This computer: whether it can do the job, item by item, and what to fix.

The benches that the queue knows, and the file with which the system starts the worker of one.

Settings of the workspace: a page for where things lie, and one for what a new run begins with.

The question whether code of the workspace may run: what files there are, before anybody trusts them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from labharness.acts import plug_ins, settings
from labharness.acts.declaring import Seat
from labharness.acts.doctor import doctor
from labharness.app.benches.service import service_file
from labharness.app.installation.doctor import Diagnosis
from labharness.app.outside.trusted import CodeFile, CodeStanding
from labharness.app.settings.workspace_settings import SETTINGS, PresentSettings
from labharness.errors import LabharnessError
from labharness.gui.kit import theme
from labharness.gui.kit.findable import permit
from labharness.gui.kit.forms.field_form import FieldForm
from labharness.gui.kit.forms.saved_form import SavedForm
from labharness.gui.kit.labels import ResultLabel
from labharness.gui.kit.layouts import FittedDialog
from labharness.gui.kit.parts import (
    ActButton,
    in_column,
    in_row,
    line_edit,
    push_button,
    text_field,
    text_label,
)
from labharness.gui.kit.run_standing import Tone, explain
from labharness.gui.kit.slow_work import Errand
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import as_of, day_and_time, now, tr
from labharness.gui.settings.section import SettingsSection
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.model.field import Field, FieldShape
from labharness.nights.items import Bench

STANDINGS = {
    CodeStanding.TRUSTED: tr("trusted"),
    CodeStanding.CHANGED: tr("changed since it was trusted"),
    CodeStanding.NEW: tr("not trusted"),
}


class PlugInsDialog(FittedDialog):
    """Shows the code of a workspace's plug-ins and asks whether it is trusted as it is now.

    Parameters
    ----------
    place
        Folder of the workspace.
    files
        Its code.
    trust
        Trusts files as they are shown.

    Attributes
    ----------
    trusted
        Emitted when the files are trusted.
    """

    trusted = Signal()

    def __init__(
        self,
        place: Path,
        files: Sequence[CodeFile],
        trust: Callable[[Sequence[CodeFile]], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Code in this workspace"), parent)
        self._files, self._trust = files, trust
        self.resize(720, 380)
        self.sentence = text_label(
            tr(
                "{place} holds plug-ins with code. Code that you trust runs with all your rights. Read the files first. "
                "A file that changes is asked about again. Without your trust no run begins in this workspace.",
                place=plain(str(place), 200),
            )
        )
        self.problem = text_label(name=tr("Result of the change"))
        lines = (f"{plain(file.name, 200)}: {STANDINGS[file.standing]}\n    {file.sha256}" for file in files)
        self.text = text_field(tr("Files with code"), text="\n".join(lines), fixed=True)
        self.agree = push_button(tr("&Trust these files"), self._agree)
        self.refuse = push_button(tr("&Do not trust"), self.close)
        self.refuse.setDefault(True)
        parts = (self.sentence, (self.text, 1), self.problem, in_row(self.agree, 1, self.refuse))
        in_column(*parts, gap=10, edges=(20, 16, 20, 16), on=self)

    def _agree(self) -> None:
        try:
            self._trust(self._files)
        except LabharnessError as error:
            theme.tint(self.problem, Tone.FAIL)
            self.problem.setText(plain(explain(error), 600))
            return
        self.trusted.emit()
        self.close()


EMPTY = tr("No bench yet. Name one, and let the system start its worker.")

BENCHES = (
    Column[Bench](tr("Bench"), lambda each: each.name, 140),
    Column[Bench](tr("Computer"), lambda each: each.host or tr("no worker yet"), 170),
    Column[Bench](
        tr("Last heard"), lambda each: day_and_time(each.heard) if each.heard else tr("never"), 200
    ),
    Column[Bench](tr("State"), lambda each: tr("paused") if each.paused else tr("at work"), 90),
    Column[Bench](tr("Taken"), lambda each: tr("{fence} times", fence=each.fence), 90),
)


class BenchesSection(SettingsSection):
    """Benches of the workspace's queue."""

    def __init__(self) -> None:
        super().__init__(
            tr("Benches"),
            tr("A bench is a computer with its devices; its worker begins the runs of its queue unattended."),
            "settings#benches",
        )
        self._next: Sequence[str] = ()
        self.table: RowTable[Bench] = RowTable(
            tr("Benches"),
            BENCHES,
            lambda each: each.name,
            EMPTY,
            address=lambda each: Address(Room.BENCHES, (each.name,)),
        )
        self.table.setMinimumHeight(160)
        self.name = line_edit(tr("Name of the bench"), tr("Name of the bench, such as bench-2"), self._judge)
        self.write = push_button(tr("&Write the service file"), self._write)
        self.message = ResultLabel()
        self.next = text_field(
            tr("What to run next in a terminal"),
            tr("What to run next in a terminal, once the file is written"),
        )
        self.copy = push_button(
            tr("&Copy the commands"), lambda: QGuiApplication.clipboard().setText(self.next.toPlainText())
        )
        self.next.setReadOnly(True)
        self.next.setFixedHeight(self.fontMetrics().lineSpacing() * 4 + 16)
        write, then = in_row((self.name, 1), self.write), in_row((self.next, 1), self.copy)
        self.column.addLayout(in_column((self.table, 1), write, self.message, then, gap=10), 1)
        self.note_label(tr("Benches"), self.table)
        self.note_label(tr("Service file of a worker"), self.name)
        self.table.picked.connect(lambda each: self.name.setText(each.name))
        self._judge()

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the benches, and who may set one up."""
        self.show_permission(standing.staff)
        self.table.show_rows(standing.benches)
        self.name.setEnabled(not self.restriction)
        self._judge()

    def _show_next(self) -> None:
        self.next.setPlainText("\n".join(self._next))
        self._judge()

    def _write(self) -> None:
        bench = self.name.text().strip()

        def change(seat: Seat) -> str:
            service = service_file(seat.workspace, bench)
            service.write()
            self._next = service.next
            return tr("Written: {path}", path=service.path)

        self.wanted.emit(change, self.message, self._show_next)

    def _judge(self) -> None:
        why = self.restriction or (
            "" if self.name.text().strip() else tr("Write the name of the bench first.")
        )
        permit(self.write, why)
        permit(self.copy, "" if self.next.toPlainText() else tr("There is nothing to copy yet."))


LOOKING = tr("Examining this computer…")


class ComputerSection(SettingsSection):
    """What ``labharness doctor`` prints.

    Parameters
    ----------
    seat
        Whose workspace is examined, with the computer.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__(
            tr("This computer"),
            tr("Python, USB, the window's libraries, the workspace, its drive, the clock and the register."),
            "settings#this-computer",
        )
        self._seat, self._read_at = seat, ""
        self.table = FactTable(
            tr("Examination of this computer"), ((tr("Part"), 110), (tr("State"), 110), (tr("Finding"), 300))
        )
        self.again = ActButton(doctor, do=self._look)
        self.note = text_label(LOOKING, name=tr("State of the examination"), wraps=False)
        self.trust = ActButton(plug_ins.trust, do=self._ask)
        self.column.addWidget(self.table, 1)
        self.column.addLayout(in_row(self.again, self.trust, (self.note, 1)))
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
        states = [(each, *_state(each)) for each in result]
        self.table.show_rows([FactRow((each.what, word, each.sentence), tone) for each, word, tone in states])
        wrong = [each for each in result if not each.good]
        self._read_at = now()
        to_fix = tr("To fix: {what}.", what=", ".join(each.what for each in wrong))
        self.note.setText(as_of(to_fix if wrong else tr("Everything is in order."), self._read_at))


def _state(diagnosis: Diagnosis) -> tuple[str, Tone]:
    if diagnosis.good:
        return tr("in order"), Tone.PASS
    return (tr("needed"), Tone.FAIL) if diagnosis.needed else (tr("to fix"), Tone.UNSURE)


PLACES = ("register", "queue", "store", "store_endpoint", "clock_by_hand")
DEFAULTS = ("reader",)
STAMPS = ("time_stamps",)
YES, NO = "yes", "no"


class WorkspaceSection(SettingsSection):
    """Some settings of the workspace's file, each saved by itself.

    Parameters
    ----------
    names
        Which settings.
    """

    def __init__(self, title: str, purpose: str, reference: str, names: Collection[str]) -> None:
        super().__init__(title, purpose, reference)
        self.fields = {name: _field(SETTINGS[name]) for name in SETTINGS if name in names}
        for name, field in self.fields.items():
            self.column.addWidget(field)
            row = field.form.rows[name]
            self.note_label(row.words.label, row.editor)
            field.wanted.connect(partial(self._save, name))
        self.column.addStretch(1)

    def show_standing(self, standing: PresentSettings) -> None:
        """Show the values, and who may change them."""
        self.show_permission(standing.staff)
        for setting in standing.settings:
            if field := self.fields.get(setting.field.name):
                flag = setting.field.shape is FieldShape.FLAG
                field.follow({setting.field.name: setting.value == YES if flag else setting.value})
                field.restrict(self.restriction)

    def _save(self, name: str) -> None:
        field = self.fields[name]
        value, why = field.values[name], field.reason
        text = (YES if value else NO) if isinstance(value, bool) else str(value)

        def change(seat: Seat) -> str:
            saved = seat.do(settings.set_, name, text, why=why)
            return tr("Saved: {value}.", value=saved.value or tr("not set"))

        self.wanted.emit(change, field, None)


def _field(field: Field) -> SavedForm:
    form: FieldForm[str] = FieldForm()
    title = form.add(field.name, field).words.label
    save = push_button(tr("Save"), name=tr("Save {title}", title=title))
    return SavedForm(form, title, save)
