"""What adapters of generators share that deliver bytes and know neither cards nor outcomes."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.devices.adapter import AcquireRequest, Link, info_of
from labharness.errors import DeviceRefused, InputError
from labharness.model.cards import Order
from labharness.model.device import (
    CountReport,
    DeviceClass,
    DeviceIdentity,
    DeviceStatus,
    SoftwareComponent,
)
from labharness.model.observations import Kind, Observation, RawBytes
from labharness.model.reasons.adapter import Adapters

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
