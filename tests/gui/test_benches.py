"""The room of benches, on a real queue: reading, reordering, withdrawing, pausing, schedules."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from labharness.app.benches.opening import open_queue
from labharness.app.overview.overview import Overviews
from labharness.app.workspace import Workspace
from labharness.gui.benches.benches_page import BenchesPage
from labharness.gui.benches.queue_desk import QueueDesk
from labharness.model.address import Address, Room
from tests.support.window.specimen_night import queue_a_night


@pytest.fixture
def space(tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    queue_a_night(space)
    return space


@pytest.fixture
def page(qtbot, space):
    made = BenchesPage(QueueDesk(space))
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    made.show_overview(Overviews(space).look())
    qtbot.waitUntil(lambda: made.queue.rows.rowCount() == 4)
    return made


def plans(table, column):
    return [row[column] for row in table.cells()[1:]]


def order(page):
    return [page.queue.rows.key(at)[9:15] for at in range(page.queue.rows.rowCount())]


def in_queue(space, bench="bench-1"):
    with open_queue(space) as queue:
        return [item.id[9:15] for item in queue.items(bench)]


def choose(page, start):
    at = order(page).index(start)
    page.queue.select(page.queue.rows.key(at))


def test_a_bench_is_read(page):
    assert page.heading.text() == "bench-1"
    assert [card.title.text() for card in page.cards] == ["bench-1", "bench-2"]
    assert plans(page.queue, 1) == ["Taken by bench", "Waiting", "Waiting", "Waiting"]
    assert {row[0] for row in page.ended.cells()[1:]} == {"Not run", "Lost"}
    (schedule,) = page.schedules.cells()[1:]
    assert schedule[0] == "Active"
    assert schedule[5].count(";") == 2  # three occurrences
    assert "Take over" not in plans(page.journal, 3)
    assert "Hold" in plans(page.journal, 3)


def test_another_bench_is_opened_by_its_card(qtbot, page):
    qtbot.mouseClick(page.cards[1], Qt.MouseButton.LeftButton)
    assert page.crumbs()[0].address == Address(Room.BENCHES, ("bench-2",))
    qtbot.waitUntil(lambda: page.queue.rows.rowCount() == 2)
    page.cards[0].setFocus()
    qtbot.keyClick(page.cards[0], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.queue.rows.rowCount() == 4)


def test_an_item_is_moved_by_keys_and_by_buttons(qtbot, page, space):
    before = in_queue(space)
    choose(page, before[2])
    assert page.buttons["up"].isEnabled()
    qtbot.mouseClick(page.buttons["up"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: order(page) == in_queue(space) != before)
    assert in_queue(space).index(before[2]) == 1
    assert page.queue.current.item.id[9:15] == before[2]  # it stays chosen
    qtbot.waitUntil(page.buttons["down"].isEnabled)
    with qtbot.waitActive(page):
        page.activateWindow()
    page.queue.setFocus()
    qtbot.keyClick(page.queue, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: in_queue(space) == before)


def test_what_a_bench_has_taken_is_not_moved(page):
    choose(page, order(page)[0])
    assert not any(page.buttons[name].isEnabled() for name in ("up", "down", "first"))


def test_withdrawing_asks_first_and_says_what_follows(qtbot, page, space):
    item = order(page)[1]
    choose(page, item)
    qtbot.mouseClick(page.buttons["withdraw"], Qt.MouseButton.LeftButton)
    box = page.findChild(QMessageBox)
    assert box.informativeText() == "Its run will not begin."
    assert box.defaultButton().text() == "Keep the item"
    withdraw = next(button for button in box.buttons() if button.text() == "Withdraw the item")
    qtbot.mouseClick(withdraw, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: item not in order(page))
    assert item not in in_queue(space)


def test_withdrawing_a_run_at_work_says_that_it_cannot_pass(qtbot, page):
    choose(page, order(page)[0])
    qtbot.mouseClick(page.buttons["withdraw"], Qt.MouseButton.LeftButton)
    assert "cannot pass" in page.findChild(QMessageBox).informativeText()
    page.findChild(QMessageBox).close()


def test_a_bench_is_paused_and_continues(qtbot, page):
    qtbot.mouseClick(page.buttons["pause"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.buttons["pause"].accessibleName() == "Continue bench")
    qtbot.waitUntil(page.buttons["pause"].isEnabled)
    qtbot.mouseClick(page.buttons["pause"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.buttons["pause"].accessibleName() == "Pause bench")


def test_a_schedule_is_stopped_and_started(qtbot, page):
    page.tabs.setCurrentWidget(page.schedules)
    page.schedules.select("weeknights")
    qtbot.mouseClick(page.buttons["schedule"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: plans(page.schedules, 0) == ["Stopped"])
    assert plans(page.schedules, 5) == [""]
    qtbot.waitUntil(page.buttons["schedule"].isEnabled)
    qtbot.mouseClick(page.buttons["schedule"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: plans(page.schedules, 0) == ["Active"])


def test_a_refused_act_is_said_and_changes_nothing(qtbot, page, space, monkeypatch):
    before = in_queue(space)
    item = order(page)[1]
    choose(page, item)
    with open_queue(space) as queue:  # somebody else was faster
        from labharness.nights.store.audit import Actor

        queue.cancel(page.queue.current.item.id, Actor("other", "x"))
    qtbot.mouseClick(page.buttons["first"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(page.note.text()))
    assert in_queue(space) == [each for each in before if each != item]


def test_an_address_leads_to_an_ended_item(qtbot, page):
    ended = page.ended.rows.key(0)
    page.show_address(Address(Room.BENCHES, ("bench-1", "item", ended)))
    qtbot.waitUntil(lambda: page.tabs.currentWidget() is page.ended)
    assert page.ended.current.id == ended


def test_a_workspace_without_a_queue_says_what_to_do(qtbot, tmp_path):
    space = Workspace.init(tmp_path / "empty")
    page = BenchesPage(QueueDesk(space))
    qtbot.addWidget(page)
    page.show_overview(Overviews(space).look())
    assert "Queue a run for a bench" in page.heading.text()
    assert not page.buttons["pause"].isEnabled()
    assert not (space.path / "queue.db").exists()
