"""Text of twice its size in every room, also in the smallest window: nothing is cut that a person needs, tables show rows."""

import time
from itertools import product

import pytest
from PySide6.QtWidgets import QLabel

from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import SMALLEST
from labharness.model.address import Address, Room
from labharness.model.results import Outcome
from tests.support.thinned import every
from tests.support.window.large_text import called, enlarged, faults, is_cut, settle, shown
from tests.support.window.specimen import Specimen
from tests.support.window.specimen_night import queue_a_night

DRAWS = "pai-gow-poker-645a-starting-position"
ROUNDS = "blackjack-633a-continuous-shuffler-rounds"
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
    with enlarged(qapp, workspace) as window:
        yield window
    second.close()


@pytest.mark.parametrize("size", every(2, [SMALLEST, (1280, 800)]), ids=str)
@pytest.mark.parametrize("address", PAGES, ids=str)
def test_nothing_is_cut_in_a_room(large, address, size):
    large.resize(*size)
    large.open(address)
    until = time.monotonic() + 5
    settle(0.3)
    while any(faults(large.page).values()) and time.monotonic() < until:
        settle(0.1)
    assert {name: reason for name, reason in faults(large.page).items() if reason} == {}
    bar = large.top
    assert [called(each) for each in shown(bar, QLabel) if is_cut(each)] == []
    area = large.stack.currentWidget()
    assert area.horizontalScrollBar().maximum() == 0


def test_text_of_the_usual_size_needs_no_scrolling(large, qapp):
    """After all others: a page is scrolled only where large text leaves no choice."""
    theme.dress(qapp, theme.LIGHT, 1.0)
    for address, size in product(PAGES, ((1280, 800), SMALLEST)):
        large.resize(*size)
        large.open(address)
        settle(0.2)
        area = large.stack.currentWidget()
        result = area.horizontalScrollBar().maximum(), area.verticalScrollBar().maximum()
        stacked = address.room in (Room.HOME, Room.LIVE) or address.path[:1] == ("run",)
        if size == SMALLEST and stacked:
            result = result[0], 0  # lists above each other, and a picture with room for its texts
        assert (str(address), size, result) == (str(address), size, (0, 0))
