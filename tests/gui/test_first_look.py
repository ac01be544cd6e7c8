"""A room that is shown for the first time: nothing moves beneath the hand while its data are read."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractItemView, QApplication, QPushButton

from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.model.address import Address, Room
from labharness.model.results import Outcome
from tests.support.filing_factory import file_submission
from tests.support.window.specimen import DRAWS, Specimen
from tests.support.window.specimen_night import queue_a_night
from tests.support.window.standing import settle

ONE_BY_ONE = {Room.TOUR, Room.LIVE}
"""Rooms that show nothing before a run is chosen."""
pytestmark = pytest.mark.long  # each room has its time to read


def places(page):
    """Return where each list and each button of a page stands."""
    every = (*page.findChildren(QAbstractItemView), *page.findChildren(QPushButton))
    seen = (each for each in every if each.isVisibleTo(page) and (each.accessibleName() or each.toolTip()))
    return {widget: widget.mapTo(page, QPoint()) for widget in seen}


def busy(space):
    file_submission(space)
    Specimen(space.path / "runs" / "first", DRAWS).end(Outcome.PASS)
    queue_a_night(space)


@pytest.mark.parametrize("fill", [busy, lambda _: None], ids=["busy", "empty"])
def test_no_list_and_no_button_moves_while_a_room_is_read(window_on, qapp, tmp_path, fill):
    theme.dress(qapp, theme.LIGHT)
    space = Workspace.init(tmp_path / "workspace")
    fill(space)
    window, moved = window_on(space), {}
    for room in (entry.room for entry in ROOMS if entry.room not in ONE_BY_ONE):
        window.open(Address(room))
        QApplication.processEvents()
        before = places(window.page)
        settle(1.2)
        after = places(window.page)
        assert before.keys() & after.keys()
        moved |= {
            f"{room}: {each.accessibleName()}": (before[each], after[each])
            for each in before.keys() & after.keys()
            if before[each] != after[each]
        }
    assert moved == {}
