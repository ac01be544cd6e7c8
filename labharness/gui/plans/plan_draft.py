"""The plan that is edited: its text, what the text means, and every change since the start, to be undone and redone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal

from labharness.app.planning.plan_drafts import StoredDraft
from labharness.errors import LabharnessError, PlanError
from labharness.games.documents import read_toml
from labharness.gui.kit.forms.draft import Draft
from labharness.gui.kit.window_sentences import explain
from labharness.gui.kit.words import tr
from labharness.plans.written import edits
from labharness.plans.written.places import KeyPath, Written, read_places

Change = Callable[[str], str]
NO_DRAFT = StoredDraft("", b"", "")


class PlanDraft(Draft[str]):
    """One draft at work; its state is its text.

    Attributes
    ----------
    base
        The draft as it was taken up.
    refused
        Emitted with one sentence where a change cannot be made.
    """

    refused = Signal(str)

    def __init__(self, keep: Callable[[StoredDraft], object], parent: QObject | None = None) -> None:
        super().__init__("", keep, parent)
        self.base, self.broken = NO_DRAFT, ""
        self.data: Mapping[str, Any] = {}
        self.written: Written = read_places("")

    @property
    def text(self) -> str:
        """The plan as it stands."""
        return self.state

    @property
    def stored(self) -> StoredDraft:
        """The draft as it stands."""
        return StoredDraft(self.base.name, self.text.encode("utf-8"), self.base.based_on)

    def kept_as(self) -> StoredDraft | None:
        """Return what is written of the draft, None where there is nothing to write."""
        return self.stored if self.base.name else None

    def open(self, base: StoredDraft) -> None:
        """Take up a draft; what was changed before is forgotten."""
        self.flush()
        self.base = base
        self.begin(base.content.decode("utf-8", "replace"))

    def forget(self) -> None:
        """Let go of a draft that is one no more, and keep nothing of it."""
        super().forget()
        self.base = NO_DRAFT

    def show_state(self, state: str) -> None:
        """Let this be the text."""
        self.broken = ""
        try:
            self.data = read_toml(state.encode("utf-8"), "draft.toml")
            self.written = read_places(state)
        except (PlanError, ValueError) as error:
            self.broken = explain(error) if isinstance(error, PlanError) else str(error)
        super().show_state(state)

    def value(self, path: KeyPath) -> Any:
        """Return the value at a key, None where the plan has none."""
        value: Any = self.data
        for part in path:
            try:
                value = value[part]
            except (LookupError, TypeError):
                return None
        return value

    def set(self, path: KeyPath, value: Any) -> None:
        """Set a value; changes of one field right after each other are undone together."""
        self._change(lambda text: edits.put(text, path, value), edits.key_of(path))

    def remove(self, path: KeyPath) -> None:
        """Take a key or an entry out."""
        self._change(lambda text: edits.remove(text, path), "")

    def add(self, path: KeyPath, entry: Mapping[str, Any], after: int | None = None) -> None:
        """Add an entry to a list."""
        self._change(lambda text: edits.add(text, path, entry, after), "")

    def move(self, path: KeyPath, at: int, step: int) -> None:
        """Exchange two neighboring entries of a list."""
        self._change(lambda text: edits.move(text, path, at, step), "")

    def write(self, text: str) -> None:
        """Take a text that somebody wrote as a whole."""
        self.put(text, tr("text view"), "text")

    def _change(self, change: Change, key: str) -> None:
        if self.broken:
            self.refused.emit(self.broken)
            return
        try:
            result = change(self.text)
        except (LabharnessError, TypeError, UnicodeError) as error:
            self.refused.emit(explain(error) if isinstance(error, LabharnessError) else str(error))
            return
        self.put(result, tr("change of {key}", key=key) if key else tr("change"), key)
