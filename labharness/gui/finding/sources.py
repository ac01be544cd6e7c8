"""Where the search reads the objects of the rooms that the window has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module

from labharness.gui.kit.findable import FoundObject, Later
from labharness.gui.room_entry import RoomEntry
from labharness.gui.services import Services
from labharness.model.address import Room

MODULES: Mapping[Room, str] = {
    Room.BENCHES: "benches",
    Room.SUBMISSIONS: "submissions",
    Room.RUNS: "runs",
    Room.HELP: "manual",
}
"""Module of this package that yields the objects of a room; imported when the search first reads them."""


def sources(
    entries: Iterable[RoomEntry], services: Services
) -> Iterator[Callable[[], Iterable[FoundObject | Later]]]:
    """Yield what gives the objects of each room, those of this package before those that a room names itself."""
    for entry in entries:
        if entry.room in MODULES:
            yield partial(_objects, MODULES[entry.room], services)
        if entry.objects is not None:
            yield partial(entry.objects, services)


def _objects(name: str, services: Services) -> Iterator[FoundObject | Later]:
    yield from import_module(f"labharness.gui.finding.{name}").objects(services)
