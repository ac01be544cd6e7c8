"""What somebody is entering: every step can be undone, and the whole is kept by itself while they type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from labharness.errors import LabharnessError
from labharness.gui.kit.slow_work.errand import Errand
from labharness.gui.kit.window_sentences import explain

State = TypeVar("State")
KEEP_MS = 300
"""A draft is written when nobody has typed for so long."""


class Draft(QObject, Generic[State]):
    """A state that is never changed but replaced, the states before it, and their way to the disk.

    Parameters
    ----------
    keep
        Writes what :meth:`kept_as` returns; called on another thread.

    Attributes
    ----------
    is_kept
        Whether the disk has the draft as it is.
    changed
        Emitted when the state, or what is on record beside it, is another.
    kept
        Emitted when the state was written.
    failed
        Emitted with a sentence where that was not possible; the draft stays in the window.
    """

    changed = Signal()
    kept = Signal()
    failed = Signal(str)

    def __init__(self, state: State, keep: Callable[[Any], Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.stack = QUndoStack(self)
        self.is_kept, self.sealed = True, 0
        self._keep, self._tried = keep, state
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(KEEP_MS)
        self._timer.timeout.connect(self._begin_to_keep)
        self._keeping = Errand(self)
        self._keeping.failed.connect(self._fail)

    def kept_as(self) -> Any:
        """Return what is written of the draft, None where there is nothing to write."""
        return self.state

    def begin(self, state: State) -> None:
        """Take up another draft; what was done before cannot be undone any more."""
        self.flush()
        self.stack.clear()
        self.show_state(state)

    def show_state(self, state: State) -> None:
        """Let this be the state, with no step to it."""
        self.state = state
        self.changed.emit()

    def put(self, state: State, label: str, same: str = "") -> None:
        """Make a step that can be undone; steps of the ``same`` thing right after each other are one."""
        if state != self.state:
            self.stack.push(_Step(self, state, label, f"{self.sealed} {same}" if same else ""))

    def seal(self) -> None:
        """Let the next step be undone by itself, whatever was done before."""
        self.sealed += 1

    def go_to(self, state: State) -> None:
        """Show a state and write it soon; for the steps."""
        if self.kept_as() is not None:
            self.is_kept = False
            self._timer.start()
        self.show_state(state)

    def flush(self) -> None:
        """Write at once what is not written yet; a draft is a small file of this computer."""
        if self.is_kept:
            return
        self._keeping.wait()
        self._timer.stop()
        try:
            self._keep(self.kept_as())
            self.is_kept = True
        except (LabharnessError, OSError) as error:
            self.failed.emit(explain(error))

    def forget(self) -> None:
        """Let go of the draft without writing it: it is no draft any more."""
        self._keeping.wait()
        self._timer.stop()
        self.is_kept = True
        self.stack.clear()

    def stop(self) -> None:
        """Write what is not written, and let go of the thread."""
        self._keeping.stop()
        self.flush()
        self.stack.blockSignals(True)  # noqa: FBT003  it tells of its own end, when nobody can listen any more

    def take_kept(self, kept: Any) -> None:
        """Take up what was written."""
        del kept
        self.is_kept = self.is_kept or self._tried is self.state
        self._go_on()
        self.kept.emit()

    def _begin_to_keep(self) -> None:
        record = self.kept_as()
        if record is not None and self._keeping.begin(lambda _: self._keep(record), self.take_kept):
            self._tried = self.state

    def _fail(self, sentence: str) -> None:
        self._go_on()
        self.failed.emit(sentence)

    def _go_on(self) -> None:
        """Write again what was typed meanwhile; what could not be written waits for the next step, or the end."""
        if not self.is_kept and self._tried is not self.state:
            self._timer.start()


class _Step(QUndoCommand):
    def __init__(self, draft: Draft[Any], after: Any, label: str, same: str) -> None:
        super().__init__(label)
        self._draft, self._before, self.after, self.same = draft, draft.state, after, same

    def id(self) -> int:
        """Return a number that steps share that can be one."""
        return hash(self.same) & 0x7FFFFFFF if self.same else -1

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802  Qt's name
        """Take a later step of the same thing into this one."""
        if not isinstance(other, _Step) or other.same != self.same:
            return False
        self.after = other.after
        return True

    def undo(self) -> None:
        """Show the state before."""
        self._draft.go_to(self._before)

    def redo(self) -> None:
        """Show the state after."""
        self._draft.go_to(self.after)
