"""Comparing two runs in the window: chosen, dropped on each other, swapped, copied."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from labharness.acts.compare import compare
from labharness.acts.declaring import Seat
from labharness.app.runs import run_index
from labharness.app.workspace.workspace import Workspace
from labharness.gui.compare.compare_page import INFORMATION, OTHER_PLAN, READING, SECOND
from labharness.gui.kit.run_standing import say
from labharness.model.address import Address, Room
from labharness.model.reasons.run import Course
from labharness.model.results import Counted
from labharness.reporting.layout import SIMULATED
from tests.support.filing_factory import copied
from tests.support.run_factory import PLAN, write_run
from tests.support.seats import Seats
from tests.support.window.places import two_units


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    space = Workspace.init(tmp_path_factory.mktemp("compared") / "space")
    two_units(space.path)
    write_run(space.path / "runs" / "other", plan=PLAN.replace('id = "batch-blackjack"', 'id = "another"'))
    return space


@pytest.fixture
def two(bench, recorded, tmp_path):
    bench.seat = Seat(space := copied(recorded, tmp_path))
    return space


@pytest.fixture
def compared(qtbot, main_window, two):
    main_window.open(Address(Room.COMPARE, ("unit-a", "unit-b")))
    page = main_window.page
    qtbot.waitUntil(lambda: page.checks.rows.rowCount() > 0)
    return page


def cell(page, check, column):
    at = page.checks.rows.place(check)
    return page.checks.rows.index(at, column).data()


def test_checks_stand_side_by_side_without_p_values_and_lead_to_the_first_run(qtbot, main_window, compared):
    shown = [cell(compared, "composition", at) for at in range(1, 6)]
    assert shown == ["PASS", "0 violations", "FAIL", "60 violations", "+60"]
    titles = compared.checks.cells()[0]
    assert not any("p" in title.lower().split() for title in titles)
    assert compared.note.text() == INFORMATION
    assert compared.simulated.text() == f"{SIMULATED}. unit-b"
    compared.checks.select("composition")
    qtbot.keyClick(compared.checks, Qt.Key.Key_Return)
    assert main_window.address == Address(Room.RUNS, ("unit-a", "check", "composition"))


def test_a_comparison_that_is_still_made_or_cannot_be_made_is_not_asked_for_again(qtbot, main_window, two):
    main_window.open(Address(Room.COMPARE, ("unit-a", "lost")))
    page = main_window.page
    assert page.checks.empty == page.facts.empty == READING
    qtbot.waitUntil(lambda: page.checks.empty == page.facts.empty == "Not known.")
    assert "lost" in page.note.text()
    main_window.open(Address(Room.COMPARE, ("unit-a",)))
    assert page.checks.empty == page.facts.empty == SECOND


def test_a_second_run_is_asked_for_and_the_runs_are_listed_once_those_of_the_same_plan_first(
    qtbot, main_window, two, monkeypatch
):
    looks, listed = [], run_index.listed
    monkeypatch.setattr(run_index, "listed", lambda *a, **named: looks.append(a) or listed(*a, **named))
    main_window.open(Address(Room.COMPARE, ("unit-a",)))
    page = main_window.page
    assert page.note.text() == SECOND
    second = page.choices[1]
    qtbot.waitUntil(lambda: second.count() == 4)
    assert len(looks) == 1
    assert second.itemData(3) == "other"
    second.setCurrentIndex(second.findData("other"))
    second.activated.emit(second.currentIndex())
    qtbot.waitUntil(lambda: page.note.text() == f"{OTHER_PLAN} {INFORMATION}")


def test_charts_have_one_scale_x_swaps_and_the_table_is_copied_with_its_titles(compared, qtbot):
    rows = map(compared.checks.rows.row, range(compared.checks.rows.rowCount()))
    drawn = (row for row in rows if row.first.pictures and row.first.pictures[0].form != "heatmap")
    compared.checks.select(next(drawn).id)
    each, other = (chart.view.viewRange()[1] for chart in compared.charts)
    assert each == pytest.approx(other)
    assert compared.charts[0].heading.text().startswith("unit-a: ")
    qtbot.keyClick(compared, Qt.Key.Key_X)
    assert cell(compared, "composition", 5) == "−60"
    assert compared.crumbs()[-1].address == Address(Room.COMPARE, ("unit-b", "unit-a"))
    qtbot.click(compared.copy)
    data = QGuiApplication.clipboard().mimeData()
    assert data.text().splitlines()[0].startswith("Check\tA\tA observed\tB")
    assert data.text().count("\n") >= compared.checks.rows.rowCount()
    assert "<table" in data.html()
    compared.tabs.setCurrentWidget(compared.facts)
    qtbot.click(compared.copy)
    assert QGuiApplication.clipboard().text().splitlines()[0] == "Fact\tA\tB\tSame"


def test_a_run_alone_is_compared_with_the_run_of_its_plan_before_it(qtbot, main_window, two):
    main_window.open(Address(Room.RUNS))
    page = main_window.page.table
    page._list()
    qtbot.waitUntil(lambda: page.table.rows.rowCount() == 3)
    for chosen in ("unit-a", "other"):  # the first of its plan: the other one is still to be chosen
        main_window.open(Address(Room.RUNS))
        page.table.select(chosen)
        qtbot.click(page.compare)
        assert main_window.address == Address(Room.COMPARE, (chosen,))


def test_equal_data_of_two_runs_stand_above_their_checks(qtbot, main_window, bench, two):
    equal = Course.SAME_DATA(stage="s", units=200, what=Counted.SHUFFLES, first=1, runs=("unit-a",))
    real = Seat(two)

    def twice(act, *given, **named):
        answer = real.do(act, *given, **named)
        return replace(answer, repeated=(equal,)) if act is compare else answer

    bench.seat = Seats(twice, two)
    main_window.open(Address(Room.COMPARE, ("unit-a", "unit-b")))
    page = main_window.page
    qtbot.waitUntil(lambda: page.equal.isVisibleTo(page))
    assert page.equal.text() == say(equal)
