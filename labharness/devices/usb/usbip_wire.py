"""The bytes of USB/IP, version 1.1.1, shared by our client and our simulators' server.

The protocol is the one of the Linux kernel (``Documentation/usb/usbip_protocol.rst``).  All numbers are
big-endian, the eight set-up bytes of a control transfer excepted.  A connection begins with one
*operation* (list the devices, or import one); after an import it carries *commands* of 48 bytes, each
followed by the bytes of the transfer where it has any.  Status is zero or a negative Linux error number,
whatever the systems at both ends are.
"""

from __future__ import annotations

import socket
import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import BinaryIO, Self

PORT = 3240
VERSION = 0x0111

REQUEST_LIST, REPLY_LIST = 0x8005, 0x0005
REQUEST_IMPORT, REPLY_IMPORT = 0x8003, 0x0003
OPERATION = struct.Struct(">HHI")
COUNT = struct.Struct(">I")
BUS_ID = struct.Struct(">32s")
INTERFACE = struct.Struct(">BBBx")
_DEVICE = struct.Struct(">256s32sIIIHHHBBBBBB")
DEVICE_BYTES = _DEVICE.size

SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4
COMMAND_BYTES = 48
HEAD = struct.Struct(">IIIII")
"""Command, sequence number, device, direction (1 is IN), endpoint number."""
SUBMIT_COMMAND = struct.Struct(">5IIIiii8s")
"""Head, then flags, length of the buffer, start frame, packets, interval, set-up bytes."""
UNLINK_COMMAND = struct.Struct(">5II24x")
"""Head, then the sequence number to cancel."""
SUBMITTED_REPLY = struct.Struct(">5IiIiii8x")
"""Head, then status, actual length, start frame, packets, errors."""
UNLINKED_REPLY = struct.Struct(">5Ii24x")
"""Head, then status: ``-ECONNRESET`` if canceled, 0 if the transfer had ended before."""

BUFFER_LIMIT = 16 << 20
"""No transfer may be longer; a larger number on the wire is garbage."""


class Import(IntEnum):
    """Answer to an import."""

    OK = 0
    BUSY = 1
    NO_DEVICE = 4


class LinuxError(IntEnum):
    """Numbers of the errors that cross the wire."""

    ENOENT = 2
    EIO = 5
    ENODEV = 19
    EPIPE = 32
    EPROTO = 71
    EOVERFLOW = 75
    ECONNRESET = 104
    ESHUTDOWN = 108
    ETIMEDOUT = 110


@dataclass(frozen=True, slots=True)
class ExportedDevice:
    """One device as a USB/IP server lists it."""

    bus_id: str
    bus: int
    address: int
    speed: int
    vid: int
    pid: int
    release: int
    configuration: int
    configurations: int
    interfaces: tuple[tuple[int, int, int], ...]

    @classmethod
    def unlisted(cls, bus_id: str) -> Self:
        """Return a device of which nothing is known before it is imported."""
        return cls(bus_id, 0, 0, 0, 0, 0, 0, 0, 0, ())

    @property
    def number(self) -> int:
        """The device field of every command."""
        return (self.bus << 16) | self.address

    def pack(self, *, with_interfaces: bool) -> bytes:
        """Write the record; an import is answered without the interfaces."""
        path = b"/sys/devices/labharness/" + self.bus_id.encode()
        head = _DEVICE.pack(
            path, self.bus_id.encode(), self.bus, self.address, self.speed, self.vid, self.pid, self.release,
            0, 0, 0, self.configuration, self.configurations, len(self.interfaces),
        )  # fmt: skip
        return head + b"".join(INTERFACE.pack(*each) for each in self.interfaces if with_interfaces)

    @classmethod
    def read(cls, stream: BinaryIO, *, with_interfaces: bool) -> ExportedDevice:
        """Read one record; raises :class:`ConnectionError` at the end of the stream."""
        _, bus_id, bus, address, speed, vid, pid, release, *_, configuration, configurations, count = (
            _DEVICE.unpack(exactly(stream, DEVICE_BYTES))
        )
        interfaces = tuple(
            INTERFACE.unpack(exactly(stream, INTERFACE.size)) for _ in range(count if with_interfaces else 0)
        )
        name = bus_id.partition(b"\0")[0].decode("ascii", "replace")
        return cls(name, bus, address, speed, vid, pid, release, configuration, configurations, interfaces)


def exactly(stream: BinaryIO, size: int) -> bytes:
    """Read ``size`` bytes; raises :class:`ConnectionError` if the stream ends before."""
    data = stream.read(size)
    if len(data) < size:
        raise ConnectionError("the USB/IP connection ended")
    return data


def send(connection: socket.socket, head: bytes, data: bytes | memoryview = b"") -> None:
    """Send a command or reply; small ones go out in one packet."""
    if len(data) < 4096:
        connection.sendall(head + data)
    else:
        connection.sendall(head)
        connection.sendall(data)


def close(connection: socket.socket, stream: BinaryIO) -> None:
    """Close both; whoever reads from the stream must have returned."""
    stream.close()
    connection.close()


def interrupt(connection: socket.socket) -> None:
    """Make every thread that waits for this connection return."""
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # the other side was faster
