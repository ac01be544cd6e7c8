"""Panels over the page, the list of keys, the menu Row, and what stands where the keyboard is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFrame,
    QMenu,
    QTabWidget,
    QWidget,
)

from labharness.errors import LabharnessError
from labharness.gui.kit.findable import FoundObject, ResultGroup
from labharness.gui.kit.keys import FIXED, Key
from labharness.gui.kit.page import Page
from labharness.gui.kit.parts import in_column, text_label
from labharness.gui.kit.tables.listed_table import ListedTable
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.gui.shell.search_panel import Query
from labharness.language.numbers import number
from labharness.model.address import SCHEME, Address, Room, parse_address


class FloatingPanel(QFrame):
    """Base of panels that are shown for a moment."""

    closed = Signal()
    """Emitted when it was closed by its keys; the page takes the keyboard again."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("floating")
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  Qt's name
        """Close by Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _follow(self, _: QWidget | None, now: QWidget | None) -> None:
        inside = now is not None and (now is self or self.isAncestorOf(now))
        if self.isVisible() and now is not None and not inside and now.window() is self.window():
            self.hide()


WIDTH, HEIGHT = 520, 560
COLUMNS = (
    Column[Key](tr("Key"), lambda key: key.keys, 180),
    Column[Key](tr("What it does"), lambda key: key.title, 280),
)


class KeysPanel(FloatingPanel):
    """All keys."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self.table: RowTable[Key] = RowTable(tr("Keys"), COLUMNS, lambda key: f"{key.keys} {key.title}")
        heading = text_label(tr("KEYS OF THIS WINDOW AND PAGE"), buddy=self.table, wraps=False)
        in_column(heading, (self.table, 1), edges=(12, 10, 12, 12), on=self)

    def open_with(self, keys: Sequence[Key]) -> None:
        """Show these keys in the middle of the window."""
        self.table.show_rows([*keys, *FIXED])
        width, height = min(WIDTH, self._parent.width() - 24), min(HEIGHT, self._parent.height() - 24)
        left, top = (self._parent.width() - width) // 2, (self._parent.height() - height) // 2
        self.setGeometry(QRect(left, top, width, height))
        self.show()
        self.raise_()
        self.table.setFocus()


def found_at_once(query: Query, text: str, here: Address) -> Iterator[FoundObject]:
    """Yield what a text names by itself.

    Parameters
    ----------
    here
        Address of what the window shows.
    """
    text = text.strip()
    if text.startswith(f"{SCHEME}:"):
        try:
            address = parse_address(text)
        except LabharnessError:
            return
        yield FoundObject(ResultGroup.RECORD, text, address, tr("address"))
    elif query.kind is ResultGroup.RECORD and here.room in (Room.RUNS, Room.LIVE) and here.path:
        digits = "".join(query.words)
        if digits.isdecimal() and digits.isascii() and len(digits) < 18:
            run, record = here.path[0], str(int(digits))
            address = Address(Room.RUNS, (run, "record", record))
            yield FoundObject(
                ResultGroup.RECORD,
                tr("Record {number}", number=number(int(record))),
                address,
                tr("of {run}", run=run),
            )


def focused(part: QWidget) -> QWidget | None:
    """Return what has the keyboard within a part of a window, or had it last."""
    return part.focusWidget()


def stops(part: QWidget) -> Iterator[QWidget]:
    """Yield what Tab reaches in a part of a window, in its order."""
    here = _next(part)
    while here is not None and here is not part:
        reached = here.focusPolicy() & Qt.FocusPolicy.TabFocus and here.isEnabled()
        if reached and not _has_proxy(here) and part.isAncestorOf(here) and here.isVisibleTo(part):
            yield here
        here = _next(here)


def _has_proxy(widget: QWidget) -> bool:
    """Say whether a part of a widget takes the keyboard for it, or it for the part.

    ``focusProxy()`` of PySide 6.11 is not asked: it ties the lives of both wrappers.
    """
    above = widget.parentWidget()
    inside = isinstance(above, QAbstractScrollArea) and above.viewport() is widget
    return inside or isinstance(widget, QTabWidget) or isinstance(above, QComboBox | QAbstractSpinBox)


def _next(widget: QWidget) -> QWidget | None:
    return widget.nextInFocusChain()


def offer_row(menu: QMenu, page: Page) -> None:
    """Fill a menu for the list of a page that had the keyboard last, or for its first one."""
    menu.clear()
    for under in menu.findChildren(QMenu):  # which Qt keeps
        under.deleteLater()
    at_hand = focused(page)
    shown = (each for each in page.findChildren(ListedTable) if each.isVisibleTo(page))
    table = at_hand if isinstance(at_hand, ListedTable) and at_hand.isVisibleTo(page) else next(shown, None)
    if table is not None:
        table.fill(menu)
    else:
        menu.addAction(tr("No list is shown.")).setEnabled(False)
