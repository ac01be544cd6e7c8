"""A form: fields of models under each other, some behind a button, each with what is wrong beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from labharness.filings.entries.form_values import FieldMistake, Values
from labharness.filings.entries.snapshot import KINDS
from labharness.gui.kit import theme
from labharness.gui.kit.findable import plain_title
from labharness.gui.kit.forms.editors import (
    AnswerEditor,
    ChoiceEditor,
    DateEditor,
    Editor,
    FlagEditor,
    LineEditor,
    LinesEditor,
    NameEditor,
    Offer,
    PathEditor,
    ProseEditor,
    worded_choices,
)
from labharness.gui.kit.forms.list_editors import ChecksEditor, FilesEditor, TableEditor
from labharness.gui.kit.layouts import follow_text, on_event, text_scale
from labharness.gui.kit.page import area_of
from labharness.gui.kit.parts import LEFT, TOP, follow_colors, in_column, push_button, text_label
from labharness.gui.kit.run_standing import Tone, say
from labharness.gui.kit.words import tr
from labharness.language.field_words import kind_words, words_of
from labharness.language.numbers import number
from labharness.language.template import plain
from labharness.model.field import Field, FieldShape, Refers, fields_of
from labharness.model.reasons.register import Forms
from labharness.reason import Reason

LABEL_WIDTH = 134


class FieldRow(QWidget):
    """A field; the line beneath is always there, so that nothing moves when a mistake appears.

    Parameters
    ----------
    empty
        What a choice says that nobody made, "" for the usual.
    editor
        Where it is another than the usual one.
    quiet
        Whether the help is said only to who asks for it: the line beneath is there for what is wrong.
    """

    def __init__(
        self, field: Field, empty: str = "", editor: Editor | None = None, *, quiet: bool = False
    ) -> None:
        super().__init__()
        self.field, self.words, self._quiet = field, words_of(field), quiet
        # What a quiet field is by itself stands in it.
        self.help = _help(replace(field, default=None) if quiet else field, self.words.help)
        self.editor = editor or editor_of(field, plain_title(self.words.label), empty)
        if quiet:
            self.editor.hint(self.words.example)
        elif field.default not in (None, "") and not field.needed:
            self.editor.hint(_default(field))
        elif self.words.example:
            self.editor.hint(tr("for example {example}", example=self.words.example))
        name = f"{self.words.label} *" if field.needed and not quiet else self.words.label
        self.label, self.note = text_label(name, buddy=self.editor), text_label(size=0.88)
        follow_text(self.label, lambda scale: self.label.setFixedWidth(round(LABEL_WIDTH * scale)))
        self.label.setContentsMargins(0, 7, 0, 0)
        self.label.setToolTip(self.about)
        self.note.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.MinimumExpanding)
        self.note.setMinimumHeight(self.note.fontMetrics().height() + 2)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 4 if quiet else 2)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(1)
        grid.addWidget(self.label, 0, 0, TOP)
        grid.addWidget(self.editor, 0, 1)
        grid.addWidget(self.note, 1, 1)
        grid.setColumnStretch(1, 1)
        self.mistake, self.remark = "", ""
        self._touched, self._reasons = False, tuple[Reason, ...]()
        self.editor.changed.connect(self._touch)
        follow_colors(self, lambda: self.show_mistakes(self._reasons))

    def _touch(self) -> None:
        self._touched = True

    @property
    def about(self) -> str:
        """What belongs there, an example, and why it is asked."""
        words = self.words
        example = tr("Example: {example}.", example=words.example) if words.example else ""
        why = tr("Why it is asked: {why}", why=words.why) if words.why else ""
        return " ".join(part for part in (self.help, example, why) if part)

    def show_remark(self, remark: str) -> None:
        """Say something in the place of the help, "" for the help again."""
        self.remark = remark
        self.show_mistakes(self._reasons)

    def show_mistakes(self, reasons: Sequence[Reason]) -> None:
        """Show what is wrong beside the field, or the help where nothing is."""
        self._reasons = tuple(reasons)
        self.mistake = plain(" ".join(map(say, reasons)), 600)
        current, about = theme.current(), self.remark or self.help
        # An empty field is not marked before the user has visited it.
        waits = not self._touched and bool(reasons) and all(reason.is_a(Forms.NEEDED) for reason in reasons)
        wrong = bool(self.mistake) and not waits
        self.note.setStyleSheet(f"color: {current.tones[Tone.FAIL][0] if wrong else current.muted};")
        self.note.setText(
            f"⚠ {self.mistake}" if wrong else tr("Needed. {help}", help=self.help) if waits else about
        )
        self.note.setVisible(wrong or not self._quiet)
        self.note.setAccessibleName(f"{plain_title(self.words.label)}: {self.mistake or about}")
        self.editor.describe(f"{self.mistake} {self.about}".strip())


def _help(field: Field, text: str) -> str:
    """Return what belongs in a field, within which limits, and what it is when nothing is entered."""
    parts = [text]
    if field.low is not None and field.high is not None:
        parts.append(tr("{low} to {high}.", low=number(field.low), high=number(field.high)))
    elif field.low is not None:
        parts.append(tr("At least {low}.", low=number(field.low)))
    typed = field.shape not in (FieldShape.FLAG, FieldShape.CHOICE)
    if typed and not field.needed and field.default not in (None, ""):
        parts.append(tr("If left empty: {default}.", default=_default(field)))
    return " ".join(parts)


def _default(field: Field) -> str:
    default = field.default
    if isinstance(default, tuple):
        return ", ".join(map(str, default))
    is_number = isinstance(default, int | float) and not isinstance(default, bool)
    return number(default) if is_number else str(default)


def editor_of(field: Field, name: str, empty: str = "") -> Editor:
    """Return the editor that a field needs; ``empty`` as in :class:`FieldRow`."""
    if field.shape is FieldShape.FILE:
        return FilesEditor(name)
    if field.shape is FieldShape.TABLE:
        return TableEditor(name, field)
    if field.choices:
        choices = worded_choices(field.choices)
        return ChecksEditor(name, choices) if field.many else ChoiceEditor(name, choices, empty)
    return LinesEditor(name) if field.many else _plain_editor(field, name)


def _plain_editor(field: Field, name: str) -> Editor:
    if field.refers is not None:
        return NameEditor(name)
    if field.shape is FieldShape.FLAG:
        return AnswerEditor(name) if field.needed else FlagEditor(name)
    match field.shape:
        case FieldShape.DATE:
            return DateEditor(name)
        case FieldShape.PROSE:
            return ProseEditor(name)
        case FieldShape.FOLDER:
            return PathEditor(name, folders=True)
    return LineEditor(name)


Key = TypeVar("Key")
Offers = Mapping[Refers, Sequence[Offer]]


class FieldForm(QWidget, Generic[Key]):
    """Shows and edits values by the keys of their fields; it keeps none of them.

    Attributes
    ----------
    rows
        The fields by their keys.
    whole
        What is wrong with no field of the form.
    """

    edited = Signal(object, object)
    """Emitted with the key of a field and its value."""
    dropped = Signal(object, object)
    """Emitted with the key of a field and the paths of files that are to be attached there."""

    def __init__(self) -> None:
        super().__init__()
        self._offers: Offers = {}
        self._inside = QWidget()
        in_column(self._inside, on=self)
        self.begin()

    def begin(self) -> None:
        """Take every field out."""
        self.rows: dict[Key, FieldRow] = {}
        self._behind: dict[Key, QPushButton] = {}
        self.whole = text_label()
        self.whole.hide()
        before, self._inside = self._inside, QWidget()
        self.column = QVBoxLayout(self._inside)
        self.column.setContentsMargins(4, 4, 12, 8)
        self.column.setSpacing(2)
        layout = self.layout()
        assert layout is not None
        layout.replaceWidget(before, self._inside)
        self._inside.show()
        before.setParent(None)  # at once: it would be seen until it is deleted
        before.deleteLater()

    def add(self, key: Key, field: Field, empty: str = "") -> FieldRow:
        """Put a field at the end; ``empty`` as in :class:`FieldRow`."""
        row = self.rows[key] = self.row_of(field, empty)
        row.editor.changed.connect(lambda: self.edited.emit(key, row.editor.value))
        if isinstance(row.editor, FilesEditor):
            row.editor.dropped.connect(lambda paths: self.dropped.emit(key, paths))
        if field.refers is not None:
            row.editor.show_offers(self._offers.get(field.refers, ()))
        self.column.addWidget(row)
        row.show()  # at once: the first field may take the keyboard
        return row

    def row_of(self, field: Field, empty: str) -> FieldRow:
        """Make the row of a field."""
        return FieldRow(field, empty)

    def fold(self, fields: Mapping[Key, Field], *, mark: str = "") -> None:
        """Put fields behind a button, with a ``mark`` before its text: a form has few stops for the keyboard."""
        title = tr("More: {rest:,} {rest:field|fields}", rest=len(fields))
        around, column = QWidget(), self.column
        button = push_button(f"{mark}{title}", name=title, toggles=around.setVisible)
        self.column = in_column(gap=2, on=around)
        for key, field in fields.items():
            self.add(key, field)
            self._behind[key] = button
        self.column = column
        button.setToolTip(", ".join(plain_title(self.rows[key].words.label) for key in fields))
        column.addWidget(button, 0, LEFT)
        column.addWidget(around)
        around.hide()

    def say(self, text: str, *, muted: bool = True) -> QLabel:
        """Put a text at the end."""
        label = text_label(text, muted=muted)
        self.column.addWidget(label)
        label.show()
        return label

    def show_offers(self, offers: Offers) -> None:
        """Offer what fields can name."""
        self._offers = offers
        for row in self.rows.values():
            if row.field.refers is not None:
                row.editor.show_offers(offers.get(row.field.refers, ()))

    def show_wrong(self, wrong: Mapping[Key, Sequence[Reason]], rest: Iterable[Reason] = ()) -> None:
        """Show what is wrong with each field, and with none; a field with a mistake is never folded away."""
        for key, row in self.rows.items():
            row.show_mistakes(wrong.get(key, ()))
            if row.mistake:
                self.unfold(key)
        self.whole.setText(plain(" ".join(map(say, rest)), 600))
        theme.tint(self.whole, Tone.FAIL, grounded=True)
        self.whole.setVisible(bool(self.whole.text()))

    def allow(self, why_not: str = "", fixed: Mapping[Key, str] | None = None) -> None:
        """Let a person edit, or say why not; ``fixed`` has why some fields stay as they are."""
        for key, row in self.rows.items():
            why = why_not or (fixed or {}).get(key, "")
            row.editor.setEnabled(not why)
            row.editor.setToolTip(why)

    def unfold(self, key: Key) -> None:
        """Show a field that is behind a button."""
        if key in self._behind:
            self._behind[key].setChecked(True)

    def focus_field(self, key: Any) -> bool:
        """Put the cursor into a field and bring it into view; returns whether there is such a field."""
        row = self.rows.get(key)
        if row is None:
            return False
        self.unfold(key)
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is not None:
            area.ensureWidgetVisible(row, 0, 40)
        row.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        return True


def form_area(form: QWidget) -> QScrollArea:
    """Return an area in which a form is scrolled up and down; in text of the usual size it is as wide as that needs."""
    area = area_of(form)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def widen() -> None:
        wide = form.minimumSizeHint().width() + area.verticalScrollBar().sizeHint().width()
        area.setMinimumWidth(wide if text_scale() <= 1 else 0)

    on_event(form, widen, QEvent.Type.LayoutRequest, QEvent.Type.Show)
    return area


FIRST: Mapping[str, tuple[str, ...]] = {
    "person": ("title", "active"),
    "laboratory": ("addressee", "signed_decisions"),
    "filing": ("places", "complete"),
    "unit": ("photographs", "holds"),
    "document": ("received", "remark", "files"),
    "certification": ("files",),
    "equipment": ("calibrated", "due"),
    "error": ("stages",),
    "deficiency": ("severity", "status", "response", "answered"),
    "security": ("component",),
    "external": ("clauses", "files"),
    "waiver": ("files",),
    "exclusion": ("source", "files"),
    "invalidation": ("files",),
    "explanation": ("files",),
    "recommendation": ("conditions",),
}
"""Fields that may be empty and are shown all the same."""


FIXED = tr("The id is on record; other entries and reports name it.")


class EntryForm(FieldForm[str]):
    """Shows and edits the values of one entry; it keeps nothing of them.

    Parameters
    ----------
    hidden
        Fields that are filled in elsewhere.
    """

    def __init__(self, hidden: Iterable[str] = ()) -> None:
        super().__init__()
        self._hidden = frozenset(hidden)
        self.kind = ""

    def show_kind(self, kind: str) -> None:
        """Lay out the fields of a kind."""
        if kind == self.kind:
            return
        self.kind = kind
        self.begin()
        words = kind_words(kind)
        self.say(f"{words.help} {words.who}")
        self.column.addWidget(self.whole)
        fields = {each.name: each for each in fields_of(KINDS[kind]) if each.name not in self._hidden}
        named = kind in ("person", "laboratory")  # of all others the id is made by itself
        first = [
            name
            for name, field in fields.items()
            if (field.needed and (named or name != "id")) or name in FIRST.get(kind, ())
        ]
        for name in first:
            self.add(name, fields.pop(name))
        if fields:
            self.fold(fields)
        self.column.addStretch(1)

    def show_values(self, values: Mapping[str, Any], mistakes: Iterable[FieldMistake] = ()) -> None:
        """Show values and what is wrong with them."""
        wrong: dict[str, list[Reason]] = {}
        rest: list[Reason] = []
        for mistake in mistakes:
            name = str(mistake.path[0]) if mistake.path else ""
            (wrong.setdefault(name, []) if name in self.rows else rest).append(mistake.reason)
        for name, row in self.rows.items():
            row.editor.show_value(values.get(name, [] if row.field.many else ""))
        self.show_wrong(wrong, rest)

    def values(self) -> Values:
        """Return what the fields hold."""
        return {name: row.editor.value for name, row in self.rows.items()}


def value_words(value: Any) -> str:
    """Return a value as text: several divided by semicolons, a file with the beginning of its hash.

    Examples
    --------
    >>> value_words(["a", "b"]), value_words(True), value_words({"name": "C", "role": ""})
    ('a; b', 'yes', 'C')
    """
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, Mapping):
        if "sha256" in value:
            return f"{value.get('name', '')} ({str(value['sha256'])[:12]})"
        return ", ".join(value_words(each) for each in value.values() if each not in ("", None))
    if isinstance(value, list | tuple):
        return "; ".join(map(value_words, value))
    return "" if value is None else str(value)
