"""All keys of a window and its page, gathered from what has them; the list that Ctrl+? shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenuBar, QTabBar, QWidget

from labharness.gui.kit.findable import plain_title
from labharness.gui.kit.page import Page
from labharness.gui.kit.tables.listed_table import ListedTable
from labharness.gui.kit.words import tr


@dataclass(frozen=True, slots=True)
class Key:
    """One key.

    Parameters
    ----------
    keys
        As the platform writes it.
    title
        What it does.
    """

    keys: str
    title: str


FIXED = (
    Key(tr("Tab"), tr("Next control of the page")),
    Key(tr("Alt"), tr("Menus of the window")),
    Key(tr("Return"), tr("Open the chosen row")),
    Key(tr("Esc"), tr("Close a panel or the search")),
)
"""Keys that belong to every page and to no single control."""


def keys_of(window: QWidget, page: QWidget) -> tuple[Key, ...]:
    """Return the keys of a window and of what its page shows."""
    result = [_key(keys, title) for owner, keys, title in _declared(window) if _counts(owner, page)]
    find = QKeySequence(QKeySequence.StandardKey.Find).toString(QKeySequence.SequenceFormat.NativeText)
    tables = [table for table in page.findChildren(ListedTable) if table.isVisibleTo(page)]
    if any(table.begin_filter for table in tables) and find not in {key.keys for key in result}:
        result.append(Key(find, tr("Filter the list at hand")))
    return tuple(dict.fromkeys(result))


def _counts(owner: QObject | None, page: QWidget) -> bool:
    """Say whether the owner of a key is outside all pages, or shown on the page at hand."""
    here = owner if isinstance(owner, QWidget) else None
    if here is None or here is page:
        return True
    if page.isAncestorOf(here):
        return here.isVisibleTo(page)
    while here is not None and not isinstance(here, Page):
        here = here.parentWidget()
    return here is None


def _declared(window: QWidget) -> Iterator[tuple[QObject | None, QKeySequence, str]]:
    """Yield the keys of actions, shortcuts and buttons, and the letters of labels, tabs and menus, with whose each is."""
    for action in window.findChildren(QAction):
        for keys in action.shortcuts():
            yield action.parent(), keys, action.text()
    for shortcut in window.findChildren(QShortcut):
        yield shortcut.parent(), shortcut.key(), shortcut.whatsThis()
    for button in window.findChildren(QAbstractButton):
        if not button.shortcut().isEmpty():
            yield button, button.shortcut(), button.accessibleName() or button.text()
    texts: list[tuple[QWidget, str]] = [
        (label, label.text()) for label in window.findChildren(QLabel) if label.buddy() is not None
    ]
    for tabs in window.findChildren(QTabBar):
        texts += [(tabs, tabs.tabText(at)) for at in range(tabs.count())]
    for bar in window.findChildren(QMenuBar):
        texts += [(bar, action.text()) for action in bar.actions()]
    for widget, text in texts:
        if letter := mnemonic(text):
            yield widget, QKeySequence(f"Alt+{letter}"), text


def mnemonic(text: str) -> str:
    """Return the letter that opens a label or a menu with Alt, "" for none."""
    rest = text.replace("&&", "")
    at = rest.find("&")
    return rest[at + 1 : at + 2].upper() if at >= 0 else ""


def _key(sequence: QKeySequence, title: str) -> Key:
    return Key(sequence.toString(QKeySequence.SequenceFormat.NativeText), plain_title(title).rstrip(":"))
