"""Text of twice its size in every room, also in the smallest window: nothing is cut that a person needs, tables show rows."""

import time

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLabel,
    QPushButton,
    QWidget,
)

from labharness.app.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.kit.labels.elided_label import ElidedLabel
from labharness.gui.kit.tables.listed_table import ListedTable
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import SMALLEST, MainWindow
from labharness.model.address import Address, Room
from labharness.model.results import Outcome
from tests.support.window.showcase import Showcase
from tests.support.window.specimen import Specimen
from tests.support.window.specimen_night import queue_a_night

DRAWS = "pai-gow-poker-645a-starting-position"
ROUNDS = "blackjack-633a-continuous-shuffler-rounds"
LEAST_ROWS = 2
"""Rows that a table with as many shows at once."""
PAGES = [
    *(Address(entry.room) for entry in ROOMS),
    Address(Room.RUNS, ("first",)),
    Address(Room.LIVE, ("second",)),
    Address(Room.BENCHES, ("bench-1",)),
    Address(Room.EVIDENCE, ("run", "first")),
]


@pytest.fixture(scope="module")
def large(tmp_path_factory, qapp):
    """A window with large text on a workspace with runs, benches and a queue."""
    place = tmp_path_factory.mktemp("large") / "workspace"
    workspace = Workspace.init(place)
    Specimen(place / "runs" / "first", DRAWS).end(Outcome.PASS)
    second = Specimen(place / "runs" / "second", ROUNDS)
    second.begin("rounds")
    second.observe("rounds", 20)
    queue_a_night(workspace)
    theme.dress(qapp, theme.LIGHT, 2.0)
    window = MainWindow(Showcase(workspace), ROOMS)
    window.show()
    yield window
    window.close()
    second.close()
    theme.dress(qapp, theme.LIGHT, 1.0)


def settle(seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        QApplication.processEvents()
        time.sleep(0.005)


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
    found = []
    for around in [page, *shown(page, QWidget)]:
        if isinstance(around, QAbstractScrollArea | QComboBox) or not around.layout():
            continue
        inside = [
            each
            for each in around.children()
            if isinstance(each, QAbstractButton | QLabel | QComboBox | ListedTable) and each.isVisibleTo(page)
        ]
        for at, one in enumerate(inside):
            for other in inside[at + 1 :]:
                both = one.geometry().intersected(other.geometry())
                if both.width() > 2 and both.height() > 2:
                    found.append((called(one), called(other)))
    return found


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


def faults(page):
    texts = [*shown(page, QPushButton), *shown(page, QLabel)]
    return {
        "cut": [called(each) for each in texts if is_cut(each)],
        "covered": [called(each) for each in texts if covered(each, page)],
        "overlapping": overlapping(page),
        "short": short_tables(page),
    }


@pytest.mark.parametrize("size", [(1280, 800), SMALLEST], ids=str)
@pytest.mark.parametrize("address", PAGES, ids=str)
def test_nothing_is_cut_in_a_room(large, address, size):
    large.resize(*size)
    large.open(address)
    until = time.monotonic() + 5
    settle(0.3)
    while any(faults(large.page).values()) and time.monotonic() < until:
        settle(0.1)
    assert {name: found for name, found in faults(large.page).items() if found} == {}
    bar = large.top
    assert [called(each) for each in shown(bar, QLabel) if is_cut(each)] == []
    area = large.stack.currentWidget()
    assert area.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("size", [(1280, 800), SMALLEST], ids=str)
def test_text_of_the_usual_size_needs_no_scrolling(large, qapp, size):
    """After all others: a page is scrolled only where large text leaves no choice."""
    theme.dress(qapp, theme.LIGHT, 1.0)
    large.resize(*size)
    for address in PAGES:
        large.open(address)
        settle(0.2)
        area = large.stack.currentWidget()
        found = area.horizontalScrollBar().maximum(), area.verticalScrollBar().maximum()
        if size == SMALLEST and (address.room is Room.HOME or address.path[:1] == ("run",)):
            found = found[0], 0  # lists above each other
        assert (str(address), found) == (str(address), (0, 0))
