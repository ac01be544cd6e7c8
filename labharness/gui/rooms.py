"""The rooms of the window, found by folder: each package of this one that declares a ``ROOM``."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import labharness.gui
from labharness.gui.services import RoomEntry
from labharness.model.address import Room

_RANK = {room: place for place, room in enumerate(Room)}


def _declared() -> Iterator[RoomEntry]:
    for module in iter_modules(labharness.gui.__path__, "labharness.gui."):
        room = getattr(import_module(module.name), "ROOM", None) if module.ispkg else None
        if room is not None:
            yield room


ROOMS: tuple[RoomEntry, ...] = tuple(sorted(_declared(), key=lambda entry: _RANK.get(entry.room, len(_RANK))))
"""In the order of the rail: that of :class:`Room`, then the further ones by name."""
