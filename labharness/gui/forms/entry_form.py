"""The form of an entry: every field of its typed model, what is needed first, the rest folded away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from labharness.filings.entries.fields import EntryField, Refers, fields_of
from labharness.filings.entries.form_values import FieldMistake, Values
from labharness.gui.forms.editors import Offer
from labharness.gui.forms.field_row import FieldRow
from labharness.gui.forms.list_editors import FilesEditor
from labharness.gui.kit import theme
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.language.entry_words import kind_words
from labharness.language.text import plain

Offers = Mapping[Refers, Sequence[Offer]]
FIRST: Mapping[str, tuple[str, ...]] = {
    "filing": ("complete",),
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


class EntryForm(QScrollArea):
    """Shows and edits the values of one entry; it keeps nothing of them.

    Parameters
    ----------
    hidden
        Fields that are filled in elsewhere.

    Attributes
    ----------
    edited
        Emitted with the name of a field and its value.
    dropped
        Emitted with the name of a field and the paths of files that are to be attached there.
    """

    edited = Signal(str, object)
    dropped = Signal(str, object)

    def __init__(self, hidden: Iterable[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hidden = frozenset(hidden)
        self.kind = ""
        self.rows: dict[str, FieldRow] = {}
        self._offers: Offers = {}
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.about, self.whole = QLabel(), QLabel()
        for label in (self.about, self.whole):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.about.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.more = QPushButton()
        self.more.setCheckable(True)
        self.more.setAutoDefault(False)
        self.more.toggled.connect(self._fold)
        self._rest: QWidget | None = None

    def show_kind(self, kind: str) -> None:
        """Lay out the fields of a kind, or none for ""."""
        if kind == self.kind:
            return
        self.kind, self.rows, self._rest = kind, {}, None
        for kept in (self.about, self.whole, self.more):
            kept.setParent(None)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(4, 4, 12, 8)
        column.setSpacing(2)
        if kind:
            self._lay_out(kind, column)
        column.addStretch(1)
        self.setWidget(inside)
        self._fold(open_=self.more.isChecked())

    def _lay_out(self, kind: str, column: QVBoxLayout) -> None:
        words = kind_words(kind)
        self.about.setText(f"{words.help} {words.who}")
        column.addWidget(self.about)
        column.addWidget(self.whole)
        fields = [field for field in fields_of(kind) if field.name not in self._hidden]
        named = kind in ("person", "laboratory")  # of all others the id is made by itself
        first = [
            field
            for field in fields
            if (field.needed and (named or field.name != "id")) or field.name in FIRST.get(kind, ())
        ]
        rest = [field for field in fields if field not in first]
        for field in first:
            column.addWidget(self._row(field))
        self._rest = QWidget()
        folded = QVBoxLayout(self._rest)
        folded.setContentsMargins(0, 0, 0, 0)
        folded.setSpacing(2)
        for field in rest:
            folded.addWidget(self._row(field))
        self.more.setVisible(bool(rest))
        self.more.setText(tr("More: {rest:,} {rest:field|fields}", rest=len(rest)))
        self.more.setAccessibleName(self.more.text())
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._rest)

    def _row(self, field: EntryField) -> FieldRow:
        row = FieldRow(field)
        self.rows[field.name] = row
        row.editor.changed.connect(lambda: self.edited.emit(field.name, row.editor.value))
        if isinstance(row.editor, FilesEditor):
            row.editor.dropped.connect(lambda paths: self.dropped.emit(field.name, paths))
        if field.refers is not None:
            row.editor.show_offers(self._offers.get(field.refers, ()))
        return row

    def show_offers(self, offers: Offers) -> None:
        """Offer what fields can name."""
        self._offers = offers
        for row in self.rows.values():
            if row.field.refers is not None:
                row.editor.show_offers(offers.get(row.field.refers, ()))

    def show_values(self, values: Mapping[str, Any], mistakes: Iterable[FieldMistake] = ()) -> None:
        """Show values and what is wrong with them; a field with a mistake is never folded away."""
        wrong: dict[str, list[FieldMistake]] = {}
        for mistake in mistakes:
            wrong.setdefault(str(mistake.path[0]) if mistake.path else "", []).append(mistake)
        for name, row in self.rows.items():
            row.editor.show_value(values.get(name, [] if row.field.many else ""))
            row.show_mistakes([each.reason for each in wrong.pop(name, ())])
        left = [entry.reason for each in wrong.values() for entry in each]
        self.whole.setText(plain(" ".join(map(say, left)), 600))
        theme.tint(self.whole, Tone.FAIL)
        self.whole.setVisible(bool(left))
        if self._folded_mistakes() and not self.more.isChecked():
            self.more.setChecked(True)

    def values(self) -> Values:
        """Return what the fields hold."""
        return {name: row.editor.value for name, row in self.rows.items()}

    def allow(self, why_not: str = "", *, recorded: bool = False) -> None:
        """Let a person edit, or say why not; an id that is on record never changes."""
        for name, row in self.rows.items():
            why = why_not or (FIXED if recorded and name == "id" else "")
            row.editor.setEnabled(not why)
            row.editor.setToolTip(why)

    def focus_field(self, name: str) -> bool:
        """Put the cursor into a field and bring it into view; returns whether there is such a field."""
        row = self.rows.get(name)
        if row is None:
            return False
        if self._rest is not None and self._rest.isAncestorOf(row) and not self.more.isChecked():
            self.more.setChecked(True)
        self.ensureWidgetVisible(row, 0, 40)
        row.editor.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _folded_mistakes(self) -> bool:
        rest = self._rest
        return rest is not None and any(row.mistake and rest.isAncestorOf(row) for row in self.rows.values())

    def _fold(self, open_: bool) -> None:
        if self._rest is not None:
            self._rest.setVisible(open_)
