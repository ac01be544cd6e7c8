"""Text of twice its size: the rail folds."""

import pytest
from PySide6.QtWidgets import QApplication

from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.rail import NARROW, WIDE, Rail


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
