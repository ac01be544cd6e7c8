"""Reads raw bytes from anything that can be opened as a file: a generator's device node, a pipe, a file."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.devices.adapter import AcquireRequest, Link, adapter
from labharness.errors import DeviceRefused, InputError
from labharness.model.cards import Order
from labharness.model.device import CountReport, DeviceIdentity, DeviceStatus, SoftwareComponent
from labharness.model.observations import Kind, Observation, RawBytes, Source
from labharness.model.reasons.adapter import Adapters

NAME = "byte_source"
READ_SIZE = 1 << 20


@adapter(
    name=NAME,
    title="Byte source",
    schemes=("file", "capture"),
    kinds=(Kind.BYTES,),
    source=Source.DEVICE_REPORTED,
)
@dataclass
class ByteSource:
    """A source that only delivers bytes and says nothing about itself.

    Parameters
    ----------
    link
        The tapped transport.
    """

    link: Link

    def identify(self) -> DeviceIdentity:
        """Say what is known without asking: nothing but that bytes come."""
        return DeviceIdentity("unknown", "unknown", "unknown", "unknown", "byte source", "raw bytes")

    def software(self) -> tuple[SoftwareComponent, ...]:
        """Return nothing; a byte source does not say what it runs."""
        return ()

    def load(self, order: Order) -> CountReport:  # noqa: ARG002  it refuses every order
        """Refuse; there is nowhere to put cards."""
        raise DeviceRefused(Adapters.NO_CARDS_HELD(adapter=NAME))

    def count(self) -> CountReport:
        """Refuse; there are no cards."""
        raise DeviceRefused(Adapters.NO_CARDS_HELD(adapter=NAME))

    def status(self) -> DeviceStatus:
        """Return a mode only; a byte source has no alarms or meters."""
        return DeviceStatus("delivering")

    def safe_state(self) -> None:
        """Do nothing; a source that is not read rests."""

    def acquire(self, request: AcquireRequest) -> tuple[Observation, ...]:
        """Read exactly the bytes asked for."""
        if request.kind is not Kind.BYTES:
            raise DeviceRefused(Adapters.OTHER_KIND(adapter=NAME, kind=request.kind))
        if request.units < 1:
            raise InputError(Adapters.NO_UNITS(units=request.units))
        parts, missing = [], request.units
        while missing:
            part = self.link.read(min(missing, READ_SIZE))
            parts.append(part)
            missing -= len(part)
        return (RawBytes(b"".join(parts)),)
