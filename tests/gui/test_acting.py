"""Who may only look is offered nothing that acts, in any room, and is told who may."""

import pytest
from PySide6.QtWidgets import QPushButton

from labharness.app.overview.overview import Desk, RegisterState
from labharness.app.people.staff import Staff
from labharness.app.workspace.workspace import Workspace
from labharness.errors import RegisterError
from labharness.filings.entries.entry import Person, Role
from labharness.gui.kit.parts import hold, why_not
from labharness.gui.kit.run_standing import RunAction, say
from labharness.model.address import Address, Room
from labharness.model.device import MAY_RUN, TESTING
from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome
from tests.support.filing_factory import file_submission
from tests.support.window.specimen import DRAWS, SHUFFLES, Specimen
from tests.support.window.specimen_night import queue_a_night

ENGINEER = Person(id="a", name="A. Engineer", roles=(Role.ENGINEER,))
LOOKS = {
    Room.HOME: {"Morning report…"},
    Room.BENCHES: {"Bench page"},
    Room.RUNS: {"Compare"},
    Room.LIVE: {"Stages and picture"},
    Room.NEW_RUN: {"Search again", "Simulate", "More…"},
    Room.TOUR: set(),
}
"""Buttons of each room that look and do not act."""
NOT = "may not do this"
PATHS = {Room.LIVE: ("asks",), Room.NEW_RUN: ("plan", DRAWS)}
"""The plan begins without a person or a reader: nothing but the role holds its buttons."""


def test_the_sentence_names_the_roles_and_who_has_them_and_holds_a_button_until_there_is_none(qtbot):
    engineer = Desk(Staff("a", "a", (ENGINEER,)))
    stranger = Desk(Staff("x", "x", (ENGINEER,)), RegisterState.REACHABLE)
    assert why_not(None, MAY_RUN) == why_not(engineer, MAY_RUN) == why_not(Desk(Staff("x")), MAY_RUN) == ""
    sentence = why_not(stranger, MAY_RUN)
    assert "engineer or administrator" in sentence
    assert "A. Engineer" in sentence
    assert why_not(engineer, (Role.AUTHORIZER,)).startswith("A. Engineer may not do this.")
    away = RegisterError(Nights.QUEUE_LOST(database="register.db"))
    assert why_not(Desk(Staff("x"), RegisterState.AWAY, away), TESTING) == say(away.reasons[0])
    button = qtbot.addWidget(QPushButton("Do"))
    hold((button,), sentence)
    assert (button.isEnabled(), button.toolTip(), button.accessibleDescription()) == (
        False,
        sentence,
        sentence,
    )
    hold((button,), "")
    assert (button.isEnabled(), button.toolTip()) == (True, "")


@pytest.fixture
def window(qtbot, window_on, begin, tmp_path, monkeypatch):
    """The window of an account that is not on the list of people."""
    monkeypatch.setenv("USER", "stranger")
    space = Workspace.init(tmp_path / "workspace")
    file_submission(space)
    queue_a_night(space)
    begin("workspace/runs/asks", SHUFFLES, "shuffles", asks=(0, "put_back", "Put every card back."))
    Specimen(space.path / "runs" / "ended", DRAWS).end(Outcome.PASS)
    window = window_on(space)
    qtbot.waitUntil(lambda: window._overview is not None and bool(window._overview.desk.staff.listed))
    return window


def test_whoever_may_only_look_finds_every_act_disabled_with_who_may(qtbot, window):
    for room, looking in LOOKS.items():
        looks = set(looking)
        window.open(Address(room, PATHS.get(room, ())))
        page = window.page
        if room is Room.LIVE:
            qtbot.waitUntil(page.view.prompt.isVisible)
        if room is Room.BENCHES:
            qtbot.waitUntil(lambda page=page: page.queue.rows.rowCount() == 4)
            page.queue.selectRow(1)
        if room is Room.NEW_RUN:
            qtbot.waitUntil(lambda page=page: page._fit)
            looks.add(page.panel.plan.button.text().replace("&", ""))
        acts = [
            button
            for button in page.findChildren(QPushButton)
            if button.isVisibleTo(page) and button.text().replace("&", "") not in {"", *looks}
        ]
        assert [each.text() for each in acts if each.isEnabled()] == [], room
        main = [each for each in acts if each.property("main") or room is Room.BENCHES]
        assert [each.text() for each in main if NOT not in each.toolTip()] == [], room
    window.open(Address(Room.LIVE, ("asks",)))
    view = window.page.view
    assert f"{NOT}. It takes the role engineer" in view.prompt.hint.text()
    view.prompt._give("done")
    for action, button in view.controls.buttons.items():
        assert not button.isEnabled()
        assert (NOT in button.toolTip()) is (action not in {RunAction.REPORT, RunAction.RESULTS})
    folder = window._services.workspace.path / "runs" / "asks"
    assert list((folder / "inbox").glob("*")) == []
    window.open(Address(Room.RUNS, ("ended",)))
    buttons = window.page.results.buttons
    qtbot.waitUntil(buttons["again"].isEnabled)
    assert not buttons["annotate"].isEnabled()
    assert NOT in buttons["annotate"].toolTip()


def test_an_engineer_is_offered_what_engineers_do(qtbot, window, window_on, monkeypatch):
    monkeypatch.setenv("USER", "engineer-a")
    other = window_on(window._services.workspace)
    qtbot.waitUntil(lambda: other._overview is not None and bool(other._overview.desk.staff.acting))
    assert other.page.new_run.isEnabled()
    other.open(Address(Room.LIVE, ("asks",)))
    qtbot.waitUntil(other.page.view.prompt.isVisible)
    qtbot.waitUntil(other.page.view.prompt.send.isEnabled)
    assert other.page.view.controls.buttons[RunAction.STOP].isEnabled()
