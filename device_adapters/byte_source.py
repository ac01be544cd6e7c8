"""Reads raw bytes from anything that can be opened as a file: a generator's device node, a pipe, a file."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.devices import kit


@kit.adapter(
    name="byte_source",
    title="Byte source",
    schemes=("file", "capture"),
    kinds=(kit.Kind.BYTES,),
    source=kit.Source.DEVICE_REPORTED,
    version=2,
)
@dataclass
class ByteSource(kit.NoiseDevice):
    """A source that only delivers bytes and says nothing about itself."""

    def identify(self) -> kit.DeviceIdentity:
        """Return the class alone, which every plan for raw bytes has; nothing else is known."""
        return kit.DeviceIdentity(
            kit.UNKNOWN,
            kit.UNKNOWN,
            kit.UNKNOWN,
            kit.UNKNOWN,
            kit.DeviceClass.COMPUTERIZED_RNG.value,
            "raw bytes",
        )
