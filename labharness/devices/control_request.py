"""A control request of USB: what a host asks of a device beside the bytes of its pipes."""

from __future__ import annotations

import struct
from dataclasses import dataclass

SETUP = struct.Struct("<BBHHH")
INWARD = 0x80
CLASS, VENDOR = 0x20, 0x40
DEVICE, INTERFACE, ENDPOINT = 0, 1, 2
_TYPE, _RECIPIENT = 0x60, 0x1F


@dataclass(frozen=True, slots=True)
class ControlRequest:
    """One request on endpoint 0.

    Standard requests belong to the operating system: they configure and reset a device that others may use.

    Parameters
    ----------
    kind
        Direction, type (class or vendor) and recipient: ``bmRequestType`` of USB 2.0, § 9.3.
    request, value, index
        ``bRequest``, ``wValue`` and ``wIndex``.
    data
        Bytes sent with a request to the device.
    length
        Most bytes that a request from the device may return.

    Raises
    ------
    ValueError
        If a field is out of range, the request is a standard one, or bytes go the wrong way.

    Examples
    --------
    >>> ControlRequest(INWARD | VENDOR | DEVICE, 0x10, length=4).packet().hex(" ")
    'c0 10 00 00 00 00 04 00'
    """

    kind: int
    request: int
    value: int = 0
    index: int = 0
    data: bytes = b""
    length: int = 0

    def __post_init__(self) -> None:
        if self.kind & _TYPE not in (CLASS, VENDOR) or self.recipient > ENDPOINT:
            raise ValueError(f"0x{self.kind:02x} is neither a class request nor a vendor request")
        if self.data if self.inward else self.length:
            raise ValueError("the bytes of a control request go one way")
        try:
            self.packet()
        except struct.error as error:
            raise ValueError("a field of the control request is out of range") from error

    @property
    def inward(self) -> bool:
        """Whether its bytes go from the device to the host."""
        return bool(self.kind & INWARD)

    @property
    def recipient(self) -> int:
        """The device, an interface or an endpoint."""
        return self.kind & _RECIPIENT

    def packet(self) -> bytes:
        """Return the setup packet and the bytes sent with it, as they are recorded."""
        size = self.length if self.inward else len(self.data)
        return SETUP.pack(self.kind, self.request, self.value, self.index, size) + self.data

    def belongs_to(self, interface: int, endpoints: tuple[int, ...]) -> bool:
        """Whether it concerns this interface and these endpoints, or the whole device in the maker's own way."""
        if self.recipient == INTERFACE:
            return self.index & 0xFF == interface
        if self.recipient == ENDPOINT:
            return self.index & 0xFF in endpoints
        return self.kind & _TYPE == VENDOR
