"""What adapters of generators share that deliver bytes and know neither cards nor outcomes.

Chips of FTDI as adapters drive them: vendor requests, and packets that begin with two bytes of status.
"""

from __future__ import annotations

from dataclasses import dataclass

from labharness.devices.adapter import AcquireRequest, Link, info_of
from labharness.devices.control_request import DEVICE, VENDOR, ControlRequest
from labharness.errors import DeviceRefused, InputError, ProtocolError
from labharness.model.cards import Order
from labharness.model.device import CountReport, DeviceClass, DeviceIdentity, DeviceStatus, SoftwareComponent
from labharness.model.observations import Kind, Observation, RawBytes
from labharness.model.reasons.conduct import Adapters

READ_SIZE = 1 << 20
"""Most bytes of one read."""
UNKNOWN = "unknown"
"""What a device does not say."""


def received(link: Link, size: int, timeout: float | None = None) -> bytes:
    """Read exactly ``size`` bytes."""
    parts, missing = [], size
    while missing:
        parts.append(link.read(min(missing, READ_SIZE), timeout))
        missing -= len(parts[-1])
    return b"".join(parts)


@dataclass
class NoiseDevice:
    """An adapter without cards: bytes come as they are read, and what the protocol does not tell is unknown.

    Parameters
    ----------
    link
        The tapped transport.
    """

    link: Link

    def identify(self) -> DeviceIdentity:
        """Return what the adapter's description says; the bus adds its own strings."""
        return self.named(UNKNOWN)

    def software(self) -> tuple[SoftwareComponent, ...]:
        """Return nothing; the protocol has no question for it."""
        return ()

    def load(self, order: Order) -> CountReport:  # noqa: ARG002  it refuses every order
        """Refuse; there is nowhere to put cards."""
        raise DeviceRefused(Adapters.NO_CARDS_HELD(adapter=info_of(type(self)).name))

    def count(self) -> CountReport:
        """Refuse; there are no cards."""
        raise DeviceRefused(Adapters.NO_CARDS_HELD(adapter=info_of(type(self)).name))

    def status(self) -> DeviceStatus:
        """Return a mode only; the protocol knows no alarms or meters."""
        return DeviceStatus("delivering")

    def safe_state(self) -> None:
        """Do nothing; a generator that is not read rests."""

    def acquire(self, request: AcquireRequest) -> tuple[Observation, ...]:
        """Read exactly the bytes asked for."""
        if request.kind is not Kind.BYTES:
            raise DeviceRefused(Adapters.OTHER_KIND(adapter=info_of(type(self)).name, kind=request.kind))
        if request.units < 1:
            raise InputError(Adapters.NO_UNITS(units=request.units))
        return (RawBytes(self.noise(request.units)),)

    def noise(self, size: int) -> bytes:
        """Return the next ``size`` bytes of the generator."""
        return received(self.link, size)

    def named(self, hardware: str) -> DeviceIdentity:
        """Return an identity under the adapter's title."""
        title = info_of(type(self)).title
        return DeviceIdentity(
            UNKNOWN, title, UNKNOWN, hardware, DeviceClass.COMPUTERIZED_RNG.value, "raw bytes"
        )


RESET, FLOW, BAUD, EVENT_CHARACTER, ERROR_CHARACTER, LATENCY, BIT_MODE = (
    0x00,
    0x02,
    0x03,
    0x06,
    0x07,
    0x09,
    0x0B,
)
PURGE_READ, PURGE_WRITE = 1, 2
"""Values of a reset."""
STATUS = 2
"""Bytes at the beginning of each packet: status of modem and line."""
MOST_EMPTY = 1000
"""Transfers of status alone, one each millisecond or more, after which a chip is given up."""
PACKETS = 128
"""Packets of one read."""


def request(number: int, value: int = 0, index: int = 0) -> ControlRequest:
    """Return a request to the chip."""
    return ControlRequest(VENDOR | DEVICE, number, value, index)


def read_data(link: Link, size: int, packet: int) -> bytes:
    """Read until ``size`` bytes arrived behind the status of packets, or a few more.

    Parameters
    ----------
    packet
        Longest packet of the endpoint: 64 bytes at full speed, 512 at high speed.

    Raises
    ------
    ProtocolError
        If a packet has no status, or no data arrive.
    """
    parts, missing, empty = list[bytes](), size, 0
    while missing > 0:
        part = without_status(link.read(PACKETS * packet), packet)
        parts.append(part)
        missing -= len(part)
        empty += not part
        if empty > MOST_EMPTY:
            raise ProtocolError(Adapters.NO_SAMPLES(transfers=empty))
    return b"".join(parts)


def read_exactly(link: Link, size: int, packet: int) -> bytes:
    """Read ``size`` bytes of data; raises :class:`ProtocolError` as :func:`read_data`, and where more arrive."""
    data = read_data(link, size, packet)
    if len(data) > size:
        raise ProtocolError(Adapters.TOO_MANY_SAMPLES(received=len(data), expected=size))
    return data


def without_status(transfer: bytes, packet: int) -> bytes:
    """Return the bytes of a transfer without the status of each packet."""
    if len(transfer) % packet == 1:
        raise ProtocolError(Adapters.NO_STATUS())
    return b"".join(transfer[at + STATUS : at + packet] for at in range(0, len(transfer), packet))
