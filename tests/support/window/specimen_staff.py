"""A laboratory with its people, whose settings are shown."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from labharness.acts import people
from labharness.acts.declaring import Seat
from labharness.app.people.authority import TrialAuthority, pin_own
from labharness.app.workspace.workspace import Workspace
from labharness.filings.entries.entry import Role
from labharness.gui.kit import appearance
from labharness.gui.shell.main_window import MainWindow
from labharness.model.address import Address, Room

CHIEF, CLERK = "a-chief", "b-clerk"
SETTLE_S = 1.5
PEOPLE = (
    (CHIEF, "A. Chief", "Head of laboratory", ("administrator", "authorizer")),
    (CLERK, "B. Clerk", "Engineer", ("engineer",)),
    ("c-reader", "C. Reader", "Reviewer", ("technical reviewer",)),
)


def write_staff(place: Path) -> None:
    """Leave a laboratory with three people."""
    space = Workspace(place)
    TrialAuthority.of(place)
    pin_own(place)
    chief = Seat(space, CHIEF)
    for id_, name, title, roles in PEOPLE:
        people.add(chief, id_, name=name, title=title, role=list(map(Role, roles)), why="Hired.")
    address = "1 Example Street\nHarrisburg, PA 17101"
    people.laboratory(chief, name="Example Gaming Laboratory", address=address, why="Founded.")


def settings(page: str, look: str = "") -> Callable[[QApplication, MainWindow], QWidget]:
    """Return what shows a page of the settings; ``look`` is the choice of colors that it shows."""

    def show(application: QApplication, window: MainWindow) -> QWidget:
        if look:
            window.memory.put(appearance.THEME, look)
        window.open(Address(Room.SETTINGS, (page,)))
        until = time.monotonic() + SETTLE_S
        while time.monotonic() < until:
            application.processEvents()
            time.sleep(0.01)
        return window

    return show


def manual(page: str, words: str = "") -> Callable[[QApplication, MainWindow], QWidget]:
    """Return what shows a page of the manual, and what a search in it finds."""

    def show(application: QApplication, window: MainWindow) -> QWidget:
        window.open(Address(Room.HELP, (page,)))
        until = time.monotonic() + 10 * SETTLE_S
        while not window.page.list.count() and time.monotonic() < until:
            application.processEvents()
            time.sleep(0.01)
        window.page.search.setText(words)
        application.processEvents()
        return window

    return show
