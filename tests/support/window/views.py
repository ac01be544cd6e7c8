"""What the pictures are of: each function opens a view of a window, and returns it."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from labharness.app.planning.preflight_rows import examine
from labharness.app.submission.open_items import SubmissionPart
from labharness.gui.analyze.analyze_page import AnalyzePage
from labharness.gui.filings.submissions_room import SubmissionsRoom
from labharness.gui.kit.run_standing import RunAction
from labharness.gui.plans.plans_room import PlansRoom
from labharness.gui.shell.main_window import MainWindow
from labharness.gui.starting.new_run_page import NewRunPage
from labharness.gui.starting.start_panel import PEOPLE
from labharness.model.address import Address, Room
from tests.support.window.places import BATCHES, BIASED, RELEASED, SHUFFLES
from tests.support.window.standing import JUDGED_S, settle, wait


def new_run_form(window: MainWindow) -> NewRunPage:
    """Return the form of a new run, which is then shown."""
    window.open(Address(Room.NEW_RUN))
    assert isinstance(window.page, NewRunPage)
    wait(QApplication.instance(), lambda: window.page.panel.plan.index is not None)
    return window.page


def new_run(application: QApplication, window: MainWindow) -> QWidget:
    page = new_run_form(window)
    page.panel.reader.setCurrentText(PEOPLE)
    wait(application, page.panel.start.isEnabled)
    settle(application)
    return window


def home(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.HOME))
    settle(application)
    return window


def runs(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.RUNS))
    settle(application)
    return window


def runs_of_nights(application: QApplication, window: MainWindow) -> QWidget:
    runs(application, window)
    window.page.table.grouping.setCurrentText("By night")
    settle(application)
    return window


def result(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.RUNS, (run_named(window, "batch"), "check", "rising-sequences")))
    settle(application)
    settle(application)
    page = window.page.results
    page.sample.units.select(page.sample.units.rows.key(3))
    settle(application)
    return window


def failure(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.RUNS, (BIASED, "check", "frequency")))
    page = window.page.results
    wait(application, lambda: page.sample.units.rows.rowCount() > 0)
    page.sample.units.select(page.sample.units.rows.key(0))
    settle(application)
    return window


def frame_bytes(application: QApplication, window: MainWindow) -> QWidget:
    result(application, window)
    page = window.page.results
    for level in (page.checks, page.sample.units, page.sample.record, page.sample.frames):
        QTest.keyClick(level, Qt.Key.Key_Return)
        settle(application)
    return window


def ladder(application: QApplication, window: MainWindow) -> QWidget:
    window.resize(1000, 640)
    window.open(Address(Room.RUNS, ("dice",)))
    settle(application)
    settle(application)
    page = window.page.results
    page.check.tabs.setCurrentWidget(page.check.ladder)
    settle(application)
    return window


def course(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.RUNS, ("batch-by-hand",)))
    settle(application)
    window.page.results.tabs.setCurrentIndex(3)
    settle(application)
    return window


def compare(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.COMPARE, ("unit-a", "unit-b")))
    settle(application)
    settle(application)
    window.page.checks.select("rising-sequences")
    settle(application)
    return window


def run_named(window: MainWindow, word: str) -> str:
    window.open(Address(Room.RUNS))
    until = time.monotonic() + JUDGED_S
    while not window.page.table.table.rows.rowCount() and time.monotonic() < until:
        QApplication.processEvents()
    model = window.page.table.table.rows
    return next(name for at in range(model.rowCount()) if word in (name := model.key(at)))


def evidence(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.EVIDENCE))
    settle(application)
    window.page.table.buttons["all"].click()
    settle(application)
    settle(application)
    window.page.table.table.select(window.page.table.table.rows.key(1))
    return window


def ledger(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.EVIDENCE, ("run", "continuous", "record", "44")))
    settle(application)
    window.page.ledger.verify.click()
    settle(application)
    return window


def elsewhere(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.EVIDENCE))
    settle(application)
    window.page.take_files([RELEASED / "report" / "s-461-r1"])
    until = time.monotonic() + JUDGED_S
    while window.page.elsewhere.view.facts is None and time.monotonic() < until:
        settle(application)
    settle(application)
    return window


def reports(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.REPORTS))
    for _ in range(4):
        settle(application)
    window.page.list.table.selectRow(0)
    return window


def reports_empty(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.REPORTS))
    settle(application)
    return window


def report(application: QApplication, window: MainWindow) -> QWidget:
    reports(application, window)
    number = next(row for row in window.page.list.rows if row.startswith("demo"))
    window.open(Address(Room.REPORTS, (number,)))
    settle(application)
    settle(application)
    return window


def verified(application: QApplication, window: MainWindow) -> QWidget:
    report(application, window)
    window.page.report.buttons["verify"].click()
    until = time.monotonic() + JUDGED_S
    while window.page.report.verification.facts is None and time.monotonic() < until:
        settle(application)
    settle(application)
    return window


def signing(application: QApplication, window: MainWindow) -> QWidget:
    report(application, window)
    window.page.report.ask_signature()
    settle(application)
    return window.page.report.dialog


def _prepared(application: QApplication, window: MainWindow) -> tuple[AnalyzePage, Path]:
    """Choose a file of draws to analyze; returns the page and the file."""
    window.open(Address(Room.ANALYZE))
    settle(application)
    page = window.page
    assert isinstance(page, AnalyzePage)
    draws = Path(tempfile.gettempdir()) / "draws-of-a-supplier.txt"
    chance = random.Random(4614)
    draws.write_text(
        " ".join(str(chance.choice((1, 2, 3, 4, 5, 6, 6))) for _ in range(4000)), encoding="ascii"
    )
    page.choose(draws)
    settle(application)
    for name, value in {"observes": "outcomes", "low": 1, "high": 6, "power": "40"}.items():
        page.form.rows[name].editor.show_value(value)
        page.form.rows[name].editor.changed.emit()
    return page, draws


def analyzed(application: QApplication, window: MainWindow) -> QWidget:
    page, draws = _prepared(application, window)
    page.analyze()
    until = time.monotonic() + JUDGED_S
    while page.work.busy and time.monotonic() < until:
        settle(application)
    settle(application)
    draws.unlink()
    return window


def bad_line(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.ANALYZE))
    settle(application)
    page = window.page
    wrong = Path(tempfile.gettempdir()) / "draws-of-a-supplier.txt"
    wrong.write_text("low: 1\nhigh: 9\n1 2 3\n4 5 x7 8\n", encoding="ascii")
    page.choose(wrong)
    settle(application)
    page.form.content.setCurrentIndex(3)
    page.analyze()
    settle(application)
    wrong.unlink()
    return window


def narrow(
    show: Callable[[QApplication, MainWindow], QWidget],
) -> Callable[[QApplication, MainWindow], QWidget]:
    """Show the same in the smallest window."""

    def shown(application: QApplication, window: MainWindow) -> QWidget:
        window.resize(window.minimumSize())
        return show(application, window)

    return shown


def plan_list(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.PLANS))
    room = plans_room(window)
    wait(application, lambda: room.table.table.rows.rowCount() > 0)
    room.table.table.select(SHUFFLES)
    return window


def plan_prose(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.PLANS, (BATCHES,)))
    room = plans_room(window)
    wait(application, lambda: room.prose.plan is not None)
    return window


def plan_compared(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.PLANS, (SHUFFLES, "compare", f"{SHUFFLES}-monitored")))
    room = plans_room(window)
    wait(application, lambda: room.comparison.table.rowCount() > 0)
    return window


def plan_editor(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.PLANS, ("our-batch-shuffler", "edit")))
    editor = plans_room(window).editor
    wait(application, lambda: editor.examined is not None)
    editor.outline.choose(("stages", 3))
    settle(application)
    return window


def plan_mistakes(application: QApplication, window: MainWindow) -> QWidget:
    plan_editor(application, window)
    editor = plans_room(window).editor
    editor.draft.put(("interruptions_allowed",), -1)
    wait(application, lambda: len(editor.mistakes) == 1)
    editor.next_mistake()
    settle(application)
    return window


def plans_room(window: MainWindow) -> PlansRoom:
    page = window.page
    assert isinstance(page, PlansRoom)
    return page


def benches(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.BENCHES, ("bench-1",)))
    settle(application)
    return window


def benches_small(application: QApplication, window: MainWindow) -> QWidget:
    window.resize(1000, 640)
    return benches(application, window)


def chooser(application: QApplication, window: MainWindow) -> QWidget:
    plan = new_run_form(window).panel.plan
    settle(application)
    plan.button.click()
    settle(application)
    return plan.chooser or window


def submissions(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.SUBMISSIONS))
    shown = window.page
    assert isinstance(shown, SubmissionsRoom)
    until = time.monotonic() + JUDGED_S
    while len(shown.verdicts.known) < 2 and time.monotonic() < until:
        settle(application)
    shown.actor.choose("engineer")
    settle(application)
    return window


def part(part: SubmissionPart) -> Callable[[QApplication, MainWindow], QWidget]:
    """Return what opens a part of the submission that was tested."""

    def show(application: QApplication, window: MainWindow) -> QWidget:
        submissions(application, window)
        window.open(Address(Room.SUBMISSIONS, ("demo-1", part.value)))
        settle(application)
        table = getattr(window.page.view.parts[part], "table", None)
        if table is not None:
            table.selectRow(0)
        settle(application)
        return window

    return show


def new_submission(application: QApplication, window: MainWindow) -> QWidget:
    submissions(application, window)
    window.page.list.new.click()
    settle(application)
    return window


def entered(application: QApplication, window: MainWindow) -> QWidget:
    window.resize(1000, 640)
    settle(application)
    panel = window.page.view.prompt
    QTest.keyClicks(panel.entry, "asks10hqd9c2s4h4hjd7c8sad5h6s")
    settle(application)
    return window


def four_colors(application: QApplication, window: MainWindow) -> QWidget:
    window.resize(1000, 640)
    settle(application)
    deck = window.page.view.prompt.deck
    deck.colors.setChecked(True)
    deck.grid.go(5)
    return window


def opened(*path: str, room: Room) -> Callable[[QApplication, MainWindow], QWidget]:
    """Return what opens an address."""

    def show(application: QApplication, window: MainWindow) -> QWidget:
        window.open(Address(room, path))
        settle(application)
        settle(application)
        return window

    return show


def no_device(application: QApplication, window: MainWindow) -> QWidget:
    """The form of a new run at a computer without a device."""
    window._services.devices = list
    return new_run(application, window)


def refused(application: QApplication, window: MainWindow) -> QWidget:
    """The form of a new run whose device does not answer, as the true preflight finds it."""
    window._services.preflight = partial(examine, window._services.workspace)
    return new_run(application, window)


def no_plan_found(application: QApplication, window: MainWindow) -> QWidget:
    """The list of plans, of which none has the words."""
    plan_list(application, window)
    plans_room(window).table.filter.setText("roulette wheel")
    settle(application)
    return window


def analyzing(application: QApplication, window: MainWindow) -> QWidget:
    """An analysis under way."""
    page, draws = _prepared(application, window)
    page.analyze()
    until = time.monotonic() + JUDGED_S
    while not page.work.busy and time.monotonic() < until:
        application.processEvents()
    settle(application, 0.4)
    draws.unlink()
    return window


def verifying(application: QApplication, window: MainWindow) -> QWidget:
    """Every run being verified."""
    window.open(Address(Room.EVIDENCE))
    settle(application)
    window.page.table.buttons["all"].click()
    application.processEvents()
    return window


def found(words: str) -> Callable[[QApplication, MainWindow], QWidget]:
    """Return what searches for words."""

    def show(application: QApplication, window: MainWindow) -> QWidget:
        settle(application)
        window.top.search.setFocus()
        QTest.keyClicks(window.top.search, words)
        settle(application)
        return window

    return show


def notices(application: QApplication, window: MainWindow) -> QWidget:
    """The list of what needs a person."""
    home(application, window)
    window.top.bell.click()
    settle(application)
    return window


def stop_asked(application: QApplication, window: MainWindow) -> QWidget:
    """The question before a run is stopped."""
    window.page._do(RunAction.STOP)
    settle(application)
    box = window.findChild(QMessageBox, "confirm stop")
    assert box is not None
    return box


def keys(application: QApplication, window: MainWindow) -> QWidget:
    """The list of keys."""
    home(application, window)
    window.show_keys()
    settle(application)
    return window
