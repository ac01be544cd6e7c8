"""The forms that start a run."""

from __future__ import annotations

from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, _: OpenFile) -> Page:
    from labharness.gui.starting.new_run_page import NewRunPage

    return NewRunPage(services)


ROOM = RoomEntry(Room.NEW_RUN, tr("New run"), _page, explained="user-guide-window#a-new-run", under=Room.RUNS)
