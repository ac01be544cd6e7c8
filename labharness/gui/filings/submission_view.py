"""One submission: its standing, its draft, and its parts as tabs.

How a submission stands of which the dossier is not judged.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QWidget

from labharness.app.submission.draft_saving import Recorded
from labharness.app.submission.drafts import EntryState
from labharness.app.submission.open_items import OpenItemPlace, SubmissionPart
from labharness.filings.entries.snapshot import Change
from labharness.gui.filings.case_tabs import (
    PART_TITLES,
    ClausesTab,
    DecisionsTab,
    HistoryTab,
    OverviewTab,
    RunsTab,
    counted,
)
from labharness.gui.filings.documents_tab import DocumentsTab
from labharness.gui.filings.draft_book import ActorChoice, DraftBook
from labharness.gui.filings.entries_panel import EntriesPanel, to_correct
from labharness.gui.filings.reports_tab import ReportsTab
from labharness.gui.filings.submission_facts import CaseFacts
from labharness.gui.kit import theme
from labharness.gui.kit.files import DroppedPaths
from labharness.gui.kit.findable import allow, permit, refuse
from labharness.gui.kit.forms.field_form import Offers
from labharness.gui.kit.labels import Banner, ElidedLabel, LoudLabel
from labharness.gui.kit.page import ShownTabs
from labharness.gui.kit.parts import MIDDLE, in_column, in_wrapped_row, push_button, text_label
from labharness.gui.kit.run_standing import RunStanding, Tone, tone_of
from labharness.gui.kit.tables.row_table import FilterBar
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.language.dates import time_of_day
from labharness.language.standings import standing_words
from labharness.language.template import plain
from labharness.reporting.layout import SIMULATED

NEW = RunStanding(
    Tone.BUSY,
    tr("New submission"),
    tr(
        "Enter the filing, its products and units, and drop its documents. The draft is kept by itself until you save it."
    ),
)
WAITING = RunStanding(
    Tone.QUIET, tr("Not judged yet"), tr("Its dossier is judged after the dossiers before it.")
)


def standing_of(known: str | None, step: str, *, judging: bool) -> RunStanding:
    """Say how a submission stands of which there are no facts."""
    if known is not None:
        return RunStanding(Tone.UNSURE, tr("Cannot be judged now"), plain(known))
    if not judging:
        return WAITING
    return RunStanding(Tone.BUSY, tr("Being judged"), plain(step) if step else tr("Reading its runs…"))


ITEMS = ("product", "unit", "component", "option", "equipment", "error", "authentication")
FINDINGS = ("deficiency", "security")
SAVE = tr("Save to register…")
TITLE = 180
"""Pixels of the title, at least."""
NO_ITEMS = tr(
    "No product yet. Add the product first, then its units: paste serial numbers, or ask the device."
)
NO_FINDINGS = tr("No deficiency and no finding on security. Every person on the list may enter one.")


class SubmissionView(QWidget):
    """Shows a submission as the draft has it, and what its dossier comes to.

    Attributes
    ----------
    dropped
        Emitted with the paths that were dropped on the page.
    """

    dropped = Signal(object)

    def __init__(self, book: DraftBook, actor: ActorChoice, reports: ReportsTab) -> None:
        super().__init__()
        self.book, self._actor = book, actor
        self.facts: CaseFacts | None = None
        DroppedPaths(self, self.dropped.emit, lambda: not actor.refusal("document"))
        self.title = ElidedLabel()
        self.state = text_label(muted=True, name=tr("State of the draft"), wraps=False)
        theme.enlarge(self.title, 1.25, bold=True)
        self.back = push_button(tr("Undo"), book.stack.undo)
        self.forth = push_button(tr("Redo"), book.stack.redo)
        self.discard, self.save = push_button(tr("Discard"), book.discard), push_button(SAVE, main=True)
        keys = QKeySequence.StandardKey
        for button, key in ((self.back, keys.Undo), (self.forth, keys.Redo), (self.save, keys.Save)):
            button.setShortcut(QKeySequence(key))
        self.simulated, self.banner = LoudLabel(tr("Simulated device")), Banner()
        self.note = text_label(name=tr("Messages"))
        self.banner.setAccessibleName(tr("Conclusion of the dossier"))
        self.overview = OverviewTab(book, actor)
        self.items = EntriesPanel(book, actor, ITEMS, ITEMS[:-1], NO_ITEMS)
        self.units = push_button(tr("Add units…"), hint=tr("Paste serial numbers, or ask the device"))
        self.authenticate = push_button(tr("Authenticate…"))
        self.items.deeds.put(self.units, at=1)
        self.items.deeds.put(self.authenticate, at=2)
        self.items.table.chosen.connect(lambda _: self._allow_authentication())
        self.documents, self.runs, self.clauses = DocumentsTab(book, actor), RunsTab(actor), ClausesTab(actor)
        self.findings = EntriesPanel(book, actor, FINDINGS, FINDINGS, NO_FINDINGS)
        self.decisions, self.reports, self.history = DecisionsTab(book, actor), reports, HistoryTab()
        first = (self.overview, self.items, self.documents, self.runs, self.clauses, self.findings)
        tabs = (*first, self.decisions, self.reports, self.history)
        self.parts: dict[SubmissionPart, QWidget] = dict(zip(SubmissionPart, tabs, strict=True))
        self.tabs = ShownTabs()
        self.tabs.setAccessibleName(tr("Parts of the submission"))
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.tabBar().setExpanding(False)
        self.tabs.tabBar().setAccessibleName(tr("Parts of the submission"))
        for part, widget in self.parts.items():
            self.tabs.addTab(widget, PART_TITLES[part])
        self._submission = ""
        self._lay_out()
        self._connect()

    def use_memory(self, memory: WindowState) -> None:
        """Take up the filters of the parts as somebody left them, but for that of open items."""
        for part, widget in self.parts.items():
            if part is not SubmissionPart.OVERVIEW and isinstance(
                bar := getattr(widget, "filter", None), FilterBar
            ):
                bar.use_memory(memory, f"submission/{part.value}")

    def begin(self, submission: str) -> None:
        """Begin with a submission: no filter of another one leaves out what is open here."""
        self.say("")
        if submission != self._submission:
            self._submission = submission
            self.overview.filter.setText("")

    def _lay_out(self) -> None:
        self.actor_place = QHBoxLayout()
        deeds = (self.back, self.forth, self.discard, self.save, self.actor_place)
        head = in_wrapped_row((self.title, 1, TITLE), (self.state, 0, MIDDLE), *deeds, gap=8)
        parts = (head, self.simulated, self.banner, (self.tabs, 1), self.note)
        in_column(*parts, gap=8, edges=(20, 12, 20, 8), on=self)

    def _connect(self) -> None:
        self._allow_authentication()
        self.overview.place_wanted.connect(self.go)
        self.book.changed.connect(self._show_draft)
        self.book.kept.connect(self._show_draft)
        self.book.stack.indexChanged.connect(self._allow_steps)
        self.book.failed.connect(self.say)
        self._actor.chosen.connect(self._show_draft)

    def _allow_authentication(self) -> None:
        """Offer the authentication of a unit that is on record."""
        entry = self.book.drafted.entry(self.items.table.current_key)
        why = self._actor.refusal("unit")
        if entry is None or entry.kind != "unit":
            why = why or tr("Choose a unit first.")
        elif entry.state is EntryState.NEW:
            why = why or tr("Save the unit to the register first.")
        permit(self.authenticate, why)

    @property
    def part(self) -> SubmissionPart:
        """The part that is shown."""
        return list(self.parts)[self.tabs.currentIndex()]

    def show_part(self, part: SubmissionPart) -> None:
        """Show a part."""
        self.tabs.setCurrentWidget(self.parts[part])

    def go(self, place: OpenItemPlace) -> None:
        """Show the part, the row and the field that close an open item."""
        self.show_part(place.part)
        kind, _, id_ = place.row.partition("/")
        if place.part is SubmissionPart.OVERVIEW:
            self.overview.choose(place.field)
        elif place.part is SubmissionPart.DOCUMENTS:
            self.documents.choose_row(place.row, place.field)
        elif place.part is SubmissionPart.RUNS:
            self.runs.filter.choose(place.row)
        elif place.part is SubmissionPart.CLAUSES:
            self.clauses.choose(place.row)
        elif isinstance(panel := self.parts[place.part], EntriesPanel):
            choose = panel.choose(place.row, place.field)
            if not choose and not id_ and kind in (*ITEMS[:-1], *FINDINGS):
                self._offer(panel, kind, place.field)

    def _offer(self, panel: EntriesPanel, kind: str, field: str) -> None:
        """Lead to an entry of a kind, or begin one where there is none and the person may."""
        there = self.book.drafted.of(kind)
        if there:
            panel.choose(there[-1].key, field)
        elif not self._actor.refusal(kind):
            panel.add_entry(kind)

    def show_offers(self, offers: Offers) -> None:
        """Offer what fields can name."""
        for tab in (self.overview.form, self.items, self.documents, self.findings, self.decisions):
            tab.show_offers(offers)

    def show_record(self, recorded: Recorded | None) -> None:
        """Show the audit trail."""
        changes: Sequence[Change] = recorded.submission.changes if recorded is not None else ()
        self.history.show_changes(changes)

    def show_case(self, known: CaseFacts | str | None, step: str, *, judging: bool) -> None:
        """Show what the dossier comes to, or why that is not known."""
        self.facts = known if isinstance(known, CaseFacts) else None
        if isinstance(known, CaseFacts):
            named = plain(", ".join(known.simulated), 400)
            self.simulated.say(f"{SIMULATED}: {named}" if named else "")
            self.banner.show_standing(_standing(known))
        else:
            self.simulated.say("")
            new = self.book.draft.is_new
            self.banner.show_standing(NEW if new else standing_of(known, step, judging=judging))
        for tab in (self.overview, self.runs, self.clauses):
            tab.show_facts(self.facts)
        self._count()

    def say(self, sentence: str) -> None:
        """Show one sentence below everything."""
        self.note.setText(plain(sentence, 1500))

    def _show_draft(self) -> None:
        drafted = self.book.drafted
        filing = self.overview.filing
        values = filing.values if filing is not None else {}
        reference = str(values.get("reference", "")) or tr("New submission")
        title = str(values.get("title", ""))
        self.title.setText(plain(f"{reference} · {title}" if title else reference, 200))
        count = len(drafted.draft.entries)
        saved = tr("draft")
        if drafted.draft.changed and self.book.is_kept:
            saved = tr("draft saved {changed}", changed=time_of_day(drafted.draft.changed))
        changed = tr("{saved} · {count:,} {count:change|changes}", saved=saved, count=count)
        self.state.setText(changed if count else tr("no changes"))
        why = self._actor.refusal("filing") or ("" if count else tr("Nothing was changed."))
        wrong = to_correct(drafted)
        permit(self.save, why or wrong)
        permit(self.discard, "" if count else tr("Nothing was changed."))
        self._allow_steps()
        self._count()

    def _allow_steps(self) -> None:
        """Enable the steps back and forth that there are."""
        stack = self.book.stack
        if stack.canUndo():
            allow(self.back, tr("Undo: {undo}", undo=stack.undoText()))
        else:
            refuse(self.back, tr("Nothing to undo."))
        if stack.canRedo():
            allow(self.forth, tr("Redo: {redo}", redo=stack.redoText()))
        else:
            refuse(self.forth, tr("Nothing to redo."))

    def _count(self) -> None:
        drafted = self.book.drafted
        lines = [state for state in drafted.checklist() if state.item is not None and state.item.required]
        done = sum(not line.blocks for line in lines)
        counts = {
            SubmissionPart.OVERVIEW: str(len(self.facts.open_items)) if self.facts is not None else "",
            SubmissionPart.ITEMS: str(len(drafted.of(*ITEMS)) or ""),
            SubmissionPart.DOCUMENTS: f"{done}/{len(lines)}" if lines else "",
            SubmissionPart.RUNS: str(len(self.facts.runs) or "") if self.facts is not None else "",
            SubmissionPart.DEFICIENCIES: str(len(drafted.of(*FINDINGS)) or ""),
        }
        for at, part in enumerate(self.parts):
            count = counts.get(part, "")
            self.tabs.setTabText(at, f"{PART_TITLES[part]} {count}".strip())


def _standing(facts: CaseFacts) -> RunStanding:
    count = len(facts.open_items)
    against = " " + tr(
        "{count:,} {count:open item prevents|open items prevent} a recommendation to approve: {counted}.",
        count=count,
        counted=counted(facts.open_items),
    )
    text = plain(facts.sentence, 600) + (against if count else "")
    return RunStanding(tone_of(facts.standing), standing_words(facts.standing), text)
