"""The order to lay, as cards, row by row."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPdfWriter

from labharness.gui.kit.icons import PIPS
from labharness.gui.prompts.card_grid import FOUR_COLORS, MARKS, CardGrid, DeckView, draw_order, pages_of
from labharness.model.cards import RANKS, SUITS

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


def test_a_touch_goes_to_a_row_and_past_the_row_at_hand(qtbot, grid):
    third = QPoint(MARKS + 10, 2 * ROW + 10)
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=third)
    assert grid.row == 2
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=third)
    assert grid.row == 3


def test_every_suit_is_painted_in_its_ink_without_a_font(grid):
    picture = grid.grab().toImage()
    for row, suit in enumerate(SUITS):
        inks = {
            picture.pixelColor(x, y).name()
            for x in range(MARKS, 90)
            for y in range(row * ROW + 8, (row + 1) * ROW - 8)
        }
        assert PIPS[suit] in inks


def test_other_cards_have_their_words(grid):
    for card, words in (("JK", "joker"), ("CC", "cover card"), ("10H#3", "10 of hearts#3")):
        grid.show_cards((card,))
        grid.grab()
        assert grid.accessibleName() == f"Row 1 of 1: {words}"


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
    inks = {
        picture.pixelColor(x, y).name()
        for x in range(MARKS, MARKS + picture.width() // 13)
        for y in range(picture.height())
    }
    assert set(FOUR_COLORS.values()) <= inks


def test_an_order_sheet_has_four_decks_a_page(qapp, tmp_path):
    writer = QPdfWriter(str(tmp_path / "sheet.pdf"))
    assert draw_order(writer, DECK * 6, "Shuffle 5 of 260") == 2
    assert [len(page) for page in pages_of(DECK * 6)] == [208, 104]
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
