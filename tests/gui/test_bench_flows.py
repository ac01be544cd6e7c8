"""Flows of the bench counted in clicks and fields, and faults of earlier windows that must not come back."""

import sys
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt

from labharness.acts.declaring import Seat
from labharness.app.overview.attention import OpenMatter
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.folder import take_commands
from labharness.evidence.records.course import ConductedBody
from labharness.gui.kit import findable as deciding_button
from labharness.model.address import Address, Room
from labharness.model.reasons.register import Attention
from labharness.model.results import Ending
from labharness.nights.items import Item
from labharness.reason import quoted
from tests.gui.conftest import QUIET, Listing
from tests.support.seats import Seats
from tests.support.window.hands import place_of
from tests.support.window.person import Person
from tests.support.window.places import two_units
from tests.support.window.specimen import ROUNDS, SHUFFLES


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(deciding_button, "SETTLING_MS", 0)


@pytest.fixture
def person(qtbot):
    return Person(qtbot)


def test_a_run_is_started_with_one_click_after_ctrl_n_and_no_typed_field(qtbot, main_window, bench, person):
    bench.command = [sys.executable, "-c", "import time; time.sleep(0.2)"]
    person.key(main_window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    panel = main_window.page.panel
    panel.operator.setFocus()
    person.key(panel.operator, Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)
    assert panel.plan.button.hasFocus()
    person.press(panel.start)
    assert person.clicks <= 5
    assert bench.ordered == [(ROUNDS, "usb://1209:4614/7", "")]
    assert panel.operator.text() == "", "nothing had to be typed"
    qtbot.waitUntil(lambda: not main_window.page.launcher.busy)


def test_a_run_is_queued_for_tonight_in_two_clicks(qtbot, main_window, bench, person):
    asked = []

    def queued(_, **given):
        asked.append([given[key] for key in ("device", "bench", "at")])
        return (Item(id="n", bench="bench-1", device="", order={}),)

    bench.seat = Seats(queued, bench.workspace)
    main_window.open(Address(Room.NEW_RUN))
    page = main_window.page
    page._benches = ["bench-1"]
    person.press(page.queue)
    person.press(page.dialog.do)
    qtbot.waitUntil(lambda: asked == [["usb://1209:4614/7", "bench-1", "18:00"]])
    assert person.clicks <= 5


@pytest.mark.parametrize(("how", "most"), [("dragged", 2), ("with the run before", 3), ("both chosen", 4)])
def test_two_runs_are_compared_and_copied_in_few_steps_from_the_list(
    qtbot, main_window, bench, person, tmp_path, how, most
):
    """A run dropped on the other is one step, and so is each click; a row is chosen by a click."""
    space = Workspace.init(tmp_path / "workspace")
    two_units(space.path)
    bench.seat = Seat(space)
    main_window.open(Address(Room.RUNS))
    table = main_window.page.table
    table._list()
    qtbot.waitUntil(lambda: table.table.rows.rowCount() == 2)
    places = {name: place_of(table.table, name) for name in ("unit-a", "unit-b")}
    if how == "dragged":
        person.drag(table.table, places["unit-a"], places["unit-b"])
    else:
        person.click(table.table.viewport(), places["unit-b"])
        if how == "both chosen":
            person.click(table.table.viewport(), places["unit-a"], Qt.KeyboardModifier.ControlModifier)
        person.press(table.compare)
    qtbot.waitUntil(lambda: main_window.address.room is Room.COMPARE)
    page = main_window.page
    person.press(page.copy)
    assert person.clicks <= most
    assert set(main_window.address.path) == {"unit-a", "unit-b"}
    assert how == "both chosen" or main_window.address.path == ("unit-a", "unit-b")
    assert page.note.text() == "The table of checks is on the clipboard."


@pytest.mark.parametrize("listed", ["home", "bell"])
def test_a_prompt_is_one_click_from_where_it_is_listed_and_one_act_to_answer(
    qtbot, main_window, bench, begin, person, listed
):
    specimen = begin("run-1", SHUFFLES, "shuffles", asks=(1, "put_back", "Put every card back."))
    matter = OpenMatter(
        Attention.ANSWER(run="run-1", asks=(quoted("Put every card back."),)),
        Address(Room.LIVE, ("run-1",)),
        QUIET.now.isoformat(),
    )
    bench.shown = replace(QUIET, matters=(matter,))
    main_window._look.ask()
    qtbot.waitUntil(lambda: main_window.top.bell.accessibleName() == "1 needs you")
    table = main_window.page.matters
    if listed == "bell":
        main_window._show_notices()  # by its key, or by the notification of the desktop
        table = main_window.bell.table
    person.click(table.viewport(), table.visualRect(table.model().index(0, 3)).center())
    assert (main_window.address, person.clicks) == (Address(Room.LIVE, ("run-1",)), 1)
    window = main_window.page
    person.press(window.view.prompt.send)
    assert person.clicks == 2
    qtbot.waitUntil(lambda: not window.telling.busy)
    (sent,) = take_commands(specimen.folder.path)
    assert sent["answer"] == "done"
    specimen.answer(1, "R. Operator", "done")
    specimen.prompt(2, "clear_jam", "Clear the jam.")
    qtbot.waitUntil(lambda: window.view.prompt.send.text() == "Jam cleared")
    assert window.view.prompt.send.isEnabled(), "the next prompt takes the place of the last one"


def test_no_control_of_the_form_moves_while_data_load(qtbot, window, bench):
    panel = window.form.panel
    qtbot.waitUntil(panel.start.isEnabled)

    def places():
        parts = (panel.start, panel.device, panel.reader, panel.submission, panel.operator, panel.plan)
        return [(part.mapTo(window, QPoint()), part.size()) for part in (*parts, window.form.preflight)]

    before = places()
    bench.listed = [
        Listing(f"usb://1209:4614/{number}", "A device with quite a long name") for number in range(9)
    ]
    panel.again.click()
    qtbot.waitUntil(lambda: panel.note.text() == "9 devices present.")
    panel.show_filed(())
    panel.device.setEditText("usbip://127.0.0.1:3240/1-1")
    qtbot.waitUntil(panel.start.isEnabled)
    assert places() == before


def test_checks_that_are_computed_are_said_and_not_two_stages(qtbot, window, begin):
    specimen = begin("run-1", units=20)
    specimen.finish("rounds")
    specimen.writer.append(ConductedBody(ending=Ending.COMPLETE, reasons=()))
    specimen.writer.barrier()
    window.attach("run-1")
    qtbot.waitUntil(lambda: window.view.banner.word.text() == "Evaluating")
    assert "check" in window.view.banner.sentence.text()
