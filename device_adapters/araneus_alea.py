"""Alea I and II of Araneus: noise from the first bulk endpoint at about 100 kbit/s, without a command.

The first transfer after the device was plugged in can take three seconds.

Source: ``sys/dev/usb/ualea.c`` of OpenBSD, and ``drivers/usb/misc/chaoskey.c`` of the Linux kernel.
"""

from __future__ import annotations

from dataclasses import dataclass

from labharness.devices.adapter import adapter
from labharness.devices.noise_device import NoiseDevice, received
from labharness.model.observations import Kind, Source

FIRST_S = 10.0
"""Seconds that a transfer may take."""


@adapter(
    name="araneus_alea",
    title="Araneus Alea",
    schemes=("usb", "usbip", "capture"),
    kinds=(Kind.BYTES,),
    source=Source.DEVICE_REPORTED,
    models=("12d8:0001",),
)
@dataclass
class AraneusAlea(NoiseDevice):
    """A stream of bytes."""

    def noise(self, size: int) -> bytes:
        """Read with patience for the first transfer."""
        return received(self.link, size, FIRST_S)
