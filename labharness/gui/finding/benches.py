"""Benches with a worker or work."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.gui.kit.findable import LATER, FoundObject, Later, ResultGroup
from labharness.gui.kit.words import tr
from labharness.gui.services import Services
from labharness.model.address import Address, Room


def objects(services: Services) -> Iterator[FoundObject | Later]:
    """Yield the benches and the items they have; the overview that knows them looks at every run."""
    yield LATER
    for now in services.overview().benches:
        counts = tr(
            "{taken:,} {taken:item|items} taken, {waiting} waiting",
            taken=len(now.taken),
            waiting=len(now.waiting),
        )
        name = now.bench.name
        yield FoundObject(ResultGroup.BENCH, name, Address(Room.BENCHES, (name,)), counts, now.bench.host)
        for item in (*now.taken, *now.waiting):
            address = Address(Room.BENCHES, (name, "item", item.id))
            yield FoundObject(
                ResultGroup.BENCH, item.id, address, tr("queued for {name}", name=name), item.device
            )
