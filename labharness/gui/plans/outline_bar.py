"""What can be done to the parts of a plan: add a stage, check or citation, take one out, move one."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.flow_row import WrapRow
from labharness.gui.kit.follow_text import follow_text
from labharness.gui.kit.words import tr
from labharness.gui.plans.outline import LISTS, Outline, OutlinePart
from labharness.gui.plans.plan_draft import PlanDraft
from labharness.language.field_words import choice_words, words_of
from labharness.model.field import FieldShape, fields_of
from labharness.plans.plan import DecisionRule
from labharness.plans.stages import stage_models
from labharness.plans.written.places import KeyPath

ARROW = 34
"""Pixels of a button that moves a part, in text of the usual size."""
CHOOSE = tr("Choose a stage, check, citation or item in the outline.")


class OutlineBar(QWidget):
    """Buttons below the outline."""

    def __init__(self, draft: PlanDraft, outline: Outline, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._draft, self._outline = draft, outline
        self.add, self.remove = QPushButton(tr("&Add")), QPushButton(tr("Re&move"))
        self.up, self.down = QPushButton("↑"), QPushButton("↓")
        for button, name, key in (
            (self.up, tr("Move up"), "Alt+Up"),
            (self.down, tr("Move down"), "Alt+Down"),
            (self.remove, tr("Remove the chosen part"), ""),
            (self.add, tr("Add a part"), ""),
        ):
            button.setAccessibleName(name)
            button.setShortcut(QKeySequence(key))
        self.menu = QMenu(self)
        self.add.setMenu(self.menu)
        self.menu.aboutToShow.connect(self._fill)
        self.remove.clicked.connect(self._remove)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(+1))
        row = WrapRow()
        self.setLayout(row)
        for button in (self.add, self.remove, self.up, self.down):
            row.put(button)
        outline.chosen.connect(self._allow)
        self._allow(None)
        for button in (self.up, self.down):
            follow_text(button, partial(_widen, button))

    def _allow(self, part: OutlinePart | None) -> None:
        entry = part is not None and bool(part.path) and isinstance(part.path[-1], int)
        for button in (self.remove, self.up, self.down):
            allow(button) if entry else refuse(button, CHOOSE)

    def _fill(self) -> None:
        self.menu.clear()
        part = self._outline.part
        if part is not None and part.model is not None:
            for field in fields_of(part.model):
                if (
                    field.shape is FieldShape.TABLE
                    and field.many
                    and field.model is not None
                    and (part.path or field.name not in LISTS)
                ):
                    self._offer(
                        tr("to {title}: {label}", title=part.title, label=words_of(field).label),
                        (*part.path, field.name),
                        entry_of(field.model),
                    )
        for kind, model in stage_models().items():
            self._offer(
                tr("Stage: {kind}", kind=choice_words(kind)),
                ("stages",),
                {"kind": kind} | entry_of(model),
            )
        for key, (title, result) in LISTS.items():
            if result is not None:
                self._offer(title.removesuffix("s"), (key,), entry_of(result))
        splits = next(field.model for field in fields_of(DecisionRule) if field.name == "retests")
        if splits is not None:
            self._offer(tr("Split level"), ("decision", "retests"), entry_of(splits))

    def _offer(self, words: str, path: KeyPath, entry: Mapping[str, Any]) -> None:
        self.menu.addAction(words, lambda: self._add(path, entry))

    def _add(self, path: KeyPath, entry: Mapping[str, Any]) -> None:
        part = self._outline.part
        here = part.path if part is not None else ()
        among = here[: len(path)] == path and len(here) > len(path)
        after = int(here[len(path)]) if among else None
        count = len(self._draft.value(path) or ())
        self._draft.add(path, entry, after)
        if len(self._draft.value(path) or ()) > count:
            self._outline.choose((*path, count if after is None else after + 1))
            self._outline.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self) -> None:
        part = self._outline.part
        if part is not None and part.path:
            self._draft.remove(part.path)

    def _move(self, step: int) -> None:
        part = self._outline.part
        if part is None or not part.path or not isinstance(part.path[-1], int):
            return
        path, at = part.path[:-1], part.path[-1]
        if 0 <= at + step < len(self._draft.value(path) or ()):
            self._draft.move(path, at, step)
            self._outline.choose((*path, at + step))


def _widen(button: QPushButton, scale: float) -> None:
    button.setFixedWidth(round(ARROW * scale))


def entry_of(model: type[BaseModel]) -> dict[str, Any]:
    """Return an entry with the fields that it must have, each with its example where it is text or a number."""
    values: dict[str, Any] = {}
    for field in fields_of(model):
        if not field.required or field.name == "kind":
            continue
        if field.shape is FieldShape.CHOICE:
            values[field.name] = field.choices[0]
        elif field.shape is FieldShape.WHOLE:
            values[field.name] = int(words_of(field).example or field.low or 1)
        elif field.shape is FieldShape.NUMBER:
            values[field.name] = float(words_of(field).example or field.low or 1)
        elif field.simple and not field.many:
            values[field.name] = words_of(field).example
        elif field.shape is FieldShape.TABLE and field.many and field.model is not None:
            values[field.name] = [entry_of(field.model)]
    return values
