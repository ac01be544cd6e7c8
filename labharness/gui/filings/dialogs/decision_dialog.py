"""Dialogs of a submission: make a decision, file dropped files, save the draft to the register."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from labharness.app.submission.draft_saving import ActingStaff
from labharness.app.submission.drafts import SubmissionDraft, changes_in_words
from labharness.app.submission.submissions import Proposal, Target
from labharness.filings.entries.form_values import FieldMistake, Values, blank_values, checked_values
from labharness.gui.kit import theme
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.forms.editors import DateEditor
from labharness.gui.kit.forms.field_form import EntryForm, Offers, form_area
from labharness.gui.kit.forms.list_editors import DIGITS
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.parts import in_row
from labharness.gui.kit.run_standing import Tone, say
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.words import tr
from labharness.language.field_words import field_words, kind_words
from labharness.language.numbers import size
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
        staff: ActingStaff,
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
        self.person = QComboBox()
        self.person.setAccessibleName(tr("Decided by"))
        for each in staff.people:
            if staff.refusal(each.id, kind) is None:
                self.person.addItem(plain(f"{each.name} · {', '.join(each.roles)}", 90), each.id)
        self.person.setCurrentIndex(max(0, self.person.findData(person)))
        self.effect = QLabel()
        self.effect.setWordWrap(True)
        self.effect.setAccessibleName(tr("What it will come to"))
        self.effect.setMinimumHeight(40)
        self.effect.setVisible(kind == "invalidation")
        self.form = EntryForm(hidden=FILLED)
        self.form.show_offers(offers)
        self.form.show_kind(kind)
        who = QFormLayout()
        who.addRow(tr("Decided by"), self.person)
        self.content.addLayout(who)
        self.content.addWidget(form_area(self.form), 1)
        self.content.addWidget(self.effect)
        self.form.edited.connect(self._edit)
        self.form.dropped.connect(self.dropped)
        self.person.activated.connect(lambda _: self._ask_effect())
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
            refusal = self._staff.refusal("", self.kind)
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
            if mistake.path and (mistake.path[0] in self._touched or not self._is_needed(mistake))
        ]
        self.form.show_values(self.values, wrong)
        self.judge()

    @staticmethod
    def _is_needed(mistake: FieldMistake) -> bool:
        return mistake.reason.is_a(Forms.NEEDED, Entries.STATES_NO_FACT, Entries.NO_FILE)

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


LEAVE_OUT = tr("Leave out")
COLUMNS = ((tr("File"), 220), (tr("Size"), 80), (tr("SHA-256"), 132), (tr("Filed as"), 370))
ABOUT = tr(
    "Each file goes to the row that its name suggests. Correct what is wrong; nothing is filed before you press the button, "
    "and what is filed is a draft until it is saved to the register."
)


class DropDialog(ActDialog):
    """Lists the files with their hashes and a choice of the place for each."""

    def __init__(
        self,
        proposals: Sequence[Proposal],
        targets: Sequence[Target],
        place: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("File documents"), tr("File documents"), ABOUT, place=place, parent=parent)
        self.resize(900, 560)
        self._proposals, self._targets = tuple(proposals), tuple(targets)
        self.received = DateEditor(tr("Received"))
        self.received.show_value(today().isoformat())
        self.received.changed.connect(self.judge)
        self.table = QTableWidget(len(self._proposals), len(COLUMNS))
        self.table.setAccessibleName(tr("Dropped files"))
        self.table.setHorizontalHeaderLabels([title for title, _ in COLUMNS])
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        follow_text(self.table, self._measure)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(len(COLUMNS) - 1, QHeaderView.ResizeMode.Stretch)
        self.boxes = [self._row(at, proposal) for at, proposal in enumerate(self._proposals)]
        self.content.addWidget(self.table, 1)
        self.content.addLayout(in_row(QLabel(tr("Received")), (self.received, 1)))
        self.judge()

    def _measure(self, scale: float) -> None:
        self.table.verticalHeader().setDefaultSectionSize(round(38 * scale))
        for at, (_, width) in enumerate(COLUMNS):  # a long name is cut, its size and hash are not
            self.table.horizontalHeader().resizeSection(at, round(width * scale) if at else width)

    def filed(self) -> list[tuple[Proposal, str]]:
        """Return the files that are filed, each with the key of its place."""
        chosen = [str(box.currentData()) for box in self.boxes]
        return [(proposal, key) for proposal, key in zip(self._proposals, chosen, strict=True) if key]

    @property
    def lack(self) -> str:
        """What is missing."""
        if not self.filed():
            return tr("Choose a place for at least one file.")
        try:
            datetime.fromisoformat(str(self.received.value))
        except ValueError:
            return tr("Write the date as 2026-01-31.")
        return ""

    def judge(self) -> None:
        """Say on the button how many files are filed."""
        count = len(self.filed())
        self.do.setText(tr("File {count:,} {count:document|documents}", count=count))
        left = len(self._proposals) - count
        self.note.setText(
            tr("{left:,} {left:file|files} without a place: left out.", left=left) if left else ""
        )
        super().judge()

    def _row(self, at: int, proposal: Proposal) -> QComboBox:
        texts = (proposal.path.name, size(proposal.size), proposal.sha256[:DIGITS])
        for column, text in enumerate(texts):
            item = QTableWidgetItem(plain(text, 120))
            item.setToolTip(plain(proposal.sha256 if column == 2 else str(proposal.path), 300))
            self.table.setItem(at, column, item)
        box = QComboBox()
        box.setAccessibleName(tr("Filed as: {path}", path=plain(proposal.path.name, 80)))
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.addItem(LEAVE_OUT, "")
        for target in self._targets:
            if proposal.picture or not target.picture:
                box.addItem(plain(target.title, 110), target.key)
        box.setCurrentIndex(max(0, box.findData(proposal.target)))
        box.currentIndexChanged.connect(lambda _, row=at: self._change(row))
        self.table.setCellWidget(at, len(COLUMNS) - 1, box)
        self._mark(at, box)
        return box

    def _change(self, at: int) -> None:
        self._mark(at, self.boxes[at])
        self.judge()

    def _mark(self, at: int, box: QComboBox) -> None:
        item = self.table.item(at, 0)
        if item is not None:
            tones = theme.current().tones
            item.setForeground(
                QColor(tones[Tone.UNSURE][0] if not box.currentData() else theme.current().text)
            )


ONE_RECORD = tr(
    "Each entry becomes one record of the audit trail. What is saved is taken back only by a new entry."
)


class SaveDialog(ActDialog):
    """Lists every change and asks for the reason."""

    def __init__(
        self, draft: SubmissionDraft, person: str, place: Path, *, keyed: bool, parent: QWidget | None = None
    ) -> None:
        count = tr("{entries:,} {entries:change|changes}", entries=len(draft.entries))
        super().__init__(
            tr("Save to register"),
            tr("Save {count}", count=count),
            tr("{one_record} Saved as: {person}.", one_record=ONE_RECORD, person=plain(person, 80)),
            place=place,
            keyed=keyed,
            reasoned=True,
            parent=parent,
        )
        self.resize(720, 520)
        self.list = FactTable(tr("Changes"), ((tr("Entry"), 220), (tr("Act"), 90), (tr("Fields"), 300)))
        self.list.show_rows([FactRow(row) for row in _rows(draft)])
        self.content.addWidget(self.list, 1)
        self.why.setPlaceholderText(tr("As filed."))
        self.why.setFocus()
        self.judge()


def _rows(draft: SubmissionDraft) -> Sequence[tuple[str, ...]]:
    result = []
    for key, act, fields in changes_in_words(draft):
        kind, _, id_ = key.partition("/")
        labels = ", ".join(field_words(kind, name).label for name in fields)
        result.append((plain(f"{kind_words(kind).one} {id_}", 120), act, labels))
    return result
