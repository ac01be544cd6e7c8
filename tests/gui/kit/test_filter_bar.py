"""Filters of lists: words and chips, by keyboard and by mouse, kept where they were left."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from labharness.acts.declaring import Seat
from labharness.app.submission.open_items import SubmissionPart
from labharness.app.workspace.workspace import Workspace
from labharness.gui.benches.benches_page import BenchesPage
from labharness.gui.filings.submissions_room import SubmissionsRoom
from labharness.gui.kit import theme
from labharness.gui.kit.tables.row_model import Column, FilterWord, words_of
from labharness.gui.kit.tables.row_table import FilterBar, RowTable
from labharness.gui.kit.window_state import WindowState
from tests.gui.conftest import Absent, NoSubmissions

KEPT = (SubmissionPart.DOCUMENTS, SubmissionPart.ITEMS, SubmissionPart.DEFICIENCIES, SubmissionPart.DECISIONS)
NAMES = ("verdict", "device", "since", "until")


@dataclass(frozen=True)
class Row:
    run: str
    verdict: str
    device: str
    day: str


ROWS = (
    Row("one", "PASS", "Example S1", "2026-11-01"),
    Row("two", "FAIL", "Example S1", "2026-11-02"),
    Row("three", "FAIL", "Other & Sons", "2026-11-03"),
    Row("four", "—", "Other & Sons", ""),
)
COLUMNS = (
    Column[Row]("Run", lambda row: row.run),
    Column[Row]("Verdict", lambda row: row.verdict, facet=True),
    Column[Row]("Device, serial", lambda row: row.device, facet=True),
    Column[Row]("Started", lambda row: row.day, day=lambda row: row.day),
)


@pytest.fixture
def bar(qtbot, qapp):
    theme.dress(qapp, theme.LIGHT)
    page, table = QWidget(), RowTable("Runs", COLUMNS, lambda row: row.run, "No runs.")
    result = FilterBar("runs", table, "Filter")
    column = QVBoxLayout(page)
    column.addWidget(result)
    column.addWidget(table)
    table.show_rows(ROWS)
    qtbot.front(qtbot.shown(page, 900, 400))
    result.table, result.page = table, page
    return result


def shown(bar):
    table = bar.table
    return [table.shown.index(at, 0).data() for at in range(table.shown.rowCount())]


def texts(bar):
    return [str(word) for word, _ in bar.chips]


def test_words_are_conditions_of_known_columns_or_text():
    for text, wanted in {
        "": [],
        "two words": ["two", "words"],
        "verdict:fail": [FilterWord("verdict", "fail")],
        'device:"Example S1" x': [FilterWord("device", "Example S1"), "x"],
        "since:2026-11-01": [FilterWord("since", "2026-11-01")],
        "since:yesterday": ["since:yesterday"],
        "nowhere:x": ["nowhere:x"],
        "verdict:": ["verdict:"],
        '"': [],
        'device:"open': [FilterWord("device", "open")],
    }.items():
        words = [word if isinstance(word, FilterWord) else FilterWord("", word) for word in wanted]
        assert [word for word in words_of(text, NAMES) if word.value] == words, text


def test_a_condition_becomes_a_chip_with_a_space_and_backspace_removes_it(bar, qtbot):
    qtbot.keyClicks(bar.line, "verdict:fail ")

    assert (texts(bar), bar.line.text()) == (["verdict:fail"], "")
    assert shown(bar) == ["two", "three"]
    qtbot.keyClicks(bar.line, "sons")
    assert (shown(bar), bar.text()) == (["three"], "verdict:fail sons")
    for _ in range(5):
        qtbot.keyClick(bar.line, Qt.Key.Key_Backspace)
    assert (texts(bar), len(shown(bar))) == ([], 4)


def test_return_makes_chips_of_all_conditions_and_a_click_removes_one(bar, qtbot):
    qtbot.keyClicks(bar.line, 'one device:"Example S1" verdict:pass')
    qtbot.keyClick(bar.line, Qt.Key.Key_Return)

    assert (texts(bar), bar.line.text(), shown(bar)) == (
        ['device:"Example S1"', "verdict:pass"],
        "one",
        ["one"],
    )
    bar.line.clear()
    (_, verdict) = bar.chips[1]
    assert "Remove" in verdict.accessibleName()
    qtbot.click(verdict)
    assert shown(bar) == ["one", "two"]
    assert bar.line.hasFocus()


def test_the_menu_offers_the_values_that_rows_have(bar):
    bar.offer()
    menus = {action.text(): action.menu() for action in bar.add.menu().actions()}
    offered = {title: [each.text() for each in menu.actions()] for title, menu in menus.items()}

    assert list(offered) == ["Verdict", "Device, serial", "Since"]
    assert offered["Verdict"] == ["FAIL  (2)", "PASS  (1)", "—  (1)"]
    menus["Device, serial"].actions()[1].trigger()
    assert (texts(bar), shown(bar)) == (['device:"Other & Sons"'], ["three", "four"])
    assert "Other && Sons" in bar.chips[0][1].text(), "& is no mark of a key"
    bar.offer()
    bar.add.menu().actions()[1].menu().actions()[0].trigger()
    assert texts(bar) == ['device:"Example S1"'], "one value of a column at a time"


def test_days_choose_rows_and_a_filter_that_leaves_nothing_says_what_to_remove(bar, qtbot):
    bar.setText("since:2026-11-02")
    assert shown(bar) == ["two", "three"]
    bar.setText("since:2026-11-01 until:2026-11-02")
    assert shown(bar) == ["one", "two"]
    bar.setText("verdict:fail nowhere")
    assert shown(bar) == []
    assert bar.table.sentence == "Nothing has all of these: verdict:fail nowhere. Remove one."
    qtbot.waitActive(bar.page)
    bar.table.setFocus()
    qtbot.keyClick(bar.table, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert bar.line.hasFocus()
    bar.setText("")
    bar.table.show_rows(())
    assert bar.table.sentence == "No runs."


def test_words_are_kept_where_they_were_left(bar, tmp_path):
    file, words = tmp_path / "window.ini", 'device:"Example S1" one'
    before = WindowState(file)
    bar.use_memory(before, "runs")
    bar.setText(words)
    before.sync()
    bar.use_memory(WindowState(), "other")
    assert bar.text() == ""
    bar.use_memory(WindowState(file), "runs")

    assert (texts(bar), shown(bar)) == (['device:"Example S1"'], ["one"])


def test_many_chips_go_on_in_a_further_row_and_never_widen_the_window(bar, qtbot):
    bar.page.resize(500, 400)
    before = bar.page.width()
    bar.setText('device:"Example S1 with a long name" verdict:fail since:2026-11-01 until:2026-11-09')
    tops = {chip.y() for _, chip in bar.chips}

    assert len(tops) > 1
    assert all(chip.geometry().right() <= bar.width() for _, chip in bar.chips)
    assert bar.page.width() == before
    assert bar.page.minimumSizeHint().width() < 400


def test_only_what_a_word_asks_for_is_written_and_texts_of_a_row_once(qtbot, qapp):
    written = []
    columns = (
        Column[Row]("Run", lambda row: written.append("run") or row.run),
        Column[Row]("Verdict", lambda row: written.append("verdict") or row.verdict),
    )
    table = qtbot.addWidget(RowTable("Runs", columns, lambda row: row.run))
    table.show_rows(ROWS)
    written.clear()
    table.shown.keep("verdict:fail")
    assert set(written) <= {"verdict"}
    table.shown.keep("one")
    written.clear()
    table.shown.keep("one pass")
    assert table.shown.rowCount() == 1
    assert written == [], "ten thousand rows are not written again with each letter"
    table.show_rows([Row("one", "FAIL", "Example S1", ""), *ROWS[1:]])
    assert table.shown.rowCount() == 0, "a row that changed is written again"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.lists(st.sampled_from([*'ab:"& ', "verdict:", "device:", "since:2026-11-01"]), max_size=12).map(
        "".join
    )
)
def test_whatever_is_typed_is_kept_as_it_was_meant(bar, text):
    bar.setText(text)
    words, rows = bar.text(), shown(bar)
    bar.setText(words)

    assert bar.text() == words, "what is kept and taken up again is the same"
    assert shown(bar) == rows


def test_the_filters_of_benches_and_of_a_submission_are_remembered(qtbot):
    memory = WindowState()
    left, again = (qtbot.addWidget(BenchesPage(Absent())) for _ in range(2))
    space = Seat(Workspace(Path()))
    room, anew = (
        qtbot.addWidget(SubmissionsRoom(NoSubmissions(), space, tuple, lambda _: True)) for _ in range(2)
    )
    for page in (left, room):
        page.use_memory(memory)
    left.filters[1].setText("outcome:fail")
    for part in KEPT:
        room.view.parts[part].filter.setText(f"words of {part.value}")
    for page in (again, anew):
        page.use_memory(memory)
    assert [bar.text() for bar in again.filters] == ["", "outcome:fail", "", ""]
    assert {part: anew.view.parts[part].filter.text() for part in KEPT} == {
        part: f"words of {part.value}" for part in KEPT
    }
