"""ChaosKey of Altus Metrum: whitened noise from the first bulk endpoint, without a command.

A kernel driver of the same name holds the device on Linux; it is detached for the run and attached again.

Source: ``drivers/usb/misc/chaoskey.c`` of the Linux kernel.
"""

from __future__ import annotations

from dataclasses import dataclass

from labharness.devices import kit


@kit.adapter(
    name="chaoskey",
    title="ChaosKey",
    schemes=("usb", "usbip", "capture"),
    kinds=(kit.Kind.BYTES,),
    source=kit.Source.DEVICE_REPORTED,
    models=("1d50:60c6",),
)
@dataclass
class ChaosKey(kit.NoiseDevice):
    """A stream of bytes in packets of 64."""
