"""The room that people see first: what needs them, the benches, and what ended lately."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room

if TYPE_CHECKING:
    from labharness.gui.filings.register_reader import RegisterReader


def _page(services: Services, _: OpenFile) -> Page:
    from labharness.gui.home.home_page import HomePage

    def register() -> RegisterReader:  # which the first look at Home does not wait for
        from labharness.gui.filings.register_reader import RegisterReader

        return services.shared(RegisterReader)

    return HomePage(register)


ROOM = RoomEntry(Room.HOME, tr("Home"), _page, explained="user-guide-window#home-and-benches")
