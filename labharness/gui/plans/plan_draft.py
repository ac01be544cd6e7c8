"""The plan that is edited: its text, what the text means, and every change since the start, to be undone and redone.

The parts of a plan: its head, game, stages, checks, levels and citations, each with what is wrong in it.

What can be done to the parts of a plan: add a stage, check or citation, take one out, move one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QMenu, QPushButton, QTreeWidget, QTreeWidgetItem, QWidget

from labharness.app.planning.plan_versions import StoredDraft
from labharness.errors import LabharnessError, PlanError
from labharness.games.mistakes import read_toml
from labharness.gui.kit import theme
from labharness.gui.kit.findable import allow, refuse
from labharness.gui.kit.forms.saved_form import Draft
from labharness.gui.kit.icons import icon
from labharness.gui.kit.layouts import follow_text
from labharness.gui.kit.parts import follow_colors, in_wrapped_row, push_button
from labharness.gui.kit.run_standing import Tone, explain
from labharness.gui.kit.words import tr
from labharness.language.field_words import choice_words, words_of
from labharness.language.template import plain
from labharness.model.field import Field, FieldShape, fields_of
from labharness.plans.plan import (
    Citation,
    DecisionRule,
    GameUse,
    MonitoringRule,
    Plan,
    PlannedCheck,
    stage_models,
)
from labharness.plans.written import edits
from labharness.plans.written.mistakes import Mistake
from labharness.plans.written.places import KeyPath, Written, read_places

LISTS: Mapping[str, tuple[str, type[BaseModel] | None]] = {
    "stages": (tr("Stages"), None),
    "checks": (tr("Checks"), PlannedCheck),
    "citations": (tr("Citations"), Citation),
}
"""Lists of a plan with their titles; the model of a stage is that of its kind."""


@dataclass(frozen=True, slots=True)
class OutlinePart:
    """One part of the outline.

    Parameters
    ----------
    model
        What its form is made from, None where it is a list.
    """

    path: KeyPath
    title: str
    model: type[BaseModel] | None


def parts_of(data: Mapping[str, Any]) -> Iterator[tuple[OutlinePart, list[OutlinePart]]]:
    """Yield each part of a plan with the parts below it."""
    yield OutlinePart((), tr("Purpose and conduct"), Plan), []
    yield OutlinePart(("game",), tr("Cards, game"), GameUse), []
    for key, (title, model) in LISTS.items():
        inner = list(_entries((key,), data.get(key), model))
        yield OutlinePart((key,), f"{title} ({sum(len(each.path) == 2 for each in inner)})", None), inner
        if key == "checks":
            splits = _entries(("decision", "retests"), (data.get("decision") or {}).get("retests"), None)
            yield OutlinePart(("decision",), tr("Decision rule"), DecisionRule), list(splits)
            yield OutlinePart(("monitoring",), tr("Monitoring"), MonitoringRule), []


def _entries(path: KeyPath, entries: Any, model: type[BaseModel] | None) -> Iterator[OutlinePart]:
    for at, entry in enumerate(entries if isinstance(entries, list) else ()):
        if not isinstance(entry, dict):
            continue
        here, kind = (*path, at), entry.get("kind")
        result = model or (stage_models().get(str(kind)) if path == ("stages",) else _model_of(path))
        name = entry.get("name") or entry.get("id") or entry.get("cites") or f"{at + 1}"
        text = f"{name} · {choice_words(str(kind))}" if kind else str(name)
        yield OutlinePart(here, plain(text, 80), result)
        for field in _lists_of(result) if result is not None else ():
            yield from _entries((*here, field.name), entry.get(field.name), field.model)


def _lists_of(model: type[BaseModel]) -> Iterator[Field]:
    """Yield the fields of a model that are lists of tables."""
    return (
        field
        for field in fields_of(model)
        if field.shape is FieldShape.TABLE and field.many and field.model is not None
    )


RETESTS: KeyPath = ("decision", "retests")


def _model_of(path: KeyPath) -> type[BaseModel] | None:
    if path == RETESTS:
        return next(field.model for field in fields_of(DecisionRule) if field.name == "retests")
    return None


class Outline(QTreeWidget):
    """The parts as a tree; the chosen one is shown as a form.

    Attributes
    ----------
    chosen
        Emitted with the :class:`OutlinePart` that is chosen.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setHeaderHidden(True)
        self.setAccessibleName(tr("Outline of the plan"))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setIndentation(14)
        self.setTabKeyNavigation(False)
        self._parts: list[OutlinePart] = []
        self._items: list[QTreeWidgetItem] = []
        self._mistakes: Sequence[Mistake] = ()
        self.currentItemChanged.connect(self._choose)
        follow_colors(self, lambda: self.show_mistakes(self._mistakes))

    def show_parts(self, data: Mapping[str, Any]) -> None:
        """Show the parts of a plan; the chosen one stays chosen where it still is."""
        parts = list(parts_of(data))
        flat = [each for part, inner in parts for each in (part, *inner)]
        if [(each.path, each.model) for each in flat] == [(part.path, part.model) for part in self._parts]:
            self._parts = flat
            for each, item in zip(flat, self._items, strict=True):
                item.setText(0, each.title)
                item.setToolTip(0, each.title)
            return
        before = self.part
        with QSignalBlocker(self):
            self.clear()
            self._parts, self._items = flat, []
            for part, inner in parts:
                around = self._item(self, part)
                held: dict[int, QTreeWidgetItem] = {}
                for each in inner:
                    held[len(each.path)] = self._item(held.get(len(each.path) - 2, around), each)
                around.setExpanded(part.path in (("stages",), ("checks",)))
        self.choose(before.path if before is not None else ())

    def _item(self, around: QTreeWidget | QTreeWidgetItem, part: OutlinePart) -> QTreeWidgetItem:
        item = QTreeWidgetItem(around, [part.title])
        item.setToolTip(0, part.title)
        self._items.append(item)
        return item

    @property
    def part(self) -> OutlinePart | None:
        """The chosen part."""
        item = self.currentItem()
        return next((p for p, i in zip(self._parts, self._items, strict=True) if i is item), None)

    def choose(self, path: KeyPath) -> None:
        """Choose the innermost part that holds a key."""
        for depth in range(len(path), -1, -1):
            for part, item in zip(self._parts, self._items, strict=True):
                if part.path == path[:depth]:
                    if self.currentItem() is item:
                        self.chosen.emit(part)
                    self.setCurrentItem(item)
                    return

    def show_mistakes(self, mistakes: Sequence[Mistake]) -> None:
        """Mark the parts that have mistakes."""
        self._mistakes = tuple(mistakes)
        ink = theme.current().tones[Tone.FAIL][0]
        for part, item in zip(self._parts, self._items, strict=True):
            wrong = any(
                mistake.path[: len(part.path)] == part.path if part.path else _of_head(mistake)
                for mistake in mistakes
            )
            item.setIcon(0, icon(Tone.FAIL, ink) if wrong else QIcon())
            item.setData(0, Qt.ItemDataRole.ForegroundRole, QColor(ink) if wrong else None)
            own = ", " + tr("mistakes") if wrong else ""
            spoken = tr("{title}{own}", title=part.title, own=own)
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, spoken)

    def _choose(self) -> None:
        if (part := self.part) is not None:
            self.chosen.emit(part)


def _of_head(mistake: Mistake) -> bool:
    """Whether a mistake is about the plan as a whole or one of the fields of its head."""
    heads = {field.name for field in fields_of(Plan) if field.shape is not FieldShape.TABLE}
    return not mistake.path or mistake.path[0] in heads or len(mistake.path) == 1


Change = Callable[[str], str]
NO_DRAFT = StoredDraft("", b"", "")


class PlanDraft(Draft[str]):
    """One draft at work; its state is its text.

    Attributes
    ----------
    base
        The draft as it was taken up.
    refused
        Emitted with one sentence where a change cannot be made.
    """

    refused = Signal(str)

    def __init__(self, keep: Callable[[StoredDraft], object], parent: QObject | None = None) -> None:
        super().__init__("", keep, parent)
        self.base, self.broken = NO_DRAFT, ""
        self.data: Mapping[str, Any] = {}
        self.written: Written = read_places("")

    @property
    def text(self) -> str:
        """The plan as it stands."""
        return self.state

    @property
    def stored(self) -> StoredDraft:
        """The draft as it stands."""
        return StoredDraft(self.base.name, self.text.encode("utf-8"), self.base.based_on)

    def kept_as(self) -> StoredDraft | None:
        """Return what is written of the draft, None where there is nothing to write."""
        return self.stored if self.base.name else None

    def open(self, base: StoredDraft) -> None:
        """Take up a draft; what was changed before is forgotten."""
        self.flush()
        self.base = base
        self.begin(base.content.decode("utf-8", "replace"))

    def forget(self) -> None:
        """Let go of a draft that is one no more, and keep nothing of it."""
        super().forget()
        self.base = NO_DRAFT

    def show_state(self, state: str) -> None:
        """Let this be the text."""
        self.broken = ""
        try:
            self.data = read_toml(state.encode("utf-8"), "draft.toml")
            self.written = read_places(state)
        except (PlanError, ValueError) as error:
            self.broken = explain(error) if isinstance(error, PlanError) else str(error)
        super().show_state(state)

    def value(self, path: KeyPath) -> Any:
        """Return the value at a key, None where the plan has none."""
        value: Any = self.data
        for part in path:
            try:
                value = value[part]
            except (LookupError, TypeError):
                return None
        return value

    def set(self, path: KeyPath, value: Any) -> None:
        """Set a value; changes of one field right after each other are undone together."""
        self._change(lambda text: edits.put(text, path, value), edits.key_of(path))

    def remove(self, path: KeyPath) -> None:
        """Take a key or an entry out."""
        self._change(lambda text: edits.remove(text, path), "")

    def add(self, path: KeyPath, entry: Mapping[str, Any], after: int | None = None) -> None:
        """Add an entry to a list."""
        self._change(lambda text: edits.add(text, path, entry, after), "")

    def move(self, path: KeyPath, at: int, step: int) -> None:
        """Exchange two neighboring entries of a list."""
        self._change(lambda text: edits.move(text, path, at, step), "")

    def write(self, text: str) -> None:
        """Take a text that somebody wrote as a whole."""
        self.put(text, tr("text view"), "text")

    def _change(self, change: Change, key: str) -> None:
        if self.broken:
            self.refused.emit(self.broken)
            return
        try:
            result = change(self.text)
        except (LabharnessError, TypeError, UnicodeError) as error:
            self.refused.emit(explain(error) if isinstance(error, LabharnessError) else str(error))
            return
        self.put(result, tr("change of {key}", key=key) if key else tr("change"), key)


ARROW = 34
"""Pixels of a button that moves a part, in text of the usual size."""
CHOOSE = tr("Choose a stage, check, citation or item in the outline.")


class OutlineBar(QWidget):
    """Buttons below the outline."""

    def __init__(self, draft: PlanDraft, outline: Outline) -> None:
        super().__init__()
        self._draft, self._outline = draft, outline
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill)
        self.add = push_button(tr("&Add"), name=tr("Add a part"), key="")
        self.add.setMenu(self.menu)
        self.remove = push_button(tr("Re&move"), self._remove, name=tr("Remove the chosen part"), key="")
        self.up = push_button("↑", lambda: self._move(-1), name=tr("Move up"), key="Alt+Up")
        self.down = push_button("↓", lambda: self._move(+1), name=tr("Move down"), key="Alt+Down")
        self.setLayout(in_wrapped_row(self.add, self.remove, self.up, self.down))
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
        for field in _lists_of(part.model) if part is not None and part.model is not None else ():
            if part is not None and field.model is not None and (part.path or field.name not in LISTS):
                words = tr("to {title}: {label}", title=part.title, label=words_of(field).label)
                self._offer(words, (*part.path, field.name), entry_of(field.model))
        for kind, model in stage_models().items():
            words = tr("Stage: {kind}", kind=choice_words(kind))
            self._offer(words, ("stages",), {"kind": kind} | entry_of(model))
        for key, (title, result) in LISTS.items():
            if result is not None:
                self._offer(title.removesuffix("s"), (key,), entry_of(result))
        if (splits := _model_of(RETESTS)) is not None:
            self._offer(tr("Split level"), RETESTS, entry_of(splits))

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
    button.setFixedWidth(max(round(ARROW * scale), button.minimumSizeHint().width()))


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
