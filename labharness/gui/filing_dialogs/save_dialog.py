"""Save a draft to the register: what changes, and why."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from labharness.app.submission.drafts import SubmissionDraft, changes_in_words
from labharness.gui.filing_dialogs.act_dialog import ActDialog
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
            tr("Save to register"), tr("Save {count}", count=count), place, keyed=keyed, parent=parent
        )
        self.resize(720, 520)
        self.list = FactTable(tr("Changes"), ((tr("Entry"), 220), (tr("Act"), 90), (tr("Fields"), 300)))
        self.list.show_rows([FactRow(row) for row in _rows(draft)])
        self.why = QLineEdit()
        self.why.setAccessibleName(tr("Reason, for the record"))
        self.why.setPlaceholderText(tr("As filed."))
        label = QLabel(tr("&Reason, for the record"))
        label.setBuddy(self.why)
        about = QLabel(
            tr("{one_record} Saved as: {person}.", one_record=ONE_RECORD, person=plain(person, 80))
        )
        about.setWordWrap(True)
        about.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.content.addWidget(about)
        self.content.addWidget(self.list, 1)
        self.content.addWidget(label)
        self.content.addWidget(self.why)
        self.why.textChanged.connect(self.judge)
        self.why.returnPressed.connect(self.do.click)
        self.why.setFocus()
        self.judge()

    @property
    def lack(self) -> str:
        """What is missing."""
        return "" if self.why.text().strip() else tr("Say why: the register keeps the reason.")


def _rows(draft: SubmissionDraft) -> Sequence[tuple[str, ...]]:
    result = []
    for key, act, fields in changes_in_words(draft):
        kind, _, id_ = key.partition("/")
        labels = ", ".join(field_words(kind, name).label for name in fields)
        result.append((plain(f"{kind_words(kind).one} {id_}", 120), act, labels))
    return result
