"""A form whose values are on record: they follow the record, and are saved as a whole with a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from labharness.filings.entries.form_values import FieldMistake, Values
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.forms.field_form import FieldForm
from labharness.gui.kit.forms.key_fields import KeyFields
from labharness.gui.kit.forms.value_words import value_words
from labharness.gui.kit.labels.result_label import ResultLabel
from labharness.gui.kit.words import tr
from labharness.language.text import plain
from labharness.model.reasons.form import Forms
from labharness.reason import Reason

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

    Attributes
    ----------
    wanted
        Emitted when somebody saves; :attr:`values` and :attr:`reason` have what was entered.
    edited
        Emitted when something else was entered.
    """

    wanted = Signal()
    edited = Signal()

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
        self.why, self.key, self.message = QLineEdit(), KeyFields(), ResultLabel()
        self.why.setPlaceholderText(tr("Reason (recorded)"))
        self.why.setAccessibleName(tr("Reason to change {title}", title=title))
        self.recorded = self.values
        self.restriction = ""
        self._theirs: dict[str, Any] = {}
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.why, 1)
        row.addWidget(save)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(4)
        form.column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(form)
        column.addWidget(self.key)
        column.addLayout(row)
        column.addWidget(self.message)
        form.edited.connect(self._edit)
        self.why.textChanged.connect(self.judge)
        self.why.returnPressed.connect(self._want)
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
        refuse(self.save, why) if why else allow(self.save)

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
