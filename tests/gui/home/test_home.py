"""Home: what needs a person, benches, and what ended lately."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt

from labharness.app.overview.attention import OpenMatter, OpenRun
from labharness.app.overview.overview import BenchNow, EndedRun
from labharness.gui.filings.submission_facts import Filed
from labharness.gui.home.home_page import KINDS, LOOKING, HomePage, SubmissionStanding
from labharness.gui.kit.page import Handed
from labharness.gui.reports.build_dialog import NightDialog
from labharness.language.dates import brief, time_of_day
from labharness.model.address import Address, Room
from labharness.model.reasons.register import Attention
from labharness.model.results import Ending, Outcome, standing_of
from labharness.nights.items import Bench, Item
from tests.gui.conftest import PLAN, QUIET, NoSubmissions
from tests.support.window.hands import hands
from tests.support.window.specimen import Specimen

MATTERS = (
    OpenMatter(
        Attention.RUNNER_GONE(run="run-1"),
        Address(Room.RUNS, ("run-1",)),
        (QUIET.now - timedelta(minutes=12)).isoformat(),
    ),
    OpenMatter(Attention.CLOCK(), Address(Room.HOME)),
)
BENCH = BenchNow(
    Bench(name="bench-1", host="desk", heard=QUIET.now.isoformat()),
    silent=False,
    taken=(Item(id="a", bench="bench-1", device="d", order={"plan": PLAN}),),
    waiting=(),
)
WAITING = Item(id="b", bench="bench-1", device="d", order={"plan": "plans/dealing-shoe.toml"})
FILED = Filed(
    "2026-001",
    "Shuffler with a rather long title of its submission",
    "card_shuffler",
    "Example",
    documents=12,
    asked=30,
)
ENDED = EndedRun(
    "run-2",
    "plan",
    "usb://1",
    "lab-1",
    "COMPLETE",
    QUIET.now.isoformat(),
    standing_of(Outcome.PASS, simulated=True),
)
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


def test_a_quiet_workspace_says_so(home):
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


def test_nothing_is_claimed_before_the_workspace_was_read(qtbot):
    fresh = HomePage(NoSubmissions)
    qtbot.addWidget(fresh)
    assert fresh.heading.text() == fresh.matters.empty == fresh._no_bench.text() == LOOKING
    fresh.lose_overview("The disk is gone.")
    assert fresh.computer.text() == "The disk is gone."


def test_what_needs_a_person_is_listed_counted_and_opened(qtbot, home, main_window):
    page = home(replace(QUIET, matters=MATTERS))
    assert page.heading.text() == "2 matters need you"
    assert [row[0] for row in cells(page.matters)] == ["Runner gone", "Clock"]
    assert main_window.top.bell.accessibleName() == "2 need you"
    assert main_window.rail.buttons[Room.RUNS].accessibleName() == "Runs, 1 needs you"
    page.matters.select(f"{MATTERS[0].code}{MATTERS[0].address}{MATTERS[0].since}")
    qtbot.keyClick(page.matters, Qt.Key.Key_Return)
    assert main_window.address.room is Room.RUNS
    main_window.open(Address(Room.HOME))
    page.matters.select(f"{MATTERS[0].code}{MATTERS[0].address}{MATTERS[0].since}")
    next(each for each in page.matters.menu().actions() if each.text() == "&Open").trigger()
    assert main_window.address.room is Room.RUNS
    home(QUIET)
    assert main_window.top.bell.accessibleName() == "Nothing needs you"
    assert main_window.rail.buttons[Room.RUNS].accessibleName() == "Runs"


def test_benches_are_cards_that_follow_the_queue(home, tmp_path):
    run = Specimen(tmp_path / "a", PLAN)
    run.begin("rounds")
    run.observe("rounds", 640)
    watched = OpenRun(run.folder)
    at_work = replace(BENCH, runs=(watched,), waiting=(WAITING, WAITING))
    busy = replace(QUIET, benches=(at_work,))

    def card_now():
        run.writer.barrier()
        watched.advance(float("inf"), lambda: 0.0)
        (card,) = home(replace(busy, now=datetime.now(UTC))).cards
        return card

    card = card_now()
    assert (card.state.text(), card.plan.text()) == ("Running, 640 of 1,000", PLAN)
    assert card.queue.text() == "1 item taken · 2 waiting"
    assert card.accessibleName() == (
        f"Bench bench-1: Running, 640 of 1,000, {PLAN}, 1 item taken, 2 waiting, next dealing-shoe"
    )
    busy = replace(busy, expected_s={PLAN: 7200.0})
    over = datetime.fromisoformat(watched.summary.started) + timedelta(hours=2)
    assert card_now().state.text() == f"Running, 640 of 1,000, over about {time_of_day(over.isoformat())}"
    busy = replace(busy, expected_s={PLAN: 30 * 3600.0})
    over = datetime.fromisoformat(watched.summary.started) + timedelta(hours=30)
    assert card_now().state.text() == f"Running, 640 of 1,000, over about {brief(over.isoformat())}"
    run.prompt(0, "confirm", "Clear the jam.")
    assert card_now().state.text() == "Asks you"
    run.close()
    silent = replace(BENCH, silent=True)
    assert (
        home(replace(QUIET, benches=(silent,))).cards[0].state.text().startswith("Silent: last heard Nov 23")
    )
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


def test_the_submissions_need_no_scrolling_sideways(qtbot, home, main_window):
    page = home(QUIET)
    for width in (1000, 1280):
        for filed in ((), (SubmissionStanding(FILED, None),)):
            main_window.resize(width, 800)
            page._show_filed(filed)
            qtbot.waitUntil(lambda: page.submissions.horizontalScrollBar().maximum() == 0)
            assert not page.submissions.horizontalScrollBar().isVisible()


def test_what_is_dropped_goes_to_the_room_of_its_kind(qtbot, home, main_window, tmp_path):
    page, drop, handed, told = home(QUIET), hands(qtbot).drop, [], []
    page.handed.connect(handed.append)
    page.told.connect(told.append)
    drop(page, [tmp_path / "a.zip", tmp_path / "b.csv"])
    assert len(told) == 1, "of several kinds"
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
    qtbot.mouseClick(page.morning, Qt.MouseButton.LeftButton)
    assert main_window.address.room is Room.REPORTS
    dialog = main_window.page.list.dialog
    assert isinstance(dialog, NightDialog), "the morning report asks for its span"
    dialog.reject()
