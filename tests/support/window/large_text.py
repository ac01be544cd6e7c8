"""What is cut, covered, or too short to be read in a page or a dialog, with text of any size."""

from __future__ import annotations

import time
from contextlib import contextmanager

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTableView,
    QTabWidget,
    QTextBrowser,
    QWidget,
)

from labharness.gui.kit import theme
from labharness.gui.kit.labels import ElidedLabel
from labharness.gui.kit.tables.listed_table import ListedTable
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import MainWindow
from tests.support.window.showcase import Showcase
from tests.support.window.standing import put_away, settle

LEAST_ROWS = 2
"""Rows that a table with as many shows at once."""


@contextmanager
def enlarged(application, workspace):
    """Show a window with large text; it is deleted before the text is small again, which would lay it out anew."""
    theme.dress(application, theme.LIGHT, 2.0)
    window = MainWindow(Showcase(workspace), ROOMS)
    window.show()
    yield window
    put_away(application, window)
    theme.dress(application, theme.LIGHT, 1.0)


def shown(within, kind):
    return [each for each in within.findChildren(kind) if each.isVisibleTo(within)]


def is_cut(widget):
    """Say whether a text has less room than it needs; one that elides itself has its whole text in its tooltip."""
    match widget:
        case QLabel() if not widget.text() or widget.pixmap().width() or isinstance(widget, ElidedLabel):
            return False
        case QLabel() if widget.wordWrap():
            return widget.height() + 1 < widget.heightForWidth(widget.width())
        case QComboBox():
            return False
        case _:
            return widget.width() + 1 < widget.minimumSizeHint().width()


def covered(widget, page):
    """Say whether a part of a widget is where nothing can be scrolled to: outside what holds it."""
    inside, place = widget, QRect(widget.rect())
    while (around := inside.parentWidget()) is not None and inside is not page:
        if isinstance(around.parentWidget(), QAbstractScrollArea):
            return False
        place.translate(inside.pos())
        if not around.rect().adjusted(-2, -2, 2, 2).contains(place):
            return True
        inside = around
    return False


def overlapping(page):
    """Return pairs of controls beside each other that cover each other."""
    result = []
    for around in [page, *shown(page, QWidget)]:
        if isinstance(around, QAbstractScrollArea | QComboBox) or not around.layout():
            continue
        inside = [
            each
            for each in around.children()
            if isinstance(each, QAbstractButton | QLabel | QComboBox | ListedTable) and each.isVisibleTo(page)
        ]
        for at, entry in enumerate(inside):
            for other in inside[at + 1 :]:
                both = entry.geometry().intersected(other.geometry())
                if both.width() > 2 and both.height() > 2:
                    result.append((called(entry), called(other)))
    return result


def called(widget):
    text = widget.text() if hasattr(widget, "text") else widget.accessibleName()
    return f"{type(widget).__name__} {text!r}"


def short_tables(page):
    """Return tables that show fewer rows than a person can compare."""
    return [
        f"{table.accessibleName()}: {table.viewport().height()} pixels"
        for table in shown(page, ListedTable)
        if table.viewport().height()
        < min(LEAST_ROWS, table.model().rowCount()) * table.verticalHeader().defaultSectionSize()
    ]


def cut_titles(page):
    """Return titles of columns that have less room than they need."""
    result = []
    for table in shown(page, QTableView):
        header, model = table.horizontalHeader(), table.model()
        for at in range(header.count()):
            title = str(model.headerData(at, Qt.Orientation.Horizontal) or "")
            if not header.isSectionHidden(at) and header.sectionSize(
                at
            ) < header.fontMetrics().horizontalAdvance(title):
                result.append(f"{table.accessibleName()}: {title}")
    return result


def lasting(find, patience=5.0):
    """Return what is wrong after a layout had its time."""
    until = time.monotonic() + patience
    while (result := find()) and time.monotonic() < until:
        settle(0.05)
    return result


def hidden(window):
    """Return how many pixels of the page that is shown have to be scrolled to, across and down."""
    area = window.stack.currentWidget()
    ways = (area.horizontalScrollBar().maximum(), area.verticalScrollBar().maximum())
    return [pixels for pixels in ways if pixels]


def cut_buttons(page):
    """Return the titles of buttons that have no room."""
    return [called(each) for each in shown(page, QPushButton) if each.text() and is_cut(each)]


def scrolled(page):
    """Return what has to be scrolled sideways to be read; bytes and code are wider than any window."""
    return [
        f"{each.accessibleName()}: {each.horizontalScrollBar().maximum()} pixels"
        for each in shown(page, QAbstractScrollArea)
        if not isinstance(each, QPlainTextEdit | QTextBrowser) and each.horizontalScrollBar().maximum() > 0
    ]


def scrolled_in_every_tab(page):
    """Return the same of all tabs, one inside another included; each has the time to be laid out."""
    result = dict.fromkeys(lasting(lambda: scrolled(page)))
    for tabs in shown(page, QTabWidget):
        for at in range(tabs.count()):
            tabs.setCurrentIndex(at)
            QApplication.processEvents()
            result |= dict.fromkeys(lasting(lambda: scrolled(page)))
        tabs.setCurrentIndex(0)
    return list(result)


def faults(page, patience=5.0):
    """Return what is cut, covered or too short in a page, once it had the time to be laid out."""

    def find():
        texts = [*shown(page, QPushButton), *shown(page, QLabel)]
        result = {
            "cut": [called(each) for each in texts if is_cut(each)],
            "covered": [called(each) for each in texts if covered(each, page)],
            "overlapping": overlapping(page),
            "short": short_tables(page),
            "titles": cut_titles(page),
        }
        return {kind: each for kind, each in result.items() if each}

    return lasting(find, patience)
