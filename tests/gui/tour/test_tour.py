"""The tour of a first start: by mouse, with a real runner and a real simulated device, counted."""

import time

import pytest
from PySide6.QtWidgets import QPushButton

from labharness.app.demonstration.demo import STAGES, next_tour, tour_plan
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.history.run import RunHistory
from labharness.gui.kit import findable as deciding_button
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.services import Services
from labharness.gui.shell.main_window import MainWindow
from labharness.model.address import Room
from labharness.model.results import Outcome
from labharness.plans.frozen import freeze
from tests.support.window.person import Person

pytestmark = pytest.mark.long

MOST_CLICKS = 8
AS_REQUIRED = "As required"


def test_the_plan_of_the_tour_asks_two_questions_and_each_tour_has_a_name_of_its_own(tmp_path):
    plan = freeze(tour_plan(), "tour.toml").plan
    assert tuple(stage.name for stage in plan.stages) == STAGES
    assert len(plan.stages[-1].items) == 2
    assert plan.stages[1].units == 60
    workspace = Workspace.init(tmp_path / "workspace")
    assert next_tour(workspace) == "tour-1"
    (workspace.path / "runs" / "tour-1").mkdir()
    (workspace.path / "runs" / "tour-1" / "ledger.jsonl").write_bytes(b"")
    assert next_tour(workspace) == "tour-2"


def answered(folder):
    return (folder.path / "ledger.jsonl").read_text("utf-8").count('"type":"answer"')


def test_a_first_start_leads_to_page_one_of_a_failure(qtbot, qapp, tmp_path, monkeypatch):
    monkeypatch.setattr(deciding_button, "SETTLING_MS", 0)
    theme.dress(qapp, theme.LIGHT)
    workspace, shown = Workspace.init(tmp_path / "workspace"), []
    window = qtbot.shown(
        MainWindow(Services.of(workspace), ROOMS, open_file=lambda path: shown.append(path) or True)
    )
    begun = time.process_time()
    person = Person(qtbot)
    person.press(window.page.tour)
    assert window.address.room is Room.TOUR
    tour = window.page
    person.press(tour.start.button)
    qtbot.waitUntil(lambda: bool(tour.run))
    assert tour.start.button.text() == "&Simulated shuffler", "a control never changes its verb"
    qtbot.waitUntil(lambda: not tour.launcher.busy)
    assert not tour.start.button.isEnabled(), "a second one would leave the first waiting for answers"

    def question():
        return next(
            (
                button
                for button in tour.live.findChildren(QPushButton)
                if button.text().replace("&", "") == AS_REQUIRED and button.isVisible() and button.isEnabled()
            ),
            None,
        )

    folder = workspace.run(tour.run)
    for number in (1, 2):
        qtbot.waitUntil(lambda: question() is not None)
        person.press(question())
        qtbot.waitUntil(lambda number=number: answered(folder) == number)
    qtbot.waitUntil(tour.report.button.isEnabled)
    assert tour.start.button.isEnabled(), "and again, once it is over"
    window.resize(1280, 800)
    picture = tour.live.view.picture
    qtbot.waitUntil(picture.chart.isVisible)
    lines = [picture.chart.plot, picture.chart.readout]
    for above, below in (lines, [picture.chart, picture.caption]):
        assert above.geometry().bottom() <= below.geometry().top(), "no text lies over another"
    for text in (picture.chart.readout, picture.caption):
        assert text.heightForWidth(text.width()) <= text.height(), "no line is cut"
    person.press(tour.report.button)
    assert shown == [workspace.report(folder)]
    person.press(tour.result.button)
    assert window.address.path[:1] == (tour.run,)
    summary = RunHistory.of(folder).summary
    assert summary.outcome is Outcome.FAIL
    assert summary.simulated
    assert person.clicks <= MOST_CLICKS
    assert time.process_time() - begun < 120
