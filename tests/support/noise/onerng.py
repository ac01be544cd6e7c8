"""A simulated OneRNG, written from the facts of its public firmware (``cdc_app.c``)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

POOL, PACKET = 7 * 1024, 64
MOST_ALIKE = 8
"""Bytes 00 or FF in a row that enter the pool."""


class OneRngUnit:
    """Pool, commands and the silence of a stuck source, which returns so many bytes of the avalanche diode."""

    def __init__(self, source: Callable[[int], bytes], version: int = 2) -> None:
        self._source, self._version = source, version
        self._state = 0
        self._mode = 0
        self._paused, self._versioning = True, False
        self._pool = bytearray()
        self._alike: deque[int] = deque(maxlen=MOST_ALIKE)

    def receive(self, data: bytes) -> None:
        """Take commands, byte by byte, as the firmware's state machine does."""
        for byte in data:
            if self._state < 3:
                self._state = self._state + 1 if byte == b"cmd"[self._state] else 0
            else:
                self._state = 0
                self._command(chr(byte))

    def take(self) -> bytes:
        """Return the next packet: the version where it was asked for, else 64 bytes of a pool that holds them."""
        if self._paused:
            return b""
        if self._versioning:
            self._versioning = False
            return b"\r\nVersion %d\r\n" % self._version
        if not self._mode & 4:
            self._fill()
        if len(self._pool) < PACKET:
            return b""
        packet = bytes(self._pool[:PACKET])
        del self._pool[:PACKET]
        return packet

    def _command(self, letter: str) -> None:
        if letter in "0123456789abcdefABCDEF":
            self._mode = int(letter, 16)
        elif letter in "Oo":
            self._paused = letter == "o"
        elif letter == "w":
            self._pool.clear()
        elif letter == "v":
            self._versioning = True

    def _fill(self) -> None:
        """Let noise into the pool, but no more than eight bytes 00 or FF in a row."""
        for byte in self._source(max(0, min(4 * PACKET, POOL - len(self._pool)))):
            stuck = byte in (0x00, 0xFF) and len(self._alike) == MOST_ALIKE and set(self._alike) == {byte}
            if not stuck:
                self._alike.append(byte)
                self._pool.append(byte)
