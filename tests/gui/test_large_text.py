"""Text of twice its size: the rail folds, and the results scroll instead of cutting what they say."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QScrollArea

from labharness.acts.declaring import Seat
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.results.results_page import ROOM, ResultsPage
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.rail import NARROW, WIDE, Rail
from labharness.model.address import Address, Room

RELEASED = Path(__file__).parents[1] / "released" / "0.1.0"


@pytest.fixture
def enlarge(qapp):
    theme.dress(qapp, theme.LIGHT, 1.0)  # as the program does before it makes a window
    yield lambda: theme.dress(QApplication.instance(), theme.LIGHT, 2.0)
    theme.dress(qapp, theme.LIGHT, 1.0)


def test_the_rail_shows_titles_only_where_its_text_leaves_room(qtbot, enlarge):
    rail = Rail(ROOMS)
    qtbot.addWidget(rail)
    rail.show()  # the style reaches only what is shown
    rail.fit_into(1280)
    assert rail.width() >= WIDE
    enlarge()
    assert rail.width() == NARROW
    rail.fit_into(2560)
    assert rail.width() > WIDE


@pytest.mark.parametrize("size", [(1000, 560), pytest.param((1280, 700), marks=pytest.mark.long)])
def test_the_results_cut_nothing_of_what_they_say(qtbot, tmp_path, enlarge, size):
    space = Workspace.init(tmp_path / "workspace")
    shutil.copytree(RELEASED / "rng", space.path / "runs" / "rng")
    page = ResultsPage(Seat(space), lambda _: True)
    qtbot.addWidget(page, before_close_func=lambda page: page.stop())
    page.resize(*size)
    page.show()
    page.show_address(Address(Room.RUNS, ("rng",)))
    qtbot.waitUntil(lambda: page.checks.rows.rowCount() > 0)
    area = page.findChild(QScrollArea)
    enlarge()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    for label in (page.title, page.about, page.why):
        qtbot.waitUntil(lambda label=label: label.height() >= label.heightForWidth(label.width()))
    assert page.tabs.height() >= 2 * ROOM
