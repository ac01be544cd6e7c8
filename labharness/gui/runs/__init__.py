"""The room of runs: the table of all, and the results of one."""

from __future__ import annotations

from labharness.gui.finding import runs
from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, open_file: OpenFile) -> Page:
    from labharness.gui.runs.runs_page import RunsRoom

    return RunsRoom(services.seat, open_file)


ROOM = RoomEntry(Room.RUNS, tr("Runs"), _page, explained="user-guide-window#runs-and-results", objects=runs)
