"""The room of benches: the queue of each, its schedules, and who changed what."""

from __future__ import annotations

from labharness.gui.finding import benches
from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, _: OpenFile) -> Page:
    from labharness.gui.benches.benches_page import BenchesPage

    return BenchesPage(services.seat)


ROOM = RoomEntry(
    Room.BENCHES, tr("Benches"), _page, explained="user-guide-window#home-and-benches", objects=benches
)
