"""Columns give way to the room of their table, up to a limit, until somebody sets a width."""

import pytest

from labharness.gui.kit.page import Page
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.window_state import WindowState
from labharness.gui.shell.remembering import remember, restore

COLUMNS = (
    Column[str]("Verdict", str, 150, tone=lambda _: Tone.PASS),
    Column[str]("Run", str, 320),
    Column[str]("Device", str, 220),
    Column[str]("Ended", str, 190),
)


@pytest.fixture
def page(qtbot):
    made = Page()
    made.table = RowTable("Runs", COLUMNS, str)
    made.table.setParent(made)
    qtbot.addWidget(made)
    made.show()
    return made


def widths(table, room):
    table.resize(room + table.width() - table.viewport().width(), 200)
    return [table.columnWidth(at) for at in range(4)]


def test_wide_columns_give_way_and_a_verdict_does_not(page):
    assert widths(page.table, 1000) == [150, 320, 220, 310]
    narrow = widths(page.table, 760)
    assert narrow[0] == 150
    assert sum(narrow) == 760
    assert widths(page.table, 1000) == [150, 320, 220, 310]


def test_a_table_without_enough_room_is_scrolled_with_its_words_whole(page):
    assert widths(page.table, 500)[:3] == [150, 320, 220]


def test_a_width_that_somebody_sets_stays_and_is_remembered(qtbot, page):
    memory = WindowState()
    remember(page, memory, "runs")
    restore(page, memory, "runs")
    assert page.table.columns.follows
    page.table.horizontalHeader().resizeSection(1, 400)
    assert widths(page.table, 760)[1] == 400
    remember(page, memory, "runs")
    page.table.columns.follows = True
    widths(page.table, 1000)
    restore(page, memory, "runs")
    assert widths(page.table, 760)[1] == 400
