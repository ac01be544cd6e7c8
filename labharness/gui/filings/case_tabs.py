"""What the dossier shows of runs and clauses, and the acts that a row allows.

The audit trail of a submission: who changed what, when and why, field by field.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget

from labharness.acts import submission as acts
from labharness.app.submission.draft_saving import body_differences
from labharness.filings.entries.snapshot import KINDS, Change
from labharness.gui.filings.draft_book import ActorChoice
from labharness.gui.filings.submission_facts import CaseFacts, ClauseFacts, RunFacts
from labharness.gui.kit.act_button import ActButton
from labharness.gui.kit.findable import permit
from labharness.gui.kit.forms.field_form import value_words
from labharness.gui.kit.labels import ElidedLabel
from labharness.gui.kit.parts import in_column, in_splitter, in_wrapped_row, push_button, text_label
from labharness.gui.kit.run_standing import TONES, Tone
from labharness.gui.kit.tables.column_fit import moment_column, standing_column
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import FilterBar, RowTable, below_filter
from labharness.gui.kit.words import cited, tr
from labharness.language.field_words import field_words, kind_words
from labharness.language.template import plain
from labharness.model.address import Address, Room

RESULT_TONES = {outcome.value: tone for outcome, tone in TONES.items()} | {"NOT TESTED": Tone.QUIET}
NO_RUNS = tr(
    "No run of this submission yet. A run belongs to it when it is started for it, or tests one of its units."
)
NO_CLAUSES = tr("No clause applies yet. Enter the games and the products.")
NOT_JUDGED = tr("The dossier is being judged…")


def _answers(row: ClauseFacts) -> str:
    return "; ".join(row.answers) or (tr("nothing") if row.came == "NOT TESTED" else "")


RUNS: tuple[Column[RunFacts], ...] = (
    standing_column(lambda row: row.standing),
    Column(tr("Run"), lambda row: row.run, 250, named=True),
    Column(tr("Role"), lambda row: row.role, 110, facet=True),
    Column(tr("Ending"), lambda row: row.ending, 130, facet=True),
    moment_column(tr("Started"), lambda row: row.started, yields=2),
    Column(tr("Device"), lambda row: row.device, 180, facet=True, named=True, yields=5),
    Column(tr("Serial"), lambda row: row.serial, 120, facet=True, named=True, yields=1),
    Column(tr("Sample"), lambda row: row.sample, 190, yields=4),
    Column(tr("In the report"), lambda row: row.called, 110, yields=3),
    Column(tr("Plan"), lambda row: row.plan, 200, facet=True),
)
CLAUSES: tuple[Column[ClauseFacts], ...] = (
    Column(tr("Result"), lambda row: row.came, 150, tone=lambda row: RESULT_TONES.get(row.came), facet=True),
    Column(tr("Clause"), lambda row: cited(row.clause), 190),
    Column(tr("Wording"), lambda row: row.wording, 120, facet=True, yields=1),
    Column(tr("Requirement"), lambda row: row.asked, 270),
    Column(tr("Answered by"), _answers, 270),
    Column(tr("Of"), lambda row: row.of, 140, facet=True, yields=2),
)


class RunsTab(QWidget):
    """The runs of a submission.

    Attributes
    ----------
    open_wanted
        Emitted with the name of a run.
    new_wanted
        Emitted when a run is to be started.
    invalidate_wanted
        Emitted with the name of a run that is to be invalidated.
    """

    open_wanted = Signal(str)
    new_wanted = Signal()
    invalidate_wanted = Signal(str)

    def __init__(self, actor: ActorChoice) -> None:
        super().__init__()
        self._actor = actor
        self.table: RowTable[RunFacts] = RowTable(tr("Runs"), RUNS, lambda row: row.run, NOT_JUDGED)
        on_run = self.table.on_current
        self.new = push_button(tr("New run"), self.new_wanted)
        self.open = push_button(tr("Open run"), on_run(lambda row: self.open_wanted.emit(row.run)))
        self.invalidate = ActButton(
            acts.invalidate, do=on_run(lambda row: self.invalidate_wanted.emit(row.run))
        )
        self.notes = text_label(muted=True)
        self.table.acts = (self.open, self.invalidate)
        self.filter = _lay_out(
            self,
            self.table,
            (tr("runs"), "verdict:fail role:retest"),
            (self.new, *self.table.acts),
            self.notes,
        )
        self.table.opened.connect(lambda _: self.open.click())
        self.table.chosen.connect(lambda _: self._allow())
        actor.chosen.connect(self._allow)
        self._allow()

    def show_facts(self, facts: CaseFacts | None) -> None:
        """Show what the dossier came to; None while it is judged."""
        self.table.tell_empty(NOT_JUDGED if facts is None else NO_RUNS)
        if facts is not None:
            self.table.show_rows(facts.runs)
            self.notes.setText("\n".join(facts.notes))
            self.notes.setVisible(bool(facts.notes))
        self._allow()

    def _allow(self) -> None:
        row = self.table.current
        none = "" if row is not None else tr("Choose a run first.")
        permit(self.open, none)
        self.invalidate.offer(row, self._actor.refusal("invalidation") or none)


class ClausesTab(QWidget):
    """Every clause with its result and the standing of its wording.

    Attributes
    ----------
    decision_wanted
        Emitted with the kind of a decision and the citation that it is about.
    open_wanted
        Emitted with the :class:`Address` of the run, and of the check in it, that shows the result of a clause.
    """

    decision_wanted = Signal(str, str)
    open_wanted = Signal(object)

    def __init__(self, actor: ActorChoice) -> None:
        super().__init__()
        self._actor = actor
        self.table: RowTable[ClauseFacts] = RowTable(
            tr("Clauses"), CLAUSES, lambda row: f"{row.of}|{row.clause}", NOT_JUDGED, lines=3
        )
        on_clause = self.table.on_current
        self.open = push_button(tr("Open what shows it"), on_clause(self._open))
        self.confirm, self.exclude = (
            ActButton(act, do=on_clause(partial(self._decide, kind)))
            for act, kind in ((acts.confirm, "confirmation"), (acts.exclude, "exclusion"))
        )
        self.table.acts = (self.open, self.confirm, self.exclude)
        self.filter = _lay_out(
            self, self.table, (tr("clauses"), 'result:"not tested" wording:seen'), self.table.acts
        )
        self.table.opened.connect(lambda _: self.open.click())
        self.table.chosen.connect(lambda _: self._allow())
        actor.chosen.connect(self._allow)
        self._allow()

    def show_facts(self, facts: CaseFacts | None) -> None:
        """Show what the dossier came to; None while it is judged."""
        self.table.tell_empty(NOT_JUDGED if facts is None else NO_CLAUSES)
        if facts is not None:
            self.table.show_rows(facts.clauses)
        self._allow()

    def choose(self, clause: str) -> bool:
        """Choose a clause by its citation."""
        model = self.table.rows
        keys = (model.key(at) for at in range(model.rowCount()) if model.row(at).clause == clause)
        return any(self.filter.choose(key) for key in keys)

    def _allow(self) -> None:
        row = self.table.current
        none = "" if row is not None else tr("Choose a clause first.")
        unanswered = none or ("" if row is not None and row.shown_in else tr("No run answers it."))
        permit(self.open, unanswered)
        for button, kind in ((self.confirm, "confirmation"), (self.exclude, "exclusion")):
            button.offer(row, self._actor.refusal(kind) or none)

    def _open(self, row: ClauseFacts) -> None:
        if row.shown_in is not None:
            run, check = row.shown_in
            self.open_wanted.emit(Address(Room.RUNS, (run, "check", check) if check else (run,)))

    def _decide(self, kind: str, row: ClauseFacts) -> None:
        self.decision_wanted.emit(kind, row.clause)


def _lay_out(
    tab: QWidget, table: RowTable[Any], what: tuple[str, str], buttons: Sequence[QPushButton], *below: QWidget
) -> FilterBar:
    """Lay out buttons above a table with its filter; return the filter."""
    table.ask_for(3, only_large=True)
    bar, listed = below_filter(table, *what)
    in_column(in_wrapped_row(*buttons), (listed, 1), *below, gap=8, edges=(0, 8, 0, 0), on=tab)
    return bar


EMPTY = tr("Nothing is on record yet. Every change that is saved to the register is listed here.")


def _who(change: Change) -> str:
    return (
        tr("{who} (account {account})", who=change.who, account=change.account)
        if change.account
        else change.who
    )


def _what(change: Change) -> str:
    if not change.kind:
        return change.what
    act = tr("removed") if change.what != "put" else tr("wrote") if change.before is None else tr("changed")
    kind = kind_words(change.kind).one if change.kind in KINDS else change.kind
    return f"{act} {kind} {change.entry}"


COLUMNS: tuple[Column[Change], ...] = (
    Column(tr("Record"), lambda row: str(row.number), 80, number=True, sort=lambda row: row.number),
    moment_column(tr("When"), lambda row: row.utc),
    Column(tr("Who"), _who, 190, facet=True),
    Column(tr("Change"), _what, 220),
    Column(tr("Signed"), lambda row: tr("yes") if row.signature else "", 70, facet=True, yields=1),
    Column(tr("Reason"), lambda row: row.why, 240),
)


class HistoryTab(QWidget):
    """Records, the newest first, and what the chosen one changed."""

    def __init__(self) -> None:
        super().__init__()
        self._hash = ""
        self.table: RowTable[Change] = RowTable(tr("History"), COLUMNS, lambda row: str(row.number), EMPTY)
        self.fields = FactTable(
            tr("Changed fields"), ((tr("Field"), 180), (tr("Before"), 300), (tr("After"), 300))
        )
        self.head = ElidedLabel()
        copy = QAction(tr("&Copy the head hash"), self.head)
        copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(self._hash))
        self.head.addAction(copy)
        self.head.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.head.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.filter, listed = below_filter(self.table, tr("records"), "change:waiver since:2026-11-01")
        self.table.ask_for(3, only_large=True)
        both = in_splitter(QSplitter(Qt.Orientation.Vertical), listed, self.fields, sizes=(320, 160))
        in_column((both, 1), self.head, edges=(0, 8, 0, 0), on=self)
        self.table.chosen.connect(self._show_fields)

    def show_changes(self, changes: Sequence[Change]) -> None:
        """Show the records of a submission."""
        self.table.show_rows(list(reversed(changes)))
        self._hash = changes[-1].hash if changes else ""
        self.head.setText(tr("Head: {hash}", hash=self._hash) if changes else "")

    def _show_fields(self, change: Change | None) -> None:
        rows = []
        for difference in body_differences(change) if change is not None else ():
            try:
                label = field_words(change.kind if change is not None else "", difference.field).label
            except KeyError:
                label = difference.field
            before, after = value_words(difference.base), value_words(difference.theirs)
            rows.append(FactRow((plain(label), plain(before, 1000), plain(after, 1000))))
        self.fields.show_rows(rows)
