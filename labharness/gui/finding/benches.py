"""Benches with a worker or work."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.gui.kit.findable import Found, Kind
from labharness.gui.services import Services
from labharness.language.numbers import amount
from labharness.model.address import Address, Room


def objects(services: Services) -> Iterator[Found]:
    """Yield the benches and the items they have."""
    for now in services.overview().benches:
        counts = f"{amount(len(now.taken), 'item')} taken, {len(now.waiting)} waiting"
        name = now.bench.name
        yield Found(Kind.BENCH, name, Address(Room.BENCHES, (name,)), counts, now.bench.host)
        for item in (*now.taken, *now.waiting):
            address = Address(Room.BENCHES, (name, "item", item.id))
            yield Found(Kind.BENCH, item.id, address, f"queued for {name}", item.device)
