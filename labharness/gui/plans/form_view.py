"""The form of one part of a plan, generated from its model; what no form can show stays as it is written, and is shown.

The head of the plan editor: which plan, how many mistakes, undo, and the save.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from math import isfinite
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QUndoStack
from PySide6.QtWidgets import QPushButton, QWidget

from labharness.acts import plans as acts
from labharness.gui.kit import theme
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.forms.field_form import FieldForm, FieldRow
from labharness.gui.kit.labels import ElidedLabel
from labharness.gui.kit.parts import ActButton, in_column, in_wrapped_row, push_button, text_label
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr
from labharness.gui.plans.plan_draft import OutlinePart, PlanDraft
from labharness.language.field_words import choice_words, words_of
from labharness.language.template import plain
from labharness.model.field import Field, FieldShape, fields_of
from labharness.plans.written.edits import literal
from labharness.plans.written.mistakes import Mistake
from labharness.plans.written.places import KeyPath
from labharness.reason import Reason

KEPT = tr("Kept as written (change it in the text view)")
CHOSEN_ABOVE = ("kind", "schema")
"""Fields that nobody edits: the kind of a stage is chosen when it is added."""
NOT_BUILT = object()
AS_WRITTEN = (FieldShape.WHOLE, FieldShape.NUMBER, FieldShape.OTHER)


class FormView(FieldForm[KeyPath]):
    """The fields of one part."""

    def __init__(self, draft: PlanDraft) -> None:
        super().__init__()
        self._draft = draft
        self.part: OutlinePart | None = None
        self._mistakes: Sequence[Mistake] = ()
        self.setAccessibleName(tr("Form"))
        self._shape: object = NOT_BUILT
        self.edited.connect(self._take)
        draft.changed.connect(self.follow)

    def show_part(self, part: OutlinePart) -> None:
        """Show the form of a part."""
        self.part = part
        if self._shape_of() == self._shape:
            self._heading.setText(part.title)
            self.follow()
        else:
            self._build()

    def follow(self) -> None:
        """Show the values as they are now; a table that came or went changes the form."""
        if self.part is None or self._draft.broken:
            return
        if self._shape_of() != self._shape:
            self._build()
            return
        for path, row in self.rows.items():
            held, value = entered(row.field, row.editor.value), self._draft.value(path)
            if held != value or type(held) is not type(value):  # 1.50 stays while somebody types 1.505
                row.editor.show_value(self._shown(path, row.field))

    def add(self, key: KeyPath, field: Field, empty: str = "") -> FieldRow:
        """Put a field at the end; a choice that is not written says what it is then."""
        if field.choices and not field.required:
            usual = choice_words(field.default) if field.default is not None else ""
            empty = tr("{told} (not written)", told=usual) if usual else tr("not set")
        return super().add(key, field, empty)

    def show_mistakes(self, mistakes: Sequence[Mistake]) -> None:
        """Show each mistake beside its field; those of the part as a whole stand above its fields."""
        self._mistakes = mistakes
        wrong: dict[KeyPath, list[Reason]] = {}
        rest = []
        for mistake in mistakes:
            own = [path for path, row in self.rows.items() if _at(mistake.path, path, row.field)]
            for path in own:
                wrong.setdefault(path, []).append(mistake.problem)
            if not own and self.part is not None and mistake.path == self.part.path:
                rest.append(mistake.problem)
        self.show_wrong(wrong, rest)

    def focus(self, path: KeyPath) -> None:
        """Stand on the field of a key, or on the first one within it or around it."""
        near = [at for at in self.rows if at[: len(path)] == path or path[: len(at)] == at]
        self.focus_field(path if path in self.rows else near[0] if near else None)

    def _shape_of(self) -> object:
        """Return what decides which rows there are: no value of a field that has one, or may get one, is of it."""
        assert self.part is not None
        path, model = self.part.path, self.part.model
        value = self._draft.value(path)
        if model is None or not isinstance(value, dict):
            return path, model, self._draft.written.shown(path) if len(path) > 1 else len(value or ())
        known = {field.name: field for field in fields_of(model)}
        values: list[object] = []
        for key, each in value.items():
            entry, inner = known.get(key), (*path, key)
            if entry is None:
                values.append((key, self._draft.written.shown(inner)))
            elif not entry.simple and path:
                values.append((key, len(each) if isinstance(each, list) else isinstance(each, dict)))
            elif isinstance(each, dict) and (place := self._draft.written.places.get(inner)) is not None:
                values.append((key, place.headed))
        return path, model, values

    def _build(self) -> None:
        assert self.part is not None
        self._shape = self._shape_of()
        self.begin()
        self.column.setContentsMargins(16, 10, 16, 16)
        self._heading = self.say(self.part.title, muted=False)
        theme.enlarge(self._heading, 1.2, bold=True)
        self.column.addWidget(self.whole)
        if self.part.model is not None:
            self._fields(self.part.path, self.part.model)
        elif not self.part.path or len(self.part.path) > 1:
            self._raw(self.part.path)
        else:
            self.say(_in_outline(self._draft.value(self.part.path)))
        self.column.addStretch(1)
        for path, row in self.rows.items():
            row.editor.show_value(self._shown(path, row.field))
        self.show_mistakes(self._mistakes)

    def _fields(self, path: KeyPath, model: type[BaseModel]) -> None:
        fields, here = fields_of(model), self._draft.value(path)
        left: dict[KeyPath, Field] = {}
        for each in fields:
            if each.name in CHOSEN_ABOVE:
                continue
            if self._is_left_out(path, each, here):
                left[*path, each.name] = each
            else:
                self._field((*path, each.name), each)
        if left:
            self.fold(left)
        for key in here if isinstance(here, dict) else ():
            if key not in {field.name for field in fields}:
                self._raw((*path, key))

    def _is_left_out(self, path: KeyPath, field: Field, here: Any) -> bool:
        """Whether a field of a stage, check or item is one of the many that most leave at their defaults."""
        inside = len(path) > 1 and isinstance(here, dict) and field.name not in here
        return inside and field.simple and not field.required

    def _field(self, path: KeyPath, field: Field) -> None:
        value = self._draft.value(path)
        if not field.simple:
            if field.many and len(path) > 1:
                self.say(f"{words_of(field).label}: {_in_outline(value)}")
            elif len(path) > 1:  # a table of the whole plan is a part of the outline
                self._table(path, field, value)
            return
        place = self._draft.written.places.get(path)
        if isinstance(value, dict) and place is not None and place.headed:
            self._raw(path, words_of(field).label)
        else:
            self.add(path, field)

    def _table(self, path: KeyPath, field: Field, value: Any) -> None:
        there, label = value is not None, words_of(field).label.lower()
        button = QPushButton(tr("Remove {field}", field=label) if there else tr("Add {field}", field=label))
        button.clicked.connect(lambda: self._draft.remove(path) if there else self._draft.set(path, {}))
        self.column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        if there and field.model is not None:
            self._fields(path, field.model)

    def _raw(self, path: KeyPath, label: str = "") -> None:
        """Show what a form cannot change, as it is written."""
        self.say(plain(f"{label or path[-1]}: {KEPT}", 600))
        text = self.say(self._draft.written.shown(path)[:2000], muted=False)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def _shown(self, path: KeyPath, field: Field) -> Any:
        """Return the value of a field as its editor shows it."""
        value = self._draft.value(path)
        if field.shape is FieldShape.FLAG:
            return field.default if value is None else value
        if value is None:
            return [] if field.many else ""
        if field.many:
            return value if isinstance(value, list) else [value]
        if field.shape in AS_WRITTEN and not isinstance(value, str):
            return self._draft.written.shown(path) or literal(value)
        return value

    def _take(self, path: KeyPath, value: Any) -> None:
        """Write what somebody entered; an empty field is left out."""
        meant = entered(self.rows[path].field, value)
        if meant is not None:
            self._draft.set(path, meant)
        elif self._draft.value(path) is not None:
            self._draft.remove(path)


def entered(field: Field, value: Any) -> Any:
    """Return what a form's value means in a file, None for nothing.

    A text that is no such value stays text, and the plan's check says so.
    """
    if field.many or not isinstance(value, str):
        return None if value == [] else value
    if not value.strip():
        return None
    if field.shape not in AS_WRITTEN:
        return value if field.shape is FieldShape.PROSE else value.strip()
    try:
        result = tomllib.loads(f"v = {value.strip()}")["v"]
    except (tomllib.TOMLDecodeError, ValueError):
        return value.strip()
    finite = isinstance(result, int | float) and isfinite(result)
    written = field.shape is FieldShape.OTHER and isinstance(result, dict | list | str)
    return result if finite or written else value.strip()


def _in_outline(value: Any) -> str:
    count = len(value) if isinstance(value, list | dict) else 0
    return tr(
        "{count:,} {count:entry|entries} in the outline. Add one with Add below the outline.", count=count
    )


def _at(where: KeyPath, path: KeyPath, field: Field) -> bool:
    """Whether a mistake belongs to the field of a path: it stands there, or in a value that the field shows whole."""
    return where == path or ((field.many or field.shape is FieldShape.OTHER) and where[: len(path)] == path)


TITLE = 240
"""Pixels of the title, at least."""
BROKEN = tr("Correct the mistakes first (F8).")


class EditorBar(QWidget):
    """Title, mistakes and acts.

    Parameters
    ----------
    stack
        The changes to undo and redo.
    """

    def __init__(self, stack: QUndoStack) -> None:
        super().__init__()
        self.title, self.note = ElidedLabel(), text_label(muted=True, wraps=False)
        theme.enlarge(self.title, 1.2, bold=True)
        self.wrong = push_button(tr("No mistakes"), key="F8")
        self.undo = push_button(tr("&Undo"), stack.undo, key="Ctrl+Z")
        self.redo = push_button(tr("Re&do"), stack.redo, key="Ctrl+Shift+Z")
        self.text = push_button(tr("&Text view"))
        self.text.setCheckable(True)
        self.beside, self.drop = ActButton(acts.compare), push_button(tr("Discard the draft…"))
        self.store = ActButton(acts.save)
        push_button(self.store, main=True, key="Ctrl+S")
        stack.canUndoChanged.connect(self.undo.setEnabled)
        stack.canRedoChanged.connect(self.redo.setEnabled)
        for button in (self.undo, self.redo):
            button.setEnabled(False)
        top = in_wrapped_row((self.title, 1, TITLE), self.wrong, self.store)
        deeds = (self.undo, self.redo, self.text, self.beside, self.drop)
        self.setLayout(in_column(top, in_wrapped_row((self.note, 1), *deeds), gap=6))

    def show_plan(self, title: str, version: object, base: str, note: str) -> None:
        """Show which plan it is."""
        number = plain(version, 20)
        self.title.setText(
            tr("{title} · version {version} (your draft)", title=plain(title, 200), version=number)
        )
        self.store.become(acts.save, tr("&Save as version {version}…", version=number))
        self.store.setShortcut(QKeySequence("Ctrl+S"))
        self.beside.setToolTip(
            tr("Compare with {base}, from which the draft was begun", base=plain(base, 100))
        )
        self.note.setText(plain(note, 200))

    def show_mistakes(self, count: int) -> None:
        """Show how many mistakes the plan has; it cannot be saved with any."""
        self.wrong.setText(
            tr("{count:,} {count:mistake|mistakes} (F8)", count=count) if count else tr("No mistakes")
        )
        self.wrong.setShortcut(QKeySequence("F8"))
        self.wrong.setEnabled(bool(count))
        theme.tint(self.wrong, Tone.FAIL if count else Tone.PASS)
        refuse(self.store, BROKEN) if count else allow(self.store)

    def wait(self) -> None:
        """Let nobody save before the plan as it is now was checked."""
        refuse(self.store, tr("The plan is being checked."))
