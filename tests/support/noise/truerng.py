"""A simulated TrueRNG: a stream of bytes without commands."""

from __future__ import annotations

from collections.abc import Callable


class TrueRngUnit:
    """Sends packets of 64 bytes of a source for ever."""

    def __init__(self, source: Callable[[int], bytes]) -> None:
        self._source = source

    def receive(self, data: bytes) -> None:
        """Ignore what is sent."""

    def take(self) -> bytes:
        """Return the next packet."""
        return self._source(64)
