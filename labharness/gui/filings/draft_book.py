"""The draft at hand: edited, undone, and written to the workspace by itself; only "Save to register" leaves it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from labharness.app.submission.draft_saving import Recorded
from labharness.app.submission.drafts import DraftedSubmission, SubmissionDraft
from labharness.errors import LabharnessError
from labharness.filings.entries.form_values import Values
from labharness.filings.entries.snapshot import Submission
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.kit.slow_work.errand import Errand
from labharness.gui.kit.window_sentences import explain
from labharness.gui.kit.words import tr
from labharness.language.field_words import field_words, kind_words

KEEP_MS = 300
"""A draft is written when nobody has typed for so long."""


class DraftBook(QObject):
    """Holds a submission on record with a draft of its changes.

    Attributes
    ----------
    changed
        Emitted when the draft, or what is on record, is another.
    kept
        Emitted when the draft was written to the workspace.
    failed
        Emitted with a sentence where that was not possible; the draft stays in the window.
    """

    changed = Signal()
    kept = Signal()
    failed = Signal(str)

    def __init__(self, reader: RegisterReader, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader = reader
        self._recorded: Recorded | None = None
        self._shared: Submission | None = None
        self.drafted = DraftedSubmission(None, {}, SubmissionDraft(name="", person=""))
        self.stack = QUndoStack(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(KEEP_MS)
        self._timer.timeout.connect(self._keep)
        self._writing = Errand(self)
        self._writing.failed.connect(self.failed)
        self._writing.changed.connect(self._go_on)
        self._unwritten = False

    @property
    def draft(self) -> SubmissionDraft:
        """The draft as it is."""
        return self.drafted.draft

    @property
    def written(self) -> bool:
        """Whether the workspace holds the draft as it is."""
        return not self._unwritten and not self._writing.busy

    def open(
        self, recorded: Recorded | None, draft: SubmissionDraft, shared: Submission | None = None
    ) -> None:
        """Begin with a draft; what was undone before cannot be undone any more.

        Parameters
        ----------
        shared
            Entries of the laboratory, for a submission that is not on record.
        """
        self.flush()
        self._recorded, self._shared = recorded, shared
        self.stack.clear()
        self._show(draft)

    def refresh(self, recorded: Recorded | None) -> None:
        """Show the draft above what is on record now."""
        self._recorded = recorded
        self._show(self.draft)

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

    def put(self, draft: SubmissionDraft, label: str, same: str = "") -> None:
        """Make a change that can be undone; changes of the ``same`` thing are one step."""
        if draft.entries != self.draft.entries:
            self.stack.push(_Change(self, self.draft, draft, label, same))

    def discard(self) -> None:
        """Take every change back; this can be undone as well."""
        self.put(self.draft.model_copy(update={"entries": ()}), tr("discard all changes"))

    def flush(self) -> None:
        """Write what is not written yet; a draft is a small file of this computer."""
        if self._unwritten:
            self._timer.stop()
            self._unwritten = False
            try:
                self._reader.keep_draft(self.draft)
            except (LabharnessError, OSError) as error:
                self.failed.emit(explain(error))

    def forget(self) -> None:
        """Let go of the draft without writing it: it is in the register."""
        self._timer.stop()
        self._unwritten = False
        self.stack.clear()

    def stop(self) -> None:
        """Write what is not written, and let go of the thread."""
        self._timer.stop()
        self._writing.stop()
        self.flush()
        self.stack.blockSignals(True)  # noqa: FBT003  it tells of its own end, when nobody can listen any more

    def show_draft(self, draft: SubmissionDraft) -> None:
        """Show a draft and write it soon; for steps of the stack."""
        self._show(draft)
        if draft.name:
            self._unwritten = True
            self._timer.start()

    def _show(self, draft: SubmissionDraft) -> None:
        if self._recorded is None:
            self.drafted = DraftedSubmission(self._shared, {}, draft)
        else:
            self.drafted = self._recorded.with_draft(draft)
        self.changed.emit()

    def _keep(self) -> None:
        draft = self.draft
        if self._writing.begin(lambda _: self._reader.keep_draft(draft), self._take):
            self._unwritten = False

    def _take(self, written: SubmissionDraft) -> None:
        if written.name == self.draft.name:
            current = self.draft.model_copy(update={"changed": written.changed})
            self.drafted.draft = current
        self.kept.emit()

    def _go_on(self) -> None:
        if not self._writing.busy and self._unwritten and not self._timer.isActive():
            self._timer.start()


class _Change(QUndoCommand):
    def __init__(
        self, book: DraftBook, before: SubmissionDraft, after: SubmissionDraft, label: str, same: str
    ) -> None:
        super().__init__(label)
        self.book, self.before, self.after, self.same = book, before, after, same

    def id(self) -> int:
        """Return a number that steps share that can be one."""
        return hash(self.same) & 0x7FFFFFFF if self.same else -1

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802  Qt's name
        """Take a later change of the same field into this step."""
        if not isinstance(other, _Change) or other.same != self.same:
            return False
        self.after = other.after
        return True

    def undo(self) -> None:
        """Show the draft as it was."""
        self.book.show_draft(self.before)

    def redo(self) -> None:
        """Show the draft as it will be."""
        self.book.show_draft(self.after)
