"""The views of submissions and reports."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.gui.kit.findable import LATER, FoundObject, Later
from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, open_file: OpenFile) -> Page:
    from labharness.gui.filings.register_reader import RegisterReader
    from labharness.gui.filings.submissions_room import SubmissionsRoom

    return SubmissionsRoom(services.shared(RegisterReader), services.seat, services.devices, open_file)


def _objects(services: Services) -> Iterator[FoundObject | Later]:
    yield LATER  # what judges submissions takes long to load
    from labharness.gui.filings.register_reader import RegisterReader, found_submissions

    yield from found_submissions(services.shared(RegisterReader))


ROOM = RoomEntry(
    Room.SUBMISSIONS, tr("Submissions"), _page, explained="user-guide-window#submissions", objects=_objects
)
