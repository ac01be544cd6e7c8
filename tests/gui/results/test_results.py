"""Results of released runs: what is shown, read out and copied is what is on record, down to the bytes that were hashed."""

import hashlib
import threading
from functools import partial

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QMouseEvent
from PySide6.QtWidgets import QApplication, QInputDialog

from labharness.acts.compare import NOT_TESTED
from labharness.acts.declaring import Seat
from labharness.acts.headings import SHOWN_ONLY
from labharness.app.runs.run_comparison import NOT_COMPUTED, OWN, add_remark, remarks, unit_values
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.gui.kit.run_standing import Tone
from labharness.gui.results.result_tables import (
    CHECKS,
    Reproduced,
    outcome_tone,
    outcome_word,
    read_frames,
    read_result,
    read_units,
)
from labharness.gui.results.results_page import ResultsPage
from labharness.gui.results.run_tabs import WAIT
from labharness.language.numbers import decimal, number, probability
from labharness.model.address import Address, Room
from labharness.model.results import Axis, Outcome, Picture
from labharness.plans.frozen import freeze
from labharness.reporting.layout import SIMULATED
from tests.support.window.hands import hands
from tests.support.window.places import flip, released


@pytest.fixture
def space(tmp_path):
    return Workspace.init(tmp_path / "workspace")


@pytest.fixture
def bring(space):
    return partial(released, space.path)


@pytest.fixture
def shown(qtbot, space, bring, opened):
    def show(name, *rest):
        bring(name)
        page = qtbot.shown(ResultsPage(Seat(space), lambda path: opened.append(path) or True), 1100, 760)
        page.show_address(Address(Room.RUNS, (name, *rest)))
        qtbot.waitUntil(lambda: page._facts is not None)
        return page

    return show


def test_a_check_that_was_not_computed_never_looks_like_a_pass_or_a_failure(space, bring):
    bring("batch-by-hand")
    checks = read_result(space, "batch-by-hand").checks
    (untested,) = [check for check in checks if outcome_word(check) == NOT_TESTED]
    assert untested.observed == "not computed"
    assert outcome_tone(untested) is Tone.QUIET
    bring("rng")
    requirements = {check.requirement for check in read_result(space, "rng").checks}
    assert requirements == {"58 Pa. Code § 810a.5(c), by analogy", OWN}
    bring("dice")
    shown_only = [c for c in read_result(space, "dice").checks if outcome_word(c) == SHOWN_ONLY]
    assert all(outcome_tone(check) is Tone.QUIET for check in shown_only)


def test_four_returns_lead_from_a_check_to_the_bytes_and_the_window_leads_back(
    qtbot, main_window, bench, space, bring
):
    bring("batch-by-hand")
    bench.seat = Seat(space)
    main_window.open(Address(Room.RUNS, ("batch-by-hand", "check", "rising-sequences")))
    page = main_window.page.results
    qtbot.waitUntil(lambda: page.sample.units.rows.rowCount() == 8)
    assert page.banner.word.text() == "INCONCLUSIVE, simulated"
    assert page.simulated.text().startswith(SIMULATED)
    trail = [main_window.address]
    keyboard = hands(qtbot)
    levels = (page.checks, page.sample.units, page.sample.record, page.sample.frames)
    for level in levels:
        assert page.focusWidget() is level
        keyboard.key(level, Qt.Key.Key_Return)
        trail.append(main_window.address)
        qtbot.waitUntil(lambda: page.sample.frames.rows.rowCount() == 1)
        assert page.focusWidget() is (*levels, page.sample.hex)[len(trail) - 1]
    texts = [crumb.text for crumb in page.crumbs()]
    assert texts[:2] == ["batch-by-hand", "Rising sequences"]
    assert [text.split(" ")[0] for text in texts[2:]] == ["unit", "record", "frame", "bytes"]
    assert page.sample.record.toPlainText().startswith('{"seq":')
    assert page.sample.hex.toPlainText().startswith("000000  ")
    assert "raw/reader-0001.seg, SHA-256 " in page.sample.where.text()
    for address in trail[-2::-1]:
        keyboard.key(main_window.focusWidget(), Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        qtbot.waitUntil(lambda address=address: main_window.address == address)
    main_window.open(trail[-1])
    assert main_window.address == trail[-1], "a link leads to the bytes at once"
    assert page.focusWidget() is page.sample.hex


def test_back_leaves_a_run_whose_first_check_was_chosen_by_itself(qtbot, main_window, bench, space, bring):
    bring("rng")
    bench.seat = Seat(space)
    main_window.open(Address(Room.RUNS))
    main_window.open(Address(Room.RUNS, ("rng",)))
    qtbot.waitUntil(lambda: main_window.address == Address(Room.RUNS, ("rng", "check", "frequency")))
    main_window.top.back_button.click()
    assert main_window.address == Address(Room.RUNS)
    main_window.top.forward_button.click()
    assert main_window.address == Address(Room.RUNS, ("rng", "check", "frequency"))
    main_window.top.back_button.click()
    assert main_window.address == Address(Room.RUNS)


def test_a_link_into_a_run_that_is_not_read_yet_arrives_and_a_unit_that_does_not_exist_is_said(qtbot, shown):
    check = ("batch-by-hand", "check", "rising-sequences")
    page = shown(*check, "unit", "3", "record", "39", "frame", "reader", "4", "bytes", "0-1")
    qtbot.waitUntil(lambda: page.focusWidget() is page.sample.hex)
    assert [crumb.text for crumb in page.crumbs()][2:5] == ["unit 3", "record 39", "frame 4"]
    page.show_address(Address(Room.RUNS, (*check, "unit", "900")))
    qtbot.waitUntil(lambda: page.note.text() == "The sample of this stage has no such unit.")
    assert page.crumbs()[-1].text == "Rising sequences"


def test_the_sample_shows_what_the_chosen_check_counts_in_each_unit(qtbot, shown, space):
    """Sorted by it, the units that a check is about come first."""
    page = shown("batch-by-hand", "check", "rising-sequences")
    units = page.sample.units

    def counted():
        return [row[1] for row in units.cells()[1:]]

    wanted = unit_values(space.run("batch-by-hand"), "rising-sequences")
    qtbot.waitUntil(lambda: counted() == [str(wanted[at]) for at in range(8)])
    units.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert counted() == [str(each) for each in sorted(wanted.values(), reverse=True)]
    units.select(units.rows.key(3))
    page.checks.select("position-card")  # which reads all units together
    qtbot.waitUntil(lambda: counted() == [""] * 8)
    page.checks.select("composition")
    qtbot.waitUntil(lambda: counted() == ["0"] * 8)
    assert units.current is not None


def test_a_decision_without_a_sample_shows_none_and_the_way_back_leads_to_the_unit(qtbot, shown):
    """The sample is read again, and nothing is claimed of it before."""
    page = shown("double-shoe", "check", "card-count")
    units = page.sample.units
    qtbot.waitUntil(lambda: units.rows.rowCount() > 2)
    chosen, before = units.rows.row(2), page.sample.title.text()
    address, text = units.address(chosen), page.note.text()
    page.checks.select("stage-first-side")
    assert (units.rows.rowCount(), page.sample.title.text()) == (0, "Sample")
    assert units.empty == "Choose a check that has a sample."
    page.show_address(address)
    qtbot.waitUntil(lambda: units.current is not None and units.current.record == chosen.record)
    assert (page.note.text(), page.sample.title.text()) == (text, before)


def test_a_chart_is_read_out_by_keys_zoomed_and_saved_and_its_numbers_are_those_on_record(
    qtbot, shown, tmp_path
):
    page = shown("batch-by-hand", "check", "rising-sequences")
    chart = page.check.chart
    (picture,) = page.checks.current.pictures
    drawn = sum(bar.observed for bar in chart._shown)
    assert drawn == sum(picture.values[0])
    before = chart.readout.text()
    chart.point(0, 0)
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.readout.text() != before or chart._at == (0, 1)
    assert chart.accessibleDescription().endswith(chart.readout.text())
    chart.copy_numbers()
    titles, *rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert titles[1:3] == ["Observed", "Expected"]
    assert sum(float(row[1]) for row in rows) == drawn
    everything = chart.view.viewRect()
    chart.view.setRange(xRange=(2, 5), yRange=(0, 2), padding=0)
    assert chart.zoomed
    names = [name for _, name in chart.plot.getAxis("bottom")._tickLevels[0]]
    assert len(names) == 3, "only what is shown is named"
    qtbot.keyClick(chart, Qt.Key.Key_Escape)
    assert not chart.zoomed
    assert chart.view.viewRect().width() == pytest.approx(everything.width())
    for ending in ("png", "svg", "csv"):
        chart.save(tmp_path / f"chart.{ending}")
    assert QImage(str(tmp_path / "chart.png")).width() == chart.width() * 2
    drawn = (tmp_path / "chart.svg").read_text("utf-8")
    assert min(drawn.count("<rect") - 8, drawn.count("<text") - 10) > 0, "lines and letters, no pixels"
    titles = (tmp_path / "chart.csv").read_text("utf-8").splitlines()[0]
    assert titles.endswith("Observed,Expected,Lowest,Highest")


def test_a_heat_map_is_read_out_cell_by_cell_and_outcomes_are_drawn_from_what_is_expected(qtbot, shown):
    page = shown("continuous")
    qtbot.waitUntil(lambda: page.checks.rows.rowCount() > 0)
    check = next(c for c in page._facts.checks if any(p.form == "heatmap" for p in c.pictures))
    page.checks.select(check.id)
    chart = page.check.chart
    rows, columns = chart.size_of
    chart.point(rows, columns)  # beyond the last: the last
    assert chart._at == (rows - 1, columns - 1)
    seen = check.pictures[0].values[rows - 1][columns - 1]
    assert f"{seen:,.0f} observed" in chart.readout.text()
    counts = ((99.0,) * 6,), ((100.0,) * 6,)
    chart.show_picture(Picture("histogram", Axis.CARD, Axis.PLACE, tuple("abcdef"), ("",), *counts))
    assert chart.view.viewRect().top() < 0 < chart.view.viewRect().bottom()
    assert "(−1.0)" in chart.readout.text()


def test_verifying_again_says_that_the_run_is_reproduced_and_what_differs_is_a_table(qtbot, shown):
    page = shown("rng")
    qtbot.click(page.buttons["again"])
    qtbot.waitUntil(lambda: page.note.text().startswith("Reproduced: "))
    assert "are the same again" in page.note.text()
    differing = ("Check runs gave another result.", "The verdict differs.")
    page.lists.show_reproduced(Reproduced(same=False, differing=differing, counts="3 units"))
    assert page.tabs.currentWidget() is page.lists.evidence
    assert [row[0] for row in page.lists.differences.cells()[1:]] == list(differing)


def test_ladder_course_and_events_are_read_out_and_filtered(qtbot, shown):
    """The ladder has a rung for every p-value, and an empty one for what was not tested."""
    page = shown("batch-by-hand")
    ladder, timeline, events = page.check.ladder, page.lists.timeline, page.lists.events
    qtbot.waitUntil(lambda: bool(ladder.rungs) and bool(timeline.rows))
    decided = [check for check in page._facts.checks if check.p_value is not None]
    assert len([check for check in ladder.rungs if check.p_value is not None]) == len(decided)
    assert {row[0]: row for row in ladder.numbers()[1:]}["Position × card chi-square"][2] == "not tested"
    ladder.move_cursor(-9, 0)
    assert {row[0] for row in timeline.rows} >= {"stages", "questions"}
    assert len(timeline.numbers()) == len(timeline.rows) + 1
    for chart, key in ((ladder, Qt.Key.Key_Down), (timeline, Qt.Key.Key_Right)):
        before = chart.readout.text()
        qtbot.keyClick(chart, key)
        assert chart.readout.text() != before
    page.tabs.setCurrentIndex(4)  # they are read when they are looked at
    qtbot.waitUntil(lambda: events.rows.rowCount() > 10)
    assert "Run batch-by-hand started" in events.rows.row(0).words
    every = events.shown.rowCount()
    stage = next(event.stage for event in map(events.rows.row, range(every)) if event.stage)
    page.lists.filter.setText(f"stage:{stage}")
    assert 0 < events.shown.rowCount() < every
    page.lists.filter.setText("started")
    assert "started" in events.shown.index(0, 3).data()
    page.lists.filter.clear()
    assert events.shown.rowCount() == every


def test_a_remark_goes_to_the_register_and_the_run_stays_as_it_is(qtbot, shown, space, opened):
    page = shown("rng")
    before = {path: path.read_bytes() for path in (space.path / "runs" / "rng").rglob("*") if path.is_file()}
    qtbot.click(page.buttons["annotate"])
    box = page.findChild(QInputDialog)
    box.setTextValue("The unit was warm.")
    box.accept()
    qtbot.waitUntil(lambda: page.lists.remarks.rows.rowCount() == 1)
    (remark,) = remarks(space, "rng")
    assert (remark.text, remark.check) == ("The unit was warm.", page.checks.current.id)
    assert {path: path.read_bytes() for path in before} == before
    with pytest.raises(InputError):
        add_remark(space, "rng", "", " ")
    qtbot.click(page.buttons["report"])
    assert page.note.text() == "The report of rng does not exist yet. Build it in Reports."
    assert opened == []


def test_a_list_of_a_run_that_is_still_read_is_not_said_to_be_empty(qtbot, space, bring, opened):
    read = threading.Event()

    class Slow(Workspace):
        def run(self, name):
            read.wait(60)
            return space.run(name)

    bring("rng")
    page = qtbot.addWidget(ResultsPage(Seat(Slow(space.path)), lambda path: opened.append(path) or True))
    tables = (page.checks, page.lists.procedures, page.lists.stages, page.lists.remarks, page.lists.events)
    for run, known in (("rng", "The plan has no procedure, or none was reached."), ("lost", "Not known.")):
        read.clear()
        page.show_address(Address(Room.RUNS, (run,)))
        assert {table.empty for table in tables} == {WAIT}
        read.set()
        qtbot.waitUntil(lambda known=known: page.lists.procedures.empty == known)


def test_a_damaged_record_supports_no_pass_and_a_run_that_cannot_be_read_offers_nothing(qtbot, space, bring):
    bring("rng")
    flip(next(space.run("rng").raw.glob("device-*")), -40)
    facts = read_result(space, "rng")
    assert facts.problems
    assert facts.standing.verdict is Outcome.INCONCLUSIVE
    page = qtbot.addWidget(ResultsPage(Seat(space), lambda _: True))
    page.show_address(Address(Room.RUNS, ("no-such-run",)))
    qtbot.waitUntil(lambda: page.banner.word.text() == "Not readable")
    assert not any(page.buttons[name].isEnabled() for name in ("again", "report"))


RUNS = ("batch-by-hand", "rng", "shoe", "dice", "continuous", "double-shoe", "reader")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    workspace = Workspace.init(tmp_path_factory.mktemp("numbers") / "workspace")
    released(workspace.path, *RUNS)
    return workspace


@pytest.fixture
def shows(qtbot, recorded):
    def shown(name, *rest):
        page = qtbot.shown(ResultsPage(Seat(recorded), lambda _: True), 1400, 900)
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
def test_every_cell_of_the_table_is_what_is_on_record(recorded, shows, name):
    folder = RunFolder(recorded.path / "runs" / name)
    summary, plan = RunHistory.of(folder).summary, planned(folder)
    page = shows(name)
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


def test_a_statistic_is_that_of_the_counts_that_are_drawn(recorded):
    """Computed here once more, from the counts of the picture."""
    check = next(check for check in read_result(recorded, "rng").checks if check.id == "frequency")
    (picture,) = check.pictures
    pairs = zip(picture.values[0], picture.expected[0], strict=True)
    result = sum((seen - mean) ** 2 / mean for seen, mean in pairs)
    assert check.observed == f"X² = {number(round(result, 5))}"
    assert check.fair == f"X² = {len(picture.values[0]) - 1}"


@pytest.mark.parametrize("name", RUNS)
def test_the_way_of_every_check_ends_at_bytes_of_a_segment_whose_hash_is_on_record(recorded, name):
    """Every kind of observation: shuffles, draws, bytes, deals, throws, rounds, loads; first and last unit."""
    folder = RunFolder(recorded.path / "runs" / name)
    facts = read_result(recorded, name)
    hashes = {file.name: file.sha256 for file in facts.files}
    for stage in {check.stage for check in facts.checks if check.checked}:
        units = read_units(recorded, name, stage)
        assert units
        for unit in {units[0], units[-1]}:
            frames = read_frames(recorded, name, unit)
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


def test_the_pointer_reads_out_what_lies_beneath_it_and_tables_and_charts_are_copied(qtbot, shows):
    page = shows("batch-by-hand", "check", "rising-sequences")
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
    page.checks.selectAll()
    qtbot.keyClick(page.checks, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().mimeData()
    titles, *rows = [line.split("\t") for line in copied.text().splitlines()]
    assert titles[:4] == ["Verdict", "Check", "Observed", "Random device"]
    assert len(rows) == page.checks.rows.rowCount()
    assert {len(row) for row in rows} == {len(titles)}
    assert copied.html().count("<th>") == len(titles)
    assert copied.html().count("<tr>") == len(rows) + 1
    chart.copy_picture()
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (2 * chart.width(), 2 * chart.height())
