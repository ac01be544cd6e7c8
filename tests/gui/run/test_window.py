"""The page of a live run: its state, its buttons, its question, and the log that keeps its end in view until somebody reads back."""

import json
import sys
import time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMessageBox

from labharness.evidence.durable import own_account
from labharness.evidence.folder import take_commands
from labharness.evidence.history.course import StageView
from labharness.evidence.verify import verify
from labharness.gui.kit import findable as deciding_button
from labharness.gui.kit.run_standing import GONE, RunAction
from labharness.gui.run.event_log import EventLog, EventPane, StageTable
from labharness.language.catalog import say
from labharness.language.record_sentences import ATTENTION
from labharness.model.address import Address, Room
from labharness.model.cards import Cards
from labharness.model.reasons.run import Course
from labharness.model.results import Outcome
from labharness.reporting.layout import SIMULATED
from tests.gui.conftest import Both
from tests.support.window.places import flip
from tests.support.window.specimen import DRAWS, ROUNDS


@pytest.fixture
def specimen(begin):
    return begin("run-1", units=20)


def word(window):
    return window.view.banner.word.text()


def sentence(window):
    return window.view.banner.sentence.text()


def cell(window, row, column):
    model = window.view.stages.model()
    return model.index(row, column).data()


def test_a_run_that_works_alone_says_which_stage_asks_next(qtbot, window, begin):
    specimen = begin("run-1", stage="load", reader="watch://decks")
    window.attach("run-1")
    qtbot.waitUntil(lambda: word(window) == "Running")
    assert sentence(window).endswith("No verdict before the end. Next question: stage rounds.")
    specimen.prompt(0, "confirm", "Clear the jam.")
    qtbot.waitUntil(lambda: word(window) == "Waiting for you")
    assert "Next question" not in sentence(window)


def test_a_growing_run_is_followed_to_its_verdict(qtbot, window, specimen):
    window.attach("run-1")
    qtbot.waitUntil(lambda: word(window) == "Running")
    assert cell(window, 4, 1) == "20 of 1,000"
    assert "Live, not a verdict: 20 rounds" in window.view.picture.caption.text()
    assert window.view.simulated.isVisible()
    assert window.view.simulated.text().startswith(f"{SIMULATED}. Shown by: ")
    time.sleep(0.2)
    for _ in range(2):
        specimen.observe("rounds", 20)
    qtbot.waitUntil(lambda: cell(window, 4, 2) == "within 2 min")
    assert "units a minute" in window.view.rate.text()
    for _ in range(47):
        specimen.observe("rounds", 20)
    qtbot.waitUntil(lambda: cell(window, 4, 1).startswith("1,000 of"))
    qtbot.waitUntil(lambda: "a fair device shows about 3.4" in window.view.picture.caption.text())
    specimen.finish("rounds", sentence="1000 rounds recorded.")
    specimen.end(Outcome.PASS)
    qtbot.waitUntil(lambda: word(window) == "PASS, simulated")
    assert "The run ended, complete" in window.view.log.toPlainText()
    assert window.view.picture.chart.stamp.text() == "PASS, simulated"
    assert "Recorded: 1,000 rounds" in window.view.picture.caption.text()


def test_a_key_chooses_a_picture_and_the_plan_remembers_it(qtbot, window, begin):
    begin("run-d", DRAWS, "draws", 5000)
    window.attach("run-d")
    view = window.view.picture
    qtbot.waitUntil(lambda: "Number of draws" in view.heading.text())
    assert view.heading.text().endswith("interim, not a verdict")
    window.view.stages.setFocus()
    qtbot.keyClick(window.view.stages, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: "again after some draws" in view.heading.text())
    window.attach("run-d")
    qtbot.waitUntil(lambda: "again after some draws" in view.heading.text())
    assert view.which.currentIndex() == 1
    qtbot.keyClick(view.chart, Qt.Key.Key_Right)
    assert "a random device gives" in view.chart.readout.text()


def test_a_button_leaves_exactly_one_command_in_the_inbox(qtbot, window, specimen):
    window.attach("run-1")
    ledger, buttons = specimen.folder.path / "ledger.jsonl", window.view.controls.buttons

    def sent(press):
        press()
        qtbot.waitUntil(lambda: not window.live.telling.busy)
        return take_commands(specimen.folder.path)

    for deed in (RunAction.PAUSE, RunAction.CLOSE_SESSION, RunAction.RESUME):
        if deed is RunAction.RESUME:
            specimen.command("pause", "test")
        qtbot.waitUntil(buttons[deed].isEnabled)
        before = ledger.read_bytes()
        (command,) = sent(lambda deed=deed: qtbot.click(buttons[deed]))
        assert command["command"] == deed.value
        assert command.keys() == {"command", "who", "account"}
        assert ledger.read_bytes() == before
    noted = [sent(action.trigger) for action in window.view.controls.report.menu().actions()]
    assert [each["command"] for (each,) in noted] == ["jam", "refill", "door"]


def test_stop_asks_first_says_what_follows_and_letting_it_go_on_sends_nothing(qtbot, window, specimen):
    window.attach("run-1")
    stop = window.view.controls.buttons[RunAction.STOP]
    follows = "What was recorded is evaluated and printed. A stopped run cannot pass."
    assert follows in stop.toolTip()
    for answer, sent in (("Continue the run", []), ("Stop the run", ["stop"])):
        qtbot.waitUntil(stop.isEnabled)
        qtbot.click(stop)
        qtbot.waitUntil(lambda: window.findChild(QMessageBox) is not None)
        box = window.findChild(QMessageBox)
        assert follows in box.informativeText()
        qtbot.click(next(button for button in box.buttons() if button.text() == answer))
        qtbot.waitUntil(lambda: window.findChild(QMessageBox) is None)
        qtbot.waitUntil(lambda: not window.live.telling.busy)
        assert [each["command"] for each in take_commands(specimen.folder.path)] == sent


def test_stop_stops_the_run_that_it_was_asked_of_whatever_is_shown_by_then(qtbot, window, specimen, begin):
    other = begin("run-2")
    window.attach("run-1")
    stop = window.view.controls.buttons[RunAction.STOP]
    qtbot.waitUntil(stop.isEnabled)
    qtbot.click(stop)
    box = window.findChild(QMessageBox)
    window.attach("run-2")  # an address that another program opens
    qtbot.click(next(button for button in box.buttons() if button.text() == "Stop the run"))
    qtbot.waitUntil(lambda: not window.live.telling.busy)
    inboxes = [take_commands(each.folder.path) for each in (specimen, other)]
    assert [[each["command"] for each in inbox] for inbox in inboxes] == [["stop"], []]


def test_only_what_makes_sense_can_be_pressed(qtbot, window, specimen):
    why = Course.STAGE_UNFINISHED(stage="rounds")

    def enabled():
        return {deed for deed, button in window.view.controls.buttons.items() if button.isEnabled()}

    assert enabled() == set()
    window.attach("run-1")
    qtbot.waitUntil(lambda: {*enabled()} == {RunAction.PAUSE, RunAction.CLOSE_SESSION, RunAction.STOP})
    specimen.command("pause", "test")
    qtbot.waitUntil(lambda: {*enabled()} == {RunAction.RESUME, RunAction.CLOSE_SESSION, RunAction.STOP})
    specimen.end(Outcome.FAIL, why)
    qtbot.waitUntil(lambda: {*enabled()} == {RunAction.REPORT, RunAction.RESULTS})
    assert sentence(window) == say(why)


def test_a_killed_runner_is_told(qtbot, window, bench, recorder):
    process, _ = recorder(bench.place / "run-k")
    window.attach("run-k")
    qtbot.waitUntil(lambda: word(window) == "Running")
    process.kill()
    process.wait()
    killed = time.monotonic()
    qtbot.waitUntil(lambda: word(window) == "Runner gone")
    assert time.monotonic() - killed < 5
    assert sentence(window) == GONE
    assert window.view.controls.buttons[RunAction.RESUME].isEnabled()
    bench.command = [sys.executable, "-c", "import sys; print(sys.argv[1])"]
    qtbot.click(window.view.controls.buttons[RunAction.RESUME])
    assert bench.ordered == [("resume", "run-k")]
    qtbot.waitUntil(window.start.isEnabled)


def test_closing_and_reopening_leaves_the_run_alone_and_attaches_again(qtbot, bench, opened, recorder):
    process, tell = recorder(bench.place / "run-c")
    first = qtbot.shown(Both(bench, lambda _: True))
    first.attach("run-c")
    qtbot.waitUntil(lambda: word(first) == "Running")
    first.close()
    assert process.poll() is None
    second = qtbot.shown(Both(bench, open_file=lambda path: opened.append(path) or True))
    second.attach("run-c")
    tell("go on")
    qtbot.waitUntil(lambda: word(second) == "PASS, simulated")
    assert process.wait() == 0
    assert list((bench.place / "run-c" / "inbox").iterdir()) == []
    assert not verify(bench.place / "run-c").problems
    (bench.place / "run-c.pdf").write_bytes(b"%PDF")
    qtbot.click(second.view.controls.buttons[RunAction.REPORT])
    assert opened == [bench.place / "run-c.pdf"]
    went = []
    second.live.went.connect(went.append)
    qtbot.click(second.view.controls.buttons[RunAction.RESULTS])
    second.live._open_file = lambda _: False  # no program for it: the window shows it itself
    qtbot.click(second.view.controls.buttons[RunAction.REPORT])
    assert went == [Address(Room.RUNS, ("run-c",)), Address(Room.REPORTS, ("run-c",))]


def test_a_question_is_answered_by_name(qtbot, window, specimen, monkeypatch):
    monkeypatch.setattr(deciding_button, "SETTLING_MS", 0)
    specimen.prompt(3, "read", "Read the cards, top card first.", cards="AS KH")
    window.attach("run-1")
    panel = window.view.prompt
    qtbot.waitUntil(panel.isVisible)
    assert word(window) == "Waiting for you"
    assert panel.question.text() == "Read the cards, top card first."
    assert panel.cards.toPlainText() == "AS KH"
    panel.who.setEditText("")
    assert not panel.send.isEnabled()
    qtbot.keyClicks(panel.who, "R. Reader")
    qtbot.keyClicks(panel.answer, "as kh 1x")
    assert say(Cards.NOT_A_CARD(text="1x")) in panel.hint.text()
    panel.answer.setPlainText("as kh")
    assert panel.hint.text() == "2 cards."
    qtbot.click(panel.send)
    qtbot.waitUntil(lambda: not window.live.telling.busy)
    (sent,) = take_commands(specimen.folder.path)
    who = {"who": "R. Reader", "account": own_account()}
    assert sent == {"command": "answer", "prompt": 3, "answer": "as kh", **who}
    specimen.answer(3, "R. Reader", "as kh")
    qtbot.waitUntil(panel.isHidden)


def test_the_form_orders_what_was_chosen_and_shows_why_a_runner_would_not(qtbot, window, bench):
    says = {"error": "DeviceNotFound", "sentence": "Nothing answers at usb://1209:4614/7; plug it in."}
    bench.command = [sys.executable, "-c", f"print({json.dumps(json.dumps(says))})"]
    qtbot.waitUntil(window.start.start.isEnabled)
    qtbot.click(window.start.start)
    assert bench.ordered == [(ROUNDS, "usb://1209:4614/7", "")]
    assert window.form.banner.word.text() == "Starting"
    qtbot.waitUntil(lambda: window.form.banner.word.text() == "Not started")
    assert window.form.banner.sentence.text() == says["sentence"]
    assert window.start.isEnabled()
    assert list((bench.place / "diagnostics").iterdir()) == []


def test_an_address_can_be_typed_and_outlives_a_search(qtbot, window, bench):
    qtbot.waitUntil(window.start.start.isEnabled)
    window.start.device.setEditText("usbip://127.0.0.1:3240/1-1")
    qtbot.click(window.start.again)
    qtbot.waitUntil(lambda: window.start.note.text() == "1 device present.")
    assert window.start.device.currentText() == "usbip://127.0.0.1:3240/1-1"
    window.start.device.setEditText("nonsense")
    assert not window.start.start.isEnabled()


def test_a_changed_record_is_not_shown_as_if_it_were_whole(qtbot, window, specimen):
    ledger = specimen.folder.path / "ledger.jsonl"
    specimen.close()
    flip(ledger, ledger.stat().st_size // 2)
    window.attach("run-1")
    qtbot.waitUntil(lambda: word(window) == "Record not readable")
    assert "Verify the run in Evidence." in sentence(window)


@pytest.fixture
def log(qtbot):
    log = qtbot.shown(EventLog(), 300, 300)
    log.add([f"line {number}" for number in range(100)])
    return log


def at_end(log):
    bar = log.verticalScrollBar()
    return bar.maximum() > 0 and bar.value() == bar.maximum()


def test_it_follows_until_somebody_reads_back_and_again_from_the_end(log):
    """Also when a question takes room and gives it back."""
    assert at_end(log)
    for height in (120, 300, 60, 200):
        log.resize(300, height)
        assert at_end(log)
        log.add(["a further line"])
        assert at_end(log)
    bar = log.verticalScrollBar()
    bar.setValue(10)
    log.add(["later"])
    log.resize(300, 120)
    log.add(["later still"])
    assert bar.value() == 10
    bar.setValue(bar.maximum())
    log.add(["now"])
    log.resize(300, 300)
    assert at_end(log)
    cursor = log.textCursor()
    cursor.setPosition(3)
    cursor.setPosition(12, cursor.MoveMode.KeepAnchor)
    log.setTextCursor(cursor)
    chosen = log.textCursor().selectedText()
    assert chosen
    log.add(["later"])
    assert log.textCursor().selectedText() == chosen


def lines(log):
    return log.toPlainText().splitlines()


def test_events_are_filtered_by_words_and_attention_and_none_is_lost(qtbot, log):
    pane = qtbot.shown(EventPane())
    log = pane.log
    begun, jam = "12:00:00   Stage shuffles began", f"12:00:01   {ATTENTION}A jam was cleared"
    log.add([begun, jam, "12:00:02   Answered: yes"])
    qtbot.keyClicks(pane.filter, "STAGE began")
    assert lines(log) == [begun]
    log.add(["12:00:03   Stage shuffles ended", "12:00:04   Stage count began"])
    assert lines(log) == [begun, "12:00:04   Stage count began"]
    pane.filter.clear()
    pane.which.setCurrentIndex(1)
    assert lines(log) == [jam]
    pane.which.setCurrentIndex(0)
    assert len(lines(log)) == 5
    log.clear()
    pane.filter.setText("stage")
    assert lines(log) == []


def test_the_box_follows_whoever_scrolls_and_brings_the_end_back(qtbot):
    pane = qtbot.shown(EventPane(), 300, 300)
    pane.log.add([f"line {number}" for number in range(100)])
    assert pane.follow.isChecked()
    pane.log.verticalScrollBar().setValue(10)
    assert not pane.follow.isChecked()
    pane.log.add(["later"])
    assert pane.log.verticalScrollBar().value() == 10
    qtbot.mouseClick(pane.follow, Qt.MouseButton.LeftButton, pos=QPoint(8, pane.follow.height() // 2))
    assert at_end(pane.log)


def test_the_count_of_a_stage_has_room_in_its_bar(qtbot):
    table = qtbot.shown(StageTable(), 480, 200)
    for units in (640, 1_250_000, 10_000_000_000):
        table.show_stages([StageView("raw", "sample", "done", units, units)])
        text = table.shown.index(0, 1).data()
        assert table.columnWidth(1) > table.fontMetrics().horizontalAdvance(text) + 16
