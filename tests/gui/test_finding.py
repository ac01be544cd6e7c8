"""The search: prefixes, groups, streaming, commands with their keys and why they cannot be given."""

import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from labharness.app.workspace.workspace import Workspace
from labharness.gui.finding import runs as objects
from labharness.gui.kit.findable import (
    LATER,
    FoundObject,
    PageCommand,
    ResultGroup,
    allow,
    commands_of,
    refuse,
)
from labharness.gui.rooms import ROOMS
from labharness.gui.services import Services
from labharness.gui.shell.floating import found_at_once
from labharness.gui.shell.search_panel import EACH, MOST, Catalogs, Finder, Query, parse_query
from labharness.gui.shell.search_results import RESULT, ResultModel, SearchResult, hints, result_of
from labharness.model.address import Address, Room
from tests.support.run_factory import write_run
from tests.support.window.places import flip


def run(number, note=""):
    return FoundObject(ResultGroup.RUN, f"run-{number}", Address(Room.RUNS, (f"run-{number}",)), note)


QUERIES = {
    "": Query(),
    ">pause": Query(ResultGroup.COMMAND, ("pause",)),
    "> new run": Query(ResultGroup.COMMAND, ("new", "run")),
    "r 0117 FAIL": Query(ResultGroup.RUN, ("0117", "fail")),
    "r": Query(None, ("r",)),
    "run": Query(None, ("run",)),
    "#812": Query(ResultGroup.RECORD, ("812",)),
    "d 0311": Query(ResultGroup.DEVICE, ("0311",)),
    "?": Query(ResultGroup.HELP),
    "c 461a.4": Query(ResultGroup.CLAUSE, ("461a.4",)),
}


def test_a_prefix_chooses_a_kind():
    assert {text: parse_query(text) for text in QUERIES} == QUERIES


@given(st.text(max_size=300))
def test_any_text_is_a_question(text):
    query = parse_query(text)
    assert all(query.words)
    query.rank("run 3", "a note")


def test_all_words_must_be_there_and_a_title_that_begins_with_the_first_comes_first():
    query = parse_query("run fail")
    texts = (("run 3", "fail"), ("a run", "fail"), ("bench", "run fail"), ("run 3", "pass"))
    assert [query.rank(*each) for each in texts] == [0, 1, 2, None]


@pytest.fixture
def finder(qtbot):
    """Ask a finder over sources; returns the objects that came."""

    def ask(sources, text):
        finder, result = Finder(Catalogs(sources)), []
        finder.found.connect(lambda _, hits: result.extend(hits))
        with qtbot.waitSignal(finder.over, timeout=60_000):
            finder.ask(parse_query(text))
        finder.stop()
        return result

    return ask


def test_what_fits_is_found_in_every_room_and_one_that_cannot_be_read_leaves_the_others(finder):
    def broken():
        raise OSError("gone")
        yield

    plan = FoundObject(ResultGroup.PLAN, "plan-1", Address(Room.PLANS))
    result = finder([broken, lambda: [run(1), run(2)], lambda: [plan]], "1")
    assert [each.title for each in result] == ["run-1", "plan-1"]
    every = [run(number) for number in range(MOST + 50)]
    counts = [len(finder([lambda: every], text)) for text in ("run", "r run", "p run")]
    assert counts == [EACH, MOST, 0], "a kind by itself gives more"


@pytest.fixture
def slow():
    """A source that waits behind its first object until it may go on."""
    held = threading.Event()

    def objects():
        yield run(1)
        yield LATER
        held.wait(60)
        yield run(3)

    objects.go_on = held.set
    return objects


def test_results_stream_before_the_last_object_was_read_and_what_takes_long_holds_up_no_other_room(
    qtbot, slow
):
    finder, batches = Finder(Catalogs([slow, lambda: [run(2)]])), []
    finder.found.connect(lambda _, hits: batches.append({each.title for each in hits}))
    finder.ask(parse_query("run"))
    qtbot.waitUntil(lambda: set().union(*batches) == {"run-1", "run-2"})
    slow.go_on()
    qtbot.waitUntil(lambda: batches[-1] == {"run-3"})
    finder.stop()


def test_a_newer_question_ends_the_older(qtbot, slow):
    finder, over = Finder(Catalogs([slow])), []
    finder.over.connect(over.append)
    finder.ask(parse_query("a"))
    second = finder.ask(parse_query("b"))
    slow.go_on()
    qtbot.waitUntil(lambda: over == [second])
    finder.stop()


def test_what_says_more_replaces_what_came_first():
    catalogs = Catalogs([lambda: [run(1), run(1, "PASS")]])
    catalogs.refresh()
    catalogs._thread.wait()
    assert catalogs.since((0,))[0] == [run(1, "PASS")]


def test_the_model_is_one_that_qt_accepts(qtmodeltester):
    model = ResultModel()
    model.clear(hints())
    model.clear()
    model.add(ResultGroup.RUN, [result_of(run(1))])
    plan = FoundObject(ResultGroup.PLAN, "p", Address(Room.PLANS))
    model.add(ResultGroup.PLAN, [SearchResult("p", of=plan)])
    model.add(ResultGroup.RUN, [result_of(run(2))])
    titles = [model.index(at).data() for at in range(model.rowCount())]
    assert titles == ["Runs", "run-1", "run-2", "Plans", "p"]
    qtmodeltester.check(model)
    assert model.data(QModelIndex()) is None
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole) == "run-1"


def test_arrows_pass_over_titles_and_a_refused_command_is_read_and_not_opened():
    model = ResultModel()
    refused = PageCommand("Sign", lambda: None, why_not="Only an authorizer may sign.")
    model.add(ResultGroup.COMMAND, [result_of(refused)])
    model.add(ResultGroup.RUN, [result_of(run(1))])
    assert model.first() == 3
    assert model.step(1, 1) == 3
    assert model.step(3, -1) == 1
    assert model.step(1, -1) == 1
    assert "Only an authorizer may sign." in model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert not model.index(1).data(RESULT).can_open


def test_buttons_of_a_page_are_commands_with_their_reasons(qtbot):
    page = qtbot.addWidget(QWidget())
    column, pressed = QVBoxLayout(page), []
    button = QPushButton("&Build report")
    button.clicked.connect(lambda: pressed.append(True))
    column.addWidget(button)
    column.addWidget(QPushButton(""))
    refuse(button, "No run has ended.")
    (command,) = commands_of(page)
    assert (command.title, command.why_not) == ("Build report", "No run has ended.")
    assert command.keys
    allow(button)
    (command,) = commands_of(page)
    command.do()
    assert (pressed, command.why_not) == ([True], "")


def test_a_copied_address_and_a_record_of_the_run_at_hand_are_found_at_once():
    here = Address(Room.RUNS, ("run-1", "check", "kept"))
    (result,) = found_at_once(parse_query("#812"), "#812", here)
    assert str(result.address) == "labharness:/run/run-1/record/812"
    (result,) = found_at_once(parse_query("labharness:/home"), "labharness:/home", here)
    assert result.address == Address(Room.HOME)
    assert list(found_at_once(parse_query("labharness:/x"), "labharness:/x", here)) == []
    assert list(found_at_once(parse_query("#812"), "#812", Address(Room.HOME))) == []


def test_keys_alone_find_and_open_every_room(qtbot, main_window):
    field, panel = main_window.top.search, main_window.search
    for entry in reversed(ROOMS):
        qtbot.keyClick(main_window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: field.hasFocus() and panel.isVisible())
        title = "New run" if entry.room is Room.NEW_RUN else f"Go to {entry.title}"
        qtbot.keyClicks(field, f">{title.lower()}")
        first = panel.model.index(panel.model.first())
        assert first.data() == title
        assert entry.room is not Room.BENCHES or first.data(RESULT).keys == "Alt+2"
        qtbot.keyClick(field, Qt.Key.Key_Return)
        assert main_window.address.room is entry.room
        assert (panel.isHidden(), field.text()) == (True, "")


def test_an_empty_search_teaches_the_prefixes_finds_runs_at_once_and_says_where_there_is_nothing(
    qtbot, main_window, bench
):
    (bench.place / "run-7").mkdir()
    (bench.place / "run-7" / "ledger.jsonl").write_bytes(b"{}\n")
    field, model = main_window.top.search, main_window.search.model
    field.setFocus()
    main_window.search._show()
    assert [model.index(at).data() for at in range(model.rowCount())] == [kind.title for kind in ResultGroup]
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "r "
    begun = time.process_time()
    field.setText("run")
    assert model.rowCount() > 0
    assert time.process_time() - begun < 0.1, "the first result comes within a tenth of a second"
    field.setText("r run-7")
    qtbot.waitUntil(lambda: model.first() >= 0)
    assert model.index(model.first()).data(RESULT).of.address == Address(Room.RUNS, ("run-7",))
    field.setText("zzzz qqqq")
    qtbot.waitUntil(lambda: "Remove one" in main_window.search.note.text())
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert main_window.search.isHidden()


def test_a_damaged_run_is_found_and_named_so(tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    write_run(space.path / "runs" / "run-1")
    flip(space.path / "runs" / "run-1" / "ledger.jsonl", 0)
    result = [each for each in objects(Services.of(space)) if isinstance(each, FoundObject)]
    assert [each.note for each in result if each.kind is ResultGroup.RUN] == ["", "record damaged"]
