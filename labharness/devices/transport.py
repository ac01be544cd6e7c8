"""A way to a device, opened by URL.

Each transport is one module of :mod:`labharness.devices.transports`, named after its URL scheme and
holding one class :class:`Transport` can open.  Failures are the typed errors of
:mod:`labharness.errors` (``DeviceTimeout``, ``DeviceStalled``, ``DeviceLost``, ``DeviceNotFound``,
``ProtocolError``), never data.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from labharness.devices.control_request import ControlRequest
from labharness.model.device import UsbFacts

LOOK_S = 0.25
"""Longest wait without a look at what else there is to do."""


def nothing() -> None:
    """Have nothing to look at."""


class Transport(Protocol):
    """Bytes to and from one device."""

    url: str

    def open(self) -> dict[str, str]:
        """Connect; return what the bus says (VID, PID, serial, product, …) for the record."""
        ...

    def write(self, data: bytes, timeout: float) -> None:
        """Send all of ``data`` within ``timeout`` seconds."""
        ...

    def read(self, size: int, timeout: float) -> bytes:
        """Return 1 to ``size`` bytes, waiting up to ``timeout`` seconds for the first."""
        ...

    def close(self) -> None:
        """Let go; safe to call twice."""
        ...


@runtime_checkable
class Described(Protocol):
    """A transport over USB, whose descriptors can be read while it is open."""

    def usb_facts(self) -> UsbFacts:
        """Read the descriptors."""
        ...


@runtime_checkable
class Controlled(Protocol):
    """A transport over USB, which also carries control requests."""

    def control(self, request: ControlRequest, timeout: float) -> bytes:
        """Carry out a request within ``timeout`` seconds; return what the device replies."""
        ...


@runtime_checkable
class Watchful(Protocol):
    """A transport that calls :attr:`look` every :data:`LOOK_S` seconds while it waits; what that raises ends the wait."""

    look: Callable[[], None]
