"""A form: fields of models under each other, some behind a button, each with what is wrong beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.forms.editors import Offer
from labharness.gui.kit.forms.field_row import FieldRow
from labharness.gui.kit.forms.list_editors import FilesEditor
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.scrolled import area_of
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.language.text import plain
from labharness.model.field import Field, Refers
from labharness.reason import Reason

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
    edited
        Emitted with the key of a field and its value.
    dropped
        Emitted with the key of a field and the paths of files that are to be attached there.
    """

    edited = Signal(object, object)
    dropped = Signal(object, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: dict[Key, FieldRow] = {}
        self.column = QVBoxLayout()
        self.whole = QLabel()
        self._behind: dict[Key, QPushButton] = {}
        self._offers: Offers = {}
        self._inside = QWidget()
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self._inside)

    def begin(self) -> None:
        """Take every field out."""
        self.rows, self._behind = {}, {}
        self.whole = _text_label()
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
        row = FieldRow(field, empty)
        self.rows[key] = row
        row.editor.changed.connect(lambda: self.edited.emit(key, row.editor.value))
        if isinstance(row.editor, FilesEditor):
            row.editor.dropped.connect(lambda paths: self.dropped.emit(key, paths))
        if field.refers is not None:
            row.editor.show_offers(self._offers.get(field.refers, ()))
        self.column.addWidget(row)
        row.show()  # at once: the first field may take the keyboard
        return row

    def fold(self, fields: Mapping[Key, Field]) -> None:
        """Put fields behind a button: a form has few stops for the keyboard."""
        button, around, column = QPushButton(), QWidget(), self.column
        button.setText(tr("More: {rest:,} {rest:field|fields}", rest=len(fields)))
        button.setAccessibleName(button.text())
        button.setCheckable(True)
        button.setAutoDefault(False)
        self.column = QVBoxLayout(around)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(2)
        for key, field in fields.items():
            self.add(key, field)
            self._behind[key] = button
        self.column = column
        button.setToolTip(", ".join(self.rows[key].words.label for key in fields))
        button.toggled.connect(around.setVisible)
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(around)
        around.hide()

    def say(self, text: str, *, muted: bool = True) -> QLabel:
        """Put a text at the end."""
        label = _text_label()
        label.setText(text)
        label.setProperty("muted", muted)
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
    """Return an area in which a form is scrolled up and down."""
    area = area_of(form)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def _text_label() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
