"""Numbers of the results: the record's, on the screen, beneath the pointer, by keys and on the clipboard; bytes are those that were hashed."""

import hashlib

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication

from labharness.acts.declaring import Seat
from labharness.app.runs.run_comparison import NOT_COMPUTED, OWN
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.gui.results.result_tables import CHECKS, outcome_word, read_frames, read_result, read_units
from labharness.gui.results.results_page import ResultsPage
from labharness.language.numbers import decimal, number, probability
from labharness.model.address import Address, Room
from labharness.model.results import Outcome
from labharness.plans.frozen import freeze
from tests.support.window.places import released

RUNS = ("batch-by-hand", "rng", "shoe", "dice", "continuous", "double-shoe", "reader")


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    workspace = Workspace.init(tmp_path_factory.mktemp("numbers") / "workspace")
    released(workspace.path, *RUNS)
    return workspace


@pytest.fixture
def show(qtbot, space):
    def shown(name, *rest):
        page = qtbot.shown(ResultsPage(Seat(space), lambda _: True), 1400, 900)
        page.show_address(Address(Room.RUNS, (name, *rest)))
        qtbot.waitUntil(lambda: page._facts is not None)
        return page

    return shown


def planned(folder):
    """Return the plan that the run froze, with the requirement of each check."""
    content = (folder.path / "plan.toml").read_bytes()
    plan = freeze(content, "plan.toml").plan
    return {
        check.id: (citation.clause if (citation := plan.citation(check)) else None, check.role)
        for check in plan.checks
    }


@pytest.mark.parametrize("name", RUNS)
def test_every_cell_of_the_table_is_what_is_on_record(space, show, name):
    folder = RunFolder(space.path / "runs" / name)
    summary, plan = RunHistory.of(folder).summary, planned(folder)
    page = show(name)
    assert (page._facts.standing.verdict, page._facts.problems) == (summary.outcome, ())
    assert page._facts.simulated
    titles, *rows = page.checks.cells()
    assert titles == [column.title for column in CHECKS]
    facts = {check.id: check for check in page._facts.checks}
    cells = {page.checks.rows.key(at): row for at, row in enumerate(rows)}
    assert set(facts) == set(cells)
    assert {decision.check_id for decision in summary.verdict.decisions} <= set(cells), "none is left out"
    for decision in summary.verdict.decisions:
        word, title, observed, fair, _, p, level, requirement = cells[decision.check_id]
        check, result = facts[decision.check_id], summary.results.get(decision.check_id)
        assert (word, title) == (f"{outcome_word(check)}, simulated", check.title)
        seen = page.checks.rows.index(page.checks.rows.place(check.id), 5).data() or ""
        assert seen == ("" if decision.p is None else probability(decision.p))
        assert p == "" if decision.p is None else float(p) == pytest.approx(decision.p, rel=1e-9)
        assert level == ("" if decision.threshold is None else number(decision.threshold))
        clause, role = plan.get(decision.check_id, (None, ""))
        wanted = clause or ("For information" if role == "informational" else OWN)
        if check.checked:
            assert requirement.replace("\N{NO-BREAK SPACE}", " ") == wanted
        assert check.result == result
        if result is None:
            assert check.checked or check.outcome is decision.outcome
        elif result.not_applicable is not None:
            assert check.outcome is None or decision.outcome is Outcome.FAIL
            assert (observed, fair) == (NOT_COMPUTED, "")
        else:
            assert check.outcome is decision.outcome
            if {"total", "expected"} <= set(result.statistic):
                assert observed == number(result.statistic["total"])
                assert fair == number(round(result.statistic["expected"]))
            elif "X2" in result.statistic:
                shown = observed.partition("X² = ")[2].partition(";")[0].replace(",", "")
                assert float(shown) == pytest.approx(result.statistic["X2"], rel=1e-5)


def test_a_statistic_is_that_of_the_counts_that_are_drawn(space):
    """Computed here once more, from the counts of the picture."""
    check = next(check for check in read_result(space, "rng").checks if check.id == "frequency")
    (picture,) = check.pictures
    pairs = zip(picture.values[0], picture.expected[0], strict=True)
    result = sum((seen - mean) ** 2 / mean for seen, mean in pairs)
    assert check.observed == f"X² = {number(round(result, 5))}"
    assert check.fair == f"X² = {len(picture.values[0]) - 1}"


@pytest.mark.parametrize("name", RUNS)
def test_the_way_of_every_check_ends_at_bytes_of_a_segment_whose_hash_is_on_record(space, name):
    """Every kind of observation: shuffles, draws, bytes, deals, throws, rounds, loads; first and last unit."""
    folder = RunFolder(space.path / "runs" / name)
    facts = read_result(space, name)
    hashes = {file.name: file.sha256 for file in facts.files}
    for stage in {check.stage for check in facts.checks if check.checked}:
        units = read_units(space, name, stage)
        assert units
        for unit in {units[0], units[-1]}:
            frames = read_frames(space, name, unit)
            assert [frame.number for frame in frames] == list(range(unit.frames[0], unit.frames[1] + 1))
            for frame in frames:
                content = (folder.path / frame.segment).read_bytes()
                assert frame.payload in content
                assert hashlib.sha256(content).hexdigest() == hashes[frame.segment]


def move_to(widget, place):
    """Move the pointer as a mouse does; the offscreen platform has no cursor to be set."""
    free = Qt.MouseButton.NoButton
    over = widget.mapToGlobal(place)
    kind = QMouseEvent.Type.MouseMove
    event = QMouseEvent(kind, place, over, free, free, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)


def test_the_pointer_reads_out_what_lies_beneath_it(qtbot, show):
    page = show("batch-by-hand", "check", "rising-sequences")
    chart = page.check.chart
    qtbot.waitUntil(lambda: chart.readout.text() != "")
    read = {}
    for at in range(len(chart._shown)):
        scene = chart.view.mapViewToScene(QPointF(at + 0.5, chart.view.viewRect().center().y()))
        qtbot.wait(15)  # pyqtgraph looks at the pointer a hundred times a second at most
        move_to(chart.plot.viewport(), QPointF(chart.plot.mapFromScene(scene)))
        assert chart._at == (0, at)
        read[at] = chart.readout.text()
    for at, bar in enumerate(chart._shown):
        assert read[at].startswith(f"{bar.label}: {number(bar.observed)} observed")
        assert decimal(bar.expected) in read[at]
    (picture,) = page.checks.current.pictures
    assert sum(bar.observed for bar in chart._shown) == sum(picture.values[0])


def test_tables_and_charts_are_copied_with_titles_and_twice_as_fine(qtbot, show):
    page = show("batch-by-hand", "check", "rising-sequences")
    page.checks.selectAll()
    qtbot.keyClick(page.checks, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().mimeData()
    titles, *rows = [line.split("\t") for line in copied.text().splitlines()]
    assert titles[:4] == ["Verdict", "Check", "Observed", "Random device"]
    assert len(rows) == page.checks.rows.rowCount()
    assert {len(row) for row in rows} == {len(titles)}
    assert copied.html().count("<th>") == len(titles)
    assert copied.html().count("<tr>") == len(rows) + 1
    chart = page.check.chart
    qtbot.waitUntil(lambda: chart.readout.text() != "")
    chart.copy_picture()
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (2 * chart.width(), 2 * chart.height())
