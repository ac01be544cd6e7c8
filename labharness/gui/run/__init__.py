"""The views of one run."""

from __future__ import annotations

from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, open_file: OpenFile) -> Page:
    from labharness.gui.run.live_page import LivePage

    return LivePage(services, open_file)


ROOM = RoomEntry(Room.LIVE, tr("Live"), _page, explained="user-guide-window#a-live-run", under=Room.RUNS)
