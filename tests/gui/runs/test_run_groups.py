"""Runs in groups: together below one head each, whichever way they are sorted, while rows stay rows."""

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import Qt

from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.window_state import WindowState
from labharness.gui.runs.run_rows import RUNS, GroupingChoice, RunRow, group_of
from labharness.language.run_groups import RunGrouping
from labharness.model.results import Outcome, standing_of

ONE = RunRow(
    run="",
    standing=standing_of(Outcome.PASS),
    ending="Complete",
    tone=Tone.PASS,
    plan="p",
    device="usb://1/2",
    submission="",
    sample="",
    started="",
    seconds=1.0,
    remark="",
    ended=True,
)
ROWS = [
    replace(ONE, run="a", started="2026-11-21T23:00:00Z", submission="S-2"),  # 6 p.m. in Pennsylvania
    replace(ONE, run="b", started="2026-11-22T14:00:00Z", submission="S-1"),  # 9 a.m. of the next day
    replace(ONE, run="c", started="2026-11-22T18:00:00Z", submission="S-2", device="usb://3/4", serial="17"),
    replace(ONE, run="d", started="", standing=standing_of(None)),
]


@pytest.fixture
def table(qtbot):
    row_table = qtbot.shown(RowTable("Runs", RUNS, lambda row: row.run), 1000, 500)
    row_table.show_rows(ROWS)
    return row_table


def order(table):
    return [table.shown.row(at).run for at in range(table.shown.rowCount())]


def by(grouping):
    return partial(group_of, grouping)


def test_the_latest_night_comes_first_and_a_night_ends_at_noon(table):
    table.heads.by(by(RunGrouping.NIGHT))
    assert order(table) == ["c", "a", "b", "d"]
    assert table.heads.titles == {
        0: "Night of Nov 22, 2026 · 1",
        1: "Night of Nov 21, 2026 · 2",
        3: "Start not on record · 1",
    }


def test_groups_keep_their_order_whichever_way_the_rows_are_sorted(table):
    table.heads.by(by(RunGrouping.SUBMISSION))
    for way, runs in ((Qt.SortOrder.AscendingOrder, "bacd"), (Qt.SortOrder.DescendingOrder, "bcad")):
        table.sortByColumn(3, way)
        table.heads.lay_out()
        assert order(table) == list(runs)
        assert list(table.heads.titles.values()) == ["S-1 · 1", "S-2 · 2", "No submission · 1"]


def test_a_head_has_room_of_its_own_and_takes_none_when_it_goes(qtbot, table):
    usual = table.rowHeight(0)
    table.heads.by(by(RunGrouping.DEVICE))
    heights = [table.rowHeight(at) for at in range(4)]
    assert table.heads.titles == {0: "usb://1/2 · 3", 3: "usb://3/4, serial 17 · 1"}
    assert heights == [usual + table.heads.height, usual, usual, usual + table.heads.height]
    # The cells below a head are drawn below it, the head above them.
    shot = table.viewport().grab().toImage()
    strip = shot.pixelColor(shot.width() - 30, table.heads.height // 2)
    cell = shot.pixelColor(shot.width() - 30, table.heads.height + usual // 2)
    assert strip != cell
    table.heads.by(None)
    assert [table.rowHeight(at) for at in range(4)] == [usual] * 4
    assert table.heads.titles == {}


def test_rows_that_come_change_or_are_left_out_find_their_group(qtbot, table):
    table.heads.by(by(RunGrouping.SUBMISSION))
    table.show_rows([replace(ROWS[0], submission="S-1"), *ROWS[1:], replace(ONE, run="e", submission="S-3")])
    qtbot.waitUntil(lambda: next(iter(table.heads.titles.values())) == "S-1 · 2")
    assert list(table.heads.titles.values()) == ["S-1 · 2", "S-2 · 1", "S-3 · 1", "No submission · 1"]
    table.shown.keep("submission:s-1")
    qtbot.waitUntil(lambda: table.heads.titles == {0: "S-1 · 2"})
    assert [row[2] for row in table.cells()[1:]] == order(table)  # no head is copied or exported


def test_the_keyboard_goes_from_run_to_run_and_the_group_is_read_aloud(qtbot, table):
    table.heads.by(by(RunGrouping.SUBMISSION))
    table.selectRow(0)
    assert table.accessibleDescription() == "S-1 · 1"
    for _ in range(2):
        qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.current.run == order(table)[2]
    assert table.accessibleDescription() == "S-2 · 2"


def test_the_choice_is_made_by_keys_and_remembered(qtbot, tmp_path):
    memory = WindowState(tmp_path / "state.ini")
    choice = qtbot.addWidget(GroupingChoice())
    choice.use_memory(memory, "runs")
    text = []
    choice.changed.connect(text.append)
    for _ in range(3):
        qtbot.keyClick(choice, Qt.Key.Key_Down)
    assert text == [RunGrouping.SUBMISSION, RunGrouping.DEVICE, RunGrouping.NIGHT]
    again = qtbot.addWidget(GroupingChoice())
    again.use_memory(memory, "runs")
    assert again.grouping is RunGrouping.NIGHT
    memory.put("groups/runs", "moon")
    again.use_memory(memory, "runs")
    assert again.grouping is None
