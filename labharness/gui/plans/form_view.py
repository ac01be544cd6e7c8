"""The form of one part of a plan, generated from its model; what no form can show stays as it is written, and is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from labharness.app.planning.fields import FieldKind, PlanField, fields_of
from labharness.gui.kit import theme
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.gui.plans.outline import OutlinePart
from labharness.gui.plans.plan_draft import PlanDraft
from labharness.gui.plans.plan_field_row import PlanFieldRow
from labharness.language.text import plain
from labharness.plans.written.mistakes import Mistake
from labharness.plans.written.places import KeyPath

KEPT = tr("Kept as written (change it in the text view)")
CHOSEN_ABOVE = ("kind", "schema")
"""Fields that nobody edits: the kind of a stage is chosen when it is added."""
NOT_BUILT = object()
Known = Mapping[str, Sequence[str]]


class FormView(QScrollArea):
    """The fields of one part.

    Attributes
    ----------
    refused
        Emitted with one sentence.
    """

    refused = Signal(str)

    def __init__(self, draft: PlanDraft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft = draft
        self.part: OutlinePart | None = None
        self.rows: dict[KeyPath, PlanFieldRow] = {}
        self._behind: dict[KeyPath, QPushButton] = {}
        self._mistakes: Sequence[Mistake] = ()
        self._known: Known = {}
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(tr("Form"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._column = QVBoxLayout()
        self._shape: object = NOT_BUILT
        draft.changed.connect(self.follow)

    def show_part(self, part: OutlinePart, known: Known) -> None:
        """Show the form of a part; ``known`` lists what can be named, by key."""
        self.part, self._known = part, known
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
            row.show_value(self._draft.value(path), self._draft.written.shown(path))

    def show_mistakes(self, mistakes: Sequence[Mistake]) -> None:
        """Show each mistake beside its field; those of the part as a whole stand above its fields."""
        self._mistakes = mistakes
        for path, row in self.rows.items():
            own = [mistake for mistake in mistakes if _at(mistake.path, path, row.field)]
            row.show_mistake(" ".join(say(each.problem) for each in own))
            if own and path in self._behind:
                self._behind[path].setChecked(True)
        rest = [say(mistake.problem) for mistake in mistakes if self._is_mine(mistake)]
        self._whole.setText("\n".join(plain(each, 600) for each in rest))
        self._whole.setVisible(bool(rest))

    def focus(self, path: KeyPath) -> None:
        """Stand on the field of a key, or on the first one."""
        row = self.rows.get(path) or next(
            (row for at, row in self.rows.items() if at[: len(path)] == path or path[: len(at)] == at), None
        )
        if row is not None:
            if path in self._behind:
                self._behind[path].setChecked(True)
            row.control.setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(row, 0, 40)

    def _is_mine(self, mistake: Mistake) -> bool:
        if self.part is None or any(_at(mistake.path, path, row.field) for path, row in self.rows.items()):
            return False
        return mistake.path == self.part.path

    def _shape_of(self) -> object:
        """Return what decides which rows there are: no value of a field that has one, or may get one, is of it."""
        assert self.part is not None
        path, model = self.part.path, self.part.model
        value = self._draft.value(path)
        if model is None or not isinstance(value, dict):
            return path, model, self._draft.written.shown(path) if len(path) > 1 else len(value or ())
        known = {field.key: field for field in fields_of(model)}
        values: list[object] = []
        for key, each in value.items():
            entry, inner = known.get(key), (*path, key)
            if entry is None:
                values.append((key, self._draft.written.shown(inner)))
            elif entry.kind in (FieldKind.TABLE, FieldKind.TABLES) and path:
                values.append((key, len(each) if isinstance(each, list) else isinstance(each, dict)))
            elif isinstance(each, dict) and (place := self._draft.written.places.get(inner)) is not None:
                values.append((key, place.headed))
        return path, model, values

    def _build(self) -> None:
        assert self.part is not None
        self._shape = self._shape_of()
        self.rows, self._behind = {}, {}
        page = QWidget()
        page.setObjectName("form")
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(16, 10, 16, 16)
        self._column.setSpacing(6)
        self._heading = QLabel(self.part.title)
        theme.enlarge(self._heading, 1.2, bold=True)
        self._column.addWidget(self._heading)
        self._whole = QLabel()
        self._whole.setWordWrap(True)
        self._whole.setTextFormat(Qt.TextFormat.PlainText)
        theme.tint(self._whole, Tone.FAIL, grounded=True)
        self._column.addWidget(self._whole)
        self._whole.hide()
        if self.part.model is not None:
            self._fields(self.part.path, self.part.model)
        elif not self.part.path or len(self.part.path) > 1:
            self._raw(self.part.path)
        else:
            self._text(_in_outline(self._draft.value(self.part.path)))
        self._column.addStretch(1)
        self.setWidget(page)
        self.show_mistakes(self._mistakes)

    def _fields(self, path: KeyPath, model: type[BaseModel]) -> None:
        known = [field for field in fields_of(model) if field.key not in CHOSEN_ABOVE]
        here = self._draft.value(path)
        left = [each for each in known if self._is_left_out(path, each, here)]
        for each in known:
            if each not in left:
                self._field((*path, each.key), each)
        if left:
            self._further(path, left)
        for key in here if isinstance(here, dict) else ():
            if key not in {field.key for field in fields_of(model)}:
                self._raw((*path, key))

    def _is_left_out(self, path: KeyPath, field: PlanField, here: Any) -> bool:
        """Whether a field of a stage, check or item is one of the many that most leave at their defaults."""
        simple = field.kind is not FieldKind.TABLES
        return (
            len(path) > 1
            and simple
            and not field.required
            and isinstance(here, dict)
            and field.key not in here
        )

    def _further(self, path: KeyPath, fields: Sequence[PlanField]) -> None:
        """Put fields behind a button: a form has few stops for the keyboard."""
        button, around, column = (
            QPushButton(tr("More fields ({fields})", fields=len(fields))),
            QWidget(),
            self._column,
        )
        button.setCheckable(True)
        button.setToolTip(", ".join(field.label for field in fields))
        self._column = QVBoxLayout(around)
        self._column.setContentsMargins(0, 6, 0, 0)
        for field in fields:
            self._field((*path, field.key), field)
            self._behind[*path, field.key] = button
        self._column = column
        button.toggled.connect(around.setVisible)
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(around)
        around.hide()

    def _field(self, path: KeyPath, field: PlanField) -> None:
        value = self._draft.value(path)
        if field.kind is FieldKind.TABLE:
            if len(path) > 1:  # a table of the whole plan is a part of the outline
                self._table(path, field, value)
            return
        if field.kind is FieldKind.TABLES:
            if len(path) > 1:
                self._text(f"{field.label}: {_in_outline(value)}")
            return
        place = self._draft.written.places.get(path)
        if isinstance(value, dict) and place is not None and place.headed:
            self._raw(path, field.label)
            return
        row = PlanFieldRow(field, self._known.get(field.key, ()))
        row.show_value(value, self._draft.written.shown(path))
        row.left.connect(self._draft.seal)
        row.edited.connect(lambda given, path=path: self._take(path, given))
        self.rows[path] = row
        self._column.addWidget(row)

    def _table(self, path: KeyPath, field: PlanField, value: Any) -> None:
        there = value is not None
        button = QPushButton(
            tr("Remove {field}", field=field.label.lower())
            if there
            else tr("Add {field}", field=field.label.lower())
        )
        button.clicked.connect(lambda: self._draft.remove(path) if there else self._draft.put(path, {}))
        self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        if there and field.model is not None:
            self._fields(path, field.model)

    def _raw(self, path: KeyPath, label: str = "") -> None:
        """Show what a form cannot change, as it is written."""
        shown = self._draft.written.shown(path)
        self._text(f"{label or path[-1]}: {KEPT}")
        text = QLabel(shown[:2000])
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._column.addWidget(text)

    def _text(self, words: str) -> None:
        label = QLabel(plain(words, 600))
        label.setProperty("muted", True)  # noqa: FBT003  Qt's call
        label.setWordWrap(True)
        self._column.addWidget(label)

    def _take(self, path: KeyPath, given: Any) -> None:
        if given is None:
            if self._draft.value(path) is not None:
                self._draft.remove(path)
        else:
            self._draft.put(path, given)

    _whole: QLabel
    _heading: QLabel


def _in_outline(value: Any) -> str:
    count = len(value) if isinstance(value, list | dict) else 0
    return tr(
        "{count:,} {count:entry|entries} in the outline. Add one with Add below the outline.", count=count
    )


def _at(where: KeyPath, path: KeyPath, field: PlanField) -> bool:
    """Whether a mistake belongs to the field of a path: it stands there, or in a value that the field shows whole."""
    if where == path:
        return True
    return field.kind in (FieldKind.OTHER, FieldKind.NAMES) and where[: len(path)] == path
