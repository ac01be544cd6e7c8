"""A room that is shown for the first time: nothing moves beneath the hand while its data are read."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractItemView, QApplication, QPushButton

from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import MainWindow
from labharness.model.address import Address, Room
from labharness.model.results import Outcome
from tests.support.filing_factory import file_submission
from tests.support.window.showcase import Showcase
from tests.support.window.specimen import Specimen
from tests.support.window.specimen_night import queue_a_night
from tests.support.window.standing import settle

DRAWS = "pai-gow-poker-645a-starting-position"
ONE_BY_ONE = {Room.TOUR, Room.LIVE}
"""Rooms that show nothing before a run is chosen."""
pytestmark = pytest.mark.long  # each room has its time to read


def places(page):
    """Return where each list and each button of a page stands."""
    return {
        widget: widget.mapTo(page, QPoint())
        for widget in (*page.findChildren(QAbstractItemView), *page.findChildren(QPushButton))
        if widget.isVisibleTo(page) and (widget.accessibleName() or widget.toolTip())
    }


def busy(space):
    file_submission(space)
    Specimen(space.path / "runs" / "first", DRAWS).end(Outcome.PASS)
    queue_a_night(space)


@pytest.mark.parametrize("fill", [busy, lambda _: None], ids=["busy", "empty"])
def test_no_list_and_no_button_moves_while_a_room_is_read(qtbot, qapp, tmp_path, fill):
    theme.dress(qapp, theme.LIGHT)
    space = Workspace.init(tmp_path / "workspace")
    fill(space)
    window = qtbot.shown(MainWindow(Showcase(space), ROOMS, open_file=lambda _: True))
    moved = {}
    for entry in ROOMS:
        if entry.room in ONE_BY_ONE:
            continue
        window.open(Address(entry.room))
        QApplication.processEvents()
        page = window.page
        before = places(page)
        settle(1.2)
        after = places(page)
        assert before.keys() & after.keys()
        moved |= {
            f"{entry.title}: {each.accessibleName()}": (at, after[each])
            for each, at in before.items()
            if each in after and after[each] != at
        }
    window.close()
    assert moved == {}
