"""Results of released runs: what is shown is what is on record, down to the bytes."""

import hashlib
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from labharness.app.workspace import Workspace
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.gui.kit.run_standing import Tone
from labharness.gui.results.result_desk import OWN, ResultDesk
from labharness.gui.results.result_tables import NOT_TESTED, SHOWN_ONLY, outcome_tone, outcome_word
from labharness.gui.results.results_page import ResultsPage
from labharness.model.address import Address, Room
from labharness.model.probabilities import probability
from labharness.model.results import Outcome
from labharness.reporting.banners import SIMULATED

RELEASED = Path(__file__).parents[1] / "released" / "0.1.0"
RUNS = ("batch-by-hand", "rng", "shoe", "dice", "continuous", "double-shoe", "reader")


@pytest.fixture
def space(tmp_path):
    return Workspace.init(tmp_path / "workspace")


@pytest.fixture
def bring(space):
    def copy(name):
        shutil.copytree(RELEASED / name, space.path / "runs" / name)
        return RunFolder(space.path / "runs" / name)

    return copy


@pytest.fixture
def shown(qtbot, space, bring, opened):
    def show(name, *rest):
        bring(name)
        page = ResultsPage(ResultDesk(space), lambda path: opened.append(path) or True)
        qtbot.addWidget(page)
        page.resize(1100, 760)
        page.show()
        page.show_address(Address(Room.RUNS, (name, *rest)))
        qtbot.waitUntil(lambda: page._facts is not None)
        return page

    return show


@pytest.mark.parametrize("name", RUNS)
def test_every_decision_of_the_verdict_is_shown_as_it_is_on_record(space, bring, name):
    folder = bring(name)
    facts = ResultDesk(space).result(name)
    summary = RunHistory.of(folder).summary
    assert facts.outcome is summary.outcome
    assert facts.problems == ()
    assert facts.simulated
    by_id = {check.id: check for check in facts.checks}
    for decision in summary.verdict.decisions:
        check = by_id[decision.check_id]
        assert check.p == ("" if decision.p is None else probability(decision.p))
        result = summary.results.get(decision.check_id)
        if result is not None and result.not_applicable is not None:
            assert check.outcome is None or decision.outcome is Outcome.FAIL
        elif result is not None or not check.checked:
            assert check.outcome is decision.outcome


def test_a_check_that_was_not_computed_never_looks_like_a_pass_or_a_failure(space, bring):
    bring("batch-by-hand")
    checks = ResultDesk(space).result("batch-by-hand").checks
    (untested,) = [check for check in checks if outcome_word(check) == NOT_TESTED]
    assert untested.observed == "not applicable"
    assert outcome_tone(untested) is Tone.QUIET
    bring("dice")
    shown_only = [c for c in ResultDesk(space).result("dice").checks if outcome_word(c) == SHOWN_ONLY]
    assert all(outcome_tone(check) is Tone.QUIET for check in shown_only)


@pytest.mark.parametrize("name", ["batch-by-hand", "rng", "shoe", "dice"])
def test_the_way_from_a_unit_ends_at_bytes_whose_segment_has_the_recorded_hash(space, bring, name):
    folder = bring(name)
    desk = ResultDesk(space)
    facts = desk.result(name)
    files = {file.name: file for file in facts.files}
    stages = {check.stage for check in facts.checks if check.checked}
    for stage in stages:
        units = desk.units(name, stage)
        for unit in (units[0], units[-1]):
            frames = desk.frames(name, unit)
            assert [frame.number for frame in frames] == list(range(unit.frames[0], unit.frames[1] + 1))
            for frame in frames:
                content = (folder.path / frame.segment).read_bytes()
                assert frame.payload in content
                assert hashlib.sha256(content).hexdigest() == files[frame.segment].sha256


def test_the_page_leads_from_the_verdict_to_the_bytes_by_keys(qtbot, shown):
    page = shown("batch-by-hand", "check", "rising-sequences")
    assert page.banner.word.text() == "INCONCLUSIVE"
    assert page.simulated.text().startswith(SIMULATED)
    assert page.crumbs()[-1].text == "Rising sequences"
    qtbot.waitUntil(lambda: page.sample.units.rows.rowCount() == 8)
    with qtbot.waitActive(page):
        page.activateWindow()
    page.checks.setFocus()
    qtbot.keyClick(page.checks, Qt.Key.Key_Return)
    assert page.sample.units.hasFocus()
    page.sample.units.select(page.sample.units.rows.key(0))
    qtbot.waitUntil(lambda: page.sample.frames.rows.rowCount() == 1)
    qtbot.keyClick(page.sample.units, Qt.Key.Key_Return)
    assert page.sample.frames.hasFocus()
    qtbot.keyClick(page.sample.frames, Qt.Key.Key_Return)
    assert page.sample.hex.hasFocus()
    assert page.sample.hex.toPlainText().startswith("000000  ")
    assert "raw/reader-0001.seg, SHA-256 " in page.sample.where.text()


def test_the_chart_is_read_out_by_keys_and_its_numbers_are_those_on_record(qtbot, shown):
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
    assert chart.picture().width() == chart.width() * 2


def test_a_heat_map_is_read_out_cell_by_cell(qtbot, shown):
    page = shown("continuous")
    check = next(c for c in page._facts.checks if any(p.form == "heatmap" for p in c.pictures))
    page.checks.select(check.id)
    chart = page.check.chart
    rows, columns = chart.size_of
    chart.point(rows, columns)  # beyond the last: the last
    assert chart._at == (rows - 1, columns - 1)
    seen = check.pictures[0].values[rows - 1][columns - 1]
    assert f"{seen:,.0f} observed" in chart.readout.text()


def test_verifying_again_says_that_the_run_is_reproduced(qtbot, shown):
    page = shown("rng")
    qtbot.mouseClick(page.buttons["again"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.note.text().startswith("Reproduced: "))
    assert "are the same again" in page.note.text()


def test_a_damaged_record_is_said_first_and_supports_no_pass(qtbot, space, bring):
    folder = bring("rng")
    segment = next(folder.raw.glob("device-*"))
    data = bytearray(segment.read_bytes())
    data[-40] ^= 1
    segment.write_bytes(data)
    facts = ResultDesk(space).result("rng")
    assert facts.problems
    assert facts.outcome is Outcome.INCONCLUSIVE


def test_a_run_that_cannot_be_read_is_said_and_offers_nothing(qtbot, space, opened):
    page = ResultsPage(ResultDesk(space), lambda path: opened.append(path) or True)
    qtbot.addWidget(page)
    page.show_address(Address(Room.RUNS, ("no-such-run",)))
    qtbot.waitUntil(lambda: page.banner.word.text() == "Not readable")
    assert not any(page.buttons[name].isEnabled() for name in ("again", "report"))


def test_a_report_that_does_not_exist_is_said(qtbot, shown, opened):
    page = shown("rng")
    qtbot.mouseClick(page.buttons["report"], Qt.MouseButton.LeftButton)
    assert "labharness report build rng" in page.note.text()
    assert opened == []


def test_requirements_name_their_clause(space, bring):
    bring("rng")
    assert {check.requirement for check in ResultDesk(space).result("rng").checks} == {
        "58 Pa. Code § 810a.5(c), by analogy",
        OWN,
    }
