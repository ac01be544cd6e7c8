"""The tour of a first start, on a simulated device."""

from __future__ import annotations

from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, open_file: OpenFile) -> Page:
    from labharness.gui.tour.tour_page import TourPage

    return TourPage(services, open_file)


ROOM = RoomEntry(Room.TOUR, tr("Tour"), _page, explained="user-guide-window#the-tour", under=Room.HOME)
