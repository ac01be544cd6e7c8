"""Columns give way to the room of their table, up to a limit, until somebody sets a width."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication, QHeaderView

from labharness.gui.kit.page import Page
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.column_fit import BUTTON, HEADS, best_head, parted
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.window_state import WindowState
from labharness.gui.shell.navigator import remember, restore

COLUMNS = (
    Column[str]("Verdict", str, 150, tone=lambda _: Tone.PASS),
    Column[str]("Run", str, 320),
    Column[str]("Device", str, 220),
    Column[str]("Ended", str, 190),
)


@pytest.fixture
def page(qtbot):
    page = Page()
    page.table = RowTable("Runs", COLUMNS, str)
    page.table.setParent(page)
    qtbot.addWidget(page)
    page.show()
    return page


def widths(table, room):
    table.resize(room + table.width() - table.viewport().width(), 200)
    return [table.columnWidth(at) for at in range(4)]


def test_wide_columns_give_way_a_verdict_does_not_and_without_room_words_stay_whole(page):
    assert widths(page.table, 1000) == [150, 320, 220, 310]
    narrow = widths(page.table, 760)
    assert (narrow[0], sum(narrow)) == (150, 760)
    assert widths(page.table, 1000) == [150, 320, 220, 310]
    assert widths(page.table, 500)[:3] == [150, 320, 220]


def test_the_last_title_is_whole_where_another_column_takes_the_rest(qtbot):
    """The head of *Compare* was cut at its beginning, as a right-aligned title is."""
    columns = (
        Column[str]("Check", str, 200),
        Column[str]("Observed", str, 190),
        Column[str]("Difference, B − A, of both", str, 60, number=True),
    )
    table = qtbot.addWidget(RowTable("Checks", columns, str))
    header = table.horizontalHeader()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
    table.show()
    for room in (700, 1000, 600):
        table.resize(room, 200)
        assert header.sectionSize(2) >= header.fontMetrics().horizontalAdvance(columns[2].title) + BUTTON


def test_a_width_that_somebody_sets_stays_and_is_remembered(qtbot, page):
    memory = WindowState()
    remember(page, memory, "runs")
    restore(page, memory, "runs")
    assert page.table.columns.state() == []
    page.table.horizontalHeader().resizeSection(1, 400)
    assert widths(page.table, 760)[1] == 400
    assert sum(widths(page.table, 900)) == 900  # the others give way
    remember(page, memory, "runs")
    page.table.columns.forget()
    assert widths(page.table, 760)[1] < 400
    restore(page, memory, "runs")
    assert widths(page.table, 760)[1] == 400


YIELDING = (
    Column[str]("Run", str, 200),
    Column[str]("Bench", str, 100, yields=1),
    Column[str]("Operator", str, 100, yields=2),
)


def shown(table):
    return [column.title for at, column in enumerate(YIELDING) if not table.isColumnHidden(at)]


@pytest.fixture
def yielding(qtbot):
    return qtbot.shown(RowTable("Runs", YIELDING, str))


def test_columns_that_matter_least_leave_and_come_back_and_are_exported_all_the_same(yielding):
    yielding.show_rows(["one"])
    seen = {}
    for room in (600, 300, 200, 600):
        yielding.resize(room + yielding.width() - yielding.viewport().width(), 200)
        seen[room] = shown(yielding)
        QApplication.processEvents()
        assert yielding.horizontalScrollBar().maximum() == 0
    assert seen == {600: ["Run", "Bench", "Operator"], 300: ["Run", "Bench"], 200: ["Run"]}
    assert yielding.cells()[0] == ["Run", "Bench", "Operator"]


def test_a_column_is_chosen_by_the_menu_whatever_the_room(yielding):
    yielding.resize(200, 200)
    assert shown(yielding) == ["Run"]
    (columns,) = [each.menu() for each in yielding.menu().actions() if each.menu() is not None]
    actions = {action.text(): action for action in columns.actions()}
    actions["Operator"].trigger()
    assert shown(yielding) == ["Run", "Operator"]
    actions["Bench"].setChecked(True)
    actions["Bench"].setChecked(False)
    assert yielding.cells()[0] == ["Run", "Operator"]
    assert yielding.columns.state() == ["shown 2 1", "shown 1 0"]
    yielding.columns.forget()
    assert shown(yielding) == ["Run"]


@given(
    st.sets(st.text("0123456789-abc", min_size=1, max_size=30), min_size=1, max_size=12), st.integers(2, 30)
)
def test_the_cut_that_is_chosen_keeps_the_most_names_apart(names, kept):
    def apart(head):
        return len({parted(name, kept, head) for name in names})

    assert apart(best_head(names, kept)) == max(map(apart, HEADS))
    assert all(len(parted(name, kept, head)) <= max(kept, 1) for name in names for head in HEADS)


def test_names_that_have_no_room_stay_different(qtbot):
    column = Column[str]("Run", str, 200, named=True)
    table = qtbot.addWidget(RowTable("Runs", (column,), str))
    table.show_rows([f"20250312T08{minute}00-continuous-shuffler" for minute in range(10, 60)])
    delegate, width = table.itemDelegateForColumn(0), 150
    cut = {delegate.cut(table.rows.key(at), table.fontMetrics(), width) for at in range(50)}
    assert len(cut) == 50
    assert all(table.fontMetrics().horizontalAdvance(name) <= width for name in cut)
