"""The list of submissions: sorted, filtered, copied and exported; what each comes to is evaluated in the background.

Submissions as rows: what the register tells, and what their dossiers come to once they are judged.

What the dossiers of the register come to: judged in the background, one after the other.

Addresses of the rows of a submission's tables, for *Copy link*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu

from labharness.acts import submission as acts
from labharness.acts import submission_pages as pages
from labharness.acts.report import GIVEN, OPEN
from labharness.app.submission.drafts import DraftedEntry, SubmissionDraft
from labharness.app.submission.open_items import OpenItem, SubmissionPart
from labharness.gui.filings.draft_book import ActorChoice
from labharness.gui.filings.entries_panel import EntriesPanel
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.filings.submission_facts import CaseFacts, Filed, SubmissionStanding, judged
from labharness.gui.filings.submission_view import SubmissionView
from labharness.gui.kit.files import DroppedPaths
from labharness.gui.kit.findable import permit
from labharness.gui.kit.parts import in_column, in_row, in_wrapped_row, menu_button, push_button, text_label
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.slow_work import Errand
from labharness.gui.kit.tables.column_fit import standing_column
from labharness.gui.kit.tables.columns import counted, dated, shown
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import FilterBar, FilteredList, RowTable, list_head
from labharness.gui.kit.words import tr, translated
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.reporting.stamps import SignatureRole

DRAFT, WAITING, JUDGING, UNKNOWN = tr("draft"), tr("waiting"), tr("evaluating…"), tr("not known")


def rows_of(
    filed: Sequence[Filed], drafts: Sequence[SubmissionDraft], known: Mapping[str, CaseFacts | str], at: str
) -> Iterator[SubmissionStanding]:
    """Yield drafts of new submissions, then the submissions, the newest first.

    Parameters
    ----------
    known
        What dossiers came to, or a sentence why that cannot be said.
    at
        Submission that is being judged.
    """
    for draft in drafts:
        if draft.is_new:
            yield SubmissionStanding(_of_draft(draft), waits=(DRAFT, Tone.BUSY))
    for each in reversed(filed):
        waits = JUDGING if each.id == at else WAITING
        if (result := known.get(each.id)) is not None:
            yield SubmissionStanding(each, result, (UNKNOWN, Tone.UNSURE))
        else:
            yield SubmissionStanding(each, waits=(waits, Tone.QUIET))


def _of_draft(draft: SubmissionDraft) -> Filed:
    values = next((entry.values for entry in draft.entries if entry.kind == "filing"), {})
    texts = {name: plain(values.get(name, ""), 200) for name in ("title", "type", "submitter", "reference")}
    received = str(values.get("received", ""))
    return Filed(
        draft.name,
        texts["title"] or tr("New submission"),
        texts["type"],
        texts["submitter"],
        texts["reference"] or tr("not entered"),
        received if len(received) == 10 else "",
    )


def _report(filed: Filed) -> str:
    """Write the number of the latest report, and a dot for each role, full where it has signed."""
    signs = "".join(GIVEN if role.value in filed.signed else OPEN for role in SignatureRole)
    return f"{filed.report.removeprefix(f'{filed.id}-')} {signs}" if filed.report else ""


_filed: Callable[[SubmissionStanding], Filed] = attrgetter("filed")
COLUMNS: tuple[Column[SubmissionStanding], ...] = (
    standing_column(lambda row: row.facts.standing if row.facts else None, lambda row: row.waits),
    Column(tr("Reference"), lambda row: row.filed.reference or row.filed.id, 128, named=True),
    shown(pages.TITLE.of(_filed), 176),
    shown(pages.TYPE.of(_filed), 104, facet=True, uncut=True, yields=3),
    shown(pages.SUBMITTER.of(_filed), 122, facet=True, yields=2),
    dated(tr("Received"), lambda row: row.filed.received, 110, day=lambda row: row.filed.received, yields=5),
    Column(
        tr("Documents"),
        lambda row: f"{row.filed.documents}/{row.filed.asked}" if row.filed.asked else "",
        88,
        number=True,
        sort=lambda row: row.filed.asked - row.filed.documents,
        yields=1,
    ),
    counted(tr("Runs"), lambda row: len(row.facts.runs) if row.facts else None, 52, yields=4),
    counted(tr("Open items"), lambda row: row.open_items, 92, name="open"),
    Column(tr("Report"), lambda row: _report(row.filed), 80),
    Column(tr("Recommendation"), lambda row: row.recommendation, 110, facet=True),
)


HINT = tr("Filter: words, or verdict:fail type:prototype submitter:example")
READING = tr("Reading the register…")
EMPTY = tr("No submission on file. Press New submission, or drop the folder of one here to import it.")
NOBODY = tr(
    "Nobody is on the list of people yet. Enter yourself as the administrator under Settings, People."
)


class ListPage(FilteredList):
    """The table of submissions and what can be done with all of them.

    Attributes
    ----------
    opened
        Emitted with the id of a submission, or the name of a draft.
    new_wanted
        Emitted when a submission is to be begun.
    folders_dropped
        Emitted with the paths that were dropped.
    """

    opened = Signal(str)
    new_wanted = Signal()
    folders_dropped = Signal(object)

    def __init__(self, actor: ActorChoice) -> None:
        super().__init__()
        self.actor = actor
        DroppedPaths(self, self.folders_dropped.emit)
        self.heading = text_label(tr("Submissions"), size=1.5, bold=True, wraps=False)
        self.note = text_label(muted=True, name=tr("Messages"))
        self.new = push_button(translated(acts.new.control.text), self.new_wanted, main=True)
        self.take_in = push_button(translated(acts.import_.control.text))
        menu = QMenu(self)
        self.more = menu_button(tr("More ▾"), tr("More acts"), menu)
        self.again = menu.addAction(tr("&Evaluate again"))
        self.again.setShortcut(QKeySequence("F5"))
        self.give_out = menu.addAction(translated(acts.export.control.text))
        self.verify = menu.addAction(translated(acts.verify.control.text))
        self.night = menu.addAction(tr("&Morning report…"))
        self.csv = menu.addAction(tr("Export the list as &CSV…"))
        self.table: RowTable[SubmissionStanding] = RowTable(
            tr("Submissions"), COLUMNS, lambda row: row.id, READING
        )
        self.filter = FilterBar(tr("submissions"), self.table, HINT)
        self._lay_out()
        self.go_in = QAction(tr("&Open"), self)
        self.go_in.triggered.connect(self.table.open_current)
        self.table.acts = (self.go_in, self.give_out)
        self.table.opened.connect(lambda row: self.opened.emit(row.id))
        self.table.chosen.connect(self._choose)
        self.filter.textChanged.connect(self._tell)
        self.csv.triggered.connect(lambda _=False: self.table.export())
        actor.chosen.connect(self.judge)
        self._message = ""
        self._counted = ""
        self.judge()

    def _lay_out(self) -> None:
        label, self.actor_place = text_label(tr("Acting as"), muted=True, wraps=False), QHBoxLayout()
        head = list_head(self.heading, self.filter)
        deeds = in_wrapped_row(self.new, self.take_in, self.more, 1, in_row(label, self.actor_place))
        in_column(head, deeds, (self.table, 1), self.note, gap=8, edges=(20, 16, 20, 10), on=self)

    def show_rows(self, rows: Sequence[SubmissionStanding], *, judged: int, every: int) -> None:
        """Show the submissions, and how many of them are judged."""
        self.table.show_rows(rows)
        self.table.tell_empty(EMPTY if self.actor.staff.listed else NOBODY)
        going = ""
        if judged < every:
            going = " · " + tr("evaluating {judged} of {every}", judged=judged + 1, every=every)
        self._counted = tr("{every:,} {every:submission|submissions}{going}", every=every, going=going)
        self._tell()

    def say(self, sentence: str) -> None:
        """Show one sentence below the table."""
        self._message = plain(sentence, 1000)
        self._tell()

    def judge(self) -> None:
        """Enable what the person at hand may do."""
        why = self.actor.refusal("filing")
        if not self.actor.staff.listed:
            why = NOBODY
        for button in (self.new, self.take_in):
            permit(button, why)
        self._choose(self.table.current)

    def _choose(self, row: SubmissionStanding | None) -> None:
        there = row is not None and not row.id.startswith("+")
        self.give_out.setEnabled(there)
        self.go_in.setEnabled(row is not None)
        if row is not None and isinstance(row.known, str):
            self.say(row.known)

    def _tell(self) -> None:
        shown, every = self.table.shown.rowCount(), self.table.rows.rowCount()
        of = tr("{shown} of {every} shown", shown=shown, every=every) + " · " if shown != every else ""
        self.note.setText(f"{self._message}\n{of}{self._counted}".strip())


class Verdicts(QObject):
    """Knows what was judged, and judges the rest.

    Attributes
    ----------
    known
        By submission: what it comes to, or one sentence why that cannot be said.
    at
        Submission that is being judged, or "".
    arrived
        Emitted with a submission that was judged, or is being judged now.
    """

    arrived = Signal(str)

    def __init__(self, reader: RegisterReader, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader = reader
        self._waiting: list[str] = []
        self.known: dict[str, CaseFacts | str] = {}
        self.at, self.step = "", ""
        self._errand = Errand(self)
        self._errand.step.connect(self._tell)
        self._errand.changed.connect(self._go_on)

    def want(self, submissions: Sequence[str]) -> None:
        """Judge these, whatever was known of them."""
        self._waiting = list(submissions)
        self.known = {}
        self._go_on()

    def prefer(self, submission: str) -> None:
        """Judge one before the others."""
        if submission in self._waiting:
            self._waiting.remove(submission)
            self._waiting.insert(0, submission)

    def stop(self) -> None:
        """Judge no more."""
        self._errand.stop()

    def _go_on(self) -> None:
        if self._errand.busy:
            return
        self.at = ""
        if self._waiting:
            name = self._waiting.pop(0)
            self.at, self.step = name, ""
            if self._errand.begin(
                lambda say: judged(self._reader.case, name, say), partial(self._take, name)
            ):
                self.arrived.emit(name)

    def _take(self, submission: str, result: CaseFacts | str) -> None:
        self.known[submission] = result
        self.at = ""
        self.arrived.emit(submission)

    def _tell(self, step: str) -> None:
        self.step = step
        if self.at:
            self.arrived.emit(self.at)


def link_rows(table: RowTable[SubmissionStanding], view: SubmissionView, shown: Callable[[], str]) -> None:
    """Give rows their addresses.

    Parameters
    ----------
    table
        The list of submissions.
    shown
        Returns the id of the submission that the view shows.
    """

    def within(part: SubmissionPart, *row: str) -> Address:
        return Address(Room.SUBMISSIONS, (shown(), part.value, *(each for each in row if each)))

    def entry(part: SubmissionPart, row: DraftedEntry) -> Address:
        return within(part, row.key)

    def open_item(row: OpenItem) -> Address:
        field = (row.place.field,) if row.place.row and row.place.field else ()
        return within(row.place.part, row.place.row, *field)

    table.address = lambda row: Address(Room.SUBMISSIONS, (row.id,))
    view.runs.table.address = lambda row: Address(Room.RUNS, (row.run,))
    view.reports.table.address = lambda row: Address(Room.REPORTS, (row.number,))
    view.documents.table.address = lambda row: within(SubmissionPart.DOCUMENTS, row.item)
    view.clauses.table.address = lambda row: within(SubmissionPart.CLAUSES, row.clause)
    view.overview.table.address = open_item
    for part, panel in view.parts.items():
        if isinstance(panel, EntriesPanel):
            entries: RowTable[Any] = panel.table
            entries.address = partial(entry, part)
