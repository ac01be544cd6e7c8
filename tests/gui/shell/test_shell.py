"""The main window: rooms, addresses, the way back; garbage is never all collected while somebody works."""

import gc
import weakref

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell import main_window as collecting
from labharness.gui.shell.main_window import Collector, MainWindow
from labharness.gui.shell.navigator import History
from labharness.gui.shell.rail import NARROW, WIDE
from labharness.model.address import Address, Room


@pytest.fixture
def runs(begin):
    return [begin(name) for name in ("run-1", "run-2")]


def test_each_room_opens_by_its_key_and_by_its_address(qtbot, main_window):
    for number, entry in reversed(list(enumerate((entry for entry in ROOMS if entry.under is None), 1))):
        qtbot.keyClick(main_window, Qt.Key(Qt.Key.Key_0 + number), Qt.KeyboardModifier.AltModifier)
        qtbot.waitUntil(lambda room=entry.room: main_window.address.room is room)
        assert main_window.rail.buttons[entry.room].isChecked()
    for entry in ROOMS:
        main_window.open_text(f"labharness:/{entry.room}")
        assert main_window.address.room is entry.room


def test_back_and_forward_and_the_link_lead_to_the_same_run(qtbot, runs, main_window):
    main_window.open(Address(Room.LIVE, ("run-1",)))
    main_window.open(Address(Room.LIVE, ("run-2",)))
    main_window.open(Address(Room.SUBMISSIONS))
    main_window.top.back_button.click()
    assert main_window.address == Address(Room.LIVE, ("run-2",))
    assert "run-2" in main_window.top.path.text()
    main_window.top.back_button.click()
    assert main_window.address == Address(Room.LIVE, ("run-1",))
    main_window.top.forward_button.click()
    main_window.top.forward_button.click()
    assert main_window.address.room is Room.SUBMISSIONS
    assert not main_window.top.forward_button.isEnabled()
    main_window.open(Address(Room.LIVE))
    main_window.page.attach("run-1")  # what somebody chooses on a page is on the way back too
    main_window.page.attach("run-2")
    main_window.top.back_button.click()
    assert main_window.address == Address(Room.LIVE, ("run-1",))
    main_window.open(Address(Room.LIVE, ("run-2",)))
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(main_window, Qt.Key.Key_C, both)
    link = QGuiApplication.clipboard().text()
    assert link == "labharness:ab12/live/run-2"
    main_window.open(Address(Room.SUBMISSIONS))
    main_window.open_text(link)
    assert main_window.address == Address(Room.LIVE, ("run-2",))


def test_an_address_that_leads_nowhere_is_told(main_window):
    before, bar = main_window.address, main_window.statusBar()
    nowhere = "is not an address of labharness"
    texts = ["", "rm -rf /", "labharness:/run/..", "labharness:/nowhere", "labharness:/run/" + "a" * 999]
    for text, sentence in (
        *((each, nowhere) for each in texts),
        ("labharness:ffff/run/run-1", "workspace ffff"),
        ("labharness:/live/no-such-run", "does not exist in this workspace"),
    ):
        bar.clearMessage()
        main_window.open_text(text)
        assert sentence in bar.currentMessage(), text
        assert sentence != nowhere or main_window.address == before


def test_a_new_run_is_for_the_submission_that_is_shown_if_it_is_filed(qtbot, main_window, monkeypatch):
    filed = "bglo-2026-0117"
    for path, wanted in (((filed, "runs"), ("submission", filed)), (("+1", "runs"), ()), ((), ())):
        here = Address(Room.SUBMISSIONS, path)
        monkeypatch.setattr(type(main_window.way), "address", property(lambda _, here=here: here))
        shown = []
        monkeypatch.setattr(main_window, "open", shown.append)
        qtbot.keyClick(main_window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        assert shown == [Address(Room.NEW_RUN, wanted)]


def test_a_key_goes_from_part_to_part_and_back_to_the_page_and_the_rail_folds(qtbot, main_window):
    main_window.open(Address(Room.HOME))
    main_window.focus_page()
    every, parts = (main_window.rail, main_window.top, main_window.stack), []
    for _ in range(6):
        qtbot.keyClick(main_window.focusWidget(), Qt.Key.Key_F6)
        parts += [part for part in every if part.isAncestorOf(main_window.focusWidget())]
    assert parts == [*every] * 2
    button = main_window.rail.buttons[Room.RUNS]
    keys = button.shortcut()
    main_window.rail.show_count(Room.RUNS, 2)
    assert (button.accessibleName(), button.shortcut()) == ("Runs, 2 need you", keys)
    assert "(2)" in button.text()
    assert main_window.rail.width() == WIDE
    main_window.resize(1000, 640)
    assert main_window.rail.maximumWidth() == NARROW
    assert all(button.toolTip() for button in main_window.rail.buttons.values())


def test_the_menu_row_offers_what_the_menu_of_a_row_offers(main_window):
    main_window.open(Address(Room.RUNS))
    table = main_window.page.table.table
    (menu,) = (each.menu() for each in main_window.menuBar().actions() if each.text() == "Row")
    for _ in range(2):
        menu.aboutToShow.emit()
        assert [each.text() for each in menu.actions()] == [each.text() for each in table.menu().actions()]
    main_window.open(Address(Room.NEW_RUN))
    menu.aboutToShow.emit()
    assert [(each.text(), each.isEnabled()) for each in menu.actions()] == [("No list is shown.", False)]


def test_the_way_back_forgets_what_was_ahead():
    way = History()
    for name in "abc":
        way.visit(Address(Room.LIVE, (name,)))
        way.keep(name.upper())
    assert way.go(-1) == (Address(Room.LIVE, ("b",)), "B")
    way.visit(Address(Room.LIVE, ("d",)))
    assert not way.has_forward
    assert way.go(-2) == (Address(Room.LIVE, ("a",)), "A")
    assert way.go(-1) is None


def test_a_version_that_the_page_found_out_is_no_place_of_its_own():
    way = History()
    plans, plan = Address(Room.PLANS), Address(Room.PLANS, ("a-plan",))
    version = Address(Room.PLANS, ("a-plan@ad26cf237b2a",))
    for place in (plans, plan):
        way.visit(place)
    way.keep("kept")
    way.arrive(version)
    assert way.go(-1) == (plans, None)
    assert way.go(+1) == (version, "kept")
    assert not way.has_forward


def test_a_room_without_a_page_is_not_called_missing(bench, qtbot):
    window = qtbot.addWidget(MainWindow(bench, [entry for entry in ROOMS if entry.room is not Room.HELP]))
    window.open_text("labharness:/help")
    assert "This version of the window has no page" in window.statusBar().currentMessage()


def test_a_window_that_turns_dark_paints_its_icons_and_signs_anew(main_window, qapp):
    """Under a style sheet Qt itself tells no widget that the palette has changed."""
    home = main_window.rail.buttons[Room.HOME]

    def ink():
        image = home.icon().pixmap(20, 20).toImage()
        dots = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
        return max(dots, key=lambda dot: dot.alpha()).lightness()

    assert ink() < 128
    theme.dress(qapp, theme.DARK)
    assert ink() > 128
    theme.dress(qapp, theme.LIGHT)
    assert ink() < 128


@pytest.fixture
def collector(qapp):
    collector = Collector()
    yield collector
    collector.stop()


class Knot:
    """An object that holds itself."""

    def __init__(self):
        self.me = self


def test_what_is_loaded_is_left_out_and_what_is_new_is_collected(collector):
    assert not gc.isenabled()
    collector.start()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 1000
    knot = weakref.ref(Knot())
    collector.collect()
    assert knot() is None


def test_what_takes_long_is_left_out_of_the_next_collection_but_not_for_ever(collector, monkeypatch):
    monkeypatch.setattr(collecting, "LONG_S", 0.0)
    monkeypatch.setattr(collecting, "MOST_FREEZES", 2)
    collector.start()
    before, kept = gc.get_freeze_count(), [Knot() for _ in range(5000)]
    last = weakref.ref(kept[-1])
    collector.collect()
    assert gc.get_freeze_count() > before
    del kept
    collector.collect()
    assert last() is None


def test_a_window_that_is_closed_leaves_python_as_it_was(qapp):
    before = gc.get_threshold()
    collector = Collector()
    collector.start()
    collector.stop()
    assert (gc.get_threshold(), gc.get_freeze_count(), gc.isenabled()) == (before, 0, True)
