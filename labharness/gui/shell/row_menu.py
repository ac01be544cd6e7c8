"""The menu Row of the window: what the menu of a row offers, for whoever uses no right click."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu

from labharness.gui.kit.page import Page
from labharness.gui.kit.tables.listed_table import ListedTable
from labharness.gui.kit.words import tr
from labharness.gui.shell.focus import focused


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
