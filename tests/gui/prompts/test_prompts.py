"""Questions of procedures and inspections in the window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from labharness.app.bench_work.entered_cards import NO, NOT_APPLICABLE, YES
from labharness.evidence.folder import take_commands
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.line import Record
from labharness.gui.kit import findable as deciding_button
from labharness.gui.kit.findable import DecidingButton
from labharness.gui.run.attachment import line
from labharness.language.record_sentences import ATTENTION
from labharness.model.reasons.conduct import Ask
from labharness.reason import dump_reason
from tests.support.runs import body_of
from tests.support.window.specimen import BATCHES

ASKED = {
    "answers": ["yes", "no", "n/a"],
    "comment": ["n/a", "no"],
    "photograph": False,
    "how": dump_reason(Ask.HOW()),
}


@pytest.fixture
def ask(put):
    """Asks for an inspection."""
    return lambda number=1, **data: put(number, "inspect", asks=["The seals are whole."], **(ASKED | data))


def press(qtbot, panel, answer):
    qtbot.click(panel.choices.buttons[answer])


def test_yes_needs_a_press_and_a_name_and_the_others_their_comment(qtbot, panel, given, ask):
    ask()
    assert not panel.send.isVisible()
    panel.who.setEditText("")
    assert not panel.choices.row.isEnabled(), "nobody answers without a name"
    panel.who.setEditText("R. Operator")
    press(qtbot, panel, YES)
    assert given.pop() == (1, "R. Operator", "yes")
    assert not panel.choices.row.isEnabled(), "an answer is sent once"
    for number, answer in enumerate((NO, NOT_APPLICABLE), 2):
        ask(number)
        press(qtbot, panel, answer)
        assert given == []
        assert "Enter a comment" in panel.hint.text()
        assert panel.answer.hasFocus()
        panel.answer.setPlainText("seal 7 | torn:\nleft")
        press(qtbot, panel, answer)
        assert given.pop() == (number, "R. Operator", f"{answer}: seal 7 / torn: left")


def test_a_photograph_is_chosen_and_goes_with_the_answer(qtbot, panel, given, monkeypatch, tmp_path, ask):
    file = str(tmp_path / "seal 7.jpg")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (file, ""))
    ask(photograph=True)
    press(qtbot, panel, YES)
    assert given == []
    assert panel.choices.file.hasFocus()
    assert "Choose the file with the photograph" in panel.hint.text()
    qtbot.click(panel.choices.choose)
    assert panel.choices.file.text() == file
    qtbot.keyClicks(panel.answer, "torn")
    press(qtbot, panel, NO)
    assert given == [(1, "R. Operator", f"no: torn | {file}")]
    ask(2, photograph=True)
    assert panel.choices.file.text() == ""
    qtbot.keyClicks(panel.answer, "no seals")
    press(qtbot, panel, NOT_APPLICABLE)
    assert given[1:] == [(2, "R. Operator", "n/a: no seals")], "what does not apply needs no photograph"


def test_every_part_is_reached_by_the_keyboard(qtbot, panel, given, ask):
    ask()
    assert panel.answer.hasFocus()
    reached = set()
    for _ in range(12):
        qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Tab)
        reached.add(panel.focusWidget())
    assert {panel.choices.file, panel.choices.choose, panel.who, *panel.choices.buttons.values()} <= reached
    while panel.focusWidget() is not panel.choices.buttons[YES]:
        qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Tab)
    qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Space)
    assert given == [(1, "R. Operator", "yes")]


def test_an_inspection_prefers_no_answer(panel, ask, put):
    ask()
    buttons = panel.choices.buttons
    assert [button.text().replace("&", "") for button in buttons.values()] == [
        "As required",
        "Not as required…",
        "Not applicable…",
    ]
    assert buttons[YES].accessibleName() == "As required"
    for button in buttons.values():
        liked = (button.isDefault(), button.autoDefault(), button.hasFocus(), bool(button.property("main")))
        assert not any(liked)
    put(2, "procedure", **ASKED)
    assert buttons[YES].accessibleName() == "Made as instructed"


def test_no_return_answers_an_inspection(qtbot, panel, given, ask):
    ask()
    qtbot.keyClicks(panel.answer, "torn")
    for widget in (panel.answer, panel.choices.file, panel.who, *panel.choices.buttons.values()):
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            for held in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
                widget.setFocus()
                qtbot.keyClick(widget, key, held)
    assert given == []


def test_ctrl_return_gives_a_deed_only_where_its_button_is_seen_and_enabled(qtbot, panel, given, put):
    control = Qt.KeyboardModifier.ControlModifier
    put(5, "restore")
    assert panel.send.text() == "Restored"
    panel.send.setFocus()
    qtbot.keyClick(panel.send, Qt.Key.Key_Return)
    panel.who.setEditText("")
    panel.answer.setFocus()
    qtbot.keyClick(panel.answer, Qt.Key.Key_Return, control)
    panel.who.setEditText("R. Operator")
    panel.send.hide()
    qtbot.keyClick(panel.answer, Qt.Key.Key_Return, control)
    assert given == []
    panel.send.show()
    qtbot.keyClick(panel.answer, Qt.Key.Key_Return, control)
    assert given == [(5, "R. Operator", "done")]


def test_return_presses_no_deciding_button_where_the_desktop_presses_by_it(qtbot):
    button = qtbot.shown(DecidingButton("Sign"))
    button.setAutoDefault(True)  # QPushButton then takes Return, as it does everywhere on such desktops
    pressed = []
    button.clicked.connect(lambda: pressed.append(1))
    qtbot.keyClick(button, Qt.Key.Key_Return)
    assert pressed == []
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert pressed == [1]


def test_a_press_meant_for_the_last_question_does_not_answer_the_next(qtbot, panel, given, monkeypatch, ask):
    monkeypatch.setattr(deciding_button, "SETTLING_MS", 400)
    ask()
    button = panel.choices.buttons[YES]
    press(qtbot, panel, YES)
    qtbot.mouseDClick(button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert given == []
    qtbot.wait(420)
    qtbot.mousePress(button, Qt.MouseButton.LeftButton)
    ask(2)
    qtbot.wait(420)
    qtbot.mouseRelease(button, Qt.MouseButton.LeftButton)
    assert given == [], "the press began at another question"
    press(qtbot, panel, YES)
    assert given == [(2, "R. Operator", "yes")]


def test_a_refused_answer_keeps_what_was_typed(qtbot, panel, given, tmp_path, ask):
    file = str(tmp_path / "seal.jpg")
    ask()
    qtbot.keyClicks(panel.answer, "torn")
    panel.choices.file.setText(file)
    press(qtbot, panel, NO)
    panel.show_prompts({})
    ask(2, reasons=[dump_reason(Ask.FILE_UNREADABLE(why="No such file"))])
    assert (panel.answer.toPlainText(), panel.choices.file.text()) == ("torn", file)
    press(qtbot, panel, NO)
    assert given == [(number, "R. Operator", f"no: torn | {file}") for number in (1, 2)]
    ask(3, item="next", reasons=[dump_reason(Ask.NEEDS_COMMENT())])
    assert (panel.answer.toPlainText(), panel.choices.file.text()) == ("", ""), "another item begins empty"
    panel.answer.setPlainText("mine")
    panel.forget()
    ask(4, item="next", reasons=[dump_reason(Ask.NEEDS_COMMENT())])
    assert panel.answer.toPlainText() == "", "another run begins empty"


def test_the_answer_reaches_the_run(qtbot, window, begin):
    specimen = begin("run-1", BATCHES, "ports")
    specimen.prompt(3, "inspect", "No port is exposed.", **ASKED)
    window.attach("run-1")
    qtbot.waitUntil(window.view.prompt.isVisible)
    qtbot.keyClicks(window.view.prompt.answer, "behind the lid")
    press(qtbot, window.view.prompt, NO)
    qtbot.waitUntil(lambda: not window.live.telling.busy)
    (sent,) = take_commands(specimen.folder.path)
    assert sent["answer"] == "no: behind the lid"


def test_a_finding_is_one_line_and_a_bad_one_is_marked():
    body = {"stage": "jam", "item": "3", "comment": "", "attachment": None}

    def said(result, *reaction):
        finding = body_of(RecordType.FINDING, {**body, "result": result, "reaction": list(reaction)})
        return line(Record(0, "2026-03-01T10:00:00.000000Z", 0, finding, "", ""))

    assert said("as expected", "card jam").endswith("jam, 3: as expected (card jam)")
    assert ATTENTION + "jam, 3: not as expected" in said("not as expected")
