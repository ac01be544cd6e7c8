"""Everything that rooms name, kept in memory and read again behind the search, never while somebody waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

from labharness.errors import LabharnessError
from labharness.gui.kit.findable import Found
from labharness.gui.kit.worker_thread import WorkerThread

FRESH_S = 10.0
"""Seconds for which what was read is taken for the present state."""
_AT_ONCE = 256
"""Objects after which those who wait are told that there are more."""
_BREATH_S = 0.001
"""Seconds left to the window's thread after each of these."""


class Catalogs:
    """The objects of all rooms.

    Parameters
    ----------
    sources
        Yield the objects of a room each; called on another thread.
    """

    def __init__(self, sources: Iterable[Callable[[], Iterable[Found]]]) -> None:
        self._sources = tuple(sources)
        self._shown: list[list[Found]] = [[] for _ in self._sources]
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

    def since(self, counts: tuple[int, ...]) -> tuple[list[Found], tuple[int, ...]]:
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
        try:
            for at, source in enumerate(self._sources):
                with suppress(LabharnessError, OSError):
                    self._read_room(at, source)
        finally:
            with self._grown:
                self._reading, self._read_at = False, time.monotonic()
                self._grown.notify_all()

    def _read_room(self, at: int, source: Callable[[], Iterable[Found]]) -> None:
        """Read a room; the first time it is shown as it comes, later when it is whole."""
        found: list[Found] = []
        first = not self._shown[at]
        if first:
            self._shown[at] = found
        for number, each in enumerate(source(), 1):
            with self._grown:
                if self._given_up:
                    return
                found.append(each)
                if first and (number % _AT_ONCE == 0 or number == 1):
                    self._grown.notify_all()
            if number % _AT_ONCE == 0:
                time.sleep(_BREATH_S)
        once = list({(each.kind, each.address): each for each in found}.values())  # what came later says more
        with self._grown:
            self._shown[at] = once
            self._grown.notify_all()
