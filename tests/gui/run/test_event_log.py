"""The event log keeps its end in view until somebody reads back."""

import pytest
from PySide6.QtCore import QPoint, Qt

from labharness.evidence.history.course import StageView
from labharness.gui.run.event_log import EventLog, EventPane, StageTable
from labharness.language.record_sentences import ATTENTION


@pytest.fixture
def log(qtbot):
    event_log = qtbot.shown(EventLog(), 300, 300)
    event_log.add([f"line {number}" for number in range(100)])
    return event_log


def at_end(log):
    bar = log.verticalScrollBar()
    return bar.maximum() > 0 and bar.value() == bar.maximum()


def test_it_follows_until_somebody_reads_back_and_again_from_the_end(log):
    """Also when a question takes room and gives it back."""
    assert at_end(log)
    for height in (120, 300, 60, 200):
        log.resize(300, height)
        assert at_end(log)
        log.add(["a further line"])
        assert at_end(log)
    bar = log.verticalScrollBar()
    bar.setValue(10)
    log.add(["later"])
    log.resize(300, 120)
    log.add(["later still"])
    assert bar.value() == 10
    bar.setValue(bar.maximum())
    log.add(["now"])
    log.resize(300, 300)
    assert at_end(log)


def test_what_is_selected_stays_selected_while_lines_come(log):
    cursor = log.textCursor()
    cursor.setPosition(3)
    cursor.setPosition(12, cursor.MoveMode.KeepAnchor)
    log.setTextCursor(cursor)
    chosen = log.textCursor().selectedText()
    assert chosen
    log.add(["later"])
    assert log.textCursor().selectedText() == chosen


def lines(log):
    return log.toPlainText().splitlines()


def test_events_are_filtered_by_words_and_attention_and_none_is_lost(qtbot, log):
    pane = qtbot.shown(EventPane())
    log = pane.log
    begun, jam = "12:00:00   Stage shuffles began", f"12:00:01   {ATTENTION}A jam was cleared"
    log.add([begun, jam, "12:00:02   Answered: yes"])
    qtbot.keyClicks(pane.filter, "STAGE began")
    assert lines(log) == [begun]
    log.add(["12:00:03   Stage shuffles ended", "12:00:04   Stage count began"])
    assert lines(log) == [begun, "12:00:04   Stage count began"]
    pane.filter.clear()
    pane.which.setCurrentIndex(1)
    assert lines(log) == [jam]
    pane.which.setCurrentIndex(0)
    assert len(lines(log)) == 5
    log.clear()
    pane.filter.setText("stage")
    assert lines(log) == []


def test_the_box_follows_whoever_scrolls_and_brings_the_end_back(qtbot):
    pane = qtbot.shown(EventPane(), 300, 300)
    pane.log.add([f"line {number}" for number in range(100)])
    assert pane.follow.isChecked()
    pane.log.verticalScrollBar().setValue(10)
    assert not pane.follow.isChecked()
    pane.log.add(["later"])
    assert pane.log.verticalScrollBar().value() == 10
    qtbot.mouseClick(pane.follow, Qt.MouseButton.LeftButton, pos=QPoint(8, pane.follow.height() // 2))
    assert at_end(pane.log)


def test_the_count_of_a_stage_has_room_in_its_bar(qtbot):
    table = qtbot.shown(StageTable(), 480, 200)
    for units in (640, 1_250_000, 10_000_000_000):
        table.show_stages([StageView("raw", "sample", "done", units, units)])
        text = table.shown.index(0, 1).data()
        assert table.columnWidth(1) > table.fontMetrics().horizontalAdvance(text) + 16
