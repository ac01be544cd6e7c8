"""A file that somebody sent: dropped or opened, read as numbers or card orders, checked, reported, filed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShowEvent
from PySide6.QtWidgets import QSplitter, QTabWidget

from labharness.acts import analyze as acts
from labharness.acts.declaring import Seat
from labharness.app.runs.file_power import FileLook
from labharness.assessment.file_analysis import ExaminedFile, FileFinding, FilePower
from labharness.errors import FileRefused, InputError
from labharness.gui.analyze.file_form import CHECKS, POWERS, CheckRow, FileForm, standing_of
from labharness.gui.kit.files import DroppedPaths
from labharness.gui.kit.findable import add_key, permit
from labharness.gui.kit.forms.field_form import form_area
from labharness.gui.kit.labels import Banner
from labharness.gui.kit.layouts import follow_text, mono
from labharness.gui.kit.page import Page
from labharness.gui.kit.parts import (
    ActButton,
    ask_for_file,
    ask_text,
    boxed,
    in_column,
    in_row,
    in_splitter,
    in_tabs,
    push_button,
    text_label,
)
from labharness.gui.kit.run_standing import RunStanding, Tone, clause, explain, say
from labharness.gui.kit.slow_work import Latest, LongWork, WorkProgress
from labharness.gui.kit.tables.columns import written
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.tables.row_table import RowTable, below_filter
from labharness.gui.kit.words import tr
from labharness.language.numbers import size
from labharness.language.template import plain
from labharness.model.reasons.inputs import Inputs
from labharness.plans.suite import packaged_suites

EMPTY = RunStanding(
    Tone.QUIET,
    tr("No file chosen"),
    tr("Drop a file of numbers or card orders here, or choose one (Ctrl+O)."),
)
READY = tr("Ready to be analyzed")
NOT_SIMULATED = tr(
    "What a file of this size could have shown was not simulated. Choose “40 files each” and analyze again."
)
NOTHING = tr("The checks of a file appear here.")


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a file was not analyzed, and the line that is to blame, "" where none is."""

    sentence: str
    quoted: str


def examine(
    analyze: Callable[..., acts.FileAnalyzed], titles: Mapping[str, str], progress: WorkProgress
) -> ExaminedFile | Refused:
    """Analyze a file as it was ordered; ``titles`` are those of the fields."""
    quoted: list[str] = []
    try:
        result = analyze(tell=quoted.append, progress=progress)
    except InputError as error:
        return Refused(explain(error, titles), "\n".join(quoted))
    assert result.examined is not None
    return result.examined


def look(path: Path) -> FileLook:
    """Return what the beginning of a file shows; a pipe, which somebody else would have to fill, is refused."""
    from labharness.app.runs.file_power import look_at

    if path.is_fifo():
        raise FileRefused(Inputs.NOT_REGULAR(file=str(path)))
    return look_at(str(path))


def submissions(seat: Seat) -> Sequence[tuple[str, str]]:
    """Return id and title of each submission, the latest first."""
    from labharness.app.workspace.register import has_register, open_register

    if not has_register(seat.workspace):
        return ()
    with open_register(seat.workspace) as register:
        names = reversed(tuple(register.submissions()))
        return tuple((name, register.snapshot(name).filing.title) for name in names)


def attach(seat: Seat, examined: ExaminedFile, submission: str) -> str:
    """File the report with a submission; returns the id of the document."""
    from labharness.app.submission.submissions import attach_analysis

    return attach_analysis(seat.workspace, submission, examined, seat.by)


class AnalyzePage(Page):
    """One file.

    Parameters
    ----------
    seat
        The workspace, in whose folder choices begin, and who sits there.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self._seat, self._place = seat, seat.workspace.path
        self.path: Path | None = None
        self._has_suites = False
        self.examined: ExaminedFile | None = None
        self.shown = text_label(muted=True)
        self.form, self.banner, self.work = FileForm(self._place), Banner(), LongWork()
        self.banner.setAccessibleName(tr("Result of the analysis"))
        self.quoted = text_label(name=tr("The line that is wrong"), wraps=False)
        self.quoted.setFont(mono())
        self.quoted.hide()
        self.checks: RowTable[CheckRow] = RowTable(tr("Checks"), CHECKS, lambda row: row.check.id, NOTHING)
        self.checks.chosen.connect(self._show_remark)
        self.remark = text_label(name=tr("Remark about the chosen check"))
        self.remark.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        follow_text(
            self.remark, lambda _: self.remark.setMinimumHeight(2 * self.remark.fontMetrics().lineSpacing())
        )
        self.powers: RowTable[FilePower] = RowTable(
            tr("What the file could have shown"), POWERS, lambda each: each.defect, NOT_SIMULATED
        )
        self.notes = FactTable(tr("About the file"), ((tr("What"), 170), (tr("Value"), 500)))
        self.tabs, self.start = QTabWidget(), ActButton(acts.analyze)
        self.open = push_button(tr("&Choose file… (Ctrl+O)"), self._ask_file)
        push_button(self.start, self.analyze, main=True)
        self.report = push_button(tr("&Report PDF…"), self._ask_report)
        self.attach = push_button(tr("A&ttach to submission…"), self._ask_submission)
        self._lay_out()
        self._look = Latest(self, self._refuse_file)
        self._suites = Latest(self, self.work.say)
        self.work.changed.connect(self._allow)
        self.work.failed.connect(self._fail)
        add_key(
            self, QKeySequence.StandardKey.Open, tr("Open a file of numbers or card orders"), self._ask_file
        )
        DroppedPaths(self, self.take_files)
        self.form.edited.connect(self._allow)
        self.banner.show_standing(EMPTY)
        self._allow()

    def _lay_out(self) -> None:
        example = "check:gaps finding:unresolved"
        self.filter, listed = below_filter(self.checks, tr("checks"), example, self.remark)
        shown = tr("What it could have &shown")
        in_tabs(self.tabs, (tr("Chec&ks"), listed), (shown, self.powers), (tr("About the &file"), self.notes))
        self.tabs.setDocumentMode(True)
        left = in_column(self.open, self.shown, (form_area(self.form), 1), self.start, edges=(0, 0, 6, 0))
        deeds = in_row(self.report, self.attach, 1)
        right = in_column(self.quoted, (self.tabs, 1), deeds, gap=8, edges=(6, 0, 0, 0))
        both = QSplitter(Qt.Orientation.Horizontal)
        in_splitter(both, boxed(left), boxed(right), sizes=(330, 740), grows=(1,))
        self.heading = text_label(tr("Analyze a file"), size=1.5, bold=True, wraps=False)
        page = (self.heading, self.banner, (both, 1), self.work)
        in_column(*page, gap=8, edges=(20, 16, 20, 10), on=self)

    def _show_remark(self, row: CheckRow | None) -> None:
        """Show the whole remark, for which the table has no room."""
        sentence = written(acts.REMARK.cell(row.check)) if row is not None else ""
        self.remark.setText(plain(f"{row.check.title}: {sentence}", 1000) if row and sentence else "")

    def take_files(self, files: Sequence[Path]) -> None:
        """Look at a file that was dropped."""
        if files and not self.work.busy:
            self.choose(files[0])

    def choose(self, path: Path) -> None:
        """Look at a file, and say what it seems to hold."""
        self.path, self.examined = path, None
        self.shown.setText(plain(path, 300))
        self._clear()

        def take(look: FileLook) -> None:
            self.shown.setText(f"{plain(path, 300)}, {size(look.size)}")
            self.form.show_look(look)
            self.banner.show_standing(RunStanding(Tone.QUIET, READY, self.form.guess.text()))
            self._allow()

        self._look.ask(lambda: look(path), take)

    def analyze(self) -> None:
        """Run the checks over the file."""
        if self.path is None:
            return
        order, titles = self.form.order(self._seat, file=str(self.path)), self.form.titles
        self._clear()
        begun = self.work.do(
            tr("Reading {path}…", path=self.path.name),
            lambda progress: examine(order, titles, progress),
            self._take,
        )
        if begun:
            self.banner.show_standing(
                RunStanding(Tone.BUSY, tr("Being analyzed"), plain(self.path.name, 200))
            )

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Read which suites there are."""
        super().showEvent(event)
        if not self._has_suites:
            self._has_suites = True
            self._suites.ask(lambda: tuple(packaged_suites()), self.form.show_suites)

    def stop(self) -> None:
        """Let go of threads."""
        for work in (self._look, self._suites, self.work):
            work.stop()

    def _take(self, result: ExaminedFile | Refused) -> None:
        if isinstance(result, Refused):
            self._fail(result.sentence)
            self.quoted.setText(result.quoted)
            self.quoted.setVisible(bool(result.quoted))
            return
        self.examined = result
        of = result.analysis
        required = [file for file in of.judged if file.required]
        rejecting = sum(each.finding is FileFinding.REJECTED for each in required)
        silent = sum(each.finding is FileFinding.NOT_APPLICABLE for each in required)
        self.banner.show_standing(standing_of(of.finding, rejecting, len(required), silent, of.level))
        self.checks.show_rows([CheckRow(file, of.level) for file in of.judged])
        self.powers.tell_empty(NOT_SIMULATED)
        self.powers.show_rows(result.power or ())
        source = of.checks_from
        rows = [
            (tr("File"), f"{of.file}, {size(of.size)}"),
            (tr("SHA-256"), of.sha256),
            (
                tr("Content"),
                tr("{observes}, {units:,} {units:unit|units}", observes=of.observes.value, units=of.units),
            ),
            (tr("Compared with"), clause(of.compared_with)),
            (
                tr("Checks"),
                tr("{kind} {id}, version {version}", kind=source.kind, id=source.id, version=source.version),
            ),
            *((tr("Note"), say(note)) for note in of.notes),
            (tr("Software"), ", ".join(f"{name} {version}" for name, version in of.versions.items())),
        ]
        self.notes.show_rows([FactRow(row) for row in rows])

    def _clear(self) -> None:
        self.examined = None
        self.quoted.hide()
        self.checks.show_rows(())
        self.powers.tell_empty(NOTHING)
        self.powers.show_rows(())
        self.notes.show_rows(())
        self._allow()

    def _fail(self, sentence: str) -> None:
        self.banner.show_standing(RunStanding(Tone.FAIL, tr("Not analyzed"), plain(sentence, 1000)))

    def _refuse_file(self, sentence: str) -> None:
        self.path = None
        self._fail(sentence)
        self._allow()

    def _ask_file(self) -> None:
        if not self.work.busy:
            ask_for_file(self, tr("Choose a file"), self.choose, place=self._place)

    def _ask_report(self) -> None:
        name = f"{self.path.stem}-analysis.pdf" if self.path is not None else "analysis.pdf"
        ask_for_file(
            self,
            tr("Write the report"),
            self.write_report,
            place=self._place / name,
            kinds=tr("PDF (*.pdf)"),
            writes="pdf",
        )

    def write_report(self, target: Path) -> None:
        """Write the report of the analysis."""
        examined = self.examined

        def write(_: object) -> None:
            from labharness.app.runs.file_analysis import write_report

            assert examined is not None
            write_report(examined, target)

        if examined is not None:
            self.work.do(
                tr("Drawing the report…"),
                write,
                lambda _: self.work.say(tr("{target} was written.", target=target)),
            )

    def _ask_submission(self) -> None:
        words = tr(
            "The report is filed as a document outside the checklist. It decides nothing.\nSubmission:"
        )

        def take(pairs: Sequence[tuple[str, str]]) -> None:
            if not pairs:
                self.work.say(tr("No submission is filed yet. File one first, then attach the analysis."))
                return
            ask_text(
                self,
                tr("Attach to submission"),
                words,
                lambda text: self.attach_to(text.split(" – ")[0]),
                offers=[f"{id_} – {title}" for id_, title in pairs],
            )

        self.work.do(tr("Reading the submissions…"), lambda _: submissions(self._seat), take)

    def attach_to(self, submission: str) -> None:
        """File the report with a submission."""
        examined, words = self.examined, tr("Filing the report with {submission}…", submission=submission)

        def take(document: str) -> None:
            self.work.say(
                tr(
                    "Filed with {submission} as document {document}.",
                    submission=submission,
                    document=document,
                )
            )

        if examined is not None:
            self.work.do(words, lambda _: attach(self._seat, examined, submission), take)

    def _allow(self) -> None:
        idle = not self.work.busy
        self.open.setEnabled(idle)
        permit(self.start, self.form.lack)
        self.start.setEnabled(idle and self.path is not None and not self.form.lack)
        for button in (self.report, self.attach):
            button.setEnabled(idle and self.examined is not None)
        if idle and self.examined is None and self.path is not None and self.work.was_canceled:
            self.banner.show_standing(RunStanding(Tone.QUIET, READY, self.form.guess.text()))
