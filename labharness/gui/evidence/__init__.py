"""The room of evidence: integrity of every run, its ledger record by record, photographs, export, bundles from elsewhere."""

from __future__ import annotations

from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, _: OpenFile) -> Page:
    from labharness.gui.evidence.evidence_room import EvidenceRoom

    return EvidenceRoom(services.seat)


ROOM = RoomEntry(Room.EVIDENCE, tr("Evidence"), _page, explained="user-guide-window#evidence")
