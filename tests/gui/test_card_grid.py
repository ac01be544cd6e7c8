"""The order to lay, as cards, row by row."""

import pytest
from PySide6.QtCore import QPoint, Qt

from labharness.evidence.records.body import RecordType
from labharness.gui.kit.suits import PIPS
from labharness.gui.run.card_grid import LEFT, ROW_HEIGHT, CardGrid
from labharness.gui.run.prompt_panel import PromptPanel
from labharness.model.cards import RANKS, SUITS
from tests.support.runs import body_of

DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)


@pytest.fixture
def grid(qtbot):
    made = CardGrid()
    qtbot.addWidget(made)
    made.show_cards(DECK)
    made.resize(760, made.height())
    made.show()
    return made


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
    third = QPoint(LEFT + 10, 2 * ROW_HEIGHT + 10)
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=third)
    assert grid.row == 2
    qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=third)
    assert grid.row == 3


def test_every_suit_is_painted_in_its_ink_without_a_font(grid):
    picture = grid.grab().toImage()
    for row, suit in enumerate(SUITS):
        inks = {
            picture.pixelColor(x, y).name()
            for x in range(LEFT, 90)
            for y in range(row * ROW_HEIGHT + 8, (row + 1) * ROW_HEIGHT - 8)
        }
        assert PIPS[suit] in inks


@pytest.mark.parametrize(
    ("card", "words"), [("JK", "joker"), ("CC", "cover card"), ("10H#3", "10 of hearts#3")]
)
def test_other_cards_have_their_words(grid, card, words):
    grid.show_cards((card,))
    grid.grab()
    assert grid.accessibleName() == f"Row 1 of 1: {words}"


def test_a_question_shows_its_cards_and_what_is_no_order_as_text(qtbot):
    panel = PromptPanel("R. Operator")
    qtbot.addWidget(panel)
    panel.show()
    for number, cards, grid in ((1, " ".join(DECK * 6), True), (2, "AS 1X", False), (3, "", False)):
        fields = {"action": "shuffle", "asks": ["Load."], "data": {"cards": cards}, "timeout_s": 60}
        panel.show_prompts({number: body_of(RecordType.PROMPT, {"prompt": number, **fields})})
        assert panel.table.isVisible() is grid
        assert panel.cards.isVisible() is (bool(cards) and not grid)
        if grid:
            assert panel.grid.rows == 24
            assert panel.focusWidget() is panel.grid, "Space walks the rows at once"
            panel.grid.go(20)
            assert panel.table.verticalScrollBar().value() > 0
