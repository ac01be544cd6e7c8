"""The event log keeps its end in view until somebody reads back."""

import pytest

from labharness.gui.run.event_log import EventLog


@pytest.fixture
def log(qtbot):
    made = EventLog()
    qtbot.addWidget(made)
    made.resize(300, 300)
    made.show()
    made.add([f"line {number}" for number in range(100)])
    return made


def at_end(log):
    bar = log.verticalScrollBar()
    return bar.maximum() > 0 and bar.value() == bar.maximum()


def test_it_follows_when_a_question_takes_room_and_gives_it_back(log):
    assert at_end(log)
    for height in (120, 300, 60, 200):
        log.resize(300, height)
        assert at_end(log)
        log.add(["a further line"])
        assert at_end(log)


def test_it_stays_where_somebody_reads_back_and_follows_again_from_the_end(log):
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
