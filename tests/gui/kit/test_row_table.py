"""Tables of rows: keys, sorting, filters, the clipboard; a model never raises; columns give way to the room of their table."""

from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QFileDialog, QHeaderView, QPushButton, QWidget

from labharness.gui.kit.page import Page
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables import row_table
from labharness.gui.kit.tables.column_fit import BUTTON, HEADS, best_head, parted
from labharness.gui.kit.tables.fact_table import FactRow, FactTable, menu_of
from labharness.gui.kit.tables.row_model import SORT, Column, RowModel
from labharness.gui.kit.tables.row_table import RowTable, keep_place, restore_place
from labharness.gui.kit.window_state import WindowState
from labharness.gui.shell.navigator import remember, restore
from labharness.language.record_sentences import as_csv, as_tsv


@dataclass(frozen=True)
class Fact:
    id: str
    verdict: str = "PASS"
    count: int = 0


COLUMNS = (
    Column[Fact]("Run", lambda row: row.id),
    Column[Fact](
        "Verdict", lambda row: row.verdict, tone=lambda row: Tone.FAIL if row.verdict == "FAIL" else None
    ),
    Column[Fact]("Count", lambda row: f"{row.count:,}", sort=lambda row: row.count, number=True),
)


@pytest.fixture
def table(qtbot):
    return qtbot.shown(RowTable("Facts", COLUMNS, lambda row: row.id, "Nothing here."), 600, 300)


def ids(table):
    return [row[0] for row in table.cells()[1:]]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
@given(st.lists(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.integers(0, 3)), max_size=8), max_size=5))
def test_a_model_shows_what_it_is_given_and_qt_has_no_complaint(qapp, sequence):
    model = RowModel(COLUMNS, lambda row: row.id)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for given_rows in sequence:
        model.show_rows([Fact(name, count=count) for name, count in given_rows])
        last = dict(given_rows)
        assert [(model.row(at).id, model.row(at).count) for at in range(model.rowCount())] == list(
            last.items()
        )


def test_a_row_that_cannot_be_told_leaves_an_empty_cell(qapp):
    model = RowModel([Column[object]("Run", lambda row: row.missing)], str)
    model.show_rows([object()])
    for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, SORT):
        assert model.data(model.index(0, 0), role) is None
    assert model.data(QModelIndex()) is None
    assert model.headerData(99, Qt.Orientation.Horizontal) is None


def test_numbers_are_sorted_as_numbers(table):
    table.show_rows([Fact("a", count=9), Fact("b", count=1000), Fact("c", count=20)])
    table.sortByColumn(2, Qt.SortOrder.AscendingOrder)
    assert ids(table) == ["a", "c", "b"]


def test_the_chosen_row_stays_chosen_and_one_that_is_left_out_stays_left_out(table):
    table.show_rows([Fact("a"), Fact("b"), Fact("c")])
    table.select("b")
    table.show_rows([Fact("c"), Fact("new"), Fact("b", "FAIL")])
    assert table.current == Fact("b", "FAIL")
    table.show_rows([Fact("c")])
    assert table.current_key in ("", "c")
    table.show_rows([Fact("run-1", "FAIL"), Fact("run-2", "FAIL")])
    table.quick.setText("fail")
    table.select("run-1")
    table.show_rows([Fact("run-1"), Fact("run-2", "FAIL")])
    assert ids(table) == ["run-2"]


def test_return_opens_tab_leaves_and_a_place_is_kept(qtbot, table):
    table.show_rows([Fact(f"{number:03}") for number in range(100)])
    table.select("080")
    opened = []
    table.opened.connect(opened.append)
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert opened == [Fact("080")]
    assert not table.tabKeyNavigation()
    kept = keep_place(table)
    table.select("000")
    restore_place(table, kept)
    assert table.current == Fact("080")
    assert table.verticalScrollBar().value() == kept[1]


def test_rows_are_copied_read_aloud_and_exported_as_text(table):
    table.show_rows([Fact("a", "FAIL", 1000), Fact("b" * 30)])
    table.select("a")
    table.copy()
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == "Run\tVerdict\tCount\na\tFAIL\t1,000"
    assert "<th>Verdict</th>" in data.html()
    assert table.shown.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole) == "Verdict: FAIL"
    tips = [table.shown.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in (0, 1)]
    assert tips == [None, "b" * 30], "what may be cut is whole beneath the pointer"
    assert as_csv([["Run"], ["=cmd()"]]).splitlines() == ["Run", "'=cmd()"], "a formula is text"
    assert as_csv([["-0.5", "+1,000", "\t=1+1"]]).strip() == '-0.5,"+1,000",\'\t=1+1'
    assert as_tsv([["a\nb", "c\td"]]) == "a b\tc d", "a line break splits no cell"


def test_a_moment_has_its_utc_beneath_the_pointer_and_a_value_is_copied_whole(qtbot):
    utc = "2026-11-22T12:27:35.120000+00:00"
    column = Column("Started", lambda _: "7:27 AM", sort=str, whole=lambda row: f"<{row}>")
    moments = qtbot.addWidget(RowTable("Runs", (column,), str))
    moments.show_rows([utc])
    moments.selectRow(0)
    cell = moments.shown.index(0, 0)
    moments.setCurrentIndex(cell)
    assert cell.data(Qt.ItemDataRole.ToolTipRole) == "7:27 AM (2026-11-22 12:27:35 UTC)"
    moments.copy_value()
    assert QGuiApplication.clipboard().text() == f"<{utc}>"


def test_the_menu_of_a_row_offers_what_its_buttons_do(qtbot, table):
    done, button = [], QPushButton("&Open ledger", table)
    button.clicked.connect(lambda: done.append("open"))
    button.setEnabled(False)
    button.show()
    table.acts, table.more = (button,), (("Copy &sentence", lambda: done.append("copy")),)
    table.show_rows([Fact("a")])
    table.select("a")
    offered = {action.text(): action for action in table.menu().actions()}
    assert list(offered)[:1] == ["Open ledger"]
    assert not offered["Open ledger"].isEnabled()
    offered["Copy &sentence"].trigger()
    assert done == ["copy"]


def test_any_list_is_filtered_by_a_line_of_its_own_that_shows_while_it_leaves_rows_out(qtbot, table):
    table.show_rows([Fact("run-1"), Fact("run-2", "FAIL"), Fact("run-3")])
    qtbot.front(table)
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert table.quick.hasFocus()
    qtbot.keyClicks(table.quick, "verdict:fail")
    assert ids(table) == ["run-2"]
    qtbot.keyClick(table.quick, Qt.Key.Key_Return)
    assert table.hasFocus()
    assert table.current == Fact("run-2", "FAIL")
    assert table.quick.isVisible()
    assert table.rect().contains(table.quick.geometry())
    assert table.select("run-3")  # an address leads to a row that was left out
    assert (table.quick.text(), table.quick.isVisible(), len(ids(table))) == ("", False, 3)
    qtbot.keyClick(table, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(table.quick, "nowhere")
    assert table.sentence == "Nothing has all of these: nowhere. Remove one."
    qtbot.keyClick(table.quick, Qt.Key.Key_Escape)
    assert (len(ids(table)), table.hasFocus()) == (3, True)


def test_a_name_is_found_by_typing(qtbot, monkeypatch):
    columns = (COLUMNS[1], Column[Fact]("Run", lambda row: row.id, named=True))
    table = qtbot.addWidget(RowTable("Facts", columns, lambda row: row.id))
    table.show_rows([Fact("20250311-dealing-shoe"), Fact("20250312-reader"), Fact("20250313-dealing-shoe")])
    table.show()
    qtbot.keyClicks(table, "shoe")
    assert table.current_key == "20250311-dealing-shoe"
    monkeypatch.setattr(row_table, "TYPING_S", 0.0)
    qtbot.keyClick(table, Qt.Key.Key_G)
    assert table.current_key == "20250313-dealing-shoe"
    qtbot.keyClick(table, Qt.Key.Key_X)
    assert table.current_key == "20250313-dealing-shoe"
    table.show_rows([])
    qtbot.keyClick(table, Qt.Key.Key_D)


@pytest.fixture
def window(qtbot, table):
    class Window(QWidget):
        wording = ""

        def say(self, sentence):
            self.wording = sentence

    window = qtbot.addWidget(Window())
    table.setParent(window)
    return window


@pytest.fixture
def save_as(monkeypatch):
    """Chooses a file, as the dialog would."""
    return lambda file: monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))


def test_a_list_is_exported_and_a_file_that_cannot_be_written_is_told(table, window, tmp_path, save_as):
    """No file is replaced that nobody was asked about: of one that is named whole the dialog asks."""
    table.show_rows([Fact("a", "FAIL")])
    for name, written in (("facts", "facts.csv"), ("facts.txt", "facts.txt"), ("facts.csv", "facts.csv")):
        save_as(tmp_path / name)
        table.export()
        lines = (tmp_path / written).read_text(encoding="utf-8").splitlines()
        assert lines == ["Run,Verdict,Count", "a,FAIL,0"]
        assert window.wording == ""
        (tmp_path / written).write_text("kept", encoding="utf-8")
    save_as(tmp_path / "facts")
    table.export()
    assert (tmp_path / "facts.csv").read_text(encoding="utf-8") == "kept"
    assert window.wording == f"Not exported: {tmp_path / 'facts.csv'} exists. Choose another name."
    save_as(tmp_path / "no" / "facts.csv")
    table.export()
    assert window.wording.startswith("Not exported: [Errno 2] No such file or directory")


def test_facts_are_copied_and_exported_as_a_whole(qtbot, tmp_path, save_as):
    facts = qtbot.front(qtbot.addWidget(FactTable("Numbers", (("What", 100), ("Value", 200)))))
    facts.show_rows([FactRow(("Statistic",)), FactRow(("X²", "51.1857"))])
    facts.setFocus()
    qtbot.keyClick(facts, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == "What\tValue\nStatistic\t\nX²\t51.1857"
    assert "<th>What</th>" in data.html()
    save_as(tmp_path / "numbers.csv")
    next(each for each in menu_of(facts).actions() if "Export" in each.text()).trigger()
    assert (tmp_path / "numbers.csv").read_text(encoding="utf-8").splitlines()[2] == "X²,51.1857"


FITTED = (
    Column[str]("Verdict", str, 150, tone=lambda _: Tone.PASS),
    Column[str]("Run", str, 320),
    Column[str]("Device", str, 220),
    Column[str]("Ended", str, 190),
)


@pytest.fixture
def page(qtbot):
    page = Page()
    page.table = RowTable("Runs", FITTED, str)
    page.table.setParent(page)
    qtbot.addWidget(page)
    page.show()
    return page


def widths(table, room):
    table.resize(room + table.width() - table.viewport().width(), 200)
    return [table.columnWidth(at) for at in range(4)]


def test_wide_columns_give_way_a_verdict_does_not_and_without_room_words_stay_whole(page):
    assert widths(page.table, 1000) == [150, 320, 220, 310]
    narrow = widths(page.table, 760)
    assert (narrow[0], sum(narrow)) == (150, 760)
    assert widths(page.table, 1000) == [150, 320, 220, 310]
    assert widths(page.table, 500)[:3] == [150, 320, 220]


def test_the_last_title_is_whole_where_another_column_takes_the_rest(qtbot):
    """The head of *Compare* was cut at its beginning, as a right-aligned title is."""
    columns = (
        Column[str]("Check", str, 200),
        Column[str]("Observed", str, 190),
        Column[str]("Difference, B − A, of both", str, 60, number=True),
    )
    table = qtbot.addWidget(RowTable("Checks", columns, str))
    header = table.horizontalHeader()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
    table.show()
    for room in (700, 1000, 600):
        table.resize(room, 200)
        assert header.sectionSize(2) >= header.fontMetrics().horizontalAdvance(columns[2].title) + BUTTON


def test_a_width_that_somebody_sets_stays_and_is_remembered(qtbot, page):
    memory = WindowState()
    remember(page, memory, "runs")
    restore(page, memory, "runs")
    assert page.table.columns.state() == []
    page.table.horizontalHeader().resizeSection(1, 400)
    assert widths(page.table, 760)[1] == 400
    assert sum(widths(page.table, 900)) == 900  # the others give way
    remember(page, memory, "runs")
    page.table.columns.forget()
    assert widths(page.table, 760)[1] < 400
    restore(page, memory, "runs")
    assert widths(page.table, 760)[1] == 400


YIELDING = (
    Column[str]("Run", str, 200),
    Column[str]("Bench", str, 100, yields=1),
    Column[str]("Operator", str, 100, yields=2),
)


def shown(table):
    return [column.title for at, column in enumerate(YIELDING) if not table.isColumnHidden(at)]


@pytest.fixture
def yielding(qtbot):
    return qtbot.shown(RowTable("Runs", YIELDING, str))


def test_columns_that_matter_least_leave_and_come_back_and_are_exported_all_the_same(yielding):
    yielding.show_rows(["one"])
    seen = {}
    for room in (600, 300, 200, 600):
        yielding.resize(room + yielding.width() - yielding.viewport().width(), 200)
        seen[room] = shown(yielding)
        QApplication.processEvents()
        assert yielding.horizontalScrollBar().maximum() == 0
    assert seen == {600: ["Run", "Bench", "Operator"], 300: ["Run", "Bench"], 200: ["Run"]}
    assert yielding.cells()[0] == ["Run", "Bench", "Operator"]


def test_a_column_is_chosen_by_the_menu_whatever_the_room(yielding):
    yielding.resize(200, 200)
    assert shown(yielding) == ["Run"]
    (columns,) = [each.menu() for each in yielding.menu().actions() if each.menu() is not None]
    actions = {action.text(): action for action in columns.actions()}
    actions["Operator"].trigger()
    assert shown(yielding) == ["Run", "Operator"]
    actions["Bench"].setChecked(True)
    actions["Bench"].setChecked(False)
    assert yielding.cells()[0] == ["Run", "Operator"]
    assert yielding.columns.state() == ["shown 2 1", "shown 1 0"]
    yielding.columns.forget()
    assert shown(yielding) == ["Run"]


@given(
    st.sets(st.text("0123456789-abc", min_size=1, max_size=30), min_size=1, max_size=12), st.integers(2, 30)
)
def test_the_cut_that_is_chosen_keeps_the_most_names_apart(names, kept):
    def apart(head):
        return len({parted(name, kept, head) for name in names})

    assert apart(best_head(names, kept)) == max(map(apart, HEADS))
    assert all(len(parted(name, kept, head)) <= max(kept, 1) for name in names for head in HEADS)


def test_names_that_have_no_room_stay_different(qtbot):
    column = Column[str]("Run", str, 200, named=True)
    table = qtbot.addWidget(RowTable("Runs", (column,), str))
    table.show_rows([f"20250312T08{minute}00-continuous-shuffler" for minute in range(10, 60)])
    delegate, width = table.itemDelegateForColumn(0), 150
    cut = {delegate.cut(table.rows.key(at), table.fontMetrics(), width) for at in range(50)}
    assert len(cut) == 50
    assert all(table.fontMetrics().horizontalAdvance(name) <= width for name in cut)
