"""Fields of a payload: little-endian numbers and strings of a length byte and UTF-8."""

from __future__ import annotations

import struct

from labharness.devices.untrusted import printable
from labharness.errors import ProtocolError
from labharness.model.reasons.lti import Lti

MAX_TEXT = 255
"""Longest string in bytes of UTF-8."""


class FieldReader:
    """Reads the fields of one payload in order.

    Parameters
    ----------
    payload
        The bytes.
    message
        Name of the message, for errors.
    """

    def __init__(self, payload: bytes, message: str) -> None:
        self._payload = payload
        self._message = message
        self._at = 0

    def numbers(self, layout: struct.Struct) -> tuple[int, ...]:
        """Read the next fields of a fixed layout."""
        return layout.unpack(self._take(layout.size))

    def number(self, layout: struct.Struct) -> int:
        """Read one number."""
        return self.numbers(layout)[0]

    def last_numbers(self, layout: struct.Struct) -> tuple[int, ...]:
        """Read the last fields; nothing may follow them."""
        values = self.numbers(layout)
        if self._at != len(self._payload):
            surplus = len(self._payload) - self._at
            raise ProtocolError(Lti.PAYLOAD_TOO_LONG(message=self._message, surplus=surplus))
        return values

    def text(self) -> str:
        """Read a string; what is no UTF-8 or cannot be printed is replaced."""
        (length,) = self._take(1)
        return printable(self._take(length).decode("utf-8", "replace"), MAX_TEXT)

    def _take(self, size: int) -> bytes:
        end = self._at + size
        if end > len(self._payload):
            raise ProtocolError(Lti.PAYLOAD_TOO_SHORT(message=self._message, size=len(self._payload)))
        taken = self._payload[self._at : end]
        self._at = end
        return taken


def text_field(text: str) -> bytes:
    """Write a string, cut to :data:`MAX_TEXT` bytes at the border of a character."""
    data = text.encode()[:MAX_TEXT].decode("utf-8", "ignore").encode()
    return bytes([len(data)]) + data
