"""The parts of a plan: its head, game, stages, checks, levels and citations, each with what is wrong in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from labharness.gui.kit import theme
from labharness.gui.kit.icons import icon
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.words import tr
from labharness.language.field_words import choice_words
from labharness.language.text import plain
from labharness.model.field import FieldShape, fields_of
from labharness.plans.plan import Citation, DecisionRule, GameUse, MonitoringRule, Plan, PlannedCheck
from labharness.plans.stages import stage_models
from labharness.plans.written.mistakes import Mistake
from labharness.plans.written.places import KeyPath

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
        if result is not None:
            for field in fields_of(result):
                if field.shape is FieldShape.TABLE and field.many and field.model is not None:
                    yield from _entries((*here, field.name), entry.get(field.name), field.model)


def _model_of(path: KeyPath) -> type[BaseModel] | None:
    if path == ("decision", "retests"):
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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.setAccessibleName(tr("Outline of the plan"))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setIndentation(14)
        self.setTabKeyNavigation(False)
        self._parts: list[OutlinePart] = []
        self._items: list[QTreeWidgetItem] = []
        self._mistakes: Sequence[Mistake] = ()
        self.currentItemChanged.connect(self._choose)

    def show_parts(self, data: Mapping[str, Any]) -> None:
        """Show the parts of a plan; the chosen one stays chosen."""
        parts = list(parts_of(data))
        flat = [each for part, inner in parts for each in (part, *inner)]
        if [(each.path, each.model) for each in flat] == [(part.path, part.model) for part in self._parts]:
            self._parts = flat
            for each, item in zip(flat, self._items, strict=True):
                item.setText(0, each.title)
                item.setToolTip(0, each.title)
            return
        before = self.part
        self.blockSignals(True)  # noqa: FBT003  Qt's call
        self.clear()
        self._parts, self._items = flat, []
        for part, inner in parts:
            around = self._item(None, part)
            held: dict[int, QTreeWidgetItem] = {}
            for each in inner:
                item = self._item(held.get(len(each.path) - 2, around), each)
                held[len(each.path)] = item
            around.setExpanded(part.path in (("stages",), ("checks",)))
        self.blockSignals(False)  # noqa: FBT003  Qt's call
        self.choose(before.path if before is not None else ())

    def _item(self, around: QTreeWidgetItem | None, part: OutlinePart) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self) if around is None else QTreeWidgetItem(around)
        item.setText(0, part.title)
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
        """Mark the parts with mistakes in them."""
        self._mistakes = tuple(mistakes)
        ink = theme.current().tones[Tone.FAIL][0]
        for part, item in zip(self._parts, self._items, strict=True):
            own = part.path and any(mistake.path[: len(part.path)] == part.path for mistake in mistakes)
            head = not part.path and any(_of_head(mistake) for mistake in mistakes)
            item.setIcon(0, icon(Tone.FAIL, ink) if own or head else QIcon())
            item.setData(0, Qt.ItemDataRole.ForegroundRole, QColor(ink) if own or head else None)
            item.setData(
                0,
                Qt.ItemDataRole.AccessibleTextRole,
                tr("{title}{own}", title=part.title, own=", " + tr("mistakes") if own or head else ""),
            )

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  Qt's name
        """Follow the desktop from light to dark."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self.show_mistakes(self._mistakes)

    def _choose(self) -> None:
        if (part := self.part) is not None:
            self.chosen.emit(part)


def _of_head(mistake: Mistake) -> bool:
    """Whether a mistake is about the plan as a whole or one of the fields of its head."""
    heads = {field.name for field in fields_of(Plan) if field.shape is not FieldShape.TABLE}
    return not mistake.path or mistake.path[0] in heads or len(mistake.path) == 1
