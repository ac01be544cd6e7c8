"""Two runs side by side: facts, checks, charts on shared axes; no test of a difference that no plan declared."""

from __future__ import annotations

from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, _: OpenFile) -> Page:
    from labharness.gui.compare.compare_page import ComparePage

    return ComparePage(services.seat)


ROOM = RoomEntry(
    Room.COMPARE, tr("Compare"), _page, explained="user-guide-window#runs-and-results", under=Room.RUNS
)
