"""The dialog of a decision: who decides what, on which grounds, and what it will come to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from labharness.app.people.staff import Staff
from labharness.filings.entries.form_values import FieldMistake, Values, blank_values, checked_values
from labharness.gui.kit import theme
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.field_form import EntryForm, Offers, form_area
from labharness.gui.kit.parts import choice_box, in_column, in_form, text_label
from labharness.gui.kit.run_standing import Tone, say
from labharness.gui.kit.words import tr
from labharness.language.field_words import kind_words
from labharness.language.template import plain
from labharness.model.eastern_time import today
from labharness.model.reasons.register import Entries, Forms

if TYPE_CHECKING:
    from labharness.app.submission.dossiers import InvalidationEffect


ACTS: Mapping[str, str] = {
    "recommendation": tr("Recommend"),
    "waiver": tr("Waive the item"),
    "exclusion": tr("Exclude the clause"),
    "confirmation": tr("Confirm the wording"),
    "invalidation": tr("Invalidate the run"),
    "explanation": tr("Explain the equal data"),
    "plan_approval": tr("Approve the plan"),
    "opinion": tr("State the opinion"),
}
FOLLOWS: Mapping[str, str] = {
    "recommendation": tr(
        "The report prints it on page one; while open items prevent it, the report withholds it."
    ),
    "waiver": tr("The item is no open item any more, and page one names the waiver with its reason."),
    "exclusion": tr("The clause counts as not applicable, and page one names the exclusion with its reason."),
    "confirmation": tr("The clause's wording is no open item any more."),
    "invalidation": tr("The records decide whether the run is set aside; this is told below."),
    "explanation": tr(
        "The equal data of these two runs no longer prevent a pass, and page one names the explanation with its cause."
    ),
    "plan_approval": tr("Runs of exactly this text of the plan follow an approved plan."),
    "opinion": tr("The report prints it apart from results."),
}
FILLED = ("id", "by", "date", "start", "other_start", "sha256")
"""Fields that the act fills in."""
LEFT_EMPTY = (Forms.NEEDED, Entries.STATES_NO_FACT, Entries.NO_FILE)
ASKING = tr("What it comes to is being computed from the records…")
CHOOSE_RUN = tr("Choose a run; before the act you are told whether it takes effect.")


class DecisionDialog(ActDialog):
    """The form of a decision; what is refused stays as it was typed.

    Parameters
    ----------
    values
        What is known already, such as the clause.

    Attributes
    ----------
    run_chosen
        Emitted with a run of which it is to be told what its invalidation comes to.
    dropped
        Emitted with the name of a field and paths that are to be attached.
    """

    run_chosen = Signal(str)
    dropped = Signal(object, object)

    def __init__(
        self,
        kind: str,
        values: Mapping[str, Any],
        staff: Staff,
        person: str,
        offers: Offers,
        place: Path,
        parent: QWidget | None = None,
    ) -> None:
        words = kind_words(kind).one
        act = ACTS[kind]
        super().__init__(
            tr("New {words}", words=words),
            act,
            FOLLOWS[kind],
            place=place,
            keyed=staff.needs_key(kind),
            parent=parent,
        )
        self.resize(720, 620)
        self.kind, self._staff = kind, staff
        self.values: Values = {
            **blank_values(kind),
            "id": kind.replace("_", "-"),
            "date": today().isoformat(),
            **values,
        }
        for name in ("start", "other_start", "sha256"):
            if name in self.values:
                self.values[name] = "0" * 64  # filled in from the run or the plan when it is written
        who = [
            (plain(f"{each.name} · {', '.join(each.roles)}", 90), each.id)
            for each in staff.people
            if staff.entry_refusal(each.id, kind) is None
        ]
        self.person = choice_box(tr("Decided by"), who, lambda _: self._ask_effect())
        self.person.setCurrentIndex(max(0, self.person.findData(person)))
        self.effect = text_label(name=tr("What it will come to"))
        self.effect.setMinimumHeight(40)
        self.effect.setVisible(kind == "invalidation")
        self.form = EntryForm(hidden=FILLED)
        self.form.show_offers(offers)
        self.form.show_kind(kind)
        who_decides = in_form((tr("Decided by"), self.person))
        self.content.addLayout(in_column(who_decides, (form_area(self.form), 1), self.effect, gap=8), 1)
        self.form.edited.connect(self._edit)
        self.form.dropped.connect(self.dropped)
        self._touched: set[str] = set()
        self._show()
        self._ask_effect()

    @property
    def by(self) -> str:
        """Id of the person who decides."""
        return str(self.person.currentData() or "")

    def attach(self, field: str, files: list[dict[str, Any]]) -> None:
        """Add kept files to a field."""
        self._edit(field, [*self.values.get(field, ()), *files])

    def show_effect(self, effect: InvalidationEffect) -> None:
        """Tell what an invalidation comes to."""
        if effect.run != self.values.get("run"):
            return
        if effect.counts is not None:
            reason, tone = Forms.TAKES_NO_EFFECT(run=effect.run, why=effect.counts), Tone.UNSURE
        else:
            reason, tone = Forms.TAKES_EFFECT(run=effect.run), Tone.BUSY
        doubt = f" {say(effect.doubt)}" if effect.doubt is not None else ""
        self._tell_effect(f"{say(reason)}{doubt}", Tone.UNSURE if doubt else tone)

    def lose_effect(self, sentence: str) -> None:
        """Say why it cannot be told what it comes to."""
        self._tell_effect(
            tr("It cannot be told beforehand whether it takes effect. {sentence}", sentence=sentence),
            Tone.UNSURE,
        )

    @property
    def lack(self) -> str:
        """What is missing, field by field."""
        if not self.by:
            refusal = self._staff.entry_refusal("", self.kind)
            return say(refusal) if refusal is not None else ""
        return tr("Complete the fields that are marked.") if self._mistakes() else ""

    def _mistakes(self) -> tuple[FieldMistake, ...]:
        return checked_values(self.kind, {**self.values, "by": self.by or "nobody"})[1]

    def _edit(self, name: str, value: object) -> None:
        if self.values.get(name) == value:
            return
        self.values[name] = value
        self._touched.add(name)
        self._show()
        if name == "run":
            self._ask_effect()

    def _show(self) -> None:
        # An empty field is not marked before the user has visited it; the button states that something is missing.
        wrong = [
            mistake
            for mistake in self._mistakes()
            if mistake.path and (mistake.path[0] in self._touched or not mistake.reason.is_a(*LEFT_EMPTY))
        ]
        self.form.show_values(self.values, wrong)
        self.judge()

    def _ask_effect(self) -> None:
        run = str(self.values.get("run", ""))
        if self.kind == "invalidation":
            self._tell_effect(ASKING if run else CHOOSE_RUN, Tone.QUIET)
            if run:
                self.run_chosen.emit(run)
        self.judge()

    def _tell_effect(self, sentence: str, tone: Tone) -> None:
        theme.tint(self.effect, tone, grounded=True)
        self.effect.setText(plain(sentence, 800))
