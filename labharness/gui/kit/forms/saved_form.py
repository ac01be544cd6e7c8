"""A form whose values are on record and saved as a whole with a reason, the key of who acts, and drafts with undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from PySide6.QtWidgets import QPushButton, QWidget

from labharness.errors import LabharnessError
from labharness.filings.entries.form_values import FieldMistake, Values
from labharness.gui.kit.files import FileField
from labharness.gui.kit.findable import permit, refuse
from labharness.gui.kit.forms.field_form import FieldForm, value_words
from labharness.gui.kit.labels import ResultLabel
from labharness.gui.kit.parts import in_column, in_row, line_edit, text_label, timer_of
from labharness.gui.kit.run_standing import explain
from labharness.gui.kit.slow_work import Errand
from labharness.gui.kit.words import tr
from labharness.language.template import plain
from labharness.model.reasons.register import Forms
from labharness.reason import Reason

NEEDED = tr("The laboratory requires your key for this change.")


class KeyFields(QWidget):
    """A key file and its pass phrase.

    Parameters
    ----------
    folder
        Where the choice of a key begins.
    """

    changed = Signal()
    """Emitted when either was edited."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__()
        self.file = FileField(
            tr("Key"),
            tr("PKCS#12 file, or pkcs11:token=…;object=…?module-path=…"),
            tr("Keys (*.p12 *.pfx);;All files (*)"),
            folder or Path.home(),
        )
        self.passphrase = line_edit(
            tr("Pass phrase"),
            tr("Pass phrase; empty, if the system's key store holds it"),
            self.changed,
            secret=True,
        )
        self.note = text_label(NEEDED, muted=True, wraps=False)
        self.file.changed.connect(self.changed)
        in_column(self.note, in_row((self.file, 3), (self.passphrase, 2), gap=8), gap=4, on=self)
        self.need(needed=False)

    def need(self, *, needed: bool) -> None:
        """Ask for the key, or let it be."""
        self.needed = needed
        self.setVisible(needed)

    @property
    def complete(self) -> bool:
        """Whether a key is given where one is needed."""
        return not self.needed or bool(self.file.text)

    def take(self) -> dict[str, Any]:
        """Return the parameters of an act that is signed, by no key where none is needed, and empty the pass phrase."""
        from labharness.app.people.signing import SCHEME

        written, passphrase = self.file.line.text().strip(), self.passphrase.text()
        self.passphrase.clear()
        key = written if written.startswith(SCHEME) else self.file.text  # a token lies in no folder
        return {"key": key if self.needed else "", "ask": lambda _: passphrase}


SAME = tr("Change the value first.")
NO_REASON = tr("Write the reason first: it is recorded.")
MARKED = tr("Complete the fields that are marked.")

Check = Callable[[Values], tuple[FieldMistake, ...]]


def _unchecked(_: Values) -> tuple[FieldMistake, ...]:
    return ()


class SavedForm(QWidget):
    """A form, the reason of a change, the key where one is needed, and a button that saves.

    Parameters
    ----------
    form
        Fields by their names.
    title
        What is changed, for those who listen.
    save
        The button.
    check
        Returns what is wrong with values.
    reverts
        Whether a refused change shows the values on record again.
    """

    wanted = Signal()
    """Emitted when somebody saves; :attr:`values` and :attr:`reason` have what was entered."""
    edited = Signal()
    """Emitted when something else was entered."""

    def __init__(
        self,
        form: FieldForm[str],
        title: str,
        save: QPushButton,
        check: Check = _unchecked,
        *,
        reverts: bool = True,
    ) -> None:
        super().__init__()
        self.form, self.save, self._check, self._reverts = form, save, check, reverts
        self.why = line_edit(
            tr("Reason to change {title}", title=title),
            tr("Reason (recorded)"),
            self.judge,
            entered=self._want,
        )
        self.key, self.message = KeyFields(), ResultLabel()
        self.recorded = self.values
        self.restriction = ""
        self._theirs: dict[str, Any] = {}
        form.column.setContentsMargins(0, 0, 0, 0)
        in_column(
            form,
            self.key,
            in_row((self.why, 1), save, gap=8),
            self.message,
            gap=4,
            edges=(0, 6, 0, 0),
            on=self,
        )
        form.edited.connect(self._edit)
        self.key.changed.connect(self.judge)
        save.clicked.connect(self._want)

    @property
    def values(self) -> Values:
        """What is entered."""
        return {name: row.editor.value for name, row in self.form.rows.items()}

    @property
    def reason(self) -> str:
        """Why it is changed."""
        return self.why.text().strip()

    def begin(self, recorded: Values) -> None:
        """Show values on record; what was entered is forgotten."""
        self.recorded, self._theirs = dict(recorded), {}
        for name, row in self.form.rows.items():
            row.editor.show_value(recorded[name])
        self.judge()

    def follow(self, recorded: Values) -> None:
        """Take up what is on record now; what somebody is about to enter stays, and it is said what it would replace."""
        entered = self.values
        for name, row in self.form.rows.items():
            before, now = self.recorded[name], recorded[name]
            if entered[name] in (before, now):
                row.editor.show_value(now)
                self._theirs.pop(name, None)
            elif now != before:
                self._theirs[name] = now
        self.recorded = dict(recorded)
        self.judge()

    def restrict(self, why: str, fixed: dict[str, str] | None = None) -> None:
        """Let nobody change it, and say why, "" for whoever may; ``fixed`` as in :meth:`FieldForm.allow`."""
        self.restriction = why
        self.form.allow(why, fixed)
        self.why.setEnabled(not why)
        self.judge()

    def accept(self, sentence: str) -> None:
        """Take up that it was saved."""
        self.begin(self.values)
        self.why.clear()
        self.message.accept(sentence)

    def refuse(self, sentence: str) -> None:
        """Say why it was not saved."""
        if self._reverts:
            self.begin(self.recorded)
        self.message.refuse(sentence)
        self.judge()

    def wait(self) -> None:
        """Say that it is being saved."""
        self.message.wait()
        refuse(self.save, tr("It is being saved."))

    def judge(self) -> None:
        """Mark what is wrong, and say on the button why nothing can be saved."""
        mistakes = self._check(self.values)
        wrong: dict[str, list[Reason]] = {}
        for name, theirs in self._theirs.items():
            value = plain(value_words(theirs), 120)
            wrong.setdefault(name, []).append(Forms.FIELD_CHANGED_ELSEWHERE(value=value))
        for mistake in mistakes:
            wrong.setdefault(str(mistake.path[0]) if mistake.path else "", []).append(mistake.reason)
        self.form.show_wrong(wrong, wrong.pop("", ()))
        why = self.restriction or self._lack(wrong=bool(mistakes))
        permit(self.save, why)

    def _lack(self, *, wrong: bool) -> str:
        if self.values == self.recorded:
            return SAME
        if wrong:
            return MARKED
        return NO_REASON if not self.reason else "" if self.key.complete else self.key.note.text()

    def _edit(self) -> None:
        self.edited.emit()
        self.judge()

    def _want(self) -> None:
        if self.save.isEnabled():
            self.wanted.emit()


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
    """

    changed = Signal()
    """Emitted when the state, or what is on record beside it, is another."""
    kept = Signal()
    """Emitted when the state was written."""
    failed = Signal(str)
    """Emitted with a sentence where that was not possible; the draft stays in the window."""

    def __init__(self, state: State, keep: Callable[[Any], Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.stack = QUndoStack(self)
        self.is_kept, self.sealed = True, 0
        self._keep, self._tried = keep, state
        self._timer = timer_of(self, self._begin_to_keep)
        self._timer.setInterval(KEEP_MS)
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
