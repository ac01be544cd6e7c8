"""The overview of a submission: what prevents a recommendation to approve, and the filing.

What the parts of a submission's page are called.

The decisions about a submission: recommend, confirm, waive, exclude, invalidate, explain equal data, approve a plan, state an opinion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from labharness.acts import submission as acts
from labharness.app.submission.drafts import DraftedEntry, named_after
from labharness.app.submission.open_items import OpenItem, SubmissionPart
from labharness.filings.entries.form_values import FieldMistake
from labharness.gui.filings.decision_dialog import ACTS
from labharness.gui.filings.draft_book import ActorChoice, DraftBook
from labharness.gui.filings.entries_panel import EntriesPanel
from labharness.gui.filings.submission_facts import CaseFacts
from labharness.gui.kit.findable import permit
from labharness.gui.kit.forms.field_form import EntryForm, form_area
from labharness.gui.kit.layouts import StackedParts, on_event
from labharness.gui.kit.parts import boxed, in_column, in_splitter, text_label
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable, below_filter
from labharness.gui.kit.words import cited, tr, translated
from labharness.language.numbers import listed
from labharness.language.template import plain
from labharness.model.reasons.register import Forms

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

COLUMNS: tuple[Column[OpenItem], ...] = (
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
            tr("Open items"), COLUMNS, lambda row: row.sentence, JUDGING, lines=2
        )
        self.table.more = ((tr("&Go to what closes it"), self._go),)
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
        self.table.opened.connect(lambda _: self._go())
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

    def _go(self) -> None:
        if self.table.current is not None:
            self.place_wanted.emit(self.table.current.place)

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


KINDS = (
    "recommendation",
    "waiver",
    "exclusion",
    "confirmation",
    "invalidation",
    "explanation",
    "plan_approval",
    "opinion",
)
EMPTY = tr("No decision is on record. The authorizer decides; every person may state an opinion.")
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
        super().__init__(book, actor, KINDS, (), EMPTY)
        self.makers: dict[str, QPushButton] = {}
        for place, (kind, text) in enumerate(DEEDS.items()):
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.setAccessibleName(ACTS[kind])
            button.clicked.connect(lambda _=False, kind=kind: self.decision_wanted.emit(kind))
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
