"""Questions of procedures and inspections in the window, and the order to lay, as cards, row by row."""

from itertools import product

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPdfWriter
from PySide6.QtWidgets import QFileDialog

from labharness.app.bench_work.entered_cards import NO, NOT_APPLICABLE, YES
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.line import Record
from labharness.gui.kit import findable as deciding_button
from labharness.gui.kit.findable import DecidingButton
from labharness.gui.kit.icons import PIPS
from labharness.gui.prompts.card_grid import FOUR_COLORS, MARKS, CardGrid, DeckView, draw_order, pages_of
from labharness.gui.run.attachment import line
from labharness.language.record_sentences import ATTENTION
from labharness.model.cards import RANKS, SUITS
from labharness.model.reasons.conduct import Ask
from labharness.reason import dump_reason
from tests.support.runs import body_of

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
    titles = [button.text().replace("&", "") for button in buttons.values()]
    assert titles == ["As required", "Not as required…", "Not applicable…"]
    assert buttons[YES].accessibleName() == "As required"
    for button in buttons.values():
        liked = (button.isDefault(), button.autoDefault(), button.hasFocus(), bool(button.property("main")))
        assert not any(liked)
    put(2, "procedure", **ASKED)
    assert buttons[YES].accessibleName() == "Made as instructed"


def test_no_return_answers_an_inspection(qtbot, panel, given, ask):
    ask()
    qtbot.keyClicks(panel.answer, "torn")
    widgets = (panel.answer, panel.choices.file, panel.who, *panel.choices.buttons.values())
    held = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier)
    for widget, key, modifier in product(widgets, (Qt.Key.Key_Return, Qt.Key.Key_Enter), held):
        widget.setFocus()
        qtbot.keyClick(widget, key, modifier)
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


def test_a_finding_is_one_line_and_a_bad_one_is_marked():
    body = {"stage": "jam", "item": "3", "comment": "", "attachment": None}

    def said(result, *reaction):
        finding = body_of(RecordType.FINDING, {**body, "result": result, "reaction": list(reaction)})
        return line(Record(0, "2026-03-01T10:00:00.000000Z", 0, finding, "", ""))

    assert said("as expected", "card jam").endswith("jam, 3: as expected (card jam)")
    assert ATTENTION + "jam, 3: not as expected" in said("not as expected")


ROW = 60
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)


@pytest.fixture
def grid(qtbot):
    card_grid = qtbot.addWidget(CardGrid())
    card_grid.show_cards(DECK)
    card_grid.resize(760, 4 * ROW)
    card_grid.show()
    return card_grid


def test_space_and_backspace_walk_the_rows_and_the_name_reads_the_row(qtbot, grid):
    assert grid.accessibleName().startswith("Row 1 of 4: ace of spades, 2 of spades")
    qtbot.keyClick(grid, Qt.Key.Key_Space)
    assert grid.accessibleName().startswith("Row 2 of 4: ace of diamonds")
    qtbot.keyClick(grid, Qt.Key.Key_Backspace)
    qtbot.keyClick(grid, Qt.Key.Key_Backspace)
    assert grid.row == 0
    for _ in range(6):
        qtbot.keyClick(grid, Qt.Key.Key_Space)
    assert (grid.row, grid.accessibleName()) == (4, "All rows are laid")
    third = QPoint(MARKS + 10, 2 * ROW + 10)
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=third)
    assert grid.row == 2
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=third)
    assert grid.row == 3
    for card, words in (("JK", "joker"), ("CC", "cover card"), ("10H#3", "10 of hearts#3")):
        grid.show_cards((card,))
        grid.grab()
        assert grid.accessibleName() == f"Row 1 of 1: {words}"


def test_every_suit_is_painted_in_its_ink_without_a_font(grid):
    picture = grid.grab().toImage()
    for row, suit in enumerate(SUITS):
        assert PIPS[suit] in inks(picture, range(MARKS, 90), range(row * ROW + 8, (row + 1) * ROW - 8))


def inks(picture, across, down):
    return {picture.pixelColor(x, y).name() for x in across for y in down}


def test_a_question_shows_its_cards_and_what_is_no_order_as_text(panel, put):
    for number, cards, grid in ((1, " ".join(DECK * 6), True), (2, "AS 1X", False), (3, "", False)):
        put(number, "shuffle", asks=["Load."], cards=cards)
        assert panel.deck.isVisible() is grid
        assert panel.cards.isVisible() is (bool(cards) and not grid)
        if grid:
            assert (panel.deck.grid.rows, panel.deck.grid.pages) == (24, 6)
            assert panel.focusWidget() is panel.deck.grid, "Space walks the rows at once"
            panel.deck.grid.go(4)
            assert panel.deck.where.text() == "Deck 2 of 6 · Row 1 of 4: positions 53 to 65"
            assert panel.deck.grid.accessibleName().startswith("Deck 2 of 6, row 1 of 4: ace of spades")


@pytest.fixture
def deck(qtbot):
    deck_view = qtbot.addWidget(DeckView())
    deck_view.show_order(DECK, "Shuffle 5 of 260")
    deck_view.show()
    return deck_view


def test_the_bottom_card_comes_first_and_past_the_last_row_space_goes_on_to_the_deed(qtbot, deck):
    gone_on = []
    deck.laid.connect(lambda: gone_on.append(1))
    qtbot.click(deck.reverse)
    assert deck.grid.accessibleName().startswith("Row 1 of 4: king of hearts, queen of hearts")
    assert list(deck.grid.positions(0))[:2] == [52, 51]
    assert deck.where.text() == "Row 1 of 4: positions 52 to 40"
    deck.grid.setFocus()
    for _ in range(5):
        qtbot.keyClick(deck.grid, Qt.Key.Key_Space)
    assert gone_on == [1]


def test_decks_are_turned_by_buttons_and_rows_go_on_over_them(qtbot, deck):
    deck.show_order(DECK * 2, "Two decks")
    qtbot.click(deck.after)
    assert (deck.grid.page, deck.after.isEnabled()) == (1, False)
    qtbot.keyClick(deck.grid, Qt.Key.Key_Backspace)
    assert (deck.grid.page, deck.grid.row) == (0, 3)


def test_the_same_order_again_is_folded_and_four_colors_give_every_suit_its_own_ink(qtbot, deck):
    deck.show_order(DECK, "Shuffle 5", "shuffle 4")
    assert (deck.same.text(), deck.grid.isVisible()) == ("Same order as shuffle 4.", False)
    qtbot.click(deck.show_again)
    assert deck.grid.isVisible()
    deck.colors.setChecked(True)
    picture = deck.grid.grab().toImage()
    first_column = range(MARKS, MARKS + picture.width() // 13)
    assert set(FOUR_COLORS.values()) <= inks(picture, first_column, range(picture.height()))


def test_an_order_sheet_has_four_decks_a_page(qapp, tmp_path):
    writer = QPdfWriter(str(tmp_path / "sheet.pdf"))
    assert draw_order(writer, DECK * 6, "Shuffle 5 of 260") == 2
    assert [len(page) for page in pages_of(DECK * 6)] == [208, 104]
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
