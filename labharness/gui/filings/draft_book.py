"""The draft at hand: edited, undone, and written to the workspace by itself; only "Save to register" leaves it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from labharness.app.submission.draft_saving import Recorded
from labharness.app.submission.drafts import DraftedSubmission, SubmissionDraft
from labharness.filings.entries.form_values import Values
from labharness.filings.entries.snapshot import Submission
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.kit.forms.draft import Draft
from labharness.gui.kit.words import tr
from labharness.language.field_words import field_words, kind_words


class DraftBook(Draft[SubmissionDraft]):
    """Holds a submission on record with a draft of its changes.

    Attributes
    ----------
    drafted
        The submission as the draft changes it.
    """

    def __init__(self, reader: RegisterReader, parent: QObject | None = None) -> None:
        self._recorded: Recorded | None = None
        self._shared: Submission | None = None
        nothing = SubmissionDraft(name="", person="")
        self.drafted = DraftedSubmission(None, {}, nothing)
        super().__init__(nothing, reader.keep_draft, parent)

    @property
    def draft(self) -> SubmissionDraft:
        """The draft as it is."""
        return self.state

    def kept_as(self) -> SubmissionDraft | None:
        """Return what is written of the draft, None where there is nothing to write."""
        return self.state if self.state.name else None

    def open(
        self, recorded: Recorded | None, draft: SubmissionDraft, shared: Submission | None = None
    ) -> None:
        """Begin with a draft.

        Parameters
        ----------
        shared
            Entries of the laboratory, for a submission that is not on record.
        """
        self.flush()
        self._recorded, self._shared = recorded, shared
        self.begin(draft)

    def refresh(self, recorded: Recorded | None) -> None:
        """Show the draft above what is on record now."""
        self._recorded = recorded
        self.show_state(self.draft)

    def edit(self, key: str, name: str, value: Any) -> None:
        """Change a field of an entry; what is typed in one field is one step to undo."""
        entry = self.drafted.entry(key)
        if entry is None or entry.values.get(name) == value:
            return
        kind = entry.kind
        label = tr(
            "{label} of {one} {id}",
            label=field_words(kind, name).label,
            one=kind_words(kind).one,
            id=entry.id,
        )
        self.put(self.drafted.changed(entry.key, {**entry.values, name: value}), label, f"{entry.key}.{name}")

    def edit_values(self, key: str, values: Values, label: str) -> None:
        """Change several fields of an entry as one step."""
        entry = self.drafted.entry(key)
        assert entry is not None
        self.put(self.drafted.changed(entry.key, {**entry.values, **values}), label)

    def add(self, kind: str, **values: Any) -> str:
        """Add an entry; returns its key."""
        draft, key = self.drafted.added(kind, **values)
        self.put(draft, tr("new {one}", one=kind_words(kind).one))
        return key

    def remove(self, key: str) -> None:
        """Remove an entry, which the register does when the draft is saved."""
        entry = self.drafted.entry(key)
        if entry is not None:
            self.put(
                self.drafted.removed(entry.key),
                tr("remove {one} {id}", one=kind_words(entry.kind).one, id=entry.id),
            )

    def discard(self) -> None:
        """Take every change back; this can be undone as well."""
        self.put(self.draft.model_copy(update={"entries": ()}), tr("discard all changes"))

    def show_state(self, state: SubmissionDraft) -> None:
        """Let this be the draft."""
        if self._recorded is None:
            self.drafted = DraftedSubmission(self._shared, {}, state)
        else:
            self.drafted = self._recorded.with_draft(state)
        super().show_state(state)

    def take_kept(self, kept: SubmissionDraft) -> None:
        """Take up when the draft was written."""
        before = self.state
        if kept.name == before.name:
            self.state = self.drafted.draft = before.model_copy(update={"changed": kept.changed})
            self._tried = self.state if self._tried is before else self._tried
        super().take_kept(kept)
