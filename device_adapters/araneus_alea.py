"""Alea I and II of Araneus: noise from the first bulk endpoint at about 100 kbit/s, without a command.

The first transfer after the device was plugged in can take three seconds.

Source: ``sys/dev/usb/ualea.c`` of OpenBSD, and ``drivers/usb/misc/chaoskey.c`` of the Linux kernel.
"""

from __future__ import annotations

from dataclasses import dataclass

from labharness.devices import kit

FIRST_S = 10.0
"""Seconds that a transfer may take."""


@kit.adapter(
    name="araneus_alea",
    title="Araneus Alea",
    schemes=("usb", "usbip", "capture"),
    kinds=(kit.Kind.BYTES,),
    source=kit.Source.DEVICE_REPORTED,
    models=("12d8:0001",),
)
@dataclass
class AraneusAlea(kit.NoiseDevice):
    """A stream of bytes."""

    def noise(self, size: int) -> bytes:
        """Read with patience for the first transfer."""
        return kit.received(self.link, size, FIRST_S)
