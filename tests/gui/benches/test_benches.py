"""The room of benches, on a real queue: reading, reordering, withdrawing, pausing, schedules."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QInputDialog, QMessageBox

from labharness.acts.declaring import Seat
from labharness.acts.queue import take_over
from labharness.app.benches.service import forecast
from labharness.app.overview.overview import Overviews
from labharness.app.workspace.register import open_queue
from labharness.app.workspace.workspace import Workspace
from labharness.errors import QueueError
from labharness.gui.benches.bench_deeds import night_words
from labharness.gui.benches.benches_page import NONE, READING, BenchesPage
from labharness.gui.kit.forms.act_dialog import ActDialog
from labharness.model.address import Address, Room
from labharness.model.reasons.night import Nights
from labharness.nights.items import Item
from labharness.nights.store.queue import Actor
from tests.gui.conftest import QUIET
from tests.support.filing_factory import copied
from tests.support.seats import Seats
from tests.support.window.hands import hands, place_of
from tests.support.window.specimen_night import queue_a_night


@pytest.fixture(scope="module")
def queued(tmp_path_factory):
    space = Workspace.init(tmp_path_factory.mktemp("queued") / "space")
    queue_a_night(space)
    return space


@pytest.fixture
def space(queued, tmp_path):
    return copied(queued, tmp_path)


@pytest.fixture
def page(qtbot, space):
    page = qtbot.addWidget(BenchesPage(Seat(space)))
    page.resize(1100, 700)
    qtbot.front(page)
    page.show_overview(Overviews(space).look())
    qtbot.waitUntil(lambda: page.queue.rows.rowCount() == 4)
    return page


def plans(table, column):
    return [row[column] for row in table.cells()[1:]]


def order(page):
    return [page.queue.rows.key(at)[9:15] for at in range(page.queue.rows.rowCount())]


def in_queue(space, bench="bench-1"):
    with open_queue(space) as queue:
        return [item.id[9:15] for item in queue.items(bench)]


def press(qtbot, page, name):
    qtbot.waitUntil(page.buttons[name].isEnabled)
    qtbot.click(page.buttons[name])


def answer(qtbot, box, title):
    qtbot.click(next(button for button in box.buttons() if button.text() == title))


def choose(page, start):
    at = order(page).index(start)
    page.queue.select(page.queue.rows.key(at))


def test_a_bench_is_read(qtbot, page):
    assert page.heading.text() == "bench-1"
    assert [card.title.text() for card in page.cards] == ["bench-1", "bench-2"]
    assert plans(page.queue, 1) == ["Taken by bench", "Waiting", "Waiting", "Waiting"]
    reasons = {row[0]: row[3] for row in page.ended.cells()[1:]}
    assert reasons.keys() == {"Not run", "Lost"}
    assert "clock" in reasons["Not run"]
    assert reasons["Lost"].endswith(".")
    (schedule,) = page.schedules.cells()[1:]
    assert schedule[0] == "Active"
    assert schedule[3] == "weeknights at 18:00 (America/New_York)"
    assert schedule[5].count(";") == 2  # three occurrences
    assert "Take over" not in plans(page.journal, 3)
    assert "Hold" in plans(page.journal, 3)
    page.cards[1].setFocus()
    qtbot.keyClick(page.cards[1], Qt.Key.Key_Return)
    assert page.crumbs()[0].address == Address(Room.BENCHES, ("bench-2",))
    qtbot.waitUntil(lambda: page.queue.rows.rowCount() == 2)
    qtbot.click(page.cards[0])
    qtbot.waitUntil(lambda: page.queue.rows.rowCount() == 4)


def test_a_list_that_is_still_read_is_not_said_to_be_empty(qtbot, space):
    result = qtbot.addWidget(BenchesPage(Seat(space)))
    result.show_address(Address(Room.BENCHES, ("bench-2",)))
    assert {table.empty for table in result._tables} == {READING}
    qtbot.waitUntil(lambda: result.schedules.empty == "No schedule makes items for bench-2.")
    assert READING not in {table.empty for table in result._tables}
    nobody = qtbot.addWidget(BenchesPage(Seat(space)))
    nobody.show_overview(QUIET)
    assert nobody.queue.empty == NONE


def test_an_address_leads_to_an_item_and_what_is_expected_says_on_how_many_runs_it_rests(qtbot, page, space):
    plan = page.queue.rows.row(0).item.order["plan"]
    result = replace(Overviews(space).look(), expected_s={plan: 11_400.0}, expected_of={plan: 4})
    page.show_overview(result)
    page._read(hidden=True)
    column = page.queue.cells()[0].index("Expected")
    qtbot.waitUntil(lambda: plans(page.queue, column)[0] == "3 h 10 min (4 runs)")
    assert "" in plans(page.queue, column)
    page.filters[0].setText("state:taken")
    assert plans(page.queue, 1) == ["Taken by bench"]
    wanted, ended = page.queue.rows.key(2), page.ended.rows.key(0)
    page.show_address(Address(Room.BENCHES, ("bench-1", "item", wanted)))
    qtbot.waitUntil(lambda: page.queue.current_key == wanted)
    assert page.filters[0].text() == ""
    assert page.queue.current_address() == Address(Room.BENCHES, ("bench-1", "item", wanted))
    page.show_address(Address(Room.BENCHES, ("bench-1", "item", ended)))
    qtbot.waitUntil(lambda: page.tabs.currentIndex() == 1)
    assert page.ended.current.item.id == ended


def test_return_opens_the_run_of_an_item_and_says_where_there_is_none(qtbot, page):
    went = []
    page.went.connect(went.append)
    taken, waiting = page.queue.rows.key(0), page.queue.rows.key(1)
    for key in (waiting, taken):
        page.queue.select(key)
        qtbot.keyClick(page.queue, Qt.Key.Key_Return)
    assert page.note.text() == f"There is no run to open: {waiting} has not begun."
    assert went == [Address(Room.RUNS, (taken,))]
    at = plans(page.ended, 0).index("Not run")
    page.ended.select(page.ended.rows.key(at))
    page.ended.open_current()
    assert page.note.text().endswith(f"{page.ended.current.item.id} has not begun.")
    assert len(went) == 1


def test_an_item_is_moved_by_keys_and_by_buttons_and_to_another_bench(qtbot, page, space):
    before = in_queue(space)
    choose(page, before[2])
    assert page.buttons["up"].isEnabled()
    press(qtbot, page, "up")
    qtbot.waitUntil(lambda: order(page) == in_queue(space) != before)
    assert in_queue(space).index(before[2]) == 1
    assert page.queue.current.item.id[9:15] == before[2]  # it stays chosen
    qtbot.waitUntil(page.buttons["down"].isEnabled)
    qtbot.front(page)
    page.queue.setFocus()
    qtbot.keyClick(page.queue, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: in_queue(space) == before)
    choose(page, order(page)[2])
    item = page.queue.current.item.id
    press(qtbot, page, "change")
    dialog = page.findChild(ActDialog, "change item")
    for row, value in zip(dialog._form.rows.values(), ("bench-2", 7), strict=True):
        row.editor.show_value(value)
    dialog.do.click()
    qtbot.waitUntil(lambda: page.queue.rows.rowCount() == 3)
    with open_queue(space) as queue:
        assert (queue.item(item).bench, queue.item(item).priority) == ("bench-2", 7)


def test_withdrawing_asks_first_and_what_is_refused_changes_nothing(qtbot, page, space):
    at_work, item = order(page)[:2]
    choose(page, at_work)
    assert not any(page.buttons[name].isEnabled() for name in ("up", "down", "first")), "it is taken"
    press(qtbot, page, "withdraw")
    page.findChild(QMessageBox).close()
    assert "cannot pass" in page.findChild(QMessageBox).informativeText()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    choose(page, item)
    press(qtbot, page, "withdraw")
    box = page.findChild(QMessageBox)
    assert box.informativeText() == "Its run will not begin."
    assert box.defaultButton().text() == "Keep the item"
    answer(qtbot, box, "Withdraw the item")
    qtbot.waitUntil(lambda: item not in order(page))
    assert item not in in_queue(space)
    before, text = in_queue(space), page.note.text()
    item = order(page)[1]
    choose(page, item)
    with open_queue(space) as queue:  # somebody else was faster
        queue.cancel(page.queue.current.item.id, Actor("other", "x"))
    press(qtbot, page, "first")
    qtbot.waitUntil(lambda: page.note.text() not in ("", text))
    assert in_queue(space) == [each for each in before if each != item]


def test_a_bench_is_paused_and_a_schedule_stopped_and_both_go_on(qtbot, page):
    for name in ("Continue bench", "Pause bench"):
        press(qtbot, page, "pause")
        qtbot.waitUntil(lambda name=name: page.buttons["pause"].accessibleName() == name)
    page.tabs.setCurrentIndex(2)
    page.schedules.select("weeknights")
    for state in ("Stopped", "Active"):
        press(qtbot, page, "schedule")
        qtbot.waitUntil(lambda state=state: plans(page.schedules, 0) == [state])
        assert (plans(page.schedules, 5) == [""]) is (state == "Stopped")


def test_an_item_is_dragged_before_another_and_queued_again(qtbot, page, space):
    before = in_queue(space)
    rows = {row.item.id[9:15]: row.item.id for row in map(page.queue.rows.row, range(4))}
    moved, other = (place_of(page.queue, rows[name]) for name in (before[3], before[1]))
    hands(qtbot).drag(page.queue, moved, other)
    qtbot.waitUntil(lambda: order(page) == in_queue(space) != before)
    assert in_queue(space)[1] == before[3]
    qtbot.waitUntil(page.buttons["duplicate"].isEnabled)
    page.queue.setFocus()
    qtbot.keyClick(page.queue, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: page.queue.rows.rowCount() == 5)
    assert "waits as a new attempt" in page.note.text()


def test_a_bench_is_asked_for_a_taken_item(qtbot, page, space):
    choose(page, order(page)[0])
    chosen = page.queue.current.item.id
    press(qtbot, page, "return")
    box = page.findChild(QMessageBox, "confirm return")
    assert "waits again under a new name" in box.informativeText()
    answer(qtbot, box, "Ask the bench to return it")
    qtbot.waitUntil(lambda: page.note.text() == "The bench was asked for it.")
    with open_queue(space) as queue:
        assert [act.target for act in queue.acts() if act.what == "ask back"] == [chosen]


def test_a_silent_bench_says_who_held_it_and_is_taken_over_for_a_reason(qtbot, page, space):
    asked = []
    page.deeds.seat = Seats(lambda act, bench, why: asked.append((act, bench, why)))
    assert not page.buttons["take"].isEnabled()
    seen = Overviews(space).look()
    page.show_overview(replace(seen, benches=(replace(seen.benches[0], silent=True), seen.benches[1])))
    assert page.state.text().startswith("Silent: last heard ")
    assert "from desk-1, fence 1. It had taken 1 item. Its runs may go on." in page.state.text()
    press(qtbot, page, "take")
    box = page.findChild(QInputDialog, "take over")
    assert "raises the fence to 2" in box.labelText()
    assert "what it had taken (1) ends as left open" in box.labelText()
    box.setTextValue("desk-1 lost its power supply")
    box.accept()
    qtbot.waitUntil(lambda: asked == [(take_over, "bench-1", "desk-1 lost its power supply")])


def test_a_queue_that_is_away_says_since_when_and_keeps_what_was_known(qtbot, page, space):
    result = Overviews(space).look()
    away = QueueError(Nights.QUEUE_LOST(database="queue.db"))
    page.show_overview(replace(result, benches=(), queue_away=away))
    assert page.note.text().startswith("Queue not reachable since ")
    assert "; this is what was known then. Benches go on with what they have taken." in page.note.text()
    assert page.queue.rows.rowCount() == 4
    page._read(hidden=True)
    qtbot.waitUntil(lambda: page.note.text() == "")


def test_a_night_of_forty_items_shows_what_will_not_fit(qtbot, page):
    """13 or 14 items of an hour for each device, of which 11 begin within 10 hours."""
    now = datetime(2026, 11, 20, 23, tzinfo=UTC)
    until = (now + timedelta(hours=10)).isoformat()
    items = [
        Item(id=f"item-{at:02}", bench="bench-1", device=f"usb:{at % 3}", order={"plan": "long"}, until=until)
        for at in range(40)
    ]
    slots = forecast(items, {"long": 3600.0}, now)
    page.strip.show_slots(slots, now)
    assert len(page.strip.unfit) == 7
    assert night_words(slots).endswith("7 items do not fit (hatched).")
    picture = page.strip.grab().toImage()

    def inks(slot):
        box = page.strip.box(slot)
        across = range(int(box.left()) + 5, int(box.right()) - 5)
        return {picture.pixelColor(x, int(box.bottom()) - 2).name() for x in across}  # words end above

    hatched = page.strip.unfit[0]
    assert len(inks(hatched)) > len(inks(slots[0])) == 1, "drawn with a pattern and not by color alone"
    page.strip.choose(hatched.item.id)
    assert "DOES NOT FIT: it cannot begin in time" in page.strip.accessibleName()
    at = page.strip._at
    qtbot.keyClick(page.strip, Qt.Key.Key_Right)
    assert page.strip._at == at + 1
