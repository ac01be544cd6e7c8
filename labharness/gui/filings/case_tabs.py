"""Tabs of a submission: what prevents an approval beside the filing, its runs and clauses, decisions, and the audit trail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QPushButton, QSplitter, QWidget

from labharness.acts import submission as acts
from labharness.acts import submission_pages as pages
from labharness.acts.declaring import Act
from labharness.acts.headings import DEVICE, ENDING, PLAN, RUN
from labharness.app.submission.draft_saving import body_differences
from labharness.app.submission.drafts import DraftedEntry, named_after
from labharness.app.submission.open_items import OpenItem, SubmissionPart
from labharness.filings.entries.form_values import FieldMistake
from labharness.filings.entries.snapshot import Change
from labharness.gui.filings.decision_dialog import ACTS
from labharness.gui.filings.draft_book import ActorChoice, DraftBook
from labharness.gui.filings.entries_panel import EntriesPanel
from labharness.gui.filings.submission_facts import CaseFacts, ClauseFacts, RunFacts
from labharness.gui.kit.findable import permit
from labharness.gui.kit.forms.field_form import EntryForm, form_area, value_words
from labharness.gui.kit.labels import ElidedLabel
from labharness.gui.kit.layouts import StackedParts, on_event
from labharness.gui.kit.parts import (
    ActButton,
    boxed,
    in_column,
    in_splitter,
    in_wrapped_row,
    push_button,
    text_label,
)
from labharness.gui.kit.run_standing import TONES, Tone
from labharness.gui.kit.tables.column_fit import standing_column
from labharness.gui.kit.tables.columns import moment, shown
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable, below_filter
from labharness.gui.kit.words import cited, tr, translated
from labharness.language.field_words import field_words
from labharness.language.numbers import listed
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.model.reasons.register import Forms

RESULT_TONES = {outcome.value: tone for outcome, tone in TONES.items()} | {"NOT TESTED": Tone.QUIET}
NO_RUNS = tr(
    "No run of this submission yet. A run belongs to it when it is started for it, or tests one of its units."
)
NO_CLAUSES = tr("No clause applies yet. Enter the games and the products.")
Row = TypeVar("Row")
NOT_JUDGED = tr("The dossier is being judged…")


def _clause_key(row: ClauseFacts) -> str:
    return f"{row.of}|{row.clause}"


def _answers(row: ClauseFacts) -> str:
    return "; ".join(row.answers) or (tr("nothing") if row.came == "NOT TESTED" else "")


RUNS: tuple[Column[RunFacts], ...] = (
    standing_column(lambda row: row.standing),
    shown(RUN, 250, named=True),
    Column(tr("Role"), lambda row: row.role, 110, facet=True),
    shown(ENDING, 130, facet=True),
    moment(tr("Started"), lambda row: row.started, yields=2),
    shown(DEVICE, 180, facet=True, named=True, yields=5),
    Column(tr("Serial"), lambda row: row.serial, 120, facet=True, named=True, yields=1),
    Column(tr("Sample"), lambda row: row.sample, 190, yields=4),
    Column(tr("In the report"), lambda row: row.called, 110, yields=3),
    shown(PLAN, 200, facet=True),
)
CLAUSES: tuple[Column[ClauseFacts], ...] = (
    Column(tr("Result"), lambda row: row.came, 150, tone=lambda row: RESULT_TONES.get(row.came), facet=True),
    Column(tr("Clause"), lambda row: cited(row.clause), 190),
    Column(tr("Wording"), lambda row: row.wording, 120, facet=True, yields=1),
    Column(tr("Requirement"), lambda row: row.asked, 270),
    Column(tr("Answered by"), _answers, 270),
    Column(tr("Of"), lambda row: row.of, 140, facet=True, yields=2),
)


class CaseTab(QWidget, Generic[Row]):
    """Rows of what the dossier came to, below the acts that a row allows.

    Parameters
    ----------
    what
        What is listed, and an example of a filter.
    open_text
        Text of the button that leads to what a row is about.
    decisions
        The act of each kind of decision that a row allows.
    none
        What is said where there are no rows, and where none is chosen.

    Attributes
    ----------
    open_wanted
        Emitted with the :class:`Address` of what a row is about.
    decision_wanted
        Emitted with the kind of a decision and what it is about.
    """

    open_wanted = Signal(object)
    decision_wanted = Signal(str, str)

    def __init__(
        self,
        actor: ActorChoice,
        table: RowTable[Row],
        what: tuple[str, str],
        open_text: str,
        decisions: Mapping[str, Act[Any, Any, Any]],
        none: tuple[str, str],
        *,
        before: Sequence[QPushButton] = (),
        below: Sequence[QWidget] = (),
    ) -> None:
        super().__init__()
        self._actor, self.table, self._none = actor, table, none
        self.open = push_button(
            open_text, table.on_current(lambda row: self.open_wanted.emit(self.leads_to(row)))
        )
        self.deciders = {
            kind: ActButton(act, do=table.on_current(partial(self._decide, kind)))
            for kind, act in decisions.items()
        }
        buttons = (self.open, *self.deciders.values())
        table.acts = buttons
        table.ask_for(3, only_large=True)
        self.filter, listed = below_filter(table, *what)
        bar = in_wrapped_row(*before, *buttons)
        in_column(bar, (listed, 1), *below, gap=8, edges=(0, 8, 0, 0), on=self)
        table.opened.connect(lambda _: self.open.click())
        table.chosen.connect(lambda _: self._allow())
        actor.chosen.connect(self._allow)
        self._allow()

    def leads_to(self, row: Row) -> Address | None:
        """Return where what a row is about is shown, None for nowhere."""
        raise NotImplementedError

    def subject(self, row: Row) -> str:
        """Return what a decision on a row is about."""
        raise NotImplementedError

    def show_rows(self, rows: Sequence[Row] | None) -> None:
        """Show what the dossier came to; None while it is judged."""
        self.table.tell_empty(NOT_JUDGED if rows is None else self._none[0])
        if rows is not None:
            self.table.show_rows(rows)
        self._allow()

    def _allow(self) -> None:
        row = self.table.current
        none = "" if row is not None else self._none[1]
        nowhere = "" if row is not None and self.leads_to(row) is not None else tr("No run answers it.")
        permit(self.open, none or nowhere)
        for kind, button in self.deciders.items():
            button.offer(row, self._actor.refusal(kind) or none)

    def _decide(self, kind: str, row: Row) -> None:
        self.decision_wanted.emit(kind, self.subject(row))


class RunsTab(CaseTab[RunFacts]):
    """The runs of a submission."""

    def __init__(self, actor: ActorChoice) -> None:
        self.new, self.notes = push_button(tr("New run")), text_label(muted=True)
        super().__init__(
            actor,
            RowTable(tr("Runs"), RUNS, self.subject, NOT_JUDGED),
            (tr("runs"), "verdict:fail role:retest"),
            tr("Open run"),
            {"invalidation": acts.invalidate},
            (NO_RUNS, tr("Choose a run first.")),
            before=(self.new,),
            below=(self.notes,),
        )

    def show_facts(self, facts: CaseFacts | None) -> None:
        """Show what the dossier came to; None while it is judged."""
        self.show_rows(facts.runs if facts is not None else None)
        if facts is not None:
            self.notes.setText("\n".join(facts.notes))
            self.notes.setVisible(bool(facts.notes))

    def leads_to(self, row: RunFacts) -> Address:
        """Return where the run is shown."""
        return Address(Room.RUNS, (row.run,))

    def subject(self, row: RunFacts) -> str:
        """Return the name of the run."""
        return row.run


class ClausesTab(CaseTab[ClauseFacts]):
    """Every clause with its result and the standing of its wording."""

    def __init__(self, actor: ActorChoice) -> None:
        super().__init__(
            actor,
            RowTable(tr("Clauses"), CLAUSES, _clause_key, NOT_JUDGED, lines=3),
            (tr("clauses"), 'result:"not tested" wording:seen'),
            tr("Open what shows it"),
            {"confirmation": acts.confirm, "exclusion": acts.exclude},
            (NO_CLAUSES, tr("Choose a clause first.")),
        )

    def show_facts(self, facts: CaseFacts | None) -> None:
        """Show what the dossier came to; None while it is judged."""
        self.show_rows(facts.clauses if facts is not None else None)

    def choose(self, clause: str) -> bool:
        """Choose a clause by its citation."""
        keys = (_clause_key(row) for row in self.table.rows.every if row.clause == clause)
        return any(map(self.filter.choose, keys))

    def leads_to(self, row: ClauseFacts) -> Address | None:
        """Return the run, and the check in it, that shows the result of the clause."""
        if row.shown_in is None:
            return None
        run, check = row.shown_in
        return Address(Room.RUNS, (run, "check", check) if check else (run,))

    def subject(self, row: ClauseFacts) -> str:
        """Return the citation."""
        return row.clause


NO_RECORD = tr("Nothing is on record yet. Every change that is saved to the register is listed here.")


RECORDS: tuple[Column[Change], ...] = (
    shown(pages.RECORD, 80, number=True, sort=lambda row: row.number),
    moment(translated(pages.WHEN.title), lambda row: row.utc),
    shown(pages.WHO, 190, facet=True),
    shown(pages.CHANGE, 220),
    shown(pages.SIGNED, 70, facet=True, yields=1),
    shown(pages.REASON, 240),
)


class HistoryTab(QWidget):
    """Records, the newest first, and what the chosen one changed."""

    def __init__(self) -> None:
        super().__init__()
        self._hash = ""
        self.table: RowTable[Change] = RowTable(
            tr("History"), RECORDS, lambda row: str(row.number), NO_RECORD
        )
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


PART_TITLES = {
    SubmissionPart.OVERVIEW: tr("Overview"),
    SubmissionPart.ITEMS: tr("Items"),
    SubmissionPart.DOCUMENTS: tr("Documents"),
    SubmissionPart.RUNS: tr("Runs"),
    SubmissionPart.CLAUSES: tr("Clauses"),
    SubmissionPart.DEFICIENCIES: tr("Deficiencies"),
    SubmissionPart.DECISIONS: tr("Decisions"),
    SubmissionPart.REPORTS: tr("Reports"),
    SubmissionPart.HISTORY: tr("History"),
}


NOTHING_OPEN = tr("Nothing prevents a recommendation to approve.")
JUDGING = tr("The dossier is being judged…")
UNSAVED = tr("Save the submission to the register; then its open items are listed here.")
_COUNTED: dict[SubmissionPart, Callable[[int], str]] = {
    SubmissionPart.OVERVIEW: lambda n: tr("{n:,} {n:item of the filing|items of the filing}", n=n),
    SubmissionPart.ITEMS: lambda n: tr("{n:,} {n:item|items}", n=n),
    SubmissionPart.DOCUMENTS: lambda n: tr("{n:,} {n:document|documents}", n=n),
    SubmissionPart.RUNS: lambda n: tr("{n:,} {n:matter of a run|matters of runs}", n=n),
    SubmissionPart.CLAUSES: lambda n: tr("{n:,} {n:clause|clauses}", n=n),
    SubmissionPart.DEFICIENCIES: lambda n: tr(
        "{n:,} {n:deficiency or finding|deficiencies and findings}", n=n
    ),
    SubmissionPart.DECISIONS: lambda n: tr("{n:,} {n:decision|decisions}", n=n),
    SubmissionPart.REPORTS: lambda n: tr("{n:,} {n:report|reports}", n=n),
    SubmissionPart.HISTORY: lambda n: tr("{n:,} {n:record|records}", n=n),
}

OPEN_ITEMS: tuple[Column[OpenItem], ...] = (
    Column(
        tr("Prevents"),
        lambda row: tr("a pass") if row.bars_pass else tr("approval"),
        100,
        tone=lambda row: Tone.FAIL if row.bars_pass else Tone.UNSURE,
        facet=True,
    ),
    Column(tr("Closed in"), lambda row: PART_TITLES[row.place.part], 110, facet=True),
    Column(tr("Open item"), lambda row: cited(row.sentence), 300),
)


def counted(items: Iterable[OpenItem]) -> str:
    """Return how many open items there are in each part, as a phrase."""
    counts = Counter(item.place.part for item in items)
    return listed([_COUNTED[part](counts[part]) for part in SubmissionPart if counts[part]])


BESIDE, STACKED = 700, 520
"""Pixels that open items and form need beside each other, and above each other."""


class OverviewTab(QWidget):
    """Open items on the left, the form of the filing on the right.

    Attributes
    ----------
    place_wanted
        Emitted with the :class:`~labharness.app.submission.open_items.OpenItemPlace` that closes an open item.
    """

    place_wanted = Signal(object)

    def __init__(self, book: DraftBook, actor: ActorChoice) -> None:
        super().__init__()
        self._book, self._actor = book, actor
        self.table: RowTable[OpenItem] = RowTable(
            tr("Open items"), OPEN_ITEMS, lambda row: row.sentence, JUDGING, lines=2
        )
        go = self.table.on_current(lambda row: self.place_wanted.emit(row.place))
        self.table.more = ((tr("&Go to what closes it"), go),)
        self.filter, listed = below_filter(self.table, tr("open items"), "closed:documents prevents:pass")
        self.table.setToolTip(tr("Return or a double click leads to what closes the item"))
        self.heading = text_label(tr("Open items"), size=1.1, bold=True)
        self.advice = text_label(muted=True)
        self.form = EntryForm(hidden=("id",))
        self.form.show_kind("filing")
        self.form.setAccessibleName(tr("Form of the filing"))
        self.table.ask_for(3, only_large=True)
        left = boxed(in_column(self.heading, (listed, 1), self.advice, gap=6))
        both = in_splitter(
            StackedParts(BESIDE, STACKED), left, form_area(self.form), sizes=(480, 480), grows=(0, 1)
        )
        in_column(both, edges=(0, 8, 0, 0), on=self)
        self.table.opened.connect(lambda _: go())
        self.form.edited.connect(self._edit)
        book.changed.connect(self._refresh)
        actor.chosen.connect(self._refresh)
        on_event(self, self.show_filing, QEvent.Type.Show)

    @property
    def filing(self) -> DraftedEntry | None:
        """The filing as the draft has it."""
        return next(iter(self._book.drafted.of("filing")), None)

    def show_facts(self, facts: CaseFacts | None) -> None:
        """Show what the dossier came to; None while it is judged."""
        if facts is None:
            self.table.tell_empty(UNSAVED if self._book.draft.is_new else JUDGING)
            self.table.show_rows(())
            self.advice.setText("")
            return
        self.table.tell_empty(NOTHING_OPEN)
        self.table.show_rows(facts.open_items)
        self.heading.setText(
            tr("{open_items:,} {open_items:open item|open items}", open_items=len(facts.open_items))
        )
        self.advice.setText(plain(facts.advice, 300))

    def choose(self, field: str) -> None:
        """Put the cursor into a field of the filing."""
        self.show_filing()
        self.form.focus_field(field or "reference")

    def show_filing(self) -> None:
        """Show the filing as the draft has it."""
        entry = self.filing
        if entry is not None:
            # The id follows the reference, so what is wrong with one is mended in the other.
            result = self._book.drafted.mistakes().get(entry.key, entry.mistakes)
            mistakes = [
                replace(each, path=("reference",)) if each.path[:1] == ("id",) else each for each in result
            ]
            if not entry.values.get("reference"):
                mistakes = [mistake for mistake in mistakes if mistake.path[:1] != ("reference",)] + [
                    FieldMistake(("reference",), Forms.NEEDED())
                ]
            self.form.show_values(entry.values, mistakes)
            self.form.allow(self._actor.refusal("filing"))

    def _refresh(self) -> None:
        if self.isVisible():
            self.show_filing()

    def _edit(self, name: str, value: object) -> None:
        entry = self.filing
        if entry is None:
            return
        if name == "reference" and self._book.draft.is_new:
            values = {**entry.values, "reference": value, "id": named_after(str(value))}
            draft = self._book.drafted.changed(entry.key, values)
            self._book.put(draft, tr("Reference"), f"{entry.key}.reference")
        else:
            self._book.edit(entry.key, name, value)


NO_DECISION = tr("No decision is on record. The authorizer decides; every person may state an opinion.")
DEEDS: Mapping[str, str] = {
    "recommendation": translated(acts.recommend.control.text),
    "waiver": translated(acts.waive.control.text),
    "exclusion": translated(acts.exclude.control.text),
    "confirmation": tr("Confirm…"),
    "invalidation": translated(acts.invalidate.control.text),
    "explanation": translated(acts.explain.control.text),
    "plan_approval": tr("Approve plan…"),
    "opinion": tr("Opinion…"),
}
NOT_FILED = tr("Save the submission to the register first.")


class DecisionsTab(EntriesPanel):
    """Decisions on record with their forms; each new one is made in a dialog and written at once.

    Attributes
    ----------
    decision_wanted
        Emitted with the kind of the decision that somebody wants to make.
    withdraw_wanted
        Emitted with the key of a decision that is to be withdrawn.
    """

    decision_wanted = Signal(str)
    withdraw_wanted = Signal(str)

    def __init__(self, book: DraftBook, actor: ActorChoice) -> None:
        super().__init__(book, actor, tuple(ACTS), (), NO_DECISION)
        self.makers: dict[str, QPushButton] = {}
        for place, (kind, text) in enumerate(DEEDS.items()):
            button = push_button(text, partial(self.decision_wanted.emit, kind), name=ACTS[kind])
            self.deeds.put(button, at=place)
            self.makers[kind] = button
        self.add.setVisible(False)
        self.remove.setText(tr("Withdraw…"))
        self.remove.setAccessibleName(tr("Withdraw the chosen decision"))

    def show_entries(self) -> None:
        """Show the decisions, and who may make which."""
        super().show_entries()
        new = NOT_FILED if self._book.draft.is_new else ""
        for kind, button in self.makers.items():
            why = self._actor.refusal(kind) or new
            permit(button, why)

    def _remove(self) -> None:
        """Ask for a withdrawal; a decision on record is not removed like a line of a draft."""
        if self.table.current_key:
            self.withdraw_wanted.emit(self.table.current_key)
