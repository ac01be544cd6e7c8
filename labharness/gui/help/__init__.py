"""The room Help: the manual without a network, its search, the glossary, and what this program is made of."""

from __future__ import annotations

from labharness.gui.finding import pages
from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, _: OpenFile) -> Page:
    from labharness.gui.help.help_page import HelpPage

    return HelpPage(services.seat, services.manual)


ROOM = RoomEntry(Room.HELP, tr("Help"), _page, explained="user-guide-window#help", objects=pages)
