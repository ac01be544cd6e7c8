"""The analysis of a file of numbers or card orders: about the file, never about a device."""

from __future__ import annotations

from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, _: OpenFile) -> Page:
    from labharness.gui.analyze.analyze_page import AnalyzePage

    return AnalyzePage(services.seat)


ROOM = RoomEntry(
    Room.ANALYZE, tr("Analyze"), _page, explained="user-guide-window#analyzing-a-file", under=Room.EVIDENCE
)
