"""The form of an entry: every field of its typed model, what is needed first, the rest folded away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from labharness.filings.entries.form_values import FieldMistake, Values
from labharness.filings.entries.snapshot import KINDS
from labharness.gui.kit.forms.field_form import FieldForm
from labharness.gui.kit.words import tr
from labharness.language.field_words import kind_words
from labharness.model.field import fields_of
from labharness.reason import Reason

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

    def __init__(self, hidden: Iterable[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
