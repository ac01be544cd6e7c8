"""``python -m tests.support.window.screenshots DIR [NAME...]``: pictures of the window, for the guide and for those who judge it."""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from labharness.app.planning.plan_drafts import begin_draft
from labharness.app.plug_ins.discovery import discover
from labharness.app.preflight import RunOrder
from labharness.app.services import start_run
from labharness.app.submission.open_items import SubmissionPart
from labharness.app.workspace import Workspace
from labharness.evidence.ledger import LEDGER
from labharness.gui.filings.submissions_room import SubmissionsRoom
from labharness.gui.kit import theme
from labharness.gui.plans.plans_room import PlansRoom
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import MainWindow
from labharness.gui.starting.new_run_page import NewRunPage
from labharness.gui.starting.plan_choice import LAST
from labharness.model.address import Address, Room
from labharness.model.cards import RANKS, SUITS
from labharness.model.reasons.ask import Ask
from labharness.model.reasons.decision import Held
from labharness.model.results import Outcome
from labharness.reason import Titled, dump_reason
from labharness.simulators.process import start
from tests.support.run_factory import failing, write_run
from tests.support.window.showcase import Showcase
from tests.support.window.specimen import Specimen
from tests.support.window.specimen_night import queue_a_night
from tests.support.window.specimen_staff import CHIEF, CLERK, manual, settings, write_staff
from tests.support.window.specimen_submission import write_submissions

SETTLE_S = 1.2
RELEASED = Path(__file__).parents[2] / "released" / "0.1.0"
JUDGED_S = 60.0
ROUNDS = "blackjack-633a-continuous-shuffler-rounds"
SHUFFLES = "blackjack-633a-batch-shuffler-by-hand"
DEALS = "pai-gow-poker-645a-dealing-shoe"
CHOSEN = "double-back-jack-591-batch-shuffler"
DRAWS = "pai-gow-poker-645a-starting-position"
BATCHES = "blackjack-633a-batch-shuffler"
BIASED = "20251123T210412-starting-position"


def _window(_: QApplication, window: MainWindow) -> QWidget:
    return window


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture.

    Parameters
    ----------
    make
        Writes what the workspace holds; returns the specimen that is shown.
    show
        Opens what the picture is of, and returns it.
    user
        Account that looks, "" for the one that takes the pictures.
    """

    make: Callable[[Path], Specimen | None]
    colors: theme.Theme = theme.LIGHT
    show: Callable[[QApplication, MainWindow], QWidget] = _window
    user: str = ""


def main(arguments: list[str]) -> int:
    """Take the pictures that are named after the folder, or those that are in it already, or every one; returns 0."""
    target = Path(arguments[0] if arguments else "docs/images")
    target.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication(["labharness-gui"])
    assert isinstance(application, QApplication)
    there = sorted(file.stem for file in target.glob("*.png") if file.stem in SCENES)
    for name in arguments[1:] or there or list(SCENES):
        theme.dress(application, SCENES[name].colors)
        with standing(application, SCENES[name]) as shown:
            shown.grab().save(str(target / f"{name}.png"))
        sys.stdout.write(f"{target / name}.png\n")
    return 0


@contextmanager
def standing(application: QApplication, scene: Scene) -> Iterator[QWidget]:
    """Show a scene in a workspace of its own, as somebody who is logged in sees it."""
    account = {"USER": scene.user or "a-clerk"}
    with tempfile.TemporaryDirectory(prefix="labharness-") as folder, patch.dict(os.environ, account):
        place = Path(folder) / "laboratory"
        Workspace.init(place)
        specimen = scene.make(place)
        window = MainWindow(Showcase(Workspace(place)), ROOMS)
        window.setWindowTitle("labharness")
        window.show()
        if specimen is not None:
            window.open(Address(Room.LIVE, (specimen.folder.run,)))
            follower = window.page.follower
            _wait(application, lambda: follower.attachment is not None and not follower.attachment.behind)
        _settle(application)
        shown = scene.show(application, window)
        yield shown
        if shown is not window:
            shown.close()
        window.close()
        window.deleteLater()
        application.processEvents()
        if specimen is not None:
            specimen.close()


def _form(window: MainWindow) -> NewRunPage:
    """Return the form of a new run, which is then shown."""
    window.open(Address(Room.NEW_RUN))
    assert isinstance(window.page, NewRunPage)
    window.page.panel.plan.wait()
    return window.page


def _new_run(application: QApplication, window: MainWindow) -> QWidget:
    _form(window)
    _settle(application)
    _settle(application)
    return window


def _home(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.HOME))
    _settle(application)
    return window


def _runs(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.RUNS))
    _settle(application)
    return window


def _result(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.RUNS, (_named(window, "batch"), "check", "rising-sequences")))
    _settle(application)
    _settle(application)
    page = window.page.results
    page.sample.units.select(page.sample.units.rows.key(3))
    _settle(application)
    return window


def _failure(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.RUNS, (BIASED, "check", "frequency")))
    page = window.page.results
    _wait(application, lambda: page.sample.units.rows.rowCount() > 0)
    page.sample.units.select(page.sample.units.rows.key(0))
    _settle(application)
    return window


def _bytes(application: QApplication, window: MainWindow) -> QWidget:
    _result(application, window)
    page = window.page.results
    for level in (page.checks, page.sample.units, page.sample.record, page.sample.frames):
        QTest.keyClick(level, Qt.Key.Key_Return)
        _settle(application)
    return window


def _ladder(application: QApplication, window: MainWindow) -> QWidget:
    window.resize(1000, 640)
    window.open(Address(Room.RUNS, ("dice",)))
    _settle(application)
    _settle(application)
    page = window.page.results
    page.check.tabs.setCurrentWidget(page.check.ladder)
    _settle(application)
    return window


def _course(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.RUNS, ("batch-by-hand",)))
    _settle(application)
    window.page.results.tabs.setCurrentIndex(3)
    _settle(application)
    return window


def _compare(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.COMPARE, ("unit-a", "unit-b")))
    _settle(application)
    _settle(application)
    window.page.checks.select("rising-sequences")
    _settle(application)
    return window


def _named(window: MainWindow, word: str) -> str:
    window.open(Address(Room.RUNS))
    until = time.monotonic() + JUDGED_S
    while not window.page.table.table.rows.rowCount() and time.monotonic() < until:
        QApplication.processEvents()
    model = window.page.table.table.rows
    return next(name for at in range(model.rowCount()) if word in (name := model.key(at)))


def _evidence(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.EVIDENCE))
    _settle(application)
    window.page.table.buttons["all"].click()
    _settle(application)
    _settle(application)
    window.page.table.table.select(window.page.table.table.rows.key(1))
    return window


def _ledger(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.EVIDENCE, ("run", "continuous", "record", "44")))
    _settle(application)
    window.page.ledger.verify.click()
    _settle(application)
    return window


def _elsewhere(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.EVIDENCE))
    _settle(application)
    window.page.take_files([RELEASED / "report" / "s-461-r1"])
    until = time.monotonic() + JUDGED_S
    while window.page.elsewhere.view.facts is None and time.monotonic() < until:
        _settle(application)
    _settle(application)
    return window


def _reports(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.REPORTS))
    for _ in range(4):
        _settle(application)
    window.page.list.table.selectRow(0)
    return window


def _reports_empty(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.REPORTS))
    _settle(application)
    return window


def _report(application: QApplication, window: MainWindow) -> QWidget:
    _reports(application, window)
    number = next(one for one in window.page.list.rows if one.startswith("demo"))
    window.open(Address(Room.REPORTS, (number,)))
    _settle(application)
    _settle(application)
    return window


def _verified(application: QApplication, window: MainWindow) -> QWidget:
    _report(application, window)
    window.page.report.buttons["verify"].click()
    until = time.monotonic() + JUDGED_S
    while window.page.report.verification.facts is None and time.monotonic() < until:
        _settle(application)
    _settle(application)
    return window


def _signing(application: QApplication, window: MainWindow) -> QWidget:
    _report(application, window)
    window.page.report.ask_signature()
    _settle(application)
    return window.page.report.dialog


def _analyzed(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.ANALYZE))
    _settle(application)
    page = window.page
    draws = Path(tempfile.gettempdir()) / "draws-of-a-supplier.txt"
    chance = random.Random(4614)
    draws.write_text(
        " ".join(str(chance.choice((1, 2, 3, 4, 5, 6, 6))) for _ in range(4000)), encoding="ascii"
    )
    page.choose(draws)
    _settle(application)
    page.form.numbers["low"].setValue(1)
    page.form.numbers["high"].setValue(6)
    page.form.content.setCurrentIndex(3)
    page.form.power.setCurrentIndex(2)
    page.analyze()
    until = time.monotonic() + JUDGED_S
    while page.work.busy and time.monotonic() < until:
        _settle(application)
    _settle(application)
    draws.unlink()
    return window


def _bad_line(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.ANALYZE))
    _settle(application)
    page = window.page
    wrong = Path(tempfile.gettempdir()) / "draws-of-a-supplier.txt"
    wrong.write_text("low: 1\nhigh: 9\n1 2 3\n4 5 x7 8\n", encoding="ascii")
    page.choose(wrong)
    _settle(application)
    page.form.content.setCurrentIndex(3)
    page.analyze()
    _settle(application)
    wrong.unlink()
    return window


def _narrow(
    show: Callable[[QApplication, MainWindow], QWidget],
) -> Callable[[QApplication, MainWindow], QWidget]:
    """Show the same in the smallest window."""

    def shown(application: QApplication, window: MainWindow) -> QWidget:
        window.resize(window.minimumSize())
        return show(application, window)

    return shown


def _plan_list(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.PLANS))
    room = _plans_room(window)
    _wait(application, lambda: room.table.table.rows.rowCount() > 0)
    room.table.table.select(SHUFFLES)
    return window


def _plan_prose(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.PLANS, (BATCHES,)))
    room = _plans_room(window)
    _wait(application, lambda: room.prose.plan is not None)
    return window


def _plan_compared(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.PLANS, (SHUFFLES, "compare", f"{SHUFFLES}-monitored")))
    room = _plans_room(window)
    _wait(application, lambda: room.comparison.table.rowCount() > 0)
    return window


def _plan_editor(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.PLANS, ("our-batch-shuffler", "edit")))
    editor = _plans_room(window).editor
    _wait(application, lambda: editor.examined is not None)
    editor.outline.choose(("stages", 3))
    _settle(application)
    return window


def _plan_mistakes(application: QApplication, window: MainWindow) -> QWidget:
    _plan_editor(application, window)
    editor = _plans_room(window).editor
    editor.draft.put(("interruptions_allowed",), -1)
    _wait(application, lambda: len(editor.mistakes) == 1)
    editor.next_mistake()
    _settle(application)
    return window


def _plans_room(window: MainWindow) -> PlansRoom:
    page = window.page
    assert isinstance(page, PlansRoom)
    return page


def _wait(application: QApplication, there: Callable[[], bool]) -> None:
    until = time.monotonic() + JUDGED_S
    while not there() and time.monotonic() < until:
        application.processEvents()
        time.sleep(0.01)
    _settle(application)


def _benches(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.BENCHES, ("bench-1",)))
    _settle(application)
    return window


def _benches_small(application: QApplication, window: MainWindow) -> QWidget:
    window.resize(1000, 640)
    return _benches(application, window)


def _chooser(application: QApplication, window: MainWindow) -> QWidget:
    plan = _form(window).panel.plan
    _settle(application)
    plan.button.click()
    _settle(application)
    return plan.chooser or window


def _submissions(application: QApplication, window: MainWindow) -> QWidget:
    window.open(Address(Room.SUBMISSIONS))
    shown = window.page
    assert isinstance(shown, SubmissionsRoom)
    until = time.monotonic() + JUDGED_S
    while len(shown.verdicts.known) < 2 and time.monotonic() < until:
        _settle(application)
    shown.actor.choose("engineer")
    _settle(application)
    return window


def _part(part: SubmissionPart) -> Callable[[QApplication, MainWindow], QWidget]:
    """Return what opens a part of the submission that was tested."""

    def show(application: QApplication, window: MainWindow) -> QWidget:
        _submissions(application, window)
        window.open(Address(Room.SUBMISSIONS, ("demo-1", part.value)))
        _settle(application)
        table = getattr(window.page.view.parts[part], "table", None)
        if table is not None:
            table.selectRow(0)
        _settle(application)
        return window

    return show


def _new_submission(application: QApplication, window: MainWindow) -> QWidget:
    _submissions(application, window)
    window.page.list.new.click()
    _settle(application)
    return window


def _settle(application: QApplication) -> None:
    until = time.monotonic() + SETTLE_S
    while time.monotonic() < until:
        application.processEvents()
        time.sleep(0.01)


def _remember(place: Path, plan: str) -> None:
    """Leave a plan as the last that was chosen."""
    (place / LAST).write_text(json.dumps({"plan": plan}), encoding="utf-8")


def _earlier(place: Path) -> None:
    """Leave some finished runs in the list."""
    _remember(place, ROUNDS)
    for name, plan, outcome in (
        ("20250310T081502-starting-position", DRAWS, Outcome.PASS),
        ("20250311T091007-batch-shuffler-by-hand", SHUFFLES, Outcome.FAIL),
        ("20250311T140210-dealing-shoe", DEALS, Outcome.INCONCLUSIVE),
    ):
        Specimen(place / "runs" / name, plan).end(outcome)


def _running(place: Path) -> Specimen:
    _earlier(place)
    specimen = Specimen(place / "runs" / "20250312T083000-continuous-shuffler", ROUNDS)
    specimen.begin("rounds")
    for _ in range(32):
        specimen.observe("rounds", 20)
        time.sleep(0.03)
    return specimen


def _passed(place: Path) -> Specimen:
    _earlier(place)
    specimen = Specimen(place / "runs" / "20250312T083000-starting-position", DRAWS)
    specimen.begin("draws")
    for _ in range(30):
        specimen.observe("draws", 5000)
    specimen.finish("draws", sentence="150,000 outcomes recorded.")
    specimen.begin("raw")
    specimen.observe("raw", 1_250_000)
    specimen.finish("raw", sentence="1,250,000 bytes recorded.")
    specimen.end(Outcome.PASS, sentence="Every required check passed on the complete planned sample.")
    return specimen


def _failed(place: Path) -> Specimen:
    _earlier(place)
    specimen = Specimen(place / "runs" / "20250312T083000-batch-shuffler-by-hand", SHUFFLES, shelves=10)
    specimen.begin("shuffles")
    for _ in range(260):
        specimen.observe("shuffles", 1)
    specimen.finish("shuffles", sentence="260 shuffles recorded.")
    specimen.begin("reader-after")
    specimen.finish("reader-after")
    specimen.end(
        Outcome.FAIL,
        Held.OUTRIGHT(check=Titled("Rising sequences"), p=3e-9, level=1e-6),
        Held.OUTRIGHT(check=Titled("Kept neighbors"), p=4e-8, level=1e-6),
    )
    return specimen


def _asking(place: Path) -> Specimen:
    _earlier(place)
    specimen = Specimen(place / "runs" / "20250312T083000-batch-shuffler-by-hand", SHUFFLES)
    specimen.begin("shuffles")
    for _ in range(41):
        specimen.observe("shuffles", 1)
    specimen.note("The reader was moved to another table after shuffle 30.")
    specimen.prompt(
        0,
        "shuffle",
        "Load the deck in this order, top card first, run one shuffle, and take the cards out face down.",
        cards=" ".join(rank + suit for suit in SUITS for rank in RANKS),
    )
    return specimen


def _plate(place: Path) -> Specimen:
    specimen = Specimen(place / "runs" / "20250312T083000-batch-shuffler-by-hand", SHUFFLES)
    specimen.begin("identify")
    specimen.prompt(0, "identify", "From the name plate: manufacturer; model; serial; hardware revision.")
    return specimen


def _entering(place: Path) -> Specimen:
    specimen = Specimen(place / "runs" / "20250312T083000-batch-shuffler-by-hand", SHUFFLES)
    specimen.begin("shuffles")
    specimen.prompt(0, "enter_order", "First person: enter the cards, top card first.")
    return specimen


def _six_decks(place: Path) -> Specimen:
    specimen = Specimen(place / "runs" / "20250313T091500-batch-shuffler", BATCHES)
    specimen.begin("ports")
    specimen.prompt(
        0,
        "shuffle",
        "Put the cards into the machine in the order shown, shuffle, unload.",
        unit=4,
        cards=" ".join([rank + suit for suit in SUITS for rank in RANKS] * 6),
    )
    return specimen


def _entered(application: QApplication, window: MainWindow) -> QWidget:
    window.resize(1000, 640)
    _settle(application)
    panel = window.page.view.prompt
    QTest.keyClicks(panel.entry, "asks10hqd9c2s4h4hjd7c8sad5h6s")
    _settle(application)
    return window


def _four_colors(application: QApplication, window: MainWindow) -> QWidget:
    window.resize(1000, 640)
    _settle(application)
    deck = window.page.view.prompt.deck
    deck.colors.setChecked(True)
    deck.grid.go(5)
    return window


def _inspecting(place: Path) -> Specimen:
    _earlier(place)
    specimen = Specimen(place / "runs" / "20250313T091500-batch-shuffler", BATCHES)
    specimen.begin("ports")
    specimen.prompt(
        0,
        "inspect",
        "No port that takes data can be reached while the device stands at a table with its doors closed. "
        "(58 Pa. Code § 461a.4)",
        answers=["yes", "no", "n/a"],
        comment=["n/a", "no"],
        photograph=True,
        how=dump_reason(Ask.HOW_WITH_PHOTOGRAPH()),
    )
    return specimen


def _gone(place: Path) -> Specimen:
    specimen = _running(place)
    specimen.close()
    return specimen


def _filed(place: Path) -> None:
    """Leave a register with two submissions."""
    write_submissions(place)
    _remember(place, DRAWS)


def _unsigned(place: Path) -> None:
    """Leave a register with a report that nobody signed."""
    from labharness.app.submission.submission_reports import build_submission_report

    _filed(place)
    build_submission_report(Workspace(place), "demo-1", "deficiency")


def _night(place: Path) -> None:
    """Leave a workspace in the morning: runs that ended, one that asks, one whose runner is gone, and a queue."""
    runs = place / "runs"
    for name, plan, outcome in (
        ("20250310T081502-starting-position", DRAWS, Outcome.PASS),
        ("20250311T091007-batch-shuffler-by-hand", SHUFFLES, Outcome.FAIL),
        ("20250311T140210-dealing-shoe", DEALS, Outcome.INCONCLUSIVE),
    ):
        Specimen(runs / name, plan).end(outcome)
    gone = Specimen(runs / "20250312T083000-continuous-shuffler", ROUNDS)
    gone.begin("rounds")
    gone.observe("rounds", 20)
    gone.close()
    queue_a_night(Workspace(place))


def _released(place: Path) -> None:
    """Leave a workspace with the released runs."""
    for folder in sorted(RELEASED.iterdir()):
        if (folder / LEDGER).is_file():
            shutil.copytree(folder, place / "runs" / folder.name)


def _biased(place: Path) -> None:
    """Leave a run of the packaged plan on a generator that takes a byte modulo the range, beside the released runs."""
    _released(place)
    with start("rng", seed=4614, faults=["modulo_bias"]) as device:
        start_run(Workspace(place), RunOrder(DRAWS, device.url, name=BIASED, operator="A. Clerk"))


def _two_units(place: Path) -> None:
    """Leave two runs of one plan, of which one fails."""
    write_run(place / "runs" / "unit-a")
    results, verdict = failing()
    write_run(place / "runs" / "unit-b", results=results, verdict=verdict, simulated="made up, no device")


def _staffed(place: Path) -> None:
    """Leave a laboratory with its people."""
    write_staff(place)


def _empty(place: Path) -> None:
    """Leave a workspace that was just made."""


def _drafted(place: Path) -> None:
    """Leave a draft of a plan."""
    begin_draft(SHUFFLES, "our-batch-shuffler", place, discover())


def _choosing(place: Path) -> None:
    """Leave no run: the choice of a plan is shown."""
    _remember(place, CHOSEN)


SCENES: dict[str, Scene] = {
    "window-home": Scene(_night, show=_home),
    "window-home-dark": Scene(_night, theme.DARK, _home),
    "window-runs": Scene(_released, show=_runs),
    "window-results": Scene(_biased, show=_failure),
    "window-results-dark": Scene(_biased, theme.DARK, _failure),
    "window-results-short": Scene(_released, show=_result),
    "window-results-bytes": Scene(_released, show=_bytes),
    "window-results-ladder-small": Scene(_released, show=_ladder),
    "window-results-course": Scene(_released, show=_course),
    "window-compare": Scene(_two_units, show=_compare),
    "window-compare-dark": Scene(_two_units, theme.DARK, _compare),
    "window-benches": Scene(_night, show=_benches),
    "window-evidence": Scene(_released, show=_evidence),
    "window-evidence-dark": Scene(_released, theme.DARK, _narrow(_evidence)),
    "window-ledger": Scene(_released, show=_ledger),
    "window-ledger-dark": Scene(_released, theme.DARK, _narrow(_ledger)),
    "window-elsewhere": Scene(_empty, show=_elsewhere),
    "window-elsewhere-dark": Scene(_empty, theme.DARK, _narrow(_elsewhere)),
    "window-reports": Scene(_filed, show=_reports),
    "window-reports-dark": Scene(_filed, theme.DARK, _narrow(_reports)),
    "window-reports-empty": Scene(_empty, show=_reports_empty),
    "window-report": Scene(_filed, show=_report),
    "window-report-dark": Scene(_filed, theme.DARK, _narrow(_report)),
    "window-report-verified": Scene(_filed, show=_verified),
    "window-report-verified-dark": Scene(_filed, theme.DARK, _narrow(_verified)),
    "window-report-signing": Scene(_unsigned, show=_signing),
    "window-report-signing-dark": Scene(_unsigned, theme.DARK, _signing),
    "window-benches-small": Scene(_night, theme.DARK, _benches_small),
    "window-analyze": Scene(_empty, show=_analyzed),
    "window-analyze-dark": Scene(_empty, theme.DARK, _narrow(_analyzed)),
    "window-analyze-bad-line": Scene(_empty, show=_bad_line),
    "window-home-empty": Scene(_empty, show=_home),
    "window-new-run": Scene(_choosing, show=_new_run),
    "window-plans": Scene(_choosing, show=_chooser),
    "window-plans-dark": Scene(_choosing, theme.DARK, _chooser),
    "window-plan-list": Scene(_empty, show=_plan_list),
    "window-plan-list-dark": Scene(_empty, theme.DARK, _plan_list),
    "window-plan-prose": Scene(_empty, show=_plan_prose),
    "window-plan-compared": Scene(_empty, show=_plan_compared),
    "window-plan-editor": Scene(_drafted, show=_plan_editor),
    "window-plan-editor-dark": Scene(_drafted, theme.DARK, _plan_mistakes),
    "window-running": Scene(_running),
    "window-running-dark": Scene(_running, theme.DARK),
    "window-pass": Scene(_passed),
    "window-fail": Scene(_failed),
    "window-fail-dark": Scene(_failed, theme.DARK),
    "window-question": Scene(_asking),
    "window-name-plate": Scene(_plate),
    "window-entry": Scene(_entering, show=_entered),
    "window-entry-dark": Scene(_entering, theme.DARK, _entered),
    "window-six-decks": Scene(_six_decks, show=_four_colors),
    "window-inspection": Scene(_inspecting),
    "window-runner-gone": Scene(_gone),
    "window-submissions": Scene(_filed, show=_submissions),
    "window-submissions-dark": Scene(_filed, theme.DARK, _submissions),
    "window-submission": Scene(_filed, show=_part(SubmissionPart.OVERVIEW)),
    "window-submission-documents": Scene(_filed, show=_part(SubmissionPart.DOCUMENTS)),
    "window-submission-documents-dark": Scene(_filed, theme.DARK, _part(SubmissionPart.DOCUMENTS)),
    "window-submission-clauses-dark": Scene(_filed, theme.DARK, _part(SubmissionPart.CLAUSES)),
    "window-submission-new": Scene(_filed, show=_new_submission),
    "window-settings-people": Scene(_staffed, show=settings("people"), user=CHIEF),
    "window-settings-people-dark": Scene(_staffed, theme.DARK, _narrow(settings("people")), CLERK),
    "window-settings-workspace": Scene(_staffed, show=settings("workspace"), user=CHIEF),
    "window-settings-trust-dark": Scene(_staffed, theme.DARK, _narrow(settings("trust")), CHIEF),
    "window-settings-contrast": Scene(_staffed, theme.CONTRAST, settings("appearance", "contrast"), CHIEF),
    "window-settings-laboratory": Scene(_staffed, show=settings("laboratory"), user=CHIEF),
    "window-help": Scene(_empty, show=manual("bench-day")),
    "window-help-dark": Scene(_empty, theme.DARK, _narrow(manual("verdicts", "retest"))),
}

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
