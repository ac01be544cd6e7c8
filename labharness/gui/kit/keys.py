"""Keys: all of a window and its page, gathered from what has them, and F1, which opens the paragraph of the manual on a control."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenuBar, QTabBar, QWhatsThis, QWidget

from labharness.app.manual.place import Manual
from labharness.errors import LabharnessError
from labharness.gui.kit.findable import plain_title
from labharness.gui.kit.page import Page
from labharness.gui.kit.run_standing import explain
from labharness.gui.kit.tables.listed_table import ListedTable
from labharness.gui.kit.words import tr
from labharness.language.template import plain
from labharness.model.address import Address, Room


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


_PROPERTY = "explained"
INDEX = "index"
LONGEST = 900
KEY_HELP = tr("Explain the control at hand: its paragraph of the manual")
MORE = tr("The room Help has the whole page.")

Control = TypeVar("Control", bound=QWidget)


def explained_by(control: Control, reference: str) -> Control:
    """Let F1 on a control, and on what it holds, open a paragraph of the manual (``page#heading``)."""
    control.setProperty(_PROPERTY, reference)
    return control


def explanation(control: QWidget | None) -> str:
    """Return what a control or the nearest that holds it declares, "" where none does."""
    while control is not None:
        if result := control.property(_PROPERTY):
            return str(result)
        control = control.parentWidget()
    return ""


def help_address(reference: str) -> Address:
    """Return the address of a paragraph of the manual."""
    page, _, heading = reference.partition("#")
    return Address(Room.HELP, (page, heading) if heading else (page,))


def show_here(dialog: QWidget, manual: Callable[[], Manual], reference: str) -> None:
    """Show a paragraph of the manual over a dialog, which the room Help would be blocked by."""
    try:
        heading, text = manual().paragraph(reference)
        shown = f"<h3>{escape(heading)}</h3><p>{escape(plain(text, LONGEST))}</p><p>{escape(MORE)}</p>"
    except LabharnessError as error:
        shown = escape(explain(error))
    QWhatsThis.showText(dialog.mapToGlobal(dialog.rect().center()), shown, dialog)


class HelpKey(QObject):
    """F1 in every window and dialog of the program.

    Each window gets the key when one of its controls first has the keyboard. A filter of all events of the application
    would enter Python for each of them.
    """

    wanted = Signal(str)
    """Emitted with what the control at hand declares, "" for nothing."""

    def __init__(self, application: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        application.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        """Give the window of the control at hand its key."""
        del before
        if now is None:
            return
        window = now.window()
        if not window.findChildren(_Key, options=Qt.FindChildOption.FindDirectChildrenOnly):
            _Key(window).activated.connect(self._emit)

    def _emit(self) -> None:
        self.wanted.emit(explanation(QApplication.focusWidget()))


class _Key(QShortcut):
    """The key of one window."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(QKeySequence(Qt.Key.Key_F1), window)
        self.setWhatsThis(KEY_HELP)
