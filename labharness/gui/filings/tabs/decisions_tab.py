"""The decisions about a submission: recommend, confirm, waive, exclude, invalidate, explain equal data, approve a plan, state an opinion."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from labharness.acts import submission as acts
from labharness.gui.filings.actor_choice import ActorChoice
from labharness.gui.filings.dialogs.decision_dialog import ACTS
from labharness.gui.filings.draft_book import DraftBook
from labharness.gui.filings.tabs.entries_panel import EntriesPanel
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.words import tr, translated

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

    def __init__(self, book: DraftBook, actor: ActorChoice, parent: QWidget | None = None) -> None:
        super().__init__(book, actor, KINDS, (), EMPTY, parent)
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
            (refuse if why else allow)(button, why)

    def _remove(self) -> None:
        """Ask for a withdrawal; a decision on record is not removed like a line of a draft."""
        if self.table.current_key:
            self.withdraw_wanted.emit(self.table.current_key)
