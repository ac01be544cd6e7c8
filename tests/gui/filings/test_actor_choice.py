"""Who acts: the name is whole while the list is closed; the roles stand in the list."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyleOptionComboBox

from labharness.app.people.staff import Staff
from labharness.filings.entries.entry import Person
from labharness.gui.filings.draft_book import NOBODY, ActorChoice


def shown(choice):
    option = QStyleOptionComboBox()
    choice.initStyleOption(option)
    return option.currentText


def test_a_name_is_whole_and_its_roles_are_in_the_list(qtbot):
    choice = ActorChoice()
    qtbot.addWidget(choice)
    assert shown(choice) == NOBODY
    people = [
        Person(id=f"p{at}", name=name, roles=("engineer", "authorizer"))
        for at, name in enumerate(("Demonstration engineer", "A. Clerk"))
    ]
    choice.show_staff(Staff(login="p0", listed=tuple(people)))
    choice.resize(choice.sizeHint())
    choice.show()
    assert shown(choice) == "Demonstration engineer"
    assert choice.itemData(1, Qt.ItemDataRole.DisplayRole) == "Demonstration engineer · engineer, authorizer"
    choice.choose("p1")
    assert shown(choice) == "A. Clerk"
    with_roles = "Demonstration engineer · engineer, authorizer"
    # No room for roles is taken from the page, in whatever look the window is.
    assert choice.width() < choice.fontMetrics().horizontalAdvance(with_roles)
