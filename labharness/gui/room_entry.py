"""What the rail needs to know of a room."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from labharness.gui.kit.findable import FoundObject, Later
from labharness.gui.kit.page import Page
from labharness.gui.services import Services
from labharness.model.address import Room

OpenFile = Callable[[Path], bool]
"""Opens a file with the desktop's program for it; returns whether there is one."""


@dataclass(frozen=True, slots=True)
class RoomEntry:
    """One room of the window.

    Parameters
    ----------
    make
        Makes the page when it is first shown.
    explained
        What F1 opens where the control at hand declares nothing: a page of the manual, or page#heading.
    under
        Room whose entry of the rail stands for this one too; None for a room with an entry of its own.
    objects
        Yields everything that the search finds in the room; called on another thread, again when the workspace
        has changed. What it raises leaves the room out.
    """

    room: Room
    title: str
    make: Callable[[Services, OpenFile], Page]
    explained: str
    under: Room | None = None
    objects: Callable[[Services], Iterable[FoundObject | Later]] | None = None
