"""The table of runs: what ended comes from the index, what goes on has no verdict; in groups, rows stay rows."""

import threading
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from labharness.acts.declaring import Seat
from labharness.app.overview.overview import Overviews
from labharness.app.runs.run_index import RunListing, latest, listed
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.window_state import WindowState
from labharness.gui.results.result_tables import read_result
from labharness.gui.runs.run_rows import RUNS, EndedRows, GroupingChoice, RunRow, group_of, open_row
from labharness.gui.runs.runs_page import RunsPage
from labharness.language.run_groups import RunGrouping
from labharness.model.address import Address, Room
from labharness.model.results import Outcome, Phase, standing_of
from tests.support.seats import Seats
from tests.support.window.places import released


@pytest.fixture
def space(tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    released(space.path, "rng", "batch-by-hand")
    return space


@pytest.fixture
def going_on(space, begin):
    return begin("workspace/runs/run-1")


def runs_of(space, some=None, every=None):
    return RunsPage(
        some or (lambda: latest(space, 60)),
        every or (lambda: listed(space, ended_only=True)),
        lambda: {"rng": "bench-2"},
        lambda run: read_result(space, run),
    )


@pytest.fixture
def page(qtbot, space):
    runs_page = qtbot.shown(runs_of(space), 1100, 500)
    runs_page.show_overview(Overviews(space).look())
    qtbot.waitUntil(lambda: runs_page.table.rows.rowCount() >= 2)
    return runs_page


def test_runs_are_listed_and_those_that_go_on_have_no_verdict(going_on, page):
    titles, *listed = page.table.cells()
    verdicts = {row[titles.index("Run")]: row[0] for row in listed}
    assert verdicts == {
        "rng": "PASS, simulated",
        "batch-by-hand": "INCONCLUSIVE, simulated",
        "run-1": "At work, simulated",
    }
    row = page.table.rows.row(page.table.rows.place("run-1"))
    assert (row.ending, row.ended) == ("Running", False)


def test_a_run_that_asks_and_one_whose_runner_is_gone(space, going_on):
    going_on.prompt(0, "deed", "Load the deck.")
    (row,) = map(open_row, Overviews(space).look().open_runs)
    assert (row.ending, row.tone) == ("Asks you", Tone.ASKING)
    going_on.close()
    (row,) = map(open_row, Overviews(space).look().open_runs)
    assert (row.ending, row.tone) == ("Interrupted", Tone.UNSURE)


def test_a_damaged_run_keeps_its_row_and_says_where(space):
    ledger = space.path / "runs" / "rng" / "ledger.jsonl"
    lines = ledger.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b'"', b"'", 1)
    ledger.write_bytes(b"".join(lines))
    rows = {row.run: row for row in EndedRows().of(listed(space))}
    assert (rows["rng"].standing.phase, rows["rng"].standing.verdict) == (Phase.DAMAGED, None)
    assert rows["rng"].ending == "At line 4"
    assert rows["rng"].remark


def test_the_table_is_filtered_by_words(qtbot, page):
    page.filter.setText("verdict:pass")
    assert page.note.text().startswith("1 run of 2")
    page.filter.setText("blackjack")
    assert [row[2] for row in page.table.cells()[1:]] == ["batch-by-hand"]


def test_return_opens_the_results_and_back_finds_the_same_row(qtbot, bench, space, request):
    bench.seat = Seat(space)
    window = request.getfixturevalue("main_window")
    window.open(Address(Room.RUNS))
    table = window.page.table
    qtbot.waitUntil(lambda: table.table.rows.rowCount() == 2)
    table.filter.setText("pai-gow")
    table.table.select("rng")
    window.page.results.seat = Seats(None, _Never())
    qtbot.keyClick(table.table, Qt.Key.Key_Return)
    assert window.address == Address(Room.RUNS, ("rng",))
    window.top.back_button.click()
    assert window.address == Address(Room.RUNS)
    assert table.filter.text() == "pai-gow"
    assert table.table.current.run == "rng"


class _Never:
    """A workspace that is not asked for more than a refusal."""

    def run(self, name):
        raise OSError(f"{name} is not read here")


def test_the_latest_runs_are_shown_while_older_ones_are_read(qtbot, space):
    """Without an index ten thousand runs take seconds: the first of them are there at once."""
    rows, held = listed(space), threading.Event()

    def all_runs():
        held.wait(60)
        return rows

    page = qtbot.addWidget(runs_of(space, lambda: RunListing(rows[-1:], complete=False), all_runs))
    qtbot.waitUntil(lambda: page.table.rows.rowCount() == 1)
    assert "Older runs are being read" in page.note.text()
    held.set()
    qtbot.waitUntil(lambda: page.table.rows.rowCount() == len(rows))
    assert "being read" not in page.note.text()


def test_space_looks_at_the_chosen_run_without_opening_it(qtbot, space):
    page = qtbot.shown(runs_of(space), 1100, 600)
    qtbot.waitUntil(lambda: page.table.rows.rowCount() == 2)
    opened = []
    page.went.connect(opened.append)
    assert page.quick.isHidden()
    page.table.select("batch-by-hand")
    qtbot.front(page)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Space)
    assert page.quick.isVisible()
    qtbot.waitUntil(lambda: "1 NOT TESTED" in page.quick.decisions.text())
    assert page.quick.heading.text().startswith("INCONCLUSIVE, simulated · Complete · batch-by-hand")
    page.table.select("rng")
    qtbot.waitUntil(lambda: page.quick.decisions.text() == "3 decisions: 3 PASS.")
    assert page.quick.heading.text().startswith("PASS, simulated · Complete · rng")
    qtbot.keyClick(page.table, Qt.Key.Key_Space)
    assert page.quick.isHidden()
    assert opened == []
    benches = {row.run: row.bench for row in map(page.table.rows.row, range(2))}
    assert benches == {"rng": "bench-2", "batch-by-hand": ""}


def test_a_run_that_ends_while_the_others_are_read_is_listed(qtbot, space):
    rows, held, asked = listed(space), threading.Event(), []

    def some():
        asked.append(len(asked))
        if len(asked) == 1:
            held.wait(60)
            return RunListing(rows[:1], complete=True)
        return RunListing(rows, complete=True)

    page = qtbot.addWidget(runs_of(space, some, lambda: rows))
    overview = Overviews(space).look()
    page.show_overview(overview)  # news of the run, which is not in what is being read
    held.set()
    qtbot.waitUntil(lambda: page.table.rows.rowCount() == 1)
    page.show_overview(overview)
    qtbot.waitUntil(lambda: page.table.rows.rowCount() == 2)


def test_runs_that_cannot_be_read_again_stay_and_say_of_when_they_are(qtbot, space):
    """The next look at what goes on takes the sentence back only where the runs were read again."""
    gone, overview = [], Overviews(space).look()

    def some():
        if gone:
            raise OSError(*gone)
        return latest(space, 60)

    def told(page, words):
        def read_again():
            page._list()
            return page.note.text().startswith(words)

        qtbot.waitUntil(read_again)

    page = qtbot.addWidget(runs_of(space, some))
    page.show_overview(overview)
    qtbot.waitUntil(lambda: page.table.rows.rowCount() == 2)
    qtbot.waitUntil(lambda: page.note.text().startswith("2 runs"))
    page.show_overview(overview)
    page.stop()
    QApplication.processEvents()  # the news was read, and is known
    gone.append("The disk is gone.")
    told(page, "The disk is gone. Shown as of ")
    page.show_overview(overview)
    assert page.note.text().startswith("The disk is gone. Shown as of ")
    assert page.table.rows.rowCount() == 2
    page.stop()
    QApplication.processEvents()  # what was asked while they could not be read has its answer
    gone.clear()
    page.show_overview(overview)  # nothing is new but that they can be read
    qtbot.waitUntil(lambda: page.note.text().startswith("2 runs"))
    page.lose_overview("The folder is gone.")
    assert page.note.text().startswith("The folder is gone. Shown as of ")
    page.show_overview(overview)
    assert page.note.text().startswith("2 runs")


ONE = RunRow(
    run="",
    standing=standing_of(Outcome.PASS),
    ending="Complete",
    tone=Tone.PASS,
    plan="p",
    device="usb://1/2",
    submission="",
    sample="",
    started="",
    seconds=1.0,
    remark="",
    ended=True,
)
ROWS = [
    replace(ONE, run="a", started="2026-11-21T23:00:00Z", submission="S-2"),  # 6 p.m. in Pennsylvania
    replace(ONE, run="b", started="2026-11-22T14:00:00Z", submission="S-1"),  # 9 a.m. of the next day
    replace(ONE, run="c", started="2026-11-22T18:00:00Z", submission="S-2", device="usb://3/4", serial="17"),
    replace(ONE, run="d", started="", standing=standing_of(None)),
]


@pytest.fixture
def grouped(qtbot):
    row_table = qtbot.shown(RowTable("Runs", RUNS, lambda row: row.run), 1000, 500)
    row_table.show_rows(ROWS)
    return row_table


def order(grouped):
    return [grouped.shown.row(at).run for at in range(grouped.shown.rowCount())]


def by(grouping):
    return partial(group_of, grouping)


def test_a_night_ends_at_noon_and_the_keyboard_goes_from_run_to_run(grouped, qtbot):
    grouped.heads.by(by(RunGrouping.NIGHT))
    assert order(grouped) == ["c", "a", "b", "d"]
    assert grouped.heads.titles == {
        0: "Night of Nov 22, 2026 · 1",
        1: "Night of Nov 21, 2026 · 2",
        3: "Start not on record · 1",
    }
    grouped.heads.by(by(RunGrouping.SUBMISSION))
    grouped.selectRow(0)
    assert grouped.accessibleDescription() == "S-1 · 1"
    for _ in range(2):
        qtbot.keyClick(grouped, Qt.Key.Key_Down)
    assert grouped.current.run == order(grouped)[2]
    assert grouped.accessibleDescription() == "S-2 · 2"


def test_groups_keep_their_order_whichever_way_the_rows_are_sorted(grouped):
    grouped.heads.by(by(RunGrouping.SUBMISSION))
    for way, runs in ((Qt.SortOrder.AscendingOrder, "bacd"), (Qt.SortOrder.DescendingOrder, "bcad")):
        grouped.sortByColumn(3, way)
        grouped.heads.lay_out()
        assert order(grouped) == list(runs)
        assert list(grouped.heads.titles.values()) == ["S-1 · 1", "S-2 · 2", "No submission · 1"]


def test_a_head_has_room_of_its_own_and_takes_none_when_it_goes(qtbot, grouped):
    usual = grouped.rowHeight(0)
    grouped.heads.by(by(RunGrouping.DEVICE))
    heights = [grouped.rowHeight(at) for at in range(4)]
    assert grouped.heads.titles == {0: "usb://1/2 · 3", 3: "usb://3/4, serial 17 · 1"}
    assert heights == [usual + grouped.heads.height, usual, usual, usual + grouped.heads.height]
    # The cells below a head are drawn below it, the head above them.
    shot = grouped.viewport().grab().toImage()
    strip = shot.pixelColor(shot.width() - 30, grouped.heads.height // 2)
    cell = shot.pixelColor(shot.width() - 30, grouped.heads.height + usual // 2)
    assert strip != cell
    grouped.heads.by(None)
    assert [grouped.rowHeight(at) for at in range(4)] == [usual] * 4
    assert grouped.heads.titles == {}


def test_rows_that_come_change_or_are_left_out_find_their_group(qtbot, grouped):
    grouped.heads.by(by(RunGrouping.SUBMISSION))
    grouped.show_rows(
        [replace(ROWS[0], submission="S-1"), *ROWS[1:], replace(ONE, run="e", submission="S-3")]
    )
    qtbot.waitUntil(lambda: next(iter(grouped.heads.titles.values())) == "S-1 · 2")
    assert list(grouped.heads.titles.values()) == ["S-1 · 2", "S-2 · 1", "S-3 · 1", "No submission · 1"]
    grouped.shown.keep("submission:s-1")
    qtbot.waitUntil(lambda: grouped.heads.titles == {0: "S-1 · 2"})
    assert [row[2] for row in grouped.cells()[1:]] == order(grouped)  # no head is copied or exported


def test_the_choice_is_made_by_keys_and_remembered(qtbot, tmp_path):
    memory = WindowState(tmp_path / "state.ini")
    choice = qtbot.addWidget(GroupingChoice())
    choice.use_memory(memory, "runs")
    text = []
    choice.changed.connect(text.append)
    for _ in range(3):
        qtbot.keyClick(choice, Qt.Key.Key_Down)
    assert text == [RunGrouping.SUBMISSION, RunGrouping.DEVICE, RunGrouping.NIGHT]
    again = qtbot.addWidget(GroupingChoice())
    again.use_memory(memory, "runs")
    assert again.grouping is RunGrouping.NIGHT
    memory.put("groups/runs", "moon")
    again.use_memory(memory, "runs")
    assert again.grouping is None
