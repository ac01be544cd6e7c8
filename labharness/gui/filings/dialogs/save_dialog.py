"""Save a draft to the register: what changes, and why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from labharness.app.submission.drafts import SubmissionDraft, changes_in_words
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.words import tr
from labharness.language.field_words import field_words, kind_words
from labharness.language.text import plain

ONE_RECORD = tr(
    "Each entry becomes one record of the audit trail. What is saved is taken back only by a new entry."
)


class SaveDialog(ActDialog):
    """Lists every change and asks for the reason; the reason may stay as it is proposed."""

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
