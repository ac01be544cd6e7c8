"""Home: what needs a person, benches, what ended lately, and submissions that are never shown as they were before a change."""

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt

from labharness.app.overview.attention import OpenMatter, OpenRun
from labharness.app.overview.overview import BenchNow, EndedRun
from labharness.app.submission.draft_saving import case_sign
from labharness.app.submission.open_items import OpenItem, OpenItemPlace, SubmissionPart
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError
from labharness.evidence.lock import LEDGER
from labharness.gui.filings.submission_facts import CaseFacts, Filed
from labharness.gui.home.home_page import (
    KINDS,
    LOOKING,
    SUBMISSIONS,
    HomePage,
    SubmissionStanding,
    SubmissionWatch,
)
from labharness.gui.kit.page import Handed
from labharness.gui.reports.build_dialog import NightDialog
from labharness.language.catalog import explain
from labharness.language.dates import brief, time_of_day
from labharness.model.address import Address, Room
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.register import Attention
from labharness.model.reasons.run import Runs
from labharness.model.results import Ending, Outcome, standing_of
from labharness.nights.items import Bench, Item
from tests.gui.conftest import QUIET, NoSubmissions
from tests.support.window.hands import hands
from tests.support.window.specimen import ROUNDS

MATTERS = (
    OpenMatter(Attention.RUNNER_GONE(run="run-1"), Address(Room.RUNS, ("run-1",)), QUIET.now.isoformat()),
    OpenMatter(Attention.CLOCK(), Address(Room.HOME)),
)
BENCH = BenchNow(
    Bench(name="bench-1", host="desk", heard=QUIET.now.isoformat()),
    silent=False,
    taken=(Item(id="a", bench="bench-1", device="d", order={"plan": ROUNDS}),),
    waiting=(),
)
WAITING = Item(id="b", bench="bench-1", device="d", order={"plan": "plans/dealing-shoe.toml"})
PASSED = standing_of(Outcome.PASS, simulated=True)
ENDED = EndedRun("run-2", "plan", "usb://1", "lab-1", "COMPLETE", QUIET.now.isoformat(), PASSED)
STOPPED = replace(
    ENDED,
    ending="STOPPED_BY_OPERATOR",
    standing=standing_of(Outcome.PASS, ending=Ending.STOPPED_BY_OPERATOR, simulated=True),
)


@pytest.fixture
def home(qtbot, bench, main_window):
    main_window.open(Address(Room.HOME))

    def show(overview):
        bench.shown = overview
        main_window._look.ask()
        qtbot.waitUntil(lambda: main_window._overview is overview)
        return main_window.page

    return show


DROPPED = {
    "bundle.zip": Room.EVIDENCE,
    "run-folder": Room.EVIDENCE,
    "plan.TOML": Room.PLANS,
    "numbers.csv": Room.ANALYZE,
    "filing": Room.SUBMISSIONS,
    "capture.bin": Room.ANALYZE,
}


def cells(table):
    return table.cells()[1:]


def test_a_quiet_workspace_says_so_and_nothing_is_claimed_before_it_was_read(qtbot, home):
    assert set(KINDS) == {member.code for member in Attention}, "every kind of matter has a word"
    page = home(QUIET)
    assert page.heading.text() == "Nothing needs you"
    assert page.matters.empty == "Nothing needs you."
    assert not page._no_bench.isHidden()
    page._show_filed(())
    assert not page.tour.isHidden()
    page.watch.failed.emit("The register is damaged.")
    assert page.tour.isHidden(), "a workspace whose register cannot be read is not taken for a new one"
    assert page.submissions.empty == "The register is damaged."
    fresh = qtbot.addWidget(HomePage(NoSubmissions))
    assert fresh.heading.text() == fresh.matters.empty == fresh._no_bench.text() == LOOKING
    fresh.lose_overview("The disk is gone.")
    assert fresh.computer.text() == "The disk is gone."


def test_what_was_known_stays_and_says_of_when_it_is_where_the_workspace_cannot_be_read(
    qtbot, home, main_window, bench
):
    page = home(replace(QUIET, matters=MATTERS))
    bench.shown = OSError("The disk is gone.")
    main_window._look.ask()
    qtbot.waitUntil(lambda: page.heading.text() == "The workspace cannot be read")
    assert page.computer.text() == "The disk is gone. Shown as of 7:00 a.m."
    assert page.matters.rows.rowCount() == 2
    assert page.matters.empty == page.ended.empty == "Not known."
    assert main_window.top.bell.accessibleName() == "Not known what needs you"


def test_what_needs_a_person_is_listed_counted_and_opened(qtbot, home, main_window):
    page = home(replace(QUIET, matters=MATTERS))
    assert page.heading.text() == "2 matters need you"
    assert [row[0] for row in cells(page.matters)] == ["Runner gone", "Clock"]
    runs = main_window.rail.buttons[Room.RUNS]
    assert (main_window.top.bell.accessibleName(), runs.accessibleName()) == (
        "2 need you",
        "Runs, 1 needs you",
    )

    def by_key():
        qtbot.keyClick(page.matters, Qt.Key.Key_Return)

    def by_menu():
        next(each for each in page.matters.menu().actions() if each.text() == "&Open").trigger()

    for way in (by_key, by_menu):
        main_window.open(Address(Room.HOME))
        page.matters.select(f"{MATTERS[0].code}{MATTERS[0].address}{MATTERS[0].since}")
        way()
        assert main_window.address.room is Room.RUNS
    home(QUIET)
    assert (main_window.top.bell.accessibleName(), runs.accessibleName()) == ("Nothing needs you", "Runs")


def test_benches_are_cards_that_follow_the_queue(home, begin):
    run = begin("a", units=640)
    watched = OpenRun(run.folder)
    at_work = replace(BENCH, runs=(watched,), waiting=(WAITING, WAITING))

    def card_now(hours=None):
        run.writer.barrier()
        watched.advance(float("inf"), lambda: 0.0)
        expected = {} if hours is None else {ROUNDS: hours * 3600.0}
        now = datetime.now(UTC)
        (card,) = home(replace(QUIET, benches=(at_work,), now=now, expected_s=expected)).cards
        return card

    def over(hours):
        return (datetime.fromisoformat(watched.summary.started) + timedelta(hours=hours)).isoformat()

    card = card_now()
    assert (card.state.text(), card.plan.text()) == ("Running, 640 of 1,000", ROUNDS)
    assert card.queue.text() == "1 item taken · 2 waiting"
    assert card.accessibleName() == (
        f"Bench bench-1: Running, 640 of 1,000, {ROUNDS}, 1 item taken, 2 waiting, next dealing-shoe"
    )
    for hours, written in ((2, time_of_day), (30, brief)):
        assert card_now(hours).state.text() == f"Running, 640 of 1,000, over about {written(over(hours))}"
    run.prompt(0, "confirm", "Clear the jam.")
    assert card_now().state.text() == "Asks you"
    (silent,) = home(replace(QUIET, benches=(replace(BENCH, silent=True),))).cards
    assert silent.state.text().startswith("Silent: last heard Nov 23")
    assert home(replace(QUIET, benches=(BENCH,))).cards[0].state.text() == "Ready"
    assert home(QUIET).cards == []


def test_what_ended_is_listed_as_simulated_and_a_stopped_pass_is_drawn_as_none(home):
    other = replace(BENCH, bench=replace(BENCH.bench, host="lab-of-nobody"))
    page = home(replace(QUIET, ended=(ENDED,), benches=(other,)))
    (row,) = cells(page.ended)
    assert row == ["PASS, simulated", "Complete", "run-2", "usb://1", "lab-1", "Nov 23, 2026, 7:00 a.m. EST"]
    assert page._ended_title.text().endswith("RECORDS NOT VERIFIED HERE · 1 PASS, simulated")
    assert "lab-of-nobody" in page.computer.text(), "its runs are elsewhere"

    def ink():
        return page.ended.shown.index(0, 0).data(Qt.ItemDataRole.ForegroundRole)

    complete = ink()
    home(replace(QUIET, ended=(STOPPED,)))
    assert ink() != complete


def test_what_is_dropped_goes_to_the_room_of_its_kind(qtbot, home, main_window, tmp_path):
    page, drop, handed, refused = home(QUIET), hands(qtbot).drop, [], []
    page.handed.connect(handed.append)
    page.announced.connect(refused.append)
    drop(page, [tmp_path / "a.zip", tmp_path / "b.csv"])
    assert len(refused) == 1, "of several kinds"
    assert handed == []
    page.handed.disconnect()
    page.handed.connect(handed.append)
    for name, room in DROPPED.items():
        file = tmp_path / "dropped" / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(b"") if file.suffix else file.mkdir()
        if name == "filing":
            (file / "filing.toml").touch()
        drop(page, [file])
        assert handed.pop() == Handed(room, (file,)), name
    page.handed.connect(main_window._hand)
    drop(page, [tmp_path / "dropped" / "plan.TOML"])
    assert main_window.address.room is Room.PLANS
    main_window.open(Address(Room.HOME))
    qtbot.click(page.morning)
    assert main_window.address.room is Room.REPORTS
    dialog = main_window.page.list.dialog
    assert isinstance(dialog, NightDialog), "the morning report asks for its span"
    dialog.reject()


OPEN = OpenItem("Document missing: the PAR sheet.", True, OpenItemPlace(SubmissionPart.DOCUMENTS))
CLEAR = CaseFacts(standing_of(Outcome.PASS), "", (), "", (), (), ())
FACTS = replace(CLEAR, standing=standing_of(Outcome.INCONCLUSIVE), open_items=(OPEN, OPEN))
ON_FILE = Filed("one", "A title", "prototype", "A manufacturer", "REF-1", documents=2, asked=3)


class Desk:
    """A register of one submission, whose sign the test changes."""

    def __init__(self):
        self.sign, self.judged, self.then, self.found, self.takes_s = "1", 0, None, FACTS, 0.0

    def filed(self):
        return [ON_FILE]

    def case_sign(self, at_work):  # noqa: ARG002
        if not self.sign:
            raise InputError(Runs.AT_WORK(run="run-1"))
        return self.sign

    def case(self, submission, say):
        self.judged += 1
        time.sleep(self.takes_s)
        say(Doing.SETTLING(runs=(submission,)))
        result = self.found
        if self.then is not None:
            self.sign, self.found = self.then
        if isinstance(result, Exception):
            raise result
        return result


@pytest.fixture
def watched(qtbot):
    desk = Desk()
    watch = SubmissionWatch(lambda: desk)
    watch.first_s = 0.0
    shown = []
    watch.arrived.connect(shown.append)

    def look(until):
        before = len(shown)
        watch.look(())
        qtbot.waitUntil(lambda: len(shown) > before and shown[-1][0].next_step == until)
        return shown[-1][0]

    yield desk, look, shown
    watch.stop()


def test_the_next_step_is_unknown_until_it_is_judged_after_a_change_and_without_a_register(watched, qtbot):
    desk, look, shown = watched
    assert look(OPEN.sentence).open_items == 2
    assert (shown[0][0].open_items, shown[0][0].next_step) == (None, "…")
    look(OPEN.sentence)
    assert desk.judged == 1
    desk.sign, desk.found = "2", CLEAR
    before = len(shown)
    look("Recommend")
    assert shown[before][0].next_step == "…"
    desk.sign, desk.found = "3", InputError(Runs.AT_WORK(run="run-1"))
    assert look(explain(desk.found)).open_items is None, "why it cannot be judged stands in its row"
    desk.sign, desk.found, desk.takes_s = "4", FACTS, 0.05
    look(OPEN.sentence)
    judged, desk.sign = desk.judged, ""
    assert look("…").open_items is None
    qtbot.wait(400)  # the rest after a judgment is three times as long as it took
    desk.sign = "4"
    assert look(OPEN.sentence).open_items == 2
    assert desk.judged == judged + 1


def test_nothing_is_shown_that_changed_while_it_was_judged(watched):
    desk, look, shown = watched
    desk.found, desk.then = CLEAR, ("2", FACTS)
    assert look(OPEN.sentence).open_items == 2
    assert desk.judged == 2
    assert "Recommend" not in [rows[0].next_step for rows in shown]


def test_the_next_step_follows_what_is_on_record():
    recommended = replace(ON_FILE, recommendation="Approve")
    reported = replace(recommended, report="one-r1", signed=("tested",))
    for filed, step in (
        (ON_FILE, "Recommend"),
        (recommended, "Build the report"),
        (reported, "Sign as reviewed"),
        (replace(reported, signed=("tested", "reviewed", "authorized")), "Signed by all three roles"),
    ):
        standing = SubmissionStanding(filed, CLEAR)
        assert standing.next_step == step
        assert [column.text(standing) for column in SUBMISSIONS][:2] == ["REF-1", "0"]


def test_the_sign_changes_with_a_ledger_and_not_with_one_that_grows(tmp_path):
    workspace = Workspace.init(tmp_path / "space")
    ledger = workspace.path / "runs" / "run-1" / LEDGER
    ledger.parent.mkdir(parents=True)
    signs = []
    for content in ("", "{}\n", "{}\n{}\n"):
        if content:
            ledger.write_text(content, encoding="utf-8")
        signs.append((case_sign(workspace, ()), case_sign(workspace, {"run-1"})))
    before, first, grown = signs
    assert len({before[0], *first}) == 3
    assert grown[1] == first[1]
    assert grown[0] != first[0]
