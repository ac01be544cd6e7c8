"""A pressed button that disables or hides itself leaves the keyboard in its page, and on no other act."""

import pytest
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QTableWidget, QToolButton, QVBoxLayout, QWidget

from labharness.gui.kit.findable import refuse
from labharness.gui.kit.run_standing import RunAction
from labharness.model.address import Address, Room
from tests.support.window.specimen import Specimen

PLAN = "blackjack-633a-continuous-shuffler-rounds"


@pytest.fixture
def front(qtbot, main_window):
    qtbot.front(main_window)
    return main_window


def test_the_button_that_pauses_a_run_does_not_hand_the_keyboard_to_the_next_act(
    qtbot, qapp, tmp_path, front
):
    specimen = Specimen(tmp_path / "run-1", PLAN)
    front.open(Address(Room.LIVE, ("run-1",)))
    bar = front.page.view.controls
    bar.allow(frozenset({RunAction.PAUSE, RunAction.CLOSE_SESSION, RunAction.STOP}))
    bar.buttons[RunAction.PAUSE].setFocus()
    assert qapp.focusWidget() is bar.buttons[RunAction.PAUSE]
    bar.allow(frozenset({RunAction.RESUME, RunAction.CLOSE_SESSION, RunAction.STOP}))
    qtbot.waitUntil(lambda: not isinstance(qapp.focusWidget(), QPushButton | QToolButton))
    assert front.page.isAncestorOf(qapp.focusWidget())
    specimen.close()


def test_a_page_of_nothing_but_acts_takes_the_keyboard_itself(qtbot, qapp, front):
    front.open(Address(Room.TOUR))
    start = front.page.start.button
    start.setEnabled(True)
    start.setFocus()
    refuse(start, "It is starting.")
    qtbot.waitUntil(lambda: qapp.focusWidget() is front.page)
    assert front.page.accessibleName()


@pytest.mark.parametrize("lose", [QPushButton.hide, lambda button: button.parentWidget().hide()])
def test_a_hidden_button_leaves_the_keyboard_to_the_field_that_is_nearest(qtbot, qapp, front, lose):
    dialog, box = QDialog(front), QWidget()
    far, first, second, near = QLineEdit(), QPushButton("Begin"), QPushButton("Delete"), QLineEdit()
    inner, column, whole = QWidget(), QVBoxLayout(), QVBoxLayout(dialog)
    row = QVBoxLayout(box)
    row.addWidget(first)
    column.addWidget(box)
    column.addWidget(second)
    column.addWidget(near)
    inner.setLayout(column)
    whole.addWidget(far)
    whole.addWidget(inner)
    qtbot.front(dialog)
    first.setFocus()
    lose(first)
    qtbot.waitUntil(lambda: qapp.focusWidget() is near)
    dialog.close()


def test_a_table_without_a_chosen_row_is_passed_over_for_the_keyboard_would_choose_one(qtbot, qapp, front):
    dialog = QDialog(front)
    column, table, line, button = QVBoxLayout(dialog), QTableWidget(2, 1), QLineEdit(), QPushButton("Add")
    for part in (table, line, button):
        column.addWidget(part)
    qtbot.front(dialog)
    for row, place in ((-1, line), (1, table)):
        table.setCurrentCell(row, 0)
        button.setEnabled(True)
        button.setFocus()
        button.setEnabled(False)
        qtbot.waitUntil(lambda place=place: qapp.focusWidget() is place)
        assert table.currentRow() == row
    dialog.close()


def test_what_a_page_chooses_by_itself_and_a_closed_dialog_are_left_alone(qtbot, qapp, front):
    front.page.setFocus()
    dialog = QDialog(front)
    column, button, line, other = QVBoxLayout(dialog), QPushButton("Do"), QLineEdit(), QLineEdit()
    for part in (line, button, other):
        column.addWidget(part)
    qtbot.front(dialog)
    button.setFocus()
    button.setEnabled(False)
    qtbot.waitUntil(lambda: qapp.focusWidget() is line)
    button.setEnabled(True)
    button.setFocus()
    button.setEnabled(False)
    other.setFocus()  # at once, as a page does
    qtbot.wait(50)
    assert qapp.focusWidget() is other
    dialog.close()
    assert qapp.focusWidget() is None or not dialog.isAncestorOf(qapp.focusWidget())
