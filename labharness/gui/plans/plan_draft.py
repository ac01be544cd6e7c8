"""The plan that is edited: its text, what the text means, and every change since the start, to be undone and redone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from labharness.errors import LabharnessError, PlanError
from labharness.games.documents import read_toml
from labharness.gui.kit.window_sentences import explain
from labharness.gui.kit.words import tr
from labharness.plans.written import edits
from labharness.plans.written.places import KeyPath, Written, read_places

_MERGED = 1
Change = Callable[[str], str]


class PlanDraft(QObject):
    """One draft at work.

    Attributes
    ----------
    changed
        Emitted when the text is another.
    sealed
        How often somebody has left a field: changes are undone together up to there.
    refused
        Emitted with one sentence where a change cannot be made.
    """

    changed = Signal()
    refused = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stack = QUndoStack(self)
        self.text, self.broken, self.sealed = "", "", 0
        self.data: Mapping[str, Any] = {}
        self.written: Written = read_places("")

    @property
    def content(self) -> bytes:
        """The bytes of the plan as it stands."""
        return self.text.encode("utf-8")

    def begin(self, content: bytes) -> None:
        """Take up a plan; what was changed before is forgotten."""
        self.stack.clear()
        self.take(content.decode("utf-8", "replace"))

    def take(self, text: str) -> None:
        """Let another text be the plan, without a trace among the changes; the changes themselves call this."""
        self.text, self.broken = text, ""
        try:
            self.data = read_toml(text.encode("utf-8"), "draft.toml")
            self.written = read_places(text)
        except (PlanError, ValueError) as error:
            self.broken = explain(error) if isinstance(error, PlanError) else str(error)
        self.changed.emit()

    def seal(self) -> None:
        """Let the next change be undone by itself, whatever was changed before."""
        self.sealed += 1

    def value(self, path: KeyPath) -> Any:
        """Return the value at a key, None where the plan has none."""
        value: Any = self.data
        for part in path:
            try:
                value = value[part]
            except (LookupError, TypeError):
                return None
        return value

    def put(self, path: KeyPath, value: Any) -> None:
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
        if text != self.text:
            self.stack.push(_Edit(self, self.text, text, tr("text view")))

    def _change(self, change: Change, key: str) -> None:
        if self.broken:
            self.refused.emit(self.broken)
            return
        try:
            result = change(self.text)
        except (LabharnessError, TypeError, UnicodeError) as error:
            self.refused.emit(explain(error) if isinstance(error, LabharnessError) else str(error))
            return
        if result != self.text:
            self.stack.push(_Edit(self, self.text, result, key))


class _Edit(QUndoCommand):
    """One change: where it is, and the text before and after it."""

    def __init__(self, draft: PlanDraft, before: str, after: str, key: str) -> None:
        super().__init__(tr("change of {key}", key=key) if key else "change")
        self._draft, self.field = draft, (key, draft.sealed)
        self._start, self._before, self._after = _difference(before, after)

    def id(self) -> int:
        """Let changes of one field be merged."""
        return _MERGED if self.field[0] else -1

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802  Qt's name
        """Take up the next change of the same field."""
        if not isinstance(other, _Edit) or other.field != self.field:
            return False
        text = self._draft.text
        last = other.undone(text)
        self._start, self._before, self._after = _difference(self.undone(last), text)
        return True

    def redo(self) -> None:
        """Make the change."""
        text = self._draft.text
        if text[self._start : self._start + len(self._before)] == self._before:
            end = self._start + len(self._before)
            self._draft.take(text[: self._start] + self._after + text[end:])

    def undo(self) -> None:
        """Take the change back."""
        self._draft.take(self.undone(self._draft.text))

    def undone(self, text: str) -> str:
        """Return a text without the change."""
        return text[: self._start] + self._before + text[self._start + len(self._after) :]


def _difference(before: str, after: str) -> tuple[int, str, str]:
    """Return where two texts differ, and how: undo without end keeps no copies of the whole."""
    most = min(len(before), len(after))
    start = next((at for at in range(most) if before[at] != after[at]), most)
    tail = 0
    while tail < most - start and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return start, before[start : len(before) - tail], after[start : len(after) - tail]
