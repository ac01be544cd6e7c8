"""The room of reports: built, read page by page, signed role by role, verified."""

from __future__ import annotations

from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, open_file: OpenFile) -> Page:
    from labharness.gui.reports.reports_page import ReportsRoom

    return ReportsRoom(services.seat, open_file)


ROOM = RoomEntry(Room.REPORTS, tr("Reports"), _page, explained="user-guide-window#reports")
