"""The tree of a window's widgets as text: what a person can see, read out and press, without what varies."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QDialogButtonBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QMenu,
    QScrollBar,
    QTabBar,
    QTableView,
    QWidget,
)

PARTS_OF_QT = QHeaderView | QScrollBar | QDialogButtonBox
"""What Qt puts into its own widgets, or lays out by the desktop's custom."""
MASKS = [
    (re.compile(r"(/[^\s/:<>\"]+)*/(laboratory|workspace)\b"), "PLACE"),
    (re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{8,}…?"), "HASH"),
    (re.compile(r"\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+(, \d{4})?"), "DATE"),
    (re.compile(r"\b\d[\d,.:]*(?<=\d)"), "#"),
    (re.compile(r"(?<!\w)[+−]#"), "±#"),
    (re.compile(r"\b# [kMGT]?B\b"), "# B"),
    (re.compile(r"\bcard [2-9TJQKA#][CDHS]\b"), "card ?"),
    (re.compile(r"# ?[kMGT]?B free[^·]*"), "SPACE "),
    (re.compile(r"\bclock (not )?synchronized"), "CLOCK"),
    (re.compile(r"\b[ap]\.m\."), "m."),
]
"""Paths, hashes, dates, times and numbers: those of a run and of the computer that tests it."""


def masked(text: str) -> str:
    for pattern, name in MASKS:
        text = pattern.sub(name, text)
    return text.replace("\n", "\\n")


def tree(root: QWidget, without: QWidget | None = None) -> str:
    """Return a line for each control, label and named part below a widget, but another's, indented by what holds it."""
    return "\n".join(_below(root, root, 0, without))


def _below(root: QWidget, parent: QObject, depth: int, without: QWidget | None) -> Iterator[str]:
    for child in parent.children():
        match child:
            case _ if child is without:
                pass
            case QShortcut():
                yield _line(depth, "QShortcut", child.whatsThis(), _keys([child.key()]), _state(child))
            case QAction() if not child.isSeparator() and child.text():
                state = [*_state(child), *(["hidden"] * (not child.isVisible()))]
                yield _line(depth, "QAction", child.text(), _keys(child.shortcuts()), state)
            case QWidget() if not isinstance(child, PARTS_OF_QT) and not child.objectName().startswith("qt_"):
                line = _of_widget(root, child, depth)
                yield from line
                yield from _below(root, child, depth + len(line), without)
            case QWidget() if not isinstance(child, QHeaderView | QScrollBar):
                yield from _below(root, child, depth, without)


def _of_widget(root: QWidget, widget: QWidget, depth: int) -> list[str]:
    """Return the line of a widget; none for one that only lays out others."""
    name, text = _name(widget), _text(widget)
    kind = next(
        each.__name__
        for each in type(widget).__mro__
        if not each.__module__.startswith(("labharness", "tests"))
    )
    if kind in ("QWidget", "QFrame", "QSplitter", "QStackedWidget", "QScrollArea") and not (
        widget.objectName() or widget.accessibleName()
    ):
        return []
    shortcut = widget.shortcut() if isinstance(widget, QAbstractButton) else QKeySequence()
    more = [f"#{widget.objectName()}"] * bool(widget.objectName())
    more += [f"name={masked(name)!r}"] * (name not in ("", text))
    state = [*_state(widget), *(["hidden"] * (not widget.isVisibleTo(root)))]
    tip = widget.toolTip() if isinstance(widget, QAbstractButton) else ""
    state += [f"tip={masked(tip)!r}"] * bool(tip)
    return [_line(depth, " ".join([kind, *more]), text, _keys([shortcut]), state)]


def _name(widget: QWidget) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface is not None else ""


def _text(widget: QWidget) -> str:
    """Return what a widget says of itself: no rows, nothing that was entered."""
    match widget:
        case QAbstractButton() | QLabel():
            return "" if widget.accessibleName() == "State of the examination" else widget.text()
        case QGroupBox() | QMenu():
            return widget.title()
        case QTabBar():
            return " | ".join(widget.tabText(at) for at in range(widget.count()))
        case QComboBox():
            return " | ".join(widget.itemText(at) for at in range(widget.count()))
        case QTableView() if widget.model() is not None:
            titles = range(widget.model().columnCount())
            return " | ".join(str(widget.model().headerData(at, Qt.Orientation.Horizontal)) for at in titles)
    return ""


def _keys(keys: list[QKeySequence]) -> list[str]:
    return [
        f"[{key.toString(QKeySequence.SequenceFormat.PortableText)}]" for key in keys if not key.isEmpty()
    ]


def _state(of: QWidget | QAction | QShortcut) -> list[str]:
    return [] if of.isEnabled() else ["disabled"]


def _line(depth: int, kind: str, text: str, keys: list[str], state: list[str]) -> str:
    return "  " * depth + " ".join([kind, *([repr(masked(text))] * bool(text)), *keys, *state])
