"""Plans, those of the workspace included."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.app.catalog.plan_listing import listed_plans
from labharness.gui.kit.findable import Found, Kind
from labharness.gui.kit.screen_text import code_words
from labharness.gui.services import Services
from labharness.model.address import Address, Room


def objects(services: Services) -> Iterator[Found]:
    """Yield the plans."""
    for one in listed_plans(services.place):
        note = f"{one.title} · {code_words(one.device_class)}"
        yield Found(Kind.PLAN, one.id, Address(Room.PLANS, (one.id,)), note, f"{one.game} {one.game_id}")
