"""Everything that rooms name, kept in memory and read again behind the search, never while somebody waits."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from labharness.errors import LabharnessError
from labharness.gui.kit.findable import FoundObject, Later
from labharness.gui.kit.slow_work.worker_thread import WorkerThread

FRESH_S = 10.0
"""Seconds for which what was read is taken for the present state."""
_AT_ONCE = 256
"""Objects after which those who wait are told that there are more."""
_BREATH_S = 0.001
"""Seconds left to the window's thread after each of these."""


@dataclass(slots=True)
class _Room:
    """A room as far as it was read."""

    at: int
    left: Iterator[FoundObject | Later]
    first: bool
    found: list[FoundObject] = field(default_factory=list)


class Catalogs:
    """The objects of all rooms.

    Parameters
    ----------
    sources
        Yield the objects of a room each; called on another thread.  A room that yields :class:`Later` is read on when
        all the others have come so far, so that none waits for what takes another one long.
    """

    def __init__(self, sources: Iterable[Callable[[], Iterable[FoundObject | Later]]]) -> None:
        self._sources = tuple(sources)
        self._shown: list[list[FoundObject]] = [[] for _ in self._sources]
        self._read_at = float("-inf")
        self._reading = False
        self._given_up = False
        self._thread = WorkerThread()
        self._grown = threading.Condition()

    def refresh(self) -> None:
        """Read everything again unless it is fresh or being read."""
        with self._grown:
            if self._reading or self._given_up or time.monotonic() - self._read_at < FRESH_S:
                return
            self._reading = True
        self._thread.start(self._read)

    def stop(self) -> None:
        """Give up reading, and return when that is so."""
        with self._grown:
            self._given_up = True
            self._grown.notify_all()
        self._thread.wait()

    def counts(self) -> tuple[int, ...]:
        """Return how many objects of each room are known."""
        with self._grown:
            return tuple(map(len, self._shown))

    def since(self, counts: tuple[int, ...]) -> tuple[list[FoundObject], tuple[int, ...]]:
        """Return the objects beyond these counts, and the counts now."""
        with self._grown:
            new = [each for seen, room in zip(counts, self._shown, strict=True) for each in room[seen:]]
            return new, tuple(map(len, self._shown))

    def wait(self, counts: tuple[int, ...], seconds: float) -> bool:
        """Wait until there are more objects than these; returns False when there will be none."""
        with self._grown:
            self._grown.wait_for(lambda: self._given_up or not self._reading or self._more(counts), seconds)
            return self._more(counts) or (self._reading and not self._given_up)

    def _more(self, counts: tuple[int, ...]) -> bool:
        return any(len(room) > seen for seen, room in zip(counts, self._shown, strict=True))

    def _read(self) -> None:
        rooms = deque(
            _Room(at, _opened(source), not self._shown[at]) for at, source in enumerate(self._sources)
        )
        try:
            while rooms and not self._given_up:
                room = rooms.popleft()
                if self._read_on(room):
                    rooms.append(room)
        finally:
            with self._grown:
                self._reading, self._read_at = False, time.monotonic()
                self._grown.notify_all()

    def _read_on(self, room: _Room) -> bool:
        """Read a room until it is whole or what is left takes long; returns whether something is left.

        The first time it is shown as it comes, later when it is whole.
        """
        if room.first:
            self._shown[room.at] = room.found
        try:
            for each in room.left:
                if isinstance(each, Later):
                    return True
                if not self._take(room, each):
                    return False
        except (LabharnessError, OSError):
            return False  # what was read before stays
        once = list(
            {(each.kind, each.address): each for each in room.found}.values()
        )  # what came later says more
        with self._grown:
            self._shown[room.at] = once
            self._grown.notify_all()
        return False

    def _take(self, room: _Room, result: FoundObject) -> bool:
        """Put an object to its room; returns whether to go on."""
        with self._grown:
            if self._given_up:
                return False
            room.found.append(result)
            number = len(room.found)
            if room.first and (number % _AT_ONCE == 0 or number == 1):
                self._grown.notify_all()
        if number % _AT_ONCE == 0:
            time.sleep(_BREATH_S)
        return True


def _opened(source: Callable[[], Iterable[FoundObject | Later]]) -> Iterator[FoundObject | Later]:
    """Yield what a source gives, which is asked only when the first is wanted."""
    yield from source()
