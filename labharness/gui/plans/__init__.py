"""The room of plans: all plans as a table, one as prose, two beside each other, and the editor of a copy."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.gui.kit.findable import LATER, FoundObject, Later
from labharness.gui.kit.page import Page
from labharness.gui.kit.words import tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Room


def _page(services: Services, _: OpenFile) -> Page:
    from labharness.gui.plans.plans_room import PlansRoom

    return PlansRoom(services.seat)


def _objects(services: Services) -> Iterator[FoundObject | Later]:
    yield LATER
    from labharness.gui.plans.plan_list import found_plans

    yield from found_plans(services.plans())


ROOM = RoomEntry(Room.PLANS, tr("Plans"), _page, explained="user-guide-window#plans", objects=_objects)
