"""What the pictures are of: each function opens a view of a window; it returns what is drawn where that is not the window."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from labharness.app.planning.preflight_rows import examine
from labharness.app.submission.open_items import SubmissionPart
from labharness.gui.kit import window_state
from labharness.gui.kit.run_standing import RunAction
from labharness.gui.starting.start_panel import PEOPLE
from labharness.model.address import Address, Room
from tests.support.window.hands import fill
from tests.support.window.places import BATCHES, BIASED, RELEASED, SHUFFLES
from tests.support.window.standing import settle, wait


def opened(room: Room, *path: str) -> Callable:
    """Return what opens an address."""

    def show(window):
        window.open(Address(room, path))
        settle()
        settle()

    return show


home, runs, evidence = opened(Room.HOME), opened(Room.RUNS), opened(Room.EVIDENCE)
benches = opened(Room.BENCHES, "bench-1")


def small(show: Callable) -> Callable:
    """Show the same in the smallest window."""

    def shown(window):
        window.resize(window.minimumSize())
        return show(window)

    return shown


def runs_of_nights(window):
    runs(window)
    window.page.table.grouping.setCurrentText("By night")
    settle()


def result(window):
    runs(window)
    rows = window.page.table.table.rows
    wait(lambda: rows.rowCount() > 0)
    batch = next(name for at in range(rows.rowCount()) if "batch" in (name := rows.key(at)))
    opened(Room.RUNS, batch, "check", "rising-sequences")(window)
    units = window.page.results.sample.units
    units.select(units.rows.key(3))
    settle()


def failure(window):
    window.open(Address(Room.RUNS, (BIASED, "check", "frequency")))
    units = window.page.results.sample.units
    wait(lambda: units.rows.rowCount() > 0)
    units.select(units.rows.key(0))
    settle()


def frame_bytes(window):
    result(window)
    page = window.page.results
    for level in (page.checks, page.sample.units, page.sample.record, page.sample.frames):
        QTest.keyClick(level, Qt.Key.Key_Return)
        settle()


def ladder(window):
    window.resize(1000, 640)
    opened(Room.RUNS, "dice")(window)
    check = window.page.results.check
    check.tabs.setCurrentWidget(check.ladder)
    settle()


def course(window):
    opened(Room.RUNS, "batch-by-hand")(window)
    window.page.results.tabs.setCurrentIndex(3)
    settle()


def compare(window):
    opened(Room.COMPARE, "unit-a", "unit-b")(window)
    window.page.checks.select("rising-sequences")
    settle()


def verifying(window):
    """Every run being verified."""
    evidence(window)
    window.page.table.buttons["all"].click()
    settle(0)


def verified_runs(window):
    verifying(window)
    settle()
    settle()
    window.page.table.table.select(window.page.table.table.rows.key(1))


def ledger(window):
    opened(Room.EVIDENCE, "run", "continuous", "record", "44")(window)
    window.page.ledger.verify.click()
    settle()


def elsewhere(window):
    evidence(window)
    window.page.take_files([RELEASED / "report" / "s-461-r1"])
    wait(lambda: window.page.elsewhere.view.facts is not None)


def reports(window):
    for _ in range(2):
        opened(Room.REPORTS)(window)
    window.page.list.table.selectRow(0)


def report(window):
    reports(window)
    number = next(row for row in window.page.list.rows if row.startswith("demo"))
    opened(Room.REPORTS, number)(window)


def verified(window):
    report(window)
    window.page.report.buttons["verify"].click()
    wait(lambda: window.page.report.verification.facts is not None)


def signing(window):
    report(window)
    window.page.report.ask_signature()
    settle()
    return window.page.report.dialog


def _analyze(window, content, **given):
    """Choose a file, and begin its analysis."""
    opened(Room.ANALYZE)(window)
    page, file = window.page, Path(tempfile.gettempdir()) / "draws-of-a-supplier.txt"
    file.write_text(content, encoding="ascii")
    page.choose(file)
    settle()
    fill(page, **given)
    page.analyze()
    settle(0.4)
    file.unlink()


def analyzing(window):
    """An analysis under way."""
    chance = random.Random(4614)
    draws = " ".join(str(chance.choice((1, 2, 3, 4, 5, 6, 6))) for _ in range(4000))
    _analyze(window, draws, observes="outcomes", low=1, high=6, power="40")


def analyzed(window):
    analyzing(window)
    wait(lambda: not window.page.work.busy)


def bad_line(window):
    _analyze(window, "low: 1\nhigh: 9\n1 2 3\n4 5 x7 8\n", observes="outcomes")


def new_run(window):
    window.open(Address(Room.NEW_RUN))
    panel = window.page.panel
    wait(lambda: panel.plan.index is not None)
    panel.reader.setCurrentText(PEOPLE)
    wait(panel.start.isEnabled)


def no_device(window):
    """The form of a new run at a computer without a device."""
    window._services.devices = list
    new_run(window)


def refused(window):
    """The form of a new run whose device does not answer, as the true preflight finds it."""
    window._services.preflight = partial(examine, window._services.workspace)
    new_run(window)


def chooser(window):
    window.open(Address(Room.NEW_RUN))
    plan = window.page.panel.plan
    wait(lambda: plan.index is not None)
    plan.button.click()
    settle()
    return plan.chooser


def plan_list(window):
    window.open(Address(Room.PLANS))
    table = window.page.table.table
    wait(lambda: table.rows.rowCount() > 0)
    table.select(SHUFFLES)


def no_plan_found(window):
    """The list of plans, of which none has the words."""
    plan_list(window)
    window.page.table.filter.setText("roulette wheel")
    settle()


def plan_prose(window):
    window.open(Address(Room.PLANS, (BATCHES,)))
    wait(lambda: window.page.prose.plan is not None)


def plan_compared(window):
    window.open(Address(Room.PLANS, (SHUFFLES, "compare", f"{SHUFFLES}-monitored")))
    wait(lambda: window.page.comparison.table.rowCount() > 0)


def plan_editor(window):
    window.open(Address(Room.PLANS, ("our-batch-shuffler", "edit")))
    editor = window.page.editor
    wait(lambda: editor.examined is not None)
    editor.outline.choose(("stages", 3))
    settle()


def plan_mistakes(window):
    plan_editor(window)
    editor = window.page.editor
    editor.draft.set(("interruptions_allowed",), -1)
    wait(lambda: len(editor.mistakes) == 1)
    editor.next_mistake()
    settle()


def submissions(window):
    window.open(Address(Room.SUBMISSIONS))
    page = window.page
    wait(lambda: len(page.verdicts.known) == 2)
    page.actor.choose("engineer")
    settle()


def part(part: SubmissionPart) -> Callable:
    """Return what opens a part of the submission that was tested."""

    def show(window):
        submissions(window)
        opened(Room.SUBMISSIONS, "demo-1", part.value)(window)
        table = getattr(window.page.view.parts[part], "table", None)
        if table is not None:
            table.selectRow(0)
        settle()

    return show


def new_submission(window):
    submissions(window)
    window.page.list.new.click()
    settle()


def entered(window):
    window.resize(1000, 640)
    settle()
    QTest.keyClicks(window.page.view.prompt.entry, "asks10hqd9c2s4h4hjd7c8sad5h6s")
    settle()


def four_colors(window):
    window.resize(1000, 640)
    settle()
    deck = window.page.view.prompt.deck
    deck.colors.setChecked(True)
    deck.grid.go(5)


def settings(page: str, look: str = "") -> Callable:
    """Return what shows a page of the settings; ``look`` is the choice of colors that it shows."""

    def show(window):
        if look:
            window.memory.put(window_state.THEME, look)
        opened(Room.SETTINGS, page)(window)

    return show


def manual(page: str, words: str = "") -> Callable:
    """Return what shows a page of the manual, and what a search in it finds."""

    def show(window):
        window.open(Address(Room.HELP, (page,)))
        wait(lambda: window.page.list.count() > 0)
        window.page.search.setText(words)
        settle(0)

    return show


def found(words: str) -> Callable:
    """Return what searches for words."""

    def show(window):
        settle()
        window.top.search.setFocus()
        QTest.keyClicks(window.top.search, words)
        settle()

    return show


def notices(window):
    """The list of what needs a person."""
    home(window)
    window.top.bell.click()
    settle()


def keys(window):
    """The list of keys."""
    home(window)
    window.show_keys()
    settle()


def stop_asked(window):
    """The question before a run is stopped."""
    window.page._do(RunAction.STOP)
    settle()
    return window.findChild(QMessageBox, "confirm stop")
