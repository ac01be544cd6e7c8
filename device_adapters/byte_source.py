"""Reads raw bytes from anything that can be opened as a file: a generator's device node, a pipe, a file."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.devices.adapter import adapter
from labharness.devices.noise_device import UNKNOWN, NoiseDevice
from labharness.model.device import DeviceClass, DeviceIdentity
from labharness.model.observations import Kind, Source


@adapter(
    name="byte_source",
    title="Byte source",
    schemes=("file", "capture"),
    kinds=(Kind.BYTES,),
    source=Source.DEVICE_REPORTED,
    version=2,
)
@dataclass
class ByteSource(NoiseDevice):
    """A source that only delivers bytes and says nothing about itself."""

    def identify(self) -> DeviceIdentity:
        """Return the class alone, which every plan for raw bytes has; nothing else is known."""
        return DeviceIdentity(
            UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, DeviceClass.COMPUTERIZED_RNG.value, "raw bytes"
        )
