"""The room Settings: what the laboratory sets for itself, and how one person's window looks."""

from __future__ import annotations

from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, _: OpenFile) -> Page:
    from labharness.gui.settings.settings_page import SettingsPage

    return SettingsPage(services.seat)


ROOM = RoomEntry(Room.SETTINGS, tr("Settings"), _page, explained="settings")
